/*
 * Takes a person out of all tables: see withdraw.h.
 */
#include "withdraw.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>

struct withdrawal {
    struct walk walk; /* first */
    struct withdrawn done;
    char table[TABLE_ID]; /* where it is */
};

static void walked(struct walk *w, const struct refusal *why)
{
    struct withdrawal *x = (struct withdrawal *)w;

    if (x->done.call)
        x->done.call(x->done.context, why);
    free(x);
}

/* Whether the table let the person go or not, the walk goes on. */
static void left(void *context, const struct refusal *why, uint32_t last)
{
    struct withdrawal *x = context;
    struct refusal none;
    const struct room *room = hall_room(x->walk.server, x->table, &none);

    (void)last;
    if (!why && room && x->done.at)
        x->done.at(x->done.context, room);
    walk_on(&x->walk);
}

static void at(struct walk *w, struct room *room)
{
    struct withdrawal *x = (struct withdrawal *)w;
    enum store_phase phase = room_phase(&room->table);
    struct refusal why;
    struct request *r;

    if (phase == STORE_OVER) {
        walk_on(w);
        return;
    }
    r = request_for(walk_number(w), phase == STORE_OPEN ? COMMAND_STAND : COMMAND_AWAY);
    if (!r) {
        refuse_memory(&why);
        walk_end(w, &why);
        return;
    }
    snprintf(x->table, sizeof x->table, "%s", room->id);
    r->call = left;
    r->context = x;
    room_request(room, r);
}

void withdraw(struct server *s, const char *person, struct withdrawn done)
{
    struct withdrawal *x = calloc(1, sizeof *x);
    struct refusal why;

    if (!x) {
        refuse_memory(&why);
        if (done.call)
            done.call(done.context, &why);
        return;
    }
    x->done = done;
    x->walk.server = s;
    x->walk.open = true;
    snprintf(x->walk.person, sizeof x->walk.person, "%s", person);
    x->walk.at = at;
    x->walk.done = walked;
    walk_begin(&x->walk);
}
