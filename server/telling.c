/*
 * Tells somebody who joins a table what has happened there. A long record comes in pieces: the
 * table is played again beside the real one, some entries at a time, and those who wait for
 * records take turns (turns.h). So nobody waits for somebody else's record, and the loop never
 * blocks. Short records come with the snapshot. See hall.h.
 */
#include "hall.h"
#include "net/ws.h"
#include "turns.h"

#include <stdlib.h>
#include <string.h>

enum {
    SKIPPED = 1000,     /* entries that are played but not told, at a time */
    SLICE_NS = 1000000, /* for records, in one turn of the loop; at least one piece is sent */
};

struct telling {
    struct turn turn;
    struct room *room;       /* kept */
    struct request *request; /* the join */
    uint32_t viewer, after;
    struct table table; /* plays again, in storage of its own */
};

struct tellings {
    struct server *server;
    struct turns turns;
    uv_idle_t idle; /* runs while somebody waits */
};

static void telling_free(struct telling *t)
{
    free(t->table.entries);
    free(t->table.line);
    room_release(t->room);
    if (t->request)
        request_free(t->request);
    free(t);
}

/* Starts from the beginning, for the viewer that the client is now. */
static void begin(struct telling *t)
{
    struct table_plan plan = t->room->table.plan;

    plan.dealing = false; /* the deals have been checked before */
    t->viewer = room_viewer(t->room, t->request->client);
    table_open(&t->table, &plan, t->table.entries, t->table.line, t->table.room);
}

/* Makes room for all entries of the real table. */
static bool lend(struct telling *t)
{
    uint32_t size = t->room->table.room;
    struct entry *e;
    event_t *line;

    if (t->table.room >= t->room->table.count)
        return true;
    e = realloc(t->table.entries, size * sizeof *e);
    if (!e)
        return false;
    t->table.entries = e;
    line = realloc(t->table.line, size * sizeof *line);
    if (!line)
        return false;
    table_lend(&t->table, e, line, size);
    return true;
}

static bool play_next(struct telling *t)
{
    const struct entry e = t->room->table.entries[t->table.count];
    struct complaint why;

    return table_apply(&t->table, &e, &why);
}

static bool skip(struct telling *t)
{
    bool good = true;

    for (uint32_t n = 0; good && n < SKIPPED && t->table.count < t->after; n++)
        good = play_next(t);
    return good;
}

/* The next entries, as a message. */
static bool send_piece(struct telling *t)
{
    struct client *c = t->request->client;
    struct hosted hosted = room_hosted(t->room, &t->table);
    bool first = t->table.count == 0;
    uint32_t left = t->room->table.count - t->table.count, n = left < PIECE ? left : PIECE;
    size_t size = REPORT_LAST + n * (size_t)REPORT_ENTRY;
    struct message_arena store = {malloc(size), size, 0};
    struct report *report = malloc(sizeof *report);
    struct message m;
    bool good = store.at && report;

    if (good)
        report_begin(report, &hosted, t->viewer, &c->wants, &store, n);
    for (uint32_t i = 0; good && i < n; i++) {
        report_entry(report, &t->room->table.entries[t->table.count]);
        good = play_next(t);
    }
    if (good && report_piece(report, &m)) {
        m.piece.has_id = t->request->id.given;
        m.piece.id = t->request->id.id;
        m.piece.plan = first ? hosted.plan : NULL;
        m.piece.has_your_seat = first && t->viewer < t->table.plan.match.seats;
        m.piece.your_seat = t->viewer + 1;
        client_send(c, &m);
    }
    free(report);
    free(store.at);
    return good;
}

/* The whole record is sent: the client watches from here on. */
static void end(struct telling *t)
{
    t->request->ask.has_after = false;
    room_join(t->room, t->request);
    t->request = NULL;
}

/* Does a bit. True if there is more to do. */
static bool go_on(struct telling *t)
{
    struct client *c = t->request->client;
    bool good = c->ws && c->person && !t->room->closing && lend(t);

    if (good && room_viewer(t->room, c) != t->viewer)
        begin(t);
    if (good && t->table.count < t->after)
        good = skip(t);
    else if (good && t->table.count < t->room->table.count)
        good = send_piece(t);
    if (good && t->table.count < t->room->table.count)
        return true;
    if (good)
        end(t);
    return false;
}

static bool wait_in_turn(struct telling *t)
{
    const struct client *c = t->request->client;

    return turns_add(&t->room->server->tellings->turns, &t->turn, c->from,
                     person_number(c->person));
}

static void tell_some(uv_idle_t *idle)
{
    struct tellings *all = idle->data;
    uint64_t from = uv_hrtime();
    struct telling *t;

    while (uv_hrtime() - from < SLICE_NS &&
           (t = (struct telling *)turns_next(&all->turns, UINT32_MAX)) != NULL) {
        bool more = go_on(t);

        turns_done(&all->turns, &t->turn);
        if (!more || !wait_in_turn(t))
            telling_free(t);
    }
    if (!all->turns.first)
        uv_idle_stop(idle);
}

bool telling_pays(struct server *s, uint64_t person, uint64_t from, uint32_t entries)
{
    return !entries || server_allows(s, LIMIT_RECORD, person, from, entries / PIECE + 1);
}

bool telling_begin(struct room *room, struct request *r)
{
    struct tellings *all = room->server->tellings;
    struct telling *t = calloc(1, sizeof *t);

    if (!t)
        return false;
    t->room = room;
    t->request = r;
    t->after = desk_after(&room->table, &r->ask);
    begin(t);
    if (!wait_in_turn(t)) {
        free(t);
        return false;
    }
    room_keep(room);
    uv_idle_start(&all->idle, tell_some);
    return true;
}

bool tellings_start(struct server *s)
{
    struct tellings *all = calloc(1, sizeof *all);

    if (!all)
        return false;
    all->server = s;
    uv_idle_init(s->loop, &all->idle);
    all->idle.data = all;
    s->tellings = all;
    return true;
}

void tellings_stop(struct server *s)
{
    struct tellings *all = s->tellings;
    struct telling *t;

    uv_close((uv_handle_t *)&all->idle, NULL);
    while ((t = (struct telling *)turns_next(&all->turns, UINT32_MAX)) != NULL) {
        turns_done(&all->turns, &t->turn);
        telling_free(t);
    }
}

void tellings_free(struct server *s)
{
    struct tellings *all = s->tellings;

    turns_free(&all->turns);
    free(all);
}
