/*
 * Deletes an account: see erase.h. First the person leaves all tables and their name is removed
 * there, then the store forgets the person.
 */
#include "erase.h"
#include "../../protocol/names.h"
#include "../news.h"
#include "labels.h"
#include "person.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void erased(void *context, const struct store_answer *a)
{
    struct erasure *e = context;
    struct refusal why;

    if (a->status != STORE_OK)
        refuse_store(&why, a);
    e->done(e, a->status == STORE_OK ? NULL : &why);
}

static void walked(struct walk *w, const struct refusal *why)
{
    struct erasure *e = (struct erasure *)w;

    if (why)
        e->done(e, why);
    else
        store_person_erase(w->server->store, w->person, NAME_OF_SOMEONE, &e->change,
                           (struct store_done){erased, e});
}

static void relabelled(void *context, const struct store_answer *a)
{
    struct erasure *e = context;
    struct refusal why;

    if (a->status == STORE_OK || a->status == STORE_MISSING) {
        walk_on(&e->walk);
    } else {
        refuse_store(&why, a);
        walk_end(&e->walk, &why);
    }
}

/* Whether the table let the person leave or not, the name is removed. */
static void left(void *context, const struct refusal *why, uint32_t last)
{
    struct erasure *e = context;
    struct refusal none;
    const struct room *room = hall_room(e->walk.server, e->table, &none);

    (void)last;
    if (!why && room && e->at)
        e->at(e, room);
    walk_on(&e->walk);
}

/* Gives up a game, or leaves a table that has not begun. */
static void leave(struct erasure *e, struct room *room)
{
    bool open = room_phase(&room->table) == STORE_OPEN;
    struct request *r =
        request_for(walk_number(&e->walk), open ? COMMAND_STAND : COMMAND_RESIGN);
    struct refusal why;

    if (!r) {
        refuse_memory(&why);
        walk_end(&e->walk, &why);
        return;
    }
    snprintf(e->table, sizeof e->table, "%s", room->id);
    r->call = left;
    r->context = e;
    room_request(room, r);
}

static void at(struct walk *w, struct room *room)
{
    struct erasure *e = (struct erasure *)w;
    struct refusal why;
    char *info;
    size_t n;

    room_label(room, walk_number(w), NAME_OF_SOMEONE);
    if (room_phase(&room->table) != STORE_OVER) {
        leave(e, room);
        return;
    }
    info = room_info(room, &room->table, &n);
    if (!info) {
        refuse_memory(&why);
        walk_end(w, &why);
        return;
    }
    store_table_info(w->server->store, room->id, (struct store_bytes){info, n},
                     (struct store_done){relabelled, e});
    free(info);
}

void erase_begin(struct erasure *e)
{
    e->walk.at = at;
    e->walk.done = walked;
    walk_begin(&e->walk);
}

/* ---- by the person ---- */

struct own_erasure {
    struct erasure erasure; /* first */
    struct client *client;
    struct command_id id;
    char subject[NEWS_SUBJECT];
};

static void own_done(struct erasure *e, const struct refusal *why)
{
    static const uint8_t none[32];
    struct own_erasure *x = (struct own_erasure *)e;

    if (why) {
        client_refuse(x->client, x->id, why);
    } else {
        client_ok(x->client, x->id, NULL);
        person_sign_out(e->walk.server, e->walk.person, none, true);
    }
    client_release(x->client);
    free(x);
}

void account_erase(struct client *c, struct command_id id)
{
    struct own_erasure *x = c->person ? calloc(1, sizeof *x) : NULL;

    if (!x) {
        client_no_memory(c, id);
        return;
    }
    x->client = client_keep(c);
    x->id = id;
    x->erasure.walk.server = c->server;
    memcpy(x->erasure.walk.person, c->person->id, sizeof x->erasure.walk.person);
    news_subject(x->subject, "person", c->person->id);
    x->erasure.change =
        (struct store_change){.time = clock_now(), .what = NEWS_ERASE, .subject = x->subject};
    x->erasure.done = own_done;
    erase_begin(&x->erasure);
}
