/*
 * Blocking: see block.h.
 */
#include "block.h"

#include "../../engine/routes/queries.h"
#include "guess.h"

enum {
    CERTAIN = 1000,          /* the chance 1 */
    NEVER_SURER = 900,       /* the largest chance that a seat holds a ticket */
    LOST_TICKET = 2 * POINT, /* for each of its points, which are also deducted */
};

/* What a ticket loses without a route of its way: the turns of a detour, or everything. If
 * claiming one half of a double route closes the other half, that one is lost too. */
static uint32_t loss(const struct outlook *other, const struct ticket *t, uint32_t price,
                     uint32_t route, uint32_t twin)
{
    struct outlook without = *other;
    struct network detour = {0};
    uint32_t all = LOST_TICKET * t->points;

    without.free[route / 64] &= ~bit(route % 64);
    if (twin != NO_ROUTE)
        without.free[twin / 64] &= ~bit(twin % 64);
    if (!network_join(&without, t->a, t->b, &detour))
        return all;
    uint32_t turns = (detour.price - price) * other->measures->turn_worth / TURN;
    return turns < all ? turns : all;
}

/* Adds what the other seat loses by each route of the set that is on the cheapest way of a ticket,
 * or would close one that is. */
static void add_ticket(const struct outlook *other, const struct ticket *t, uint32_t chance,
                       const uint64_t routes[PLANES_MAX], int32_t harm[ROUTES_MAX])
{
    const struct routes_board *b = other->b;
    struct network way = {0};

    if (!network_join(other, t->a, t->b, &way))
        return;
    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        for (uint64_t left = way.routes[p]; left; left &= left - 1) {
            uint32_t n = 64 * p + bits_first(left);
            uint32_t twin =
                routes_half_closes(other->m) ? b->route[n].twin : (uint32_t)NO_ROUTE;
            bool this = bits_have(routes[p], n % 64);
            bool that = twin != NO_ROUTE && bits_have(routes[twin / 64], twin % 64);

            if (!this && !that)
                continue;
            int32_t lost = (int32_t)(loss(other, t, way.price, n, twin) * chance / CERTAIN);
            if (this)
                harm[n] += lost;
            if (that)
                harm[twin] += lost;
        }
    }
}

/* Adds what one other seat would lose. Only tickets whose two ends it has reached but not joined
 * are evidence enough. The more other tickets it may hold, the less likely these are. */
static void add_seat(const struct outlook *o, uint32_t seat, const struct guess *g,
                     const uint64_t routes[PLANES_MAX], int32_t harm[ROUTES_MAX])
{
    const struct routes_board *b = o->b;
    struct routes_state s = *o->s;
    uint32_t sum = 0;
    struct routes_seat *other = &s.seat[seat];
    uint64_t mine = o->me->tickets | o->me->dropped;
    struct outlook theirs;
    bool evident = false;

    for (uint32_t k = 0; k < b->tickets; k++) {
        sum += bits_have(mine, k) ? 0 : g->weight[seat][k];
        evident |= !bits_have(mine, k) && g->weight[seat][k] == GUESS_BOTH_ENDS;
    }
    if (!evident)
        return;
    other->hand = other->known; /* also if the state knows more */
    other->wild = other->known_wild;
    outlook_of(o->m, &s, seat, o->measures, &theirs);
    outlook_prices(&theirs);
    for (uint32_t k = 0; k < b->tickets; k++) {
        if (bits_have(mine, k) || g->weight[seat][k] != GUESS_BOTH_ENDS)
            continue;
        uint32_t chance = (uint32_t)CERTAIN * GUESS_BOTH_ENDS * other->tickets_max / sum;
        add_ticket(&theirs, &b->ticket[k], chance < NEVER_SURER ? chance : NEVER_SURER, routes,
                   harm);
    }
}

/* A loss of one of several other seats helps everybody: the more seats, the less it counts. */
void block_harm(const struct outlook *o, const uint64_t routes[PLANES_MAX],
                int32_t harm[ROUTES_MAX])
{
    struct guess g;

    guess_of(o->m, o->s, &g);
    __builtin_memset(harm, 0, ROUTES_MAX * sizeof harm[0]);
    for (uint32_t seat = 0; seat < o->m->seats; seat++)
        if (seat != o->seat)
            add_seat(o, seat, &g, routes, harm);
    for (uint32_t i = 0; o->m->seats > 2 && i < ROUTES_MAX; i++)
        harm[i] = 2 * harm[i] / (int32_t)o->m->seats;
}
