/*
 * One game of a simulation: who sits where, its seed, and playing it. Players are given views.
 */
#include "../table/dealer.h"
#include "sim.h"

/* A list that repeats itself (a,b,a,b) has fewer rotations: after two of them everybody sits as
 * before, and the same deal would give the same game again. */
uint32_t sim_rotations(const struct sim_series *series)
{
    uint32_t seats = series->match.seats, turn = 1;

    for (; turn < seats; turn++) {
        uint32_t same = 0;

        while (same < seats && series->spec[same] == series->spec[(same + turn) % seats])
            same++;
        if (same == seats)
            break;
    }
    return turn;
}

uint32_t sim_spec_at(const struct sim_series *series, uint64_t game, uint32_t seat)
{
    return series->spec[(seat + game % sim_rotations(series)) % series->match.seats];
}

uint64_t sim_seed(const struct sim_series *series, uint64_t game)
{
    struct rng r;

    rng_seed(&r, series->seed, series->paired ? game / sim_rotations(series) : game);
    return rng_next(&r);
}

/* Who plays a seat of a game, and with which dice. */
struct sitter {
    struct bot bot;
    struct rng rng;
};

/* The choice of a seat; false if there is not enough memory to think. */
static bool decide(const struct match *m, const struct state *s, struct sitter *sitter,
                   struct think *think, struct sim_seat *out, event_t *e)
{
    uint64_t start = think_nanoseconds();
    const struct budget *budget = think_begin(think, &sitter->bot, m, rng_dice(&sitter->rng));
    struct view v;

    if (!budget)
        return false;
    m->rules->view(m, s, m->rules->actor(m, s), &v);
    *e = bot_choose(&sitter->bot, m, &v, budget);
    out->nanoseconds += think_nanoseconds() - start;
    out->turns = (uint16_t)(out->turns + m->rules->begins_turn(m, s));
    out->decisions++;
    return true;
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
        out->tickets_kept = one->kept;
        out->tickets_made = one->tickets;
    }
}

static bool raised(const atomic_bool *flag)
{
    return flag && atomic_load_explicit(flag, memory_order_relaxed);
}

/* Random numbers come from the same streams as in `anden play`: 0 for dealing, seat + 1 for the
 * player of a seat. */
void sim_play(const struct sim_series *series, uint64_t game, struct sim_desk *desk,
              struct sim_result *r)
{
    const struct match *m = &series->match;
    uint64_t seed = sim_seed(series, game);
    struct sitter sitter[SEATS_MAX];
    struct rng dealer;
    struct state s;
    uint32_t actor;

    *r = (struct sim_result){.end = SIM_MISSING};
    rng_seed(&dealer, seed, 0);
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        sitter[seat].bot = bot_for(&series->bot[sim_spec_at(series, game, seat)], m);
        rng_seed(&sitter[seat].rng, seed, seat + 1);
    }
    m->rules->start(m, &s);
    while ((actor = m->rules->actor(m, &s)) != NOBODY) {
        event_t e;

        if (raised(series->stop) || raised(desk->quit))
            return;
        if (r->events == SIM_EVENTS_MAX) {
            r->end = SIM_ABANDONED;
            return;
        }
        if (actor == NATURE) {
            e = dealer_choose(m, &s, &dealer);
        } else if (!decide(m, &s, &sitter[actor], &desk->think, &r->seat[actor], &e)) {
            r->end = SIM_NO_MEMORY;
            return;
        }
        if (!m->rules->apply(m, &s, e)) {
            r->end = SIM_ILLEGAL;
            r->culprit = actor;
            return;
        }
        if (desk->record)
            desk->record[r->events] = e;
        r->events++;
    }
    score(m, &s, r);
    r->end = SIM_FINISHED;
}
