/*
 * The way between two cities with the fewest pieces still to lay: see routes_way() in queries.h.
 * Dijkstra's algorithm over at most 64 cities.
 */
#include "routes.h"

/* What a route adds to the length of a way. Pieces count first, then cards, then routes: a way has
 * fewer than 64 routes and fewer than 1024 cards (63 routes of 9), so no sum reaches the next. */
enum { ONE_ROUTE = 1, ONE_CARD = 1 << 6, ONE_PIECE = 1 << 16 };
#define NOWHERE UINT32_MAX

_Static_assert((int)CITIES_MAX <= (int)ONE_CARD, "routes of a way");
_Static_assert((CITIES_MAX - 1) * PRICE_MAX < (int)ONE_PIECE / (int)ONE_CARD, "cards of a way");

struct search {
    const struct routes_board *board;
    const uint64_t *own;
    uint64_t usable[PLANES_MAX];
    uint32_t length[CITIES_MAX]; /* of the shortest way found so far, or NOWHERE */
    uint8_t by[CITIES_MAX];      /* the last route of it */
};

static uint32_t length_of(const struct search *x, uint32_t route)
{
    const struct route *r = &x->board->route[route];

    if (routes_have(x->own, route))
        return ONE_ROUTE;
    return ONE_ROUTE + (uint32_t)ONE_CARD * r->cards + (uint32_t)ONE_PIECE * r->length;
}

/* Looks at the routes of a city whose shortest way is known. */
static void look_around(struct search *x, uint32_t city)
{
    const struct routes_board *b = x->board;

    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = b->touching[city][p] & x->usable[p]; left; left &= left - 1) {
            uint32_t route = 64 * p + bits_first(left);
            uint32_t other = (uint32_t)(b->route[route].a ^ b->route[route].b) ^ city;
            uint32_t length = x->length[city] + length_of(x, route);

            if (length < x->length[other]) {
                x->length[other] = length;
                x->by[other] = (uint8_t)route;
            }
        }
    }
}

/* The city nearest to the start among those left; the first of them if several are. */
static uint32_t nearest_city(const struct search *x, uint64_t left)
{
    uint32_t best = bits_first(left);

    for (; left; left &= left - 1)
        if (x->length[bits_first(left)] < x->length[best])
            best = bits_first(left);
    return best;
}

/* Walks back from the end and notes the routes. */
static void note(const struct search *x, uint32_t from, uint32_t to, struct routes_way *way)
{
    const struct routes_board *b = x->board;

    *way = (struct routes_way){0};
    for (uint32_t city = to; city != from;) {
        uint32_t route = x->by[city];
        const struct route *r = &b->route[route];
        bool own = routes_have(x->own, route);

        (own ? way->own : way->missing)[route / 64] |= bit(route % 64);
        way->pieces = (uint16_t)(way->pieces + (own ? 0 : r->length));
        way->cards = (uint16_t)(way->cards + (own ? 0 : r->cards));
        city = (uint32_t)(r->a ^ r->b) ^ city;
    }
}

static bool find(struct search *x, uint32_t from, uint32_t to, struct routes_way *way)
{
    for (uint32_t city = 0; city < CITIES_MAX; city++)
        x->length[city] = city == from ? 0 : NOWHERE;
    for (uint64_t left = ~(uint64_t)0; left;) {
        uint32_t city = nearest_city(x, left);

        if (x->length[city] == NOWHERE)
            return false;
        if (city == to) {
            note(x, from, to, way);
            return true;
        }
        left &= ~bit(city);
        look_around(x, city);
    }
    return false;
}

bool routes_way(const struct match *m, const struct routes_state *s, uint32_t seat,
                uint32_t from, uint32_t to, struct routes_way *way)
{
    struct search x = {.board = board_of(m), .own = s->seat[seat].owned};

    routes_usable(s, seat, x.usable);
    return find(&x, from, to, way);
}

bool routes_travelled(const struct match *m, const struct routes_state *s, uint32_t seat,
                      uint32_t ticket, struct routes_way *way)
{
    const struct routes_board *b = board_of(m);
    struct seat_sheet sheet = {0};
    uint64_t own[PLANES_MAX];
    struct search x = {.board = b, .own = own};

    __builtin_memset(sheet.borrowed, NO_ROUTE, sizeof sheet.borrowed);
    complete_tickets(m, s, seat, &sheet);
    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        own[p] = s->seat[seat].owned[p];
        x.usable[p] = ~(uint64_t)0;
    }
    for (uint32_t i = 0; i < STATIONS_MAX; i++)
        if (sheet.borrowed[i] != NO_ROUTE)
            own[sheet.borrowed[i] / 64] |= bit(sheet.borrowed[i] % 64);
    return find(&x, b->ticket[ticket].a, b->ticket[ticket].b, way);
}
