/*
 * The mask of a turn, written from the engine's sets without listing events. Everything that
 * can be paid in any colour and has the same price has the same payments: they are written once
 * and copied. The payments in one colour differ in their wild cards and follow each other, so
 * they are a run of ones.
 */
#include "routes_env.h"

enum {
    RUN = 16,                                  /* bytes that are written at once */
    PAYMENTS = PRICE_MAX * COLOURS_MAX + 1,    /* the most that one route has */
    PRICES = (PRICE_MAX + 1) * (PRICE_MAX + 2) /* prices of grey routes: see price_number() */
             / 2,
};

/* RUN ones, then zeros. */
static const uint8_t ones[2 * RUN] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/* Sets n bytes (at most RUN) from `at` on, where everything is 0. It always writes RUN bytes,
 * because reading would have to wait for the last write. */
static inline void put_ones(uint8_t *at, uint32_t n)
{
    __builtin_memcpy(at, ones + RUN - n, RUN);
}

/* Routes that have a colour: one action for each number of coloured cards, and another one if a
 * card can be kept for the flag. */
static inline void put_coloured(const struct env *env, const struct routes_choices *c,
                                uint8_t *mask)
{
    uint32_t planes = env->board.routes.coloured_planes;

    for (uint32_t j = 0; j <= c->most; j++) {
        uint64_t held = j ? pack_at_least(c->seat->hand, j) : ~(uint64_t)0;

        for (uint32_t p = 0; p < planes && c->claims[j]; p++)
            for (uint64_t left = routes_paid(c, j, p) & held; left; left &= left - 1) {
                uint32_t i = bits_first(left), route = 64 * p + i;
                uint32_t alone = env->alone[route], at = env->base[route] + alone - j;

                mask[at] = 1;
                mask[at + (j && bits_have(c->flags, i) ? alone + 1 : 0)] = 1;
            }
    }
}

/* All payments of something without a colour. */
static void put_runs(uint8_t at[PAYMENTS + RUN], const struct routes_seat *seat,
                     struct price price, struct runs r)
{
    struct wilds alone = routes_wilds(seat, price, WILD);

    __builtin_memset(at, 0, PAYMENTS);
    for (uint32_t colour = 0; colour < r.colours; colour++) {
        struct wilds can = routes_wilds(seat, price, colour);

        if (can.least <= can.most)
            put_ones(at + colour * r.room + can.least - r.wilds, can.most - can.least + 1);
    }
    at[runs_alone(r) + price.cards - r.least] = alone.least <= alone.most;
}

/* A number below PRICES, by how many cards and how many of them must be wild. */
static inline uint32_t price_number(struct price price)
{
    return price.cards * (price.cards + 1u) / 2 + price.wilds;
}

/* Routes without a colour, of one plane. */
static void put_grey(const struct env *env, const struct routes_choices *c, uint32_t plane,
                     uint8_t *mask)
{
    const struct routes_board *b = &env->board.routes;
    uint8_t payments[PRICES][PAYMENTS + RUN];
    uint64_t routes = 0, written = 0; /* prices whose payments have been written */

    _Static_assert(PRICES <= 64, "a set of prices is one word");
    for (uint32_t j = 0; j <= c->most; j++)
        routes |= routes_paid(c, j, plane);
    for (; routes; routes &= routes - 1) {
        uint32_t route = 64 * plane + bits_first(routes);
        struct price price = routes_route_price(&b->route[route]);
        struct runs r = route_runs(b, &b->route[route]);
        uint32_t number = price_number(price);

        if (!bits_have(written, number))
            put_runs(payments[number], c->seat, price, r);
        written |= bit(number);
        __builtin_memcpy(mask + env->base[route], payments[number], runs_size(r));
    }
}

/* Copies the first `size` bytes until there are `all`. */
static void repeat(uint8_t *at, uint32_t size, uint32_t all)
{
    for (uint32_t n, done = size; done < all; done += n) {
        n = done < all - done ? done : all - done;
        __builtin_memcpy(at + done, at, n);
    }
}

static void put_stations(const struct env *env, const struct routes_choices *c, uint8_t *mask)
{
    const struct routes_board *b = &env->board.routes;
    struct price price = routes_price(&env->match, c->seat, EVENT_STATION, 0);
    uint8_t *at = mask + env->base[BASE_STATION], payments[PAYMENTS + RUN];
    struct runs r = station_runs(b);
    uint32_t size = runs_size(r), all = b->cities * size;

    if (!c->cities) {
        __builtin_memset(at, 0, all);
        return;
    }
    put_runs(payments, c->seat, price, r);
    __builtin_memcpy(at, payments, size);
    repeat(at, size, all);
    for (uint64_t taken = ~c->cities & (bit(b->cities - 1u) * 2 - 1); taken; taken &= taken - 1)
        __builtin_memset(at + bits_first(taken) * size, 0, size);
}

/* Draws, tickets and passing follow each other: eight bytes, written at once. */
static inline void put_first(const struct routes_choices *c, uint8_t *at)
{
    enum { TICKETS = SLOT_DECK + 1 + ONCE_TICKETS, PASS = SLOT_DECK + 1 + ONCE_PASS };
    uint32_t set = c->draws | c->tickets << TICKETS | (uint32_t)!c->all << PASS;

    _Static_assert(PASS == 7, "they are eight");
    __builtin_memcpy(at, &env_spread[set], sizeof env_spread[set]);
}

bool routes_mask(const struct env *env, const struct state *seen, uint8_t *mask)
{
    const struct routes_board *b = &env->board.routes;
    struct routes_choices c;

    if (!routes_choices(&env->match, &seen->routes, &c))
        return false;
    __builtin_memset(mask, 0, env->base[BASE_STATION]);
    put_first(&c, mask + env->base[BASE_DRAW]);
    put_coloured(env, &c, mask);
    for (uint32_t p = b->coloured_planes; p < b->planes; p++)
        put_grey(env, &c, p, mask);
    if (b->stations)
        put_stations(env, &c, mask);
    return true;
}
