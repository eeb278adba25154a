/*
 * Being in the way: see block.h.
 */
#include "block.h"

#include "guess.h"

enum {
    SURE = 1000,          /* the chance 1 */
    NEVER_SURER = 900,    /* than that of a ticket to be held */
    LOST_TICKET = 2 * 10, /* tenths of a point for each of its points: they are deducted */
};

/* Adds what the other seat loses by each route of the set that is on the cheapest way of a ticket:
 * the turns of a detour, or the ticket. */
static void add_ticket(const struct outlook *other, const struct ticket *t, uint32_t chance,
                       const uint64_t routes[PLANES_MAX], int32_t harm[ROUTES_MAX])
{
    struct plan way = {0};
    if (!plan_join(other, t->a, t->b, &way))
        return;
    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        for (uint64_t left = way.routes[p] & routes[p]; left; left &= left - 1) {
            uint32_t n = 64 * p + bits_first(left), twin = other->b->route[n].twin;
            uint32_t loss = LOST_TICKET * t->points;
            struct outlook without = *other;
            struct plan detour = {0};
            without.free[p] &= ~(left & -left);
            if (twin != NO_ROUTE) /* two seats: its twin is closed then */
                without.free[twin / 64] &= ~bit(twin % 64);
            if (plan_join(&without, t->a, t->b, &detour)) {
                uint32_t longer = detour.price - way.price;
                uint32_t turns = longer * other->survey->turn_worth / 10;
                loss = turns < loss ? turns : loss;
            }
            harm[n] += (int32_t)(loss * chance / SURE);
        }
    }
}

/* Only tickets both of whose ends the other has reached, but not joined, are evidence enough. Those
 * that might as well be held otherwise make them less likely. */
void block_harm(const struct outlook *o, const uint64_t routes[PLANES_MAX],
                int32_t harm[ROUTES_MAX])
{
    const struct routes_board *b = o->b;
    struct routes_state s = *o->s;
    uint32_t seat = 1 - o->seat, sum = 0;
    struct routes_seat *other = &s.seat[seat];
    uint64_t mine = o->me->tickets | o->me->dropped;
    struct outlook theirs;
    struct guess g;
    other->hand = other->known; /* whatever the state knows */
    other->wild = other->known_wild;
    outlook_of(o->m, &s, seat, o->survey, &theirs);
    outlook_prices(&theirs);
    guess_of(o->m, &s, &g);
    __builtin_memset(harm, 0, ROUTES_MAX * sizeof harm[0]);
    for (uint32_t k = 0; k < b->tickets; k++)
        sum += bits_have(mine, k) ? 0 : g.weight[seat][k];
    for (uint32_t k = 0; k < b->tickets; k++) {
        if (bits_have(mine, k) || g.weight[seat][k] != GUESS_BOTH_ENDS)
            continue;
        uint32_t chance = (uint32_t)SURE * GUESS_BOTH_ENDS * other->tickets_max / sum;
        add_ticket(&theirs, &b->ticket[k], chance < NEVER_SURER ? chance : NEVER_SURER, routes,
                   harm);
    }
}
