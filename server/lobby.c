/*
 * Lists of tables: the public ones, to everybody who watches the lobby, and a person's own. See
 * lobby.h. How a table is made is in create.c.
 */
#include "lobby.h"

#include "net/ws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LISTED = 64,
    REFRESH_MS = 1000,
    LISTING_ROOM = 4096,
    PAGE_NAME = 64,
    PRICE = 3, /* of a list: as much as reading so many hundred entries */
};

struct lobby {
    struct server *server;
    struct client *clients; /* who watch */
    uv_timer_t timer;
    bool dirty, asking;
};

bool lobby_listing(const struct store_table *t, struct message_arena *arena,
                   struct message_listing_part *out)
{
    static const char *const phases[] = {"open", "playing", "over"};
    struct complaint why;

    if (!message_decode_record(t->info.at, t->info.size, &message_listing_part_shape, arena,
                               out, &why))
        return false;
    out->table = message_text(t->id);
    out->status = message_text(phases[t->phase]);
    out->last = t->last;
    out->since = t->changed / 1000;
    if (t->mine.person && t->mine.person[0]) {
        out->has_your_seat = true;
        out->your_seat = t->mine.seat + 1;
        out->has_your_turn = out->your_turn = t->mine.since != 0;
    }
    return true;
}

/* A page begins after a table and is named after it: the time when it was made, and its id. */
static void page_name(const struct store_table *t, char name[PAGE_NAME])
{
    snprintf(name, PAGE_NAME, "%lld-%s", (long long)t->created, t->id);
}

bool lobby_read(struct server *s, const char *page, struct store_done done)
{
    long long before = INT64_MAX;
    int n = 0;

    if (page && (sscanf(page, "%lld-%n", &before, &n) != 1 || !n))
        return false;
    store_lobby(s->store, before, page ? page + n : "", LISTED + 1, done);
    return true;
}

char *lobby_tables(const struct store_answer *a, const char *of, struct command_id id,
                   size_t *n)
{
    struct message m = {.type = MESSAGE_TABLES};
    struct message_listing_part list[LISTED];
    struct message_arena arena = {malloc(LISTED * LISTING_ROOM), LISTED * LISTING_ROOM, 0};
    char *text = NULL, next[PAGE_NAME];

    m.tables.of = message_text(of);
    m.tables.has_id = id.given;
    m.tables.id = id.id;
    m.tables.list = list;
    for (uint32_t i = 0; arena.at && i < a->table_count && i < LISTED; i++)
        if (lobby_listing(&a->tables[i], &arena, &list[m.tables.list_count]))
            m.tables.list_count++;
    if (a->table_count > LISTED && strcmp(of, "lobby") == 0) {
        page_name(&a->tables[LISTED - 1], next);
        m.tables.next = message_text(next);
    }
    if (arena.at)
        text = message_wire(&m, n);
    free(arena.at);
    return text;
}

/* ---- the lobby ---- */

static void refreshed(void *context, const struct store_answer *a)
{
    struct lobby *l = context;
    struct ws_buffer *b = NULL;
    size_t n;
    char *text;

    l->asking = false;
    if (a->status != STORE_OK) {
        l->dirty = true;
        return;
    }
    text = lobby_tables(a, "lobby", (struct command_id){0}, &n);
    if (text)
        b = ws_buffer_new(text, n);
    for (struct client *c = l->clients; b && c; c = c->next_lobby)
        if (c->ws)
            ws_send(c->ws, b);
    if (b)
        ws_buffer_release(b);
    free(text);
}

static void refresh(uv_timer_t *timer)
{
    struct lobby *l = timer->data;

    if (!l->dirty || l->asking || !l->clients || l->server->stopping)
        return;
    l->dirty = false;
    l->asking = true;
    lobby_read(l->server, NULL, (struct store_done){refreshed, l});
}

void lobby_changed(struct server *s)
{
    s->lobby->dirty = true;
}

struct listing {
    struct task task;
    const char *of;
};

static void listed(void *context, const struct store_answer *a)
{
    struct listing *x = context;
    size_t n;
    char *text;

    if (a->status == STORE_OK) {
        text = lobby_tables(a, x->of, x->task.id, &n);
        if (text && x->task.client->ws)
            ws_send_text(x->task.client->ws, text, n);
        free(text);
        task_end(&x->task);
    } else {
        task_store_error(&x->task, a);
    }
}

/* A list is expensive to make, so everybody may ask for few of them. Null: refused. */
static struct listing *listing_new(struct client *c, struct command_id id, const char *of)
{
    struct listing *x;

    if (!server_allows(c->server, LIMIT_RECORD, person_number(c->person), c->from, PRICE)) {
        client_error(c, id, "slow_down", "Too many lists. Wait a minute, then go on.");
        return NULL;
    }
    x = task_new(c, id, sizeof *x);
    if (x)
        x->of = of;
    return x;
}

void lobby_leave(struct client *c)
{
    struct client **link = &c->server->lobby->clients;

    while (*link && *link != c)
        link = &(*link)->next_lobby;
    if (*link)
        *link = c->next_lobby;
    c->lobby = false;
}

void lobby_watch(struct client *c, const struct message_lobby *m)
{
    struct command_id id = {m->has_id, m->id};
    struct listing *x;

    lobby_leave(c);
    if (!m->on) {
        client_ok(c, id, NULL);
        return;
    }
    x = listing_new(c, id, "lobby");
    if (!x)
        return;
    c->lobby = true;
    c->next_lobby = c->server->lobby->clients;
    c->server->lobby->clients = c;
    if (!lobby_read(c->server, m->page.at, (struct store_done){listed, x}))
        task_error(&x->task, "bad_message", "There is no such page.");
}

void lobby_mine(struct client *c, const struct message_mine *m)
{
    struct listing *x = listing_new(c, (struct command_id){m->has_id, m->id}, "mine");

    if (x)
        store_tables_of(c->server->store, c->person->id, true, INT64_MAX, LISTED,
                        (struct store_done){listed, x});
}

bool lobby_start(struct server *s)
{
    struct lobby *l = calloc(1, sizeof *l);

    if (!l)
        return false;
    l->server = s;
    uv_timer_init(s->loop, &l->timer);
    l->timer.data = l;
    uv_timer_start(&l->timer, refresh, REFRESH_MS, REFRESH_MS);
    s->lobby = l;
    return true;
}

void lobby_stop(struct server *s)
{
    uv_close((uv_handle_t *)&s->lobby->timer, NULL);
}

void lobby_free(struct server *s)
{
    free(s->lobby);
}
