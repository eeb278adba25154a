/*
 * Somebody's account is deleted. Games stay, under "someone", which nobody else can be called:
 * first the person leaves all tables and their name goes out of them, then the store forgets the
 * person.
 */
#include "person.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct erasing {
    struct walk walk; /* first */
    struct client *client;
    struct command_id id;
};

static void end(struct erasing *e)
{
    client_release(e->client);
    free(e);
}

static void erased(void *context, const struct store_answer *a)
{
    static const uint8_t none[32];
    struct erasing *e = context;

    if (a->status == STORE_OK) {
        client_ok(e->client, e->id, NULL);
        person_sign_out(e->walk.server, e->walk.person, none, true);
    } else {
        client_store_error(e->client, e->id, a);
    }
    end(e);
}

static void walked(struct walk *w, const struct refusal *why)
{
    struct erasing *e = (struct erasing *)w;

    if (why) {
        client_refuse(e->client, e->id, why);
        end(e);
        return;
    }
    store_person_erase(w->server->store, w->person, TELL_SOMEONE, clock_now(),
                       (struct store_done){erased, e});
}

/* Takes the name out of what is in memory. */
static void forget(struct room *room, uint64_t person)
{
    for (uint32_t seat = 0; seat < room->table.plan.match.seats; seat++)
        if (room->table.seat[seat].role == ROLE_PERSON && room->table.seat[seat].who == person)
            snprintf(room->name[seat], NAME_SIZE, "%s", TELL_SOMEONE);
    for (uint32_t i = 0; room->chat && i < CHAT_KEPT; i++)
        if (room->chat[i].person == person)
            snprintf(room->chat[i].name, NAME_SIZE, "%s", TELL_SOMEONE);
}

static void relabelled(void *context, const struct store_answer *a)
{
    struct erasing *e = context;
    struct refusal why;

    if (a->status == STORE_OK || a->status == STORE_MISSING) {
        walk_on(&e->walk);
    } else {
        refuse_store(&why, a);
        walk_end(&e->walk, &why);
    }
}

/* Whether the table let the person go: the name is gone in any case. */
static void left(void *context, const struct refusal *why, uint32_t last)
{
    struct erasing *e = context;

    (void)why;
    (void)last;
    walk_on(&e->walk);
}

/* Gives up a game, or leaves a table that has not begun. */
static void leave(struct erasing *e, struct room *room)
{
    struct message m = {.type = MESSAGE_RESIGN};
    struct desk_request ask;
    struct refusal why;
    struct request *r = NULL;

    if (room_phase(&room->table) == STORE_OPEN)
        m = (struct message){.type = MESSAGE_STAND, .stand.table = message_text(room->id)};
    else
        m.resign.table = message_text(room->id);
    if (desk_read(&m, &ask, &why))
        r = request_new(NULL, (struct command_id){0}, &ask);
    if (!r) {
        refuse_memory(&why);
        walk_end(&e->walk, &why);
        return;
    }
    r->person = walk_number(&e->walk);
    r->call = left;
    r->context = e;
    room_request(room, r);
}

static void at(struct walk *w, struct room *room)
{
    struct erasing *e = (struct erasing *)w;
    struct refusal why;
    char *info;
    size_t n;

    forget(room, walk_number(w));
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

void account_erase(struct client *c, struct command_id id)
{
    struct erasing *e = c->person ? calloc(1, sizeof *e) : NULL;

    if (!e) {
        client_no_memory(c, id);
        return;
    }
    e->client = client_keep(c);
    e->id = id;
    e->walk.server = c->server;
    memcpy(e->walk.person, c->person->id, sizeof e->walk.person);
    e->walk.at = at;
    e->walk.done = walked;
    walk_begin(&e->walk);
}
