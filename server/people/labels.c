/*
 * Names at tables, when somebody gets a new name: tables in memory change at once, and with
 * them their lines for lists.
 */
#include "labels.h"
#include "../store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool room_label(struct room *room, uint64_t person, const char *name)
{
    bool changed = false;

    for (uint32_t seat = 0; seat < room->table.plan.match.seats; seat++)
        if (room->table.seat[seat].role == ROLE_PERSON &&
            room->table.seat[seat].who == person && strcmp(room->name[seat], name) != 0) {
            snprintf(room->name[seat], NAME_SIZE, "%s", name);
            changed = true;
        }
    for (uint32_t i = 0; room->chat && i < CHAT_KEPT; i++)
        if (room->chat[i].person == person)
            snprintf(room->chat[i].name, NAME_SIZE, "%s", name);
    return changed;
}

bool room_store_label(struct room *room, struct store_done done)
{
    size_t n;
    char *info = room_info(room, &room->table, &n);

    if (!info)
        return false;
    store_table_relabel(room->server->store, room->id, (struct store_bytes){info, n}, done);
    free(info);
    return true;
}

struct called {
    uint64_t person;
    const char *name;
};

static void label_one(struct hash_node *node, void *context)
{
    struct room *room = (struct room *)node;
    const struct called *x = context;

    if (!room->loaded || !room_label(room, x->person, x->name))
        return;
    room_store_label(room, (struct store_done){0});
    room_send_presence(room);
}

void hall_label(struct server *s, uint64_t person, const char *name)
{
    struct called x = {person, name};
    struct person *p = person_here(s, person);

    if (p)
        snprintf(p->name, sizeof p->name, "%s", name);
    hash_each(&s->hall->rooms, label_one, &x);
}
