/*
 * Who watches which table: see hall.h. A watched table stays in memory, so one connection, and
 * one address, can watch only a few.
 */
#include "hall.h"

#include <stdlib.h>

enum { CONNECTION_MAX = 64, ADDRESS_MAX = 256 }; /* tables that are watched at once */

/* The key under which tables watched from the address of a connection are counted. */
static uint64_t key_of(const struct client *c)
{
    const uint64_t what[] = {c->from, ADDRESS_MAX};

    return limits_key_bytes(c->server->limits, what, sizeof what);
}

static void uncount(const struct client *c)
{
    if (c->server->limits)
        limits_leave(c->server->limits, key_of(c));
}

struct watcher *watcher_of(struct room *room, struct client *c, struct refusal *why)
{
    struct watcher *w = c->watching;
    uint32_t watched = 0;

    for (; w && w->room != room; w = w->next_watch)
        watched++;
    if (w)
        return w;
    if (watched >= CONNECTION_MAX) {
        refuse(why, "too_many", "You watch too many tables. Leave some first.");
        return NULL;
    }
    if (c->server->limits && !limits_enter(c->server->limits, key_of(c), ADDRESS_MAX)) {
        refuse(why, "too_many",
               "Too many tables are watched from your address. Leave some first.");
        return NULL;
    }
    w = calloc(1, sizeof *w);
    if (!w) {
        uncount(c);
        refuse_memory(why);
        return NULL;
    }
    *w = (struct watcher){
        .client = c, .room = room, .next = room->watchers, .next_watch = c->watching};
    room->watchers = c->watching = w;
    room_keep(room);
    return w;
}

void watcher_free(struct watcher *w)
{
    struct watcher **link = &w->room->watchers;

    while (*link != w)
        link = &(*link)->next;
    *link = w->next;
    link = &w->client->watching;
    while (*link != w)
        link = &(*link)->next_watch;
    *link = w->next_watch;
    uncount(w->client);
    w->room->used = clock_steady(w->room->server);
    room_release(w->room);
    free(w);
}

void client_leave_all(struct client *c)
{
    while (c->watching) {
        struct room *room = c->watching->room;

        room_keep(room);
        watcher_free(c->watching);
        room_send_presence(room);
        room_release(room);
    }
}
