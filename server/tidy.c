/*
 * Removes what is too old to keep: see tidy.h. Shortly after the start, and every hour, it
 * looks through the store page by page, and logs what it removes.
 */
#include "tidy.h"

#include "hall.h"
#include "journal.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_MS = 10 * 1000, /* after the start */
    AGAIN_MS = 3600 * 1000,
    PAGE = 100,
    PAGE_MS = 100, /* between two pages */
};

enum stage { TABLES, GUESTS, BOARDS, CHANGES, REPORTS, AUDIT, STAGES };

struct tidy {
    struct server *server;
    uv_timer_t timer;
    enum stage stage;
    int64_t after; /* the last one of the page before: its time, and its id */
    char after_id[TABLE_ID];
    uint32_t waiting;        /* removals that are not answered */
    uint32_t tables, guests; /* removed */
    bool last;               /* the page was the last of its stage */
};

static void look(uv_timer_t *timer);

/* Something that is being removed. */
struct removal {
    struct tidy *tidy;
    char id[TABLE_ID];
};

static int64_t long_ago(uint32_t days)
{
    return clock_now() - (int64_t)days * 86400 * 1000;
}

static void go_on(struct tidy *t)
{
    char tables[16], guests[16];
    bool over = false;

    if (t->last) {
        t->after = 0;
        t->after_id[0] = '\0';
        t->stage = (t->stage + 1) % STAGES;
        over = t->stage == TABLES;
    }
    if (over && (t->tables || t->guests)) {
        snprintf(tables, sizeof tables, "%u", (unsigned)t->tables);
        snprintf(guests, sizeof guests, "%u", (unsigned)t->guests);
        journal("tidied", "tables", tables, "guests", guests);
        t->tables = t->guests = 0;
    }
    if (!t->server->stopping)
        uv_timer_start(&t->timer, look, over ? AGAIN_MS : PAGE_MS, 0);
}

static void removed(void *context, const struct store_answer *a)
{
    struct removal *x = context;
    struct tidy *t = x->tidy;
    bool table = t->stage == TABLES;

    if (a->status == STORE_OK) {
        journal(table ? "table_removed" : "guest_removed", table ? "table" : "person", x->id,
                NULL, NULL);
        (*(table ? &t->tables : &t->guests))++;
    }
    free(x);
    if (--t->waiting == 0)
        go_on(t);
}

/* Is it in use on this node, whatever the store says? */
static bool is_used(struct server *s, enum stage stage, const char *id)
{
    return stage == TABLES ? hall_find(s, id) != NULL
                           : person_here(s, strtoull(id, NULL, 10)) != NULL;
}

static void remove_one(struct tidy *t, const char *id)
{
    struct removal *x = calloc(1, sizeof *x);
    struct store_done done = {removed, x};

    if (!x)
        return;
    x->tidy = t;
    snprintf(x->id, sizeof x->id, "%s", id);
    t->waiting++;
    if (t->stage == TABLES)
        store_table_drop(t->server->store, id, done);
    else
        store_guest_drop(t->server->store, id, long_ago(t->server->config.guest_days), done);
}

static void found(void *context, const struct store_answer *a)
{
    struct tidy *t = context;
    uint32_t n = a->status == STORE_OK ? a->head_count : 0;

    t->last = n < PAGE;
    if (n) {
        t->after = a->heads[n - 1].due;
        snprintf(t->after_id, sizeof t->after_id, "%s", a->heads[n - 1].id);
    }
    t->waiting = 1;
    for (uint32_t i = 0; i < n && !t->server->stopping; i++)
        if (a->heads[i].last == 0 && !is_used(t->server, t->stage, a->heads[i].id))
            remove_one(t, a->heads[i].id);
    if (--t->waiting == 0)
        go_on(t);
}

/* Old reports or old records of anden admin were removed: logs how many. */
static void forgotten(void *context, const struct store_answer *a)
{
    struct tidy *t = context;
    char count[16];

    if (a->status == STORE_OK && a->last) {
        snprintf(count, sizeof count, "%u", (unsigned)a->last);
        journal(t->stage == REPORTS ? "reports_removed" : "audit_removed", "count", count, NULL,
                NULL);
    }
    t->last = true;
    go_on(t);
}

static void look(uv_timer_t *timer)
{
    struct tidy *t = timer->data;
    const struct config *c = &t->server->config;
    struct store *store = t->server->store;
    struct store_done done = {found, t};

    if (t->server->stopping)
        return;
    if (t->stage == TABLES && c->open_days) {
        store_tables_stale(store, long_ago(c->open_days), t->after, t->after_id, PAGE, done);
    } else if (t->stage == GUESTS && c->guest_days) {
        store_guests_stale(store, long_ago(c->guest_days), t->after, t->after_id, PAGE, done);
    } else if (t->stage == BOARDS) {
        store_boards_tidy(store, long_ago(1), done);
    } else if (t->stage == CHANGES) {
        store_changes_tidy(store, long_ago(1), done);
    } else if (t->stage == REPORTS && c->report_days) {
        store_reports_tidy(store, long_ago(c->report_days), (struct store_done){forgotten, t});
    } else if (t->stage == AUDIT && c->audit_days) {
        store_audit_tidy(store, long_ago(c->audit_days), (struct store_done){forgotten, t});
    } else {
        t->last = true;
        go_on(t);
    }
}

bool tidy_start(struct server *s)
{
    struct tidy *t = calloc(1, sizeof *t);

    if (!t)
        return false;
    t->server = s;
    uv_timer_init(s->loop, &t->timer);
    t->timer.data = t;
    uv_timer_start(&t->timer, look, FIRST_MS, 0);
    s->tidy = t;
    return true;
}

void tidy_stop(struct server *s)
{
    uv_close((uv_handle_t *)&s->tidy->timer, NULL);
}

void tidy_free(struct server *s)
{
    free(s->tidy);
}
