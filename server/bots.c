/*
 * Bots at tables: they think on the pool with a copy of what their seat may see, a few at a time,
 * at a low priority, so that they never slow down people. No thought takes longer than a
 * second, and those who pay for thoughts take turns (turns.h), so nobody's bots wait long,
 * whatever other people's bots do. See hall.h.
 */
#include "../sim/think.h"
#include "../table/dealer.h"
#include "hall.h"
#include "journal.h"
#include "turns.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { THOUGHT_MS = 1000 }; /* of any bot, whatever its spec says: an expert's time */

struct thought {
    struct turn turn;
    uv_work_t work;
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
    struct turns turns; /* thoughts that wait for a thread, or have one */
    uint32_t running;
    bool stopped;
};

/* On a thread of the pool. */
static void think(uv_work_t *work)
{
    struct thought *t = work->data;
    uint64_t from = think_nanoseconds();
    struct think lent;
    struct rng rng;

    /* On Linux this is the priority of the calling thread alone. The pool's other tasks are
     * short. */
    setpriority(PRIO_PROCESS, (id_t)gettid(), 10);
    rng_seed(&rng, t->seed, t->seat + 1);
    t->event = bot_choose(&t->bot, &t->match, &t->view,
                          think_begin(&lent, &t->bot, &t->match, rng_dice(&rng)));
    t->nanoseconds = think_nanoseconds() - from;
}

static void next(struct bots *b);

static void thought_free(struct thought *t)
{
    turns_done(&t->room->server->bots->turns, &t->turn);
    room_release(t->room);
    free(t);
}

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
    room->alone_ns += t->nanoseconds;
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
    thought_free(t);
    next(s->bots);
}

/* Who pays for the thoughts of a table: its host if they are watching, else somebody who plays,
 * else somebody who watches. All tables that nobody watches share the turns of one address. */
static const struct client *payer(const struct room *room)
{
    const struct client *found = NULL;
    uint32_t rank = 0;

    for (const struct watcher *w = room->watchers; w; w = w->next) {
        const struct person *p = w->client->person;
        bool made = p && room->plan.has_host && (uint64_t)room->plan.host == person_number(p);
        uint32_t r = made ? 3 : w->viewer != SPECTATOR ? 2 : 1;

        if (p && r > rank) {
            rank = r;
            found = w->client;
        }
    }
    return found;
}

static bool wait_in_turn(struct bots *b, struct thought *t)
{
    const struct client *c = payer(t->room);

    return turns_add(&b->turns, &t->turn, c ? c->from : 0,
                     c ? person_number(c->person) : (uint64_t)t->room->plan.host);
}

/* One address never gets all threads: one is always left for others. */
static void next(struct bots *b)
{
    uint32_t threads = b->server->config.bot_threads, most = threads > 1 ? threads - 1 : 1;
    struct thought *t;

    while (b->running < threads &&
           (t = (struct thought *)turns_next(&b->turns, most)) != NULL) {
        if (!b->stopped && uv_queue_work(b->server->loop, &t->work, think, thought) == 0) {
            b->running++;
        } else {
            t->room->thinking = false;
            thought_free(t);
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
    if (t->bot.milliseconds == 0 || t->bot.milliseconds > THOUGHT_MS)
        t->bot.milliseconds = THOUGHT_MS;
    t->seat = seat;
    t->seen = room->table.count;
    table_view(&room->table, seat, &t->view);
    randombytes_buf(&t->seed, sizeof t->seed);
    if (!wait_in_turn(b, t)) {
        free(t);
        return;
    }
    room->thinking = true;
    room_keep(room);
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

void bots_stop(struct server *s)
{
    struct bots *b = s->bots;
    struct thought *t;

    b->stopped = true;
    while ((t = (struct thought *)turns_next(&b->turns, UINT32_MAX)) != NULL)
        thought_free(t);
}

void bots_free(struct server *s)
{
    struct bots *b = s->bots;

    turns_free(&b->turns);
    free(b);
}
