/*
 * The plain page of a server that has no page folder: what this is, and the public tables. No
 * script, no style.
 */
#include "api.h"
#include "lobby.h"
#include "net/http.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_TEXT = 64 * 1024 };

/* Puts text into HTML, escaped: a name is only ever text. */
static void put_escaped(struct text *t, const struct message_text *s)
{
    for (size_t i = 0; i < s->length; i++) {
        switch (s->at[i]) {
        case '<':
            text_put(t, "&lt;");
            break;
        case '>':
            text_put(t, "&gt;");
            break;
        case '&':
            text_put(t, "&amp;");
            break;
        case '"':
            text_put(t, "&quot;");
            break;
        default:
            text_char(t, s->at[i]);
        }
    }
}

static void put_table(struct text *t, const struct message_listing_part *l)
{
    text_put(t, "<li>");
    put_escaped(t, &l->game);
    text_put(t, ", ");
    put_escaped(t, &l->status);
    text_put(t, ":");
    for (uint32_t i = 0; i < l->chairs_count; i++) {
        text_put(t, i ? ", " : " ");
        put_escaped(t, l->chairs[i].name.at ? &l->chairs[i].name : &l->chairs[i].kind);
    }
    text_put(t, "</li>\n");
}

static void listed(void *context, const struct store_answer *a)
{
    struct http_request *r = context;
    static char store[8192];
    char *page = malloc(PAGE_TEXT);
    struct http_answer answer = {.status = 200, .type = "text/html; charset=utf-8"};
    struct text t;
    uint32_t n = 0;

    if (!page || a->status != STORE_OK) {
        api_trouble(r, a, "There is no such page.");
        free(page);
        return;
    }
    t = text_in(page, PAGE_TEXT);
    text_put(&t, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                 "<title>Andén</title></head>\n<body><h1>Andén</h1>\n"
                 "<p>A server for board games about railways, trams and buses. Programs play "
                 "over WebSocket at <code>/ws</code>; lists are under <code>/api/</code>.</p>\n"
                 "<p>This server has no page to play on. In the source <code>./play</code> "
                 "builds it; <code>anden serve --web FOLDER</code> says where it is.</p>\n"
                 "<h2>Public tables</h2>\n<ul>\n");
    for (uint32_t i = 0; i < a->table_count; i++) {
        struct message_arena arena = {store, sizeof store, 0};
        struct message_listing_part l;

        if (t.length + 2048 < PAGE_TEXT && lobby_listing(&a->tables[i], &arena, &l)) {
            put_table(&t, &l);
            n++;
        }
    }
    text_put(&t, n ? "</ul>\n</body></html>\n"
                   : "</ul>\n<p>There are none just now.</p>\n</body></html>\n");
    answer.body = page;
    answer.size = t.length;
    http_answer(r, &answer);
    free(page);
}

void page_tables(struct http_request *r)
{
    struct server *s = r->route;

    if (r->rest[0]) {
        http_answer_error(r, 404, NULL, "There is no such page.");
        return;
    }
    store_lobby(s->store, INT64_MAX, "", 50, (struct store_done){listed, r});
}
