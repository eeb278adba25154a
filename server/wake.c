/*
 * What the server does at tables by itself: deals of chance, bots, clocks. A table in memory
 * has timers for it. Tables may not be in memory because nobody has used them for a while, the
 * server was restarted, or another node is gone; these are looked for in the store and loaded a
 * few at a time, shortly before their time. See hall.h.
 */
#include "hall.h"
#include "journal.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LOOK_MS = 2000,               /* how often tables are looked for */
    AHEAD_MS = 2 * LOOK_MS,       /* tables that are due within this time are loaded */
    NEAR_MS = AHEAD_MS + LOOK_MS, /* tables that are due within this time stay in memory */
    PAGE = 100,                   /* tables loaded at once */
    PAGE_MS = 50,                 /* between two pages */
};

struct wake {
    struct server *server;
    uv_timer_t timer;
    int64_t after; /* the last one of the page before: when it was due, and its id */
    char after_id[TABLE_ID];
    int64_t until; /* looks at tables that are due up to then */
    bool ahead;    /* looks for clocks that run out soon, not for overdue tables */
    bool looking;
};

static bool owes_chance(const struct table *t)
{
    const struct match *m = &t->plan.match;

    return t->phase == TABLE_PLAYING && m->rules->actor(m, &t->state) == NATURE;
}

static uint32_t bot_seat(const struct table *t)
{
    uint32_t waiting = table_waiting(t);

    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++)
        if ((waiting >> seat & 1) && table_is_bot(t, seat))
            return seat;
    return NOBODY;
}

/* Does nobody play or watch here? */
static bool is_alone(const struct room *room)
{
    const struct table *t = &room->table;

    for (uint32_t seat = 0; seat < t->plan.match.seats; seat++)
        if (t->seat[seat].role == ROLE_PERSON && !t->seat[seat].out && !t->seat[seat].away)
            return false;
    return !room->watchers;
}

/* Have the bots of this table thought long enough without anybody there? Then the table rests,
 * also in the store, until somebody comes. */
static bool rests(struct room *room)
{
    uint64_t most = (uint64_t)room->server->config.bot_alone_seconds * 1000000000;
    bool was = room->resting;

    if (!is_alone(room))
        room->alone_ns = 0;
    room->resting = room->alone_ns > most || (most == 0 && is_alone(room));
    if (room->resting && !was)
        store_rest(room->server->store, room->id, room->table.count, (struct store_done){0});
    return room->resting;
}

int64_t room_due(const struct room *room, const struct table *t, int64_t now)
{
    uint64_t when;
    uint32_t seat;

    if (owes_chance(t) || bot_seat(t) != NOBODY)
        return now;
    return table_deadline(t, &when, &seat) ? room->created - room->ahead + (int64_t)when : 0;
}

static void clock_due(uv_timer_t *timer)
{
    struct room *room = timer->data;
    struct request *r = request_own(COMMAND_TIMEOUT);

    if (r)
        room_request(room, r);
}

static void pause_over(uv_timer_t *timer)
{
    struct room *room = timer->data;
    static struct journal_pace pace;
    uint32_t seat = bot_seat(&room->table);
    struct request *r;

    if (!room->mine) /* the node that had the table is gone, or frozen */
        journal_rarely(&pace, "took_over", "table", room->id);
    room->mine = true;
    if (owes_chance(&room->table)) {
        r = request_own(COMMAND_GO_ON);
        if (r)
            room_request(room, r);
    } else if (seat != NOBODY && !room->thinking) {
        bots_think(room, seat);
    }
}

bool room_is_due_soon(const struct room *room)
{
    return uv_is_active((const uv_handle_t *)&room->pause) ||
           (uv_is_active((const uv_handle_t *)&room->clock) &&
            uv_timer_get_due_in(&room->clock) < NEAR_MS);
}

void room_schedule(struct room *room)
{
    const struct config *config = &room->server->config;
    bool chance = owes_chance(&room->table);
    uint64_t when;
    uint32_t seat;

    uv_timer_stop(&room->clock);
    uv_timer_stop(&room->pause);
    if (table_deadline(&room->table, &when, &seat)) {
        uint64_t now = room_time(room);

        uv_timer_start(&room->clock, clock_due, when > now ? when - now + 1 : 1, 0);
    }
    if ((chance || (bot_seat(&room->table) != NOBODY && !rests(room))) && !room->thinking)
        uv_timer_start(&room->pause, pause_over,
                       !room->mine ? config->takeover_ms
                       : chance    ? 0
                                   : config->bot_pause_ms,
                       0);
}

/* ---- tables that are not in memory ---- */

static void found(void *context, const struct store_answer *a)
{
    struct wake *w = context;
    struct server *s = w->server;
    uint32_t n = a->status == STORE_OK ? a->head_count : 0;
    struct refusal why;
    bool full = false;

    w->looking = false;
    if (s->stopping)
        return;
    for (uint32_t i = 0; i < n && !full; i++)
        full = hall_room(s, a->heads[i].id, &why) == NULL;
    w->after_id[0] = '\0';
    if (n == PAGE && !full) {
        w->after = a->heads[n - 1].due;
        snprintf(w->after_id, sizeof w->after_id, "%s", a->heads[n - 1].id);
    }
    uv_timer_start(&w->timer, w->timer.timer_cb, w->after_id[0] ? PAGE_MS : LOOK_MS / 2, 0);
}

/*
 * Two kinds of looks take turns. Overdue tables wait for a bot or for chance; in a shared
 * database another node may be about to act there, and gets some time first. Tables that are
 * due soon have a clock that runs out: every node loads such a table, and the first one to act
 * when the time has come records it.
 */
static void begin_look(struct wake *w)
{
    int64_t now = clock_now();

    w->ahead = !w->ahead;
    w->after = w->ahead ? now : 0;
    w->until = w->ahead                  ? now + AHEAD_MS
               : w->server->hall->shared ? now - (int64_t)w->server->config.takeover_ms
                                         : now;
}

static void look(uv_timer_t *timer)
{
    struct wake *w = timer->data;
    struct server *s = w->server;

    if (w->looking || s->stopping)
        return;
    w->looking = true;
    if (!w->after_id[0])
        begin_look(w);
    store_due(s->store, w->until, w->after, w->after_id, PAGE, (struct store_done){found, w});
}

bool wake_start(struct server *s)
{
    struct wake *w = calloc(1, sizeof *w);

    if (!w)
        return false;
    w->server = s;
    uv_timer_init(s->loop, &w->timer);
    w->timer.data = w;
    uv_timer_start(&w->timer, look, 0, 0);
    s->wake = w;
    return true;
}

void wake_stop(struct server *s)
{
    uv_close((uv_handle_t *)&s->wake->timer, NULL);
}

void wake_free(struct server *s)
{
    free(s->wake);
}
