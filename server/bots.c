/*
 * Bots at tables: they think on the pool with a copy of what their seat may see, a few at a time,
 * at a low priority, so that they never slow down people. See hall.h.
 */
#include "../sim/think.h"
#include "../table/dealer.h"
#include "hall.h"
#include "journal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct thought {
    uv_work_t work;
    struct thought *next;
    struct room *room; /* kept */
    struct match match;
    struct view view;
    struct bot bot;
    uint64_t seed;
    uint32_t seat, seen;
    event_t event;
    uint64_t nanoseconds;
};

struct bots {
    struct server *server;
    struct thought *first, *last; /* waiting for a thread */
    uint32_t running;
    bool stopped;
};

/* On a thread of the pool. */
static void think(uv_work_t *work)
{
    struct thought *t = work->data;
    uint64_t from = think_nanoseconds();
    struct think lent = {0};
    const struct budget *budget;
    struct rng rng;

    /* On Linux this is the priority of the calling thread alone. The pool's other tasks are
     * short. */
    setpriority(PRIO_PROCESS, (id_t)gettid(), 10);
    rng_seed(&rng, t->seed, t->seat + 1);
    budget = think_begin(&lent, &t->bot, &t->match, rng_dice(&rng));
    if (budget)
        t->event = bot_choose(&t->bot, &t->match, &t->view, budget);
    else /* no memory to think with: any legal event keeps the game going */
        t->event = t->match.rules->pick(&t->match, &t->view.seen, 0);
    think_end(&lent);
    t->nanoseconds = think_nanoseconds() - from;
}

static void next(struct bots *b);

static void thought(uv_work_t *work, int status)
{
    struct thought *t = work->data;
    struct room *room = t->room;
    struct server *s = room->server;
    struct request *r = NULL;

    s->bots->running--;
    room->thinking = false;
    s->counters.bot_moves++;
    s->counters.bot_ms += t->nanoseconds / 1000000;
    if (status == 0 && t->event && !s->stopping)
        r = request_own(COMMAND_CHOOSE);
    if (r) {
        r->ask.command = (struct table_command){.kind = COMMAND_CHOOSE,
                                                .role = ROLE_BOT,
                                                .seat = (uint8_t)t->seat,
                                                .event = t->event,
                                                .seen = t->seen};
        room_request(room, r);
    } else if (!s->stopping) {
        journal("bot_without_choice", "table", room->id, NULL, NULL);
    }
    room_release(room);
    free(t);
    next(s->bots);
}

static void next(struct bots *b)
{
    while (b->first && b->running < b->server->config.bot_threads) {
        struct thought *t = b->first;

        b->first = t->next;
        if (!b->first)
            b->last = NULL;
        if (!b->stopped && uv_queue_work(b->server->loop, &t->work, think, thought) == 0) {
            b->running++;
        } else {
            t->room->thinking = false;
            room_release(t->room);
            free(t);
        }
    }
}

void bots_think(struct room *room, uint32_t seat)
{
    struct bots *b = room->server->bots;
    struct thought *t = b->stopped ? NULL : calloc(1, sizeof *t);
    struct bot bot;

    if (!t)
        return;
    t->work.data = t;
    t->room = room;
    t->match = room->table.plan.match;
    bot = bot_of_seat(&room->table, seat, room->spec[seat]);
    t->bot = bot_for(&bot, &t->match);
    if (t->bot.milliseconds == 0 || t->bot.milliseconds > BOT_MS)
        t->bot.milliseconds = BOT_MS;
    t->seat = seat;
    t->seen = room->table.count;
    table_view(&room->table, seat, &t->view);
    randombytes_buf(&t->seed, sizeof t->seed);
    room->thinking = true;
    room_keep(room);
    if (b->last)
        b->last->next = t;
    else
        b->first = t;
    b->last = t;
    next(b);
}

bool bots_thinking(const struct bots *b)
{
    return b->running != 0;
}

bool bots_start(struct server *s)
{
    s->bots = calloc(1, sizeof *s->bots);
    if (s->bots)
        s->bots->server = s;
    return s->bots != NULL;
}

void bots_stop(struct bots *b)
{
    b->stopped = true;
    while (b->first) {
        struct thought *t = b->first;

        b->first = t->next;
        room_release(t->room);
        free(t);
    }
    b->last = NULL;
}

void bots_free(struct bots *b)
{
    free(b);
}
