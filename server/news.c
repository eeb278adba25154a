/*
 * Learns what was changed elsewhere: see news.h.
 */
#include "news.h"

#include "../protocol/names.h"
#include "hall.h"
#include "invite.h"
#include "journal.h"
#include "lobby.h"
#include "net/ws.h"
#include "people/house.h"
#include "people/labels.h"
#include "people/person.h"
#include "store/store.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_MS = 1000, PAGE = 100 };

struct news {
    struct server *server;
    uint64_t node; /* random */
    uv_timer_t timer;
    int64_t last; /* the number of the last change that was seen */
    bool known;   /* `last` is known */
    bool asking;
};

void news_subject(char out[NEWS_SUBJECT], const char *kind, const char *id)
{
    snprintf(out, NEWS_SUBJECT, "%s:%s", kind, id);
}

const char *news_id(const char *subject, const char *kind)
{
    size_t n = strlen(kind);

    return strncmp(subject, kind, n) == 0 && subject[n] == ':' ? subject + n + 1 : NULL;
}

struct store_change news_tokens(char subject[NEWS_SUBJECT], const char *person)
{
    news_subject(subject, "person", person);
    return (struct store_change){.time = clock_now(), .what = NEWS_TOKENS, .subject = subject};
}

/* ---- people ---- */

struct checking {
    struct server *server;
    uint64_t person;
};

static bool is_signed_in(const struct store_answer *a, const uint8_t token[32])
{
    for (uint32_t i = 0; i < a->device_count; i++)
        if (a->devices[i].hash.size == 32 && memcmp(a->devices[i].hash.at, token, 32) == 0)
            return true;
    return false;
}

static void devices_known(void *context, const struct store_answer *a)
{
    struct checking *x = context;
    struct person *p = person_here(x->server, x->person);

    for (struct client *c = p && a->status == STORE_OK ? p->clients : NULL, *next; c;
         c = next) {
        next = c->next;
        if (c->ws && !is_signed_in(a, c->token))
            ws_close(c->ws, WS_POLICY, "signed out");
    }
    free(x);
}

/* Closes connections of a person whose tokens are no longer valid. */
static void check_tokens(struct server *s, const char *person)
{
    uint64_t number = strtoull(person, NULL, 10);
    const struct person *p = person_here(s, number);
    struct checking *x = p && p->clients ? malloc(sizeof *x) : NULL;

    if (!x)
        return;
    *x = (struct checking){s, number};
    store_devices(s->store, person, (struct store_done){devices_known, x});
}

static void about_person(struct server *s, const struct store_change *c, const char *id)
{
    uint64_t number = strtoull(id, NULL, 10);

    if (strcmp(c->what, NEWS_TOKENS) == 0) {
        check_tokens(s, id);
    } else if (strcmp(c->what, NEWS_ERASE) == 0 || strcmp(c->what, "delete") == 0) {
        hall_label(s, number, NAME_OF_SOMEONE);
        check_tokens(s, id);
    } else if (strcmp(c->what, "rename") == 0) {
        hall_label(s, number, c->detail);
        house_tell_renamed(s, number, c->detail);
    }
}

/* ---- tables ---- */

static void about_table(struct server *s, const struct store_change *c, const char *id)
{
    struct store_notice notice = {.table = id, .game = "", .turns = ""};

    if (strcmp(c->what, NEWS_TABLE) == 0 &&
        sscanf(c->detail, "%u %u", &notice.last, &notice.chat) == 2)
        hall_noticed(s, &notice);
    else if (strcmp(c->what, "delete") == 0)
        hall_forget(s, id);
    else if (strcmp(c->what, "close") == 0)
        house_tell_closed(s, id);
    else if (strcmp(c->what, NEWS_AGAIN) == 0)
        invite_heard(s, c, id);
}

/* ---- hearing ---- */

static void log_change(const struct store_change *c)
{
    char what[400];

    if (!c->who[0])
        return;
    snprintf(what, sizeof what, "%s %s%s%s%s%s%s%s%s%s", c->what, c->subject,
             c->name[0] ? " (" : "", c->name, c->name[0] ? ")" : "", c->detail[0] ? " " : "",
             c->detail, c->why[0] ? ": " : "", c->why, "");
    journal("admin", "did", what, "who", c->who);
}

static void hear(struct server *s, const struct store_change *c)
{
    const char *person = news_id(c->subject, "person"), *table = news_id(c->subject, "table");

    log_change(c);
    if (person)
        about_person(s, c, person);
    else if (table)
        about_table(s, c, table);
    if (c->who[0])
        house_changed(s, c->what);
    if (c->who[0] || strcmp(c->what, NEWS_TABLE) == 0)
        lobby_changed(s);
}

static void ask(struct news *n);

static void heard(void *context, const struct store_answer *a)
{
    struct news *n = context;

    n->asking = false;
    if (a->status != STORE_OK || n->server->stopping)
        return;
    for (uint32_t i = 0; i < a->change_count; i++) {
        n->last = a->changes[i].number;
        hear(n->server, &a->changes[i]);
    }
    if (a->change_count == PAGE)
        ask(n);
}

static void last_known(void *context, const struct store_answer *a)
{
    struct news *n = context;

    n->asking = false;
    if (a->status != STORE_OK || n->server->stopping)
        return;
    n->last = a->last;
    n->known = true;
    house_changed(n->server, NULL);
}

static void ask(struct news *n)
{
    struct store *store = n->server->store;

    if (n->asking || n->server->stopping)
        return;
    n->asking = true;
    if (n->known)
        store_changes_after(store, n->last, PAGE, (struct store_done){heard, n});
    else
        store_changes_last(store, (struct store_done){last_known, n});
}

static void due(uv_timer_t *timer)
{
    struct news *n = timer->data;

    if (!n->server->stopping)
        house_again(n->server);
    ask(n);
}

uint64_t news_node(const struct server *s)
{
    return s->news->node;
}

bool news_start(struct server *s)
{
    struct news *n = calloc(1, sizeof *n);

    if (!n)
        return false;
    n->server = s;
    randombytes_buf(&n->node, sizeof n->node);
    uv_timer_init(s->loop, &n->timer);
    n->timer.data = n;
    uv_timer_start(&n->timer, due, ASK_MS, ASK_MS);
    s->news = n;
    ask(n);
    return true;
}

void news_stop(struct server *s)
{
    uv_close((uv_handle_t *)&s->news->timer, NULL);
}

void news_free(struct server *s)
{
    free(s->news);
}
