/*
 * The hall: which tables are in memory, how long ago they were used, and whether other nodes
 * have added entries to them. See hall.h. What happens at a table is in room.c.
 */
#include "hall.h"
#include "journal.h"
#include "own_board.h"
#include "people/person.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEP_MS = 2000, POLL_TABLES = 200, OVER_SECONDS = 10, CLEAR_MS = 100 };

void room_keep(struct room *room)
{
    room->keeps++;
}

static void room_free(struct room *room)
{
    free(room->plan_store);
    own_board_release(room->own_board);
    free(room->table.entries);
    free(room->table.line);
    free(room->chat);
    free(room);
}

static void timer_closed(uv_handle_t *handle)
{
    struct room *room = handle->data;

    if (--room->timers == 0)
        room_free(room);
}

static void close_timers(struct room *room)
{
    uv_close((uv_handle_t *)&room->clock, timer_closed);
    uv_close((uv_handle_t *)&room->pause, timer_closed);
}

void room_release(struct room *room)
{
    if (--room->keeps == 0 && room->closing)
        close_timers(room);
}

/* Takes a table out of the hall; it is freed when nobody keeps it. */
static void drop(struct room *room)
{
    if (room->closing)
        return;
    room->closing = true;
    hash_remove(&room->server->hall->rooms, &room->node);
    uv_timer_stop(&room->clock);
    uv_timer_stop(&room->pause);
    if (room->keeps == 0)
        close_timers(room);
}

static uint64_t key_of(const struct hall *h, const char *id)
{
    uint64_t key;

    crypto_shorthash((uint8_t *)&key, (const uint8_t *)id, strlen(id), h->secret);
    return key;
}

static struct room *find(const struct hall *h, const char *id)
{
    struct hash_node *node = hash_find(&h->rooms, key_of(h, id));

    while (node && strcmp(((struct room *)node)->id, id) != 0)
        node = hash_same(node);
    return (struct room *)node;
}

/* Could a table have this id? */
static bool is_id(const char *id)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789-_";
    size_t n = strspn(id, letters);

    return n && n < TABLE_ID && !id[n];
}

static struct room *room_new(struct server *s, const char *id)
{
    struct hall *h = s->hall;
    struct room *room = calloc(1, sizeof *room);

    if (!room || !hash_add(&h->rooms, &room->node, key_of(h, id))) {
        free(room);
        return NULL;
    }
    room->server = s;
    snprintf(room->id, sizeof room->id, "%s", id);
    uv_timer_init(s->loop, &room->clock);
    uv_timer_init(s->loop, &room->pause);
    room->clock.data = room->pause.data = room;
    room->timers = 2;
    room_load(room);
    return room;
}

struct room *hall_find(const struct server *s, const char *id)
{
    return find(s->hall, id);
}

/* Has nobody needed it for so many seconds? */
static bool is_idle(const struct room *room, uint64_t seconds)
{
    return room->keeps == 0 && !room->first && !room->busy && !room->thinking &&
           !room_is_due_soon(room) && clock_steady(room->server) >= room->used + seconds * 1000;
}

static void clear_one(struct hash_node *node, void *context)
{
    struct room *room = (struct room *)node;

    (void)context;
    if (is_idle(room, 0))
        drop(room);
}

static void tell_full(void)
{
    static struct journal_pace pace;

    journal_rarely(&pace, "server_full", "why",
                   "There are as many tables in memory as the setting `tables` allows, and "
                   "all are in use.");
}

/* Takes tables that nobody uses out of memory, if there is no room for another. */
bool hall_is_full(struct server *s)
{
    struct hall *h = s->hall;

    if (h->rooms.count >= s->config.tables && clock_steady(s) >= h->cleared + CLEAR_MS) {
        h->cleared = clock_steady(s);
        hash_each(&h->rooms, clear_one, NULL);
    }
    if (h->rooms.count < s->config.tables)
        return false;
    tell_full();
    return true;
}

struct room *hall_room(struct server *s, const char *id, struct refusal *why)
{
    struct room *room = find(s->hall, id);

    if (!room && !is_id(id))
        desk_no_table(why);
    else if (!room && (s->stopping || hall_is_full(s)))
        refuse_full(why);
    else if (!room && !(room = room_new(s, id)))
        refuse_memory(why);
    if (room)
        room->used = clock_steady(s);
    return room;
}

void room_load_failed(struct room *room)
{
    drop(room);
}

void hall_forget(struct server *s, const char *id)
{
    struct room *room = find(s->hall, id);
    struct refusal why;

    if (!room)
        return;
    room_keep(room);
    room->behind = UINT32_MAX; /* the next load finds it gone, and refuses all requests */
    if (!room->busy)
        room_load(room);
    refuse(&why, "table_deleted", SAYS("Those who run this server have deleted this table."));
    while (room->watchers) {
        struct message m = {.type = MESSAGE_ERROR};
        char words[REFUSAL_WORDS];

        m.error = refusal_error(&why, client_language(room->watchers->client), words);
        m.error.table = message_text(room->id);
        client_send(room->watchers->client, &m);
        watcher_free(room->watchers);
    }
    room_release(room);
}

/* ---- memory ---- */

static void sweep_one(struct hash_node *node, void *context)
{
    struct room *room = (struct room *)node;
    uint64_t seconds = room->server->config.idle_seconds;

    (void)context;
    if (room->loaded && room_phase(&room->table) == STORE_OVER && seconds > OVER_SECONDS)
        seconds = OVER_SECONDS; /* a game that is over is rarely asked for again */
    if (is_idle(room, seconds))
        drop(room);
}

/* ---- other nodes ---- */

struct poll {
    struct server *server;
    const char **ids;
    uint32_t count;
};

static void gather(struct hash_node *node, void *context)
{
    struct poll *p = context;
    struct room *room = (struct room *)node;

    if (room->loaded && p->count < POLL_TABLES &&
        clock_steady(room->server) - room->used < 3600 * 1000)
        p->ids[p->count++] = room->id;
}

static void polled(void *context, const struct store_answer *a)
{
    struct server *s = context;

    s->hall->polling = false;
    for (uint32_t i = 0; a->status == STORE_OK && i < a->head_count; i++) {
        struct store_notice n = {
            .table = a->heads[i].id, .last = a->heads[i].last, .chat = a->heads[i].chat};

        hall_noticed(s, &n);
    }
}

static void poll_all(struct server *s)
{
    const char *ids[POLL_TABLES];
    struct poll p = {s, ids, 0};

    s->hall->polled = clock_steady(s);
    if (s->hall->polling)
        return;
    hash_each(&s->hall->rooms, gather, &p);
    if (!p.count)
        return;
    s->hall->polling = true;
    store_heads(s->store, ids, p.count, (struct store_done){polled, s});
}

/* Tells people whose turn has come at a table that is not in memory here. */
static void send_turns(struct server *s, const struct store_notice *notice)
{
    for (const char *at = notice->turns; at && *at; at += strcspn(at, "\t") + 1)
        person_send_turn(s, strtoull(at, NULL, 10), notice->table, notice->game, notice->last);
}

void hall_noticed(struct server *s, const struct store_notice *notice)
{
    struct room *room;

    if (s->stopping || !s->hall)
        return;
    if (!notice->table[0]) {
        poll_all(s);
        return;
    }
    room = find(s->hall, notice->table);
    if (!room || !room->loaded) {
        send_turns(s, notice);
        return;
    }
    if (notice->last > room->table.count) {
        room->behind = notice->last;
        if (!room->busy)
            room_load(room);
    }
    if (notice->chat > room->chat_last)
        room->chat_last = notice->chat;
    if (notice->chat > room->chats)
        room_load_chat(room, room->chats);
}

static void sweep(uv_timer_t *timer)
{
    struct server *s = timer->data;

    hash_each(&s->hall->rooms, sweep_one, NULL);
    signin_sweep(s, false);
    if (s->hall->shared &&
        clock_steady(s) >= s->hall->polled + (uint64_t)s->config.poll_seconds * 1000)
        poll_all(s);
}

/* ---- beginning and end ---- */

bool hall_start(struct server *s)
{
    struct hall *h = calloc(1, sizeof *h);

    if (!h)
        return false;
    h->shared = store_is_shared(s->config.db);
    randombytes_buf(h->secret, sizeof h->secret);
    uv_timer_init(s->loop, &h->sweep);
    uv_timer_init(s->loop, &h->presence);
    h->sweep.data = s;
    h->presence.data = h;
    uv_timer_start(&h->sweep, sweep, SWEEP_MS, SWEEP_MS);
    s->hall = h;
    return true;
}

static void count_busy(struct hash_node *node, void *context)
{
    if (((struct room *)node)->busy)
        ++*(uint32_t *)context;
}

bool hall_busy(struct hall *h)
{
    uint32_t busy = 0;

    hash_each(&h->rooms, count_busy, &busy);
    return busy != 0;
}

static void stop_one(struct hash_node *node, void *context)
{
    (void)context;
    drop((struct room *)node);
}

void hall_stop(struct server *s)
{
    struct hall *h = s->hall;

    uv_close((uv_handle_t *)&h->sweep, NULL);
    uv_close((uv_handle_t *)&h->presence, NULL);
    for (struct room *room; (room = h->news) != NULL;) {
        h->news = room->next_news;
        room_release(room);
    }
    hash_each(&h->rooms, stop_one, NULL);
}

void hall_free(struct server *s)
{
    struct hall *h = s->hall;

    hash_free(&h->rooms);
    broadcast_free_spare();
    free(h);
}
