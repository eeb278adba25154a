/*
 * Going through all tables of a person: see walk.h.
 */
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t walk_number(const struct walk *w)
{
    return strtoull(w->person, NULL, 10);
}

void walk_end(struct walk *w, const struct refusal *why)
{
    w->server->walks--;
    w->done(w, why);
}

static void not_loaded(void *context, const struct refusal *why)
{
    walk_end(context, why);
}

static void loaded(void *context, struct room *room)
{
    struct walk *w = context;

    w->at(w, room);
}

static void listed(void *context, const struct store_answer *a)
{
    struct walk *w = context;
    struct refusal why;

    if (a->status != STORE_OK) {
        refuse_store(&why, a);
        walk_end(w, &why);
        return;
    }
    w->next = w->count = 0;
    for (uint32_t i = 0; i < a->table_count; i++) {
        snprintf(w->ids[w->count++], TABLE_ID, "%s", a->tables[i].id);
        w->before = a->tables[i].changed;
    }
    if (w->count)
        walk_on(w);
    else
        walk_end(w, NULL);
}

static void look(struct walk *w)
{
    store_tables_of(w->server->store, w->person, !w->open, w->before, STORE_LIST_MAX,
                    (struct store_done){listed, w});
}

void walk_begin(struct walk *w)
{
    w->before = INT64_MAX;
    w->server->walks++;
    look(w);
}

void walk_on(struct walk *w)
{
    struct refusal why;

    if (w->server->stopping) {
        refuse_store(&why, &(struct store_answer){.status = STORE_UNAVAILABLE});
        walk_end(w, &why);
    } else if (w->next == w->count) {
        look(w);
    } else {
        hall_visit(w->server, w->ids[w->next++], (struct visit){loaded, not_loaded, w});
    }
}
