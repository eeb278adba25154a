/*
 * Hill climbing towards the position whose sheet takes longest: the first seat has all its trains
 * and stations on the board and all the tickets it can have, the others own routes that its
 * stations may borrow. It measures the time that the first seat adds: that of the sheet with it
 * minus that of the sheet without it.
 *
 * Times are the shortest of several, in microseconds of this machine and, to compare machines, in
 * rounds of a fixed loop of arithmetic.
 */
#define _POSIX_C_SOURCE 200809L

#include "climb.h"

#include "position.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PATIENCE = 3000 }; /* moves without progress before starting again elsewhere */

/* Processor time: other programs on the machine don't count. */
static double seconds_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The shortest of `times` scorings, in seconds. */
static double time_of(const struct match *m, const struct ref *r, int times)
{
    struct state s;
    struct sheet sheet;
    double best = 1e9;

    position_state(m, r, &s);
    for (int i = 0; i < times; i++) {
        double from = seconds_now();

        m->rules->score(m, &s, &sheet);
        double took = seconds_now() - from;
        if (took < best)
            best = took;
    }
    return best;
}

/* The time that the first seat adds to the sheet. */
static double cost_of(const struct match *m, const struct ref *r, int times)
{
    static struct ref without;

    without = *r;
    for (int n = 0; n < ROUTES_MAX; n++)
        if (without.owner[n] == 0)
            position_disown(m, &without, n);
    memset(without.seat[0].station, 0, sizeof without.seat[0].station);
    memset(without.seat[0].ticket, 0, sizeof without.seat[0].ticket);
    return time_of(m, r, times) - time_of(m, &without, times);
}

/* The time of a thousand rounds of arithmetic that no compiler can leave out. */
static double time_of_loop(void)
{
    static volatile uint64_t result;
    double best = 1e9;

    for (int i = 0; i < 200; i++) {
        struct rng rng = {(uint64_t)i};
        uint64_t sum = 0;
        double from = seconds_now();

        for (int k = 0; k < 1000; k++)
            sum += rng_next(&rng);
        result = sum;
        (void)result;
        double took = seconds_now() - from;
        if (took < best)
            best = took;
    }
    return best;
}

/* All the tickets one seat can have: every regular one and its share of the long ones. */
static void give_tickets(const struct match *m, struct rng *rng, struct ref *r)
{
    const struct routes_board *b = &m->board->routes;
    int long_ones = 0;
    uint32_t turn = rng_below(rng, TICKETS_MAX);

    for (uint32_t i = 0; i < TICKETS_MAX; i++) {
        uint32_t t = (i + turn) % TICKETS_MAX;

        if (t >= b->tickets || (b->ticket[t].is_long && ++long_ones > b->first_long))
            continue;
        r->seat[0].ticket[t] = true;
    }
}

/* Fills the board: gives seats every route that they can still take, the first seat before the
 * others and near its own routes; then stations. */
static void fill(const struct match *m, struct rng *rng, struct ref *r)
{
    const struct routes_board *b = &m->board->routes;

    for (int i = 0; i < 600; i++) {
        int n = (int)rng_below(rng, ROUTES_MAX);
        const struct route *x = &b->route[n];
        bool near = false;

        for (int k = 0; k < ROUTES_MAX; k++)
            if (r->owner[k] == 0 && (b->route[k].a == x->a || b->route[k].a == x->b ||
                                     b->route[k].b == x->a || b->route[k].b == x->b))
                near = true;
        if ((near || i >= 300) && position_can_own(m, r, 0, n))
            position_own(m, r, 0, n);
    }
    for (int i = 0; i < 600 && m->seats > 1; i++) {
        int s = 1 + (int)rng_below(rng, m->seats - 1u);
        int n = (int)rng_below(rng, ROUTES_MAX);

        if (position_can_own(m, r, s, n))
            position_own(m, r, s, n);
    }
    if (b->features & FEATURE_STATIONS)
        for (int i = 0; i < 50; i++)
            position_station(m, r, 0, (int)rng_below(rng, b->cities));
}

/* Takes a few things away at random and fills up again. */
static void move(const struct match *m, struct rng *rng, struct ref *r)
{
    uint32_t routes = rng_below(rng, 2) ? 1 : rng_below(rng, 5);

    for (uint32_t i = 0; i < routes; i++) {
        int n = (int)rng_below(rng, ROUTES_MAX);

        for (int k = 0; k < ROUTES_MAX && r->owner[n] != 0; k++)
            n = (n + 1) % ROUTES_MAX;
        if (r->owner[n] == 0)
            position_disown(m, r, n);
    }
    for (uint32_t i = rng_below(rng, 2) ? 0 : rng_below(rng, 6); i > 0; i--) {
        int n = (int)rng_below(rng, ROUTES_MAX);

        if (r->owner[n] > 0)
            position_disown(m, r, n);
    }
    for (int c = 0; c < CITIES_MAX; c++)
        if (r->seat[0].station[c] && rng_below(rng, 8) == 0) {
            r->seat[0].station[c] = false;
            r->seat[0].stations_left++;
        }
    if (rng_below(rng, 4) == 0)
        for (int i = 0; i < 3; i++) {
            uint32_t t = rng_below(rng, m->board->routes.tickets);

            r->seat[0].ticket[t] = !r->seat[0].ticket[t] && !m->board->routes.ticket[t].is_long;
        }
    fill(m, rng, r);
}

static void report(const struct match *m, const struct ref *r)
{
    double cost = cost_of(m, r, 200), sheet = time_of(m, r, 200), loop = time_of_loop();

    printf("%s, %d seats: the slowest seat found takes %.1f microseconds (%.0f rounds of the "
           "loop), its whole sheet %.1f\n",
           m->board->id, m->seats, cost * 1e6, cost / loop * 1000, sheet * 1e6);
    position_print(m, r);
}

void climb(const struct board *board, uint64_t seed, unsigned long seconds)
{
    static struct ref now, next, worst;
    struct rng rng = {seed};
    struct match m = match_of(board, board->seats_max), worst_match = m;
    double end = seconds_now() + (double)seconds, cost = -1, worst_cost = -1;
    unsigned long moves = 0, climbs = 0;

    for (int idle = PATIENCE; seconds_now() < end; idle++, moves++) {
        if (idle >= PATIENCE) {
            uint32_t range = (uint32_t)(board->seats_max - board->seats_min + 1);

            m = match_of(board, board->seats_min + rng_below(&rng, range));
            position_random(&m, &rng, &now);
            give_tickets(&m, &rng, &now);
            for (int s = 1; s < m.seats; s++)
                memset(now.seat[s].ticket, 0, sizeof now.seat[s].ticket);
            fill(&m, &rng, &now);
            cost = cost_of(&m, &now, 5);
            idle = 0;
            climbs++;
        }
        next = now;
        move(&m, &rng, &next);
        double c = cost_of(&m, &next, 2);
        if (c > cost)
            c = cost_of(&m, &next, 8); /* again: a disturbance must not count */
        if (c < cost)
            continue;
        if (c > cost * 1.01)
            idle = 0;
        now = next;
        cost = c;
        if (cost > worst_cost) {
            worst = now;
            worst_match = m;
            worst_cost = cost;
        }
    }
    printf("%lu moves in %lu climbs\n", moves, climbs);
    report(&worst_match, &worst);
}
