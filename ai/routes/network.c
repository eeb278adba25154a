/*
 * Making networks: prices of routes, cheapest ways between cities, and a network that joins several
 * pairs of cities. Which event follows from it is in planner.c.
 */
#include "network.h"

enum {
    DRAWN = TURN / 2, /* a card, on average: two are drawn in a turn */
    FAR = 1 << 20,
    LAST_TURNS = 2,
    PERCENT = 100,
    RINGS = 16, /* of 64 tenths of a turn: a way of a hundred turns is none */
};

/* Cards that are missing for a route, of the colour that is nearest to paying it. */
static uint32_t missing(const struct outlook *o, const struct route *r)
{
    struct payment p = outlook_payment(o, r);

    return p.wilds > o->me->wild ? p.wilds - (uint32_t)o->me->wild : 0;
}

/* A turn to claim it and something for the cards that are spent; less for its points, since a
 * network should bring points. The cards that are missing come on top of that. */
static int32_t base_price(const struct measures *measures, const struct route *r)
{
    const int16_t *k = measures->tuning.value;
    int32_t price = TURN * PRICE_PARTS + k[CARD_SPENT] * r->cards +
                    (r->tunnel ? k[TUNNEL_RISK] : 0) + k[ICON_EXTRA] * r->icons;

    price -= PRICE_PARTS * k[POINTS_COUNT] * r->points / (int32_t)measures->turn_worth;
    return (price + PRICE_PARTS / 2) / PRICE_PARTS;
}

/* Never below 1: no route is taken for nothing. */
static uint32_t route_price(const struct outlook *o, uint32_t route, uint64_t odd)
{
    const struct route *r = &o->b->route[route];
    int32_t price = o->measures->base[route] +
                    constant(o, CARD_MISSING) * (int32_t)missing(o, r) / PRICE_PARTS;

    if (r->colour != GREY && routes_flag_needs(o->b, o->me, r->colour))
        price -= o->measures->flag_card;
    if (o->b->express_points && outlook_goes_on(odd, r))
        price -= constant(o, TRAIL_PLAN) * r->length / PRICE_PARTS;
    return price > 1 ? (uint32_t)price : 1;
}

/* What it takes to place pieces until only so few are left that the last round begins, in parts of
 * FINE_TURN. */
static uint32_t turns_of(const struct measures *measures, const uint8_t pieces[PIECE_KINDS],
                         uint32_t last)
{
    uint32_t turns = pieces[0] * measures->piece[0] + pieces[1] * measures->piece[1];
    uint32_t all = pieces[0] + (uint32_t)pieces[1];

    return all > last ? turns - turns / all * last : 0;
}

static void measure_board(const struct routes_board *b, struct measures *x)
{
    uint32_t points[PIECE_KINDS] = {0}, turns[PIECE_KINDS] = {0}, spaces[PIECE_KINDS] = {0};

    for (uint32_t i = 0; i < b->routes; i++) {
        const struct route *r = &b->route[b->route_at[i]];

        points[r->kind] += r->points;
        turns[r->kind] += TURN + (uint32_t)DRAWN * r->cards;
        spaces[r->kind] += r->length;
    }
    for (uint32_t i = 0; i < PIECE_KINDS; i++) {
        x->all_points += points[i];
        x->all_turns += turns[i];
        if (!spaces[i])
            continue;
        x->network_points += b->pieces[i] * points[i] / spaces[i];
        x->piece[i] = FINE_TURN / TURN * turns[i] / spaces[i];
    }
    for (uint32_t i = 0; i < b->tickets; i++)
        x->ticket_points += (uint32_t)POINT * b->ticket[i].points / b->tickets;
    x->pieces = b->pieces[0] + (uint32_t)b->pieces[1];
    x->game_turns = turns_of(x, b->pieces, b->last_round_at) / FINE_TURN + LAST_TURNS;
}

void measures_of(const struct routes_board *b, const struct tuning *tuning, struct measures *x)
{
    const int16_t *k = tuning->value;

    __builtin_memset(x, 0, sizeof *x);
    measure_board(b, x);
    x->tuning = *tuning;
    x->danger_most = k[WAY_MISSING] * WAYS_ROUND + k[ONE_SPACE] * SPACES_MAX + k[NO_TWIN] +
                     2 * k[RIVAL_NEAR];
    x->turn_worth = (uint32_t)k[TURN_WORTH] * x->all_points / x->all_turns;
    x->turn_worth = x->turn_worth ? x->turn_worth : 1;
    x->flag_card = (int16_t)(k[FLAG_CARD] * k[POINTS_COUNT] / POINT / (int32_t)x->turn_worth);
    for (uint32_t i = 0; i < b->routes; i++) {
        uint32_t n = b->route_at[i];
        const struct route *r = &b->route[n];

        x->base[n] = (int16_t)base_price(x, r);
        x->claim[n] = (int16_t)(POINT * r->points - k[CARD_POINTS] * r->cards -
                                k[WILD_POINTS] * r->icons);
        x->trail[n] =
            (int16_t)(POINT * b->express_points * k[TRAIL_PIECE] * r->length / PERCENT);
    }
}

/* My turns until the end, estimated from the seat that has the fewest pieces left. */
static uint32_t turns_left(const struct match *m, const struct routes_state *s,
                           const struct measures *measures)
{
    uint32_t fewest = FAR;

    for (uint32_t i = 0; i < m->seats; i++) {
        uint32_t turns = turns_of(measures, s->seat[i].pieces, m->board->routes.last_round_at);

        fewest = turns < fewest ? turns : fewest;
    }
    return fewest / FINE_TURN + LAST_TURNS;
}

void outlook_of(const struct match *m, const struct routes_state *s, uint32_t seat,
                const struct measures *measures, struct outlook *o)
{
    const struct routes_board *b = &m->board->routes;

    outlook_same(m, s, seat, measures, o);
    o->turns_left = s->last_turns ? 1 : turns_left(m, s, measures);
    o->favourite = 0;
    for (uint32_t c = 1; c < b->colours; c++)
        if (pack_get(o->me->hand, c) > pack_get(o->me->hand, o->favourite))
            o->favourite = c;
    routes_free(m, s, seat, o->free);
}

uint64_t outlook_odd(const struct routes_board *b, const uint64_t owned[PLANES_MAX])
{
    uint64_t odd = 0;

    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = owned[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];

            odd ^= bit(r->a) ^ bit(r->b);
        }
    }
    return odd;
}

void outlook_prices(struct outlook *o)
{
    const struct routes_board *b = o->b;
    uint64_t odd = outlook_odd(b, o->me->owned);

    for (uint32_t i = 0; i < b->routes; i++) {
        uint32_t n = b->route_at[i], p = n / 64;

        o->price[n] = PRICE_NEVER;
        if (bits_have(o->me->owned[p], n % 64))
            o->price[n] = 0;
        else if (bits_have(o->free[p], n % 64))
            o->price[n] = (uint16_t)route_price(o, n, odd);
    }
}

/* Cities by distance: a set for each distance, and which of these sets are not empty. */
struct rings {
    uint64_t cities[64 * RINGS];
    uint64_t any[RINGS];
};

static inline void ring_add(struct rings *rings, uint32_t distance, uint32_t city)
{
    uint64_t *any = &rings->any[distance / 64];

    if (!bits_have(*any, distance % 64))
        rings->cities[distance] = 0;
    *any |= bit(distance % 64);
    rings->cities[distance] |= bit(city);
}

/* Takes a city off the nearest ring; false if there is none. The rings before *ring are empty. */
static inline bool ring_take(struct rings *rings, uint32_t *ring, uint32_t *distance,
                             uint32_t *city)
{
    while (!rings->any[*ring])
        if (++*ring == RINGS)
            return false;
    uint32_t d = 64 * *ring + bits_first(rings->any[*ring]);
    *distance = d;
    *city = bits_first(rings->cities[d]);
    rings->cities[d] &= rings->cities[d] - 1;
    if (!rings->cities[d])
        rings->any[*ring] &= ~bit(d % 64);
    return true;
}

/* Finds the cheapest way (Dijkstra): by[] has the route by which each city is reached. Routes
 * of the network cost nothing more. False if there is no way, or one that no game is long
 * enough for. */
static bool find_way(const struct outlook *o, const struct network *p, uint32_t from,
                     uint32_t to, uint8_t by[CITIES_MAX])
{
    const struct routes_board *b = o->b;
    struct rings rings;
    uint16_t far[CITIES_MAX];
    uint32_t ring = 0, distance, city;

    __builtin_memset(far, 0xFF, sizeof far);
    __builtin_memset(rings.any, 0, sizeof rings.any);
    far[from] = 0;
    ring_add(&rings, 0, from);
    while (ring_take(&rings, &ring, &distance, &city)) {
        if (city == to)
            return true;
        if (far[city] < distance)
            continue;
        for (uint32_t q = 0; q < b->planes; q++) {
            uint64_t usable = b->touching[city][q] & (o->free[q] | o->me->owned[q]);

            for (; usable; usable &= usable - 1) {
                uint32_t n = 64 * q + bits_first(usable);
                uint32_t other = (uint32_t)(b->route[n].a ^ b->route[n].b) ^ city;
                uint32_t there =
                    distance + (bits_have(p->routes[q], n % 64) ? 0u : o->price[n]);

                if (there >= far[other] || there >= 64 * RINGS)
                    continue;
                far[other] = (uint16_t)there;
                by[other] = (uint8_t)n;
                ring_add(&rings, there, other);
            }
        }
    }
    return false;
}

bool network_join(const struct outlook *o, uint32_t from, uint32_t to, struct network *p)
{
    const struct routes_board *b = o->b;
    uint8_t by[CITIES_MAX];

    if (!find_way(o, p, from, to, by))
        return false;
    for (uint32_t city = to; city != from;) {
        uint32_t n = by[city];

        city = (uint32_t)(b->route[n].a ^ b->route[n].b) ^ city;
        if (o->price[n] == 0 || bits_have(p->routes[n / 64], n % 64))
            continue;
        p->routes[n / 64] |= bit(n % 64);
        p->price += o->price[n];
        p->points += b->route[n].points;
        p->pieces[b->route[n].kind] += b->route[n].length;
    }
    return true;
}

bool network_add(const struct outlook *o, uint32_t ticket, struct network *p)
{
    const struct ticket *t = &o->b->ticket[ticket];
    struct network longer = *p;

    if (network_join(o, t->a, t->b, &longer) && longer.pieces[0] <= o->me->pieces[0] &&
        longer.pieces[1] <= o->me->pieces[1]) {
        *p = longer;
        p->tickets |= bit(ticket);
        return true;
    }
    p->lost |= bit(ticket);
    return false;
}

int32_t network_value(const struct outlook *o, uint64_t tickets, const struct network *p)
{
    int32_t value = 0;

    for (uint64_t left = tickets; left; left &= left - 1) {
        int32_t points = POINT * o->b->ticket[bits_first(left)].points;

        value += p->tickets & left & -left ? points : -points;
    }
    /* A network that takes longer than the game is not going to be finished. */
    uint32_t turns = p->price / TURN;
    int32_t late =
        turns > o->turns_left ? constant(o, LATE) * (int32_t)(turns - o->turns_left) : 0;
    return value + POINT * (int32_t)p->points -
           (int32_t)(p->price * o->measures->turn_worth) / TURN - late;
}

void network_for(const struct outlook *o, uint64_t tickets, uint32_t tries,
                 struct network *best)
{
    uint8_t order[TICKETS_MAX] = {0};
    uint32_t n = 0;

    for (uint64_t left = tickets; left; left &= left - 1) { /* dearest first */
        uint32_t t = bits_first(left), i = n++;

        for (; i > 0 && o->b->ticket[order[i - 1]].points < o->b->ticket[t].points; i--)
            order[i] = order[i - 1];
        order[i] = (uint8_t)t;
    }
    int32_t best_value = 0;
    tries = n < tries ? n : tries;
    tries = tries ? tries : 1;
    for (uint32_t k = 0; k < tries; k++) {
        struct network p;

        __builtin_memset(&p, 0, sizeof p);
        for (uint32_t i = 0; i < n; i++)
            network_add(o, order[i], &p);
        int32_t value = network_value(o, tickets, &p);
        if (k == 0 || value > best_value) {
            best_value = value;
            *best = p;
        }
        if (n < 2)
            break;
        uint8_t first = order[0]; /* then each of the others first */
        order[0] = order[(k + 1) % n];
        order[(k + 1) % n] = first;
    }
}
