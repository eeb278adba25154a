/*
 * One game of a simulation: who sits where, its seed, and playing it. Players are given views.
 */
#define _POSIX_C_SOURCE 200809L

#include "../engine/bits.h"
#include "../table/dealer.h"
#include "sim.h"

#include <time.h>

/* A list that repeats itself (a,b,a,b) is back where it began sooner: the same deal with the same
 * players in the same seats would be the same game again. */
uint32_t sim_rotations(const struct sim_plan *plan)
{
    uint32_t seats = plan->match.seats, turn = 1;

    for (; turn < seats; turn++) {
        uint32_t same = 0;

        while (same < seats && plan->spec[same] == plan->spec[(same + turn) % seats])
            same++;
        if (same == seats)
            break;
    }
    return turn;
}

uint32_t sim_spec_at(const struct sim_plan *plan, uint64_t game, uint32_t seat)
{
    return plan->spec[(seat + game % sim_rotations(plan)) % plan->match.seats];
}

uint64_t sim_seed(const struct sim_plan *plan, uint64_t game)
{
    struct rng r;

    rng_seed(&r, plan->seed, plan->paired ? game / sim_rotations(plan) : game);
    return rng_next(&r);
}

static uint64_t nanoseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Does the seat that acts begin a turn with this decision? Not at the set-up, and not with the
 * second card, the price of a tunnel, the tickets to keep, the tile drawn instead. */
static bool begins_turn(const struct match *m, const struct state *s)
{
    if (m->rules == &routes_rules)
        return s->routes.phase == PHASE_TURN;
    if (m->rules == &metro_rules)
        return s->metro.phase == METRO_TURN;
    return true;
}

static event_t decide(const struct match *m, const struct player *player, const struct state *s,
                      uint32_t seat, struct rng *r, struct sim_seat *out)
{
    struct dice dice = rng_dice(r);
    struct view v;
    uint64_t start;
    event_t e;

    m->rules->view(m, s, seat, &v);
    out->turns = (uint16_t)(out->turns + begins_turn(m, s));
    start = nanoseconds();
    e = player->choose(m, &v, &dice);
    out->nanoseconds += nanoseconds() - start;
    out->decisions++;
    return e;
}

static void score(const struct match *m, const struct state *s, struct sim_result *r)
{
    struct sheet sheet;
    uint32_t winners = 0;

    m->rules->score(m, s, &sheet);
    for (uint32_t seat = 0; seat < m->seats; seat++)
        winners += sheet.seat[seat].rank == 1;
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        const struct seat_sheet *one = &sheet.seat[seat];
        struct sim_seat *out = &r->seat[seat];

        out->score = one->total;
        out->share = one->rank == 1 ? (uint8_t)(SIM_WIN / winners) : 0;
        if (sim_has_tickets(m)) {
            out->tickets_kept = (uint8_t)bits_count(s->routes.seat[seat].tickets);
            out->tickets_made = one->tickets;
        }
    }
}

static bool raised(const atomic_bool *flag)
{
    return flag && atomic_load_explicit(flag, memory_order_relaxed);
}

/* The streams of chance are those of `anden play`: 0 deals, seat + 1 is the player's. */
void sim_play(const struct sim_plan *plan, uint64_t game, const atomic_bool *stop,
              const atomic_bool *quit, event_t *record, struct sim_result *r)
{
    const struct match *m = &plan->match;
    uint64_t seed = sim_seed(plan, game);
    const struct player *player[SEATS_MAX];
    struct rng dealer, dice[SEATS_MAX];
    struct state s;
    uint32_t actor;

    *r = (struct sim_result){.end = SIM_MISSING};
    rng_seed(&dealer, seed, 0);
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        player[seat] = plan->player[sim_spec_at(plan, game, seat)];
        rng_seed(&dice[seat], seed, seat + 1);
    }
    m->rules->start(m, &s);
    while ((actor = m->rules->actor(m, &s)) != NOBODY) {
        event_t e;

        if (raised(stop) || raised(quit))
            return;
        if (r->events == SIM_EVENTS_MAX) {
            r->end = SIM_ABANDONED;
            return;
        }
        e = actor == NATURE
                ? dealer_choose(m, &s, &dealer)
                : decide(m, player[actor], &s, actor, &dice[actor], &r->seat[actor]);
        if (!m->rules->apply(m, &s, e)) {
            r->end = SIM_ILLEGAL;
            r->culprit = actor;
            return;
        }
        if (record)
            record[r->events] = e;
        r->events++;
    }
    score(m, &s, r);
    r->end = SIM_FINISHED;
}
