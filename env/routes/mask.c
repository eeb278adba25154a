/*
 * The mask of a turn, written from the sets that the engine has: no event is listed. The payments
 * that a seat can make in one colour differ by their wild cards and follow each other, so they are
 * a run of ones. All that is paid in any colour and costs the same has the same payments: these are
 * written once and copied.
 */
#include "../../engine/routes/queries.h"
#include "routes_env.h"

enum {
    RUN = 16,                                  /* bytes that are written at once */
    PAYMENTS = PRICE_MAX * COLOURS_MAX + 1,    /* the most that one route has */
    PRICES = (PRICE_MAX + 1) * (PRICE_MAX + 2) /* prices of grey routes: see price_number() */
             / 2,
};

/* RUN ones, then zeros. */
static const uint8_t ones[2 * RUN] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/* Sets n bytes (at most RUN) from `at` on, where all is 0 up to `end`. What follows is 0 afterwards
 * too: nothing is read, which would wait for what was written just before. Nothing from `end` on is
 * touched. */
static inline void put_ones(uint8_t *at, uint32_t n, const uint8_t *end)
{
    if (end - at < RUN) {
        while (n)
            at[--n] = 1;
        return;
    }
    __builtin_memcpy(at, ones + RUN - n, RUN);
}

/* The payments in one colour, whose first one, with `wilds` wild cards, is at `at`. */
static inline void put_payments(uint8_t *at, struct wilds can, uint32_t wilds,
                                const uint8_t *end)
{
    if (can.least <= can.most)
        put_ones(at + can.least - wilds, can.most - can.least + 1, end);
}

static inline void put_alone(uint8_t *at, const struct routes_seat *seat, struct price price)
{
    struct wilds can = routes_wilds(seat, price, WILD);

    *at = can.least <= can.most;
}

/* A route that has a colour and can be paid. Wild cards alone follow the payments in the colour, so
 * these and that are one run: see routes_wilds(). */
static inline void put_coloured(const struct env *env, const struct routes_seat *seat,
                                uint32_t route, uint8_t *mask)
{
    const struct routes_board *b = &env->board.routes;
    struct price price = routes_route_price(&b->route[route]);
    uint32_t coloured = price_coloured(price), held = pack_get(seat->hand, price.colour);
    uint32_t cards = held < coloured ? held : coloured;
    uint32_t wilds = seat->wild < price.cards ? seat->wild : price.cards;
    uint32_t n = cards + wilds + 1 - price.cards;
    uint8_t *at = mask + env->base[route] + coloured - cards;

    put_ones(at, n, mask + env->actions);
    if (b->flag)
        put_ones(at + coloured + 1,
                 routes_flag_needs(b, seat, price.colour) ? n - (wilds == price.cards) : 0,
                 mask + env->actions);
}

/* Routes that have a colour, in the order of their actions: see put_ones(). */
static inline void put_all_coloured(const struct env *env, const struct routes_seat *seat,
                                    const uint64_t claims[PLANES_MAX], uint8_t *mask)
{
    const struct routes_board *b = &env->board.routes;
    uint64_t places[PLANES_MAX] = {0};

    for (uint32_t p = 0; p < b->coloured_planes; p++)
        for (uint64_t left = claims[p]; left; left &= left - 1) {
            uint32_t place = env->place[64 * p + bits_first(left)];

            places[place / 64] |= bit(place % 64);
        }
    for (uint32_t w = 0; w < PLANES_MAX; w++)
        for (uint64_t left = places[w]; left; left &= left - 1)
            put_coloured(env, seat, b->route_at[64 * w + bits_first(left)], mask);
}

/* All payments in any colour: those of a colour take `room` bytes. */
static void put_any_colour(uint8_t *at, const struct routes_board *b,
                           const struct routes_seat *seat, struct price price, uint32_t room)
{
    const uint8_t *end = at + PAYMENTS + RUN;

    __builtin_memset(at, 0, PAYMENTS);
    for (uint32_t colour = 0; colour < b->colours; colour++)
        put_payments(at + colour * room, routes_wilds(seat, price, colour), price.wilds, end);
}

/* A number below PRICES, by how many cards and how many of them must be wild. */
static inline uint32_t price_number(struct price price)
{
    return price.cards * (price.cards + 1u) / 2 + price.wilds;
}

/* Routes without a colour, of one plane. */
static void put_grey(const struct env *env, const struct routes_seat *seat, uint32_t first,
                     uint64_t routes, uint8_t *mask)
{
    const struct routes_board *b = &env->board.routes;
    uint8_t payments[PRICES][PAYMENTS + RUN];
    uint64_t written = 0; /* prices of which the payments are known */

    _Static_assert(PRICES <= 64, "a set of prices is one word");
    for (; routes; routes &= routes - 1) {
        uint32_t route = first + bits_first(routes);
        struct price price = routes_route_price(&b->route[route]);
        uint32_t number = price_number(price), alone = b->colours * price_coloured(price);

        if (!bits_have(written, number)) {
            put_any_colour(payments[number], b, seat, price, price_coloured(price));
            put_alone(payments[number] + alone, seat, price);
            written |= bit(number);
        }
        __builtin_memcpy(mask + env->base[route], payments[number], alone + 1);
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

static void put_stations(const struct env *env, const struct routes_seat *seat, uint64_t cities,
                         uint8_t *mask)
{
    const struct routes_board *b = &env->board.routes;
    struct price price = routes_price(&env->match, seat, EVENT_STATION, 0);
    uint8_t *at = mask + env->base[BASE_STATION], payments[PAYMENTS + RUN];
    uint32_t size = station_payments(b), all = b->cities * size;

    if (!cities) {
        __builtin_memset(at, 0, all);
        return;
    }
    put_any_colour(payments, b, seat, price, b->stations);
    put_alone(payments + b->colours * b->stations + price.cards - 1, seat, price);
    __builtin_memcpy(at, payments, size);
    repeat(at, size, all);
    for (uint64_t taken = ~cities & (bit(b->cities - 1u) * 2 - 1); taken; taken &= taken - 1)
        __builtin_memset(at + bits_first(taken) * size, 0, size);
}

/* Draws, tickets and passing follow each other: eight bytes, written at once. */
static inline void put_first(const struct routes_choices *c, uint8_t *at)
{
    enum { TICKETS = SLOT_DECK + 1 + ONCE_TICKETS, PASS = SLOT_DECK + 1 + ONCE_PASS };
    uint32_t set = c->draws | (uint32_t)c->tickets << TICKETS | (uint32_t)c->pass << PASS;

    _Static_assert(PASS == 7, "they are eight");
    __builtin_memcpy(at, &env_spread[set], sizeof env_spread[set]);
}

bool routes_mask(const struct env *env, const struct state *seen, uint8_t *mask)
{
    const struct routes_board *b = &env->board.routes;
    const struct routes_seat *seat = &seen->routes.seat[seen->routes.turn];
    struct routes_choices c;

    if (!routes_choices(&env->match, &seen->routes, &c))
        return false;
    __builtin_memset(mask, 0, env->base[BASE_STATION]);
    put_first(&c, mask + env->base[BASE_DRAW]);
    put_all_coloured(env, seat, c.claims, mask);
    for (uint32_t p = b->coloured_planes; p < b->planes; p++)
        if (c.claims[p])
            put_grey(env, seat, 64 * p, c.claims[p], mask);
    if (b->stations)
        put_stations(env, seat, c.cities, mask);
    return true;
}
