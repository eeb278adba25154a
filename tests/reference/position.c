/*
 * Makes up final positions, and turns them into states of the engine.
 */
#include "position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void position_empty(const struct match *m, struct ref *r)
{
    ref_start(m, r);
    r->phase = PHASE_OVER;
}

bool position_can_own(const struct match *m, const struct ref *r, int seat, int route)
{
    const struct route *x = &m->board->routes.route[route];

    return ref_route_open(m, r, route) && !ref_route_barred(m, r, seat, route) &&
           r->seat[seat].pieces[x->kind] >= x->length;
}

void position_own(const struct match *m, struct ref *r, int seat, int route)
{
    const struct route *x = &m->board->routes.route[route];

    r->owner[route] = seat;
    r->seat[seat].pieces[x->kind] -= x->length;
    r->seat[seat].score += x->points;
}

void position_disown(const struct match *m, struct ref *r, int route)
{
    const struct route *x = &m->board->routes.route[route];
    struct ref_seat *seat = &r->seat[r->owner[route]];

    seat->pieces[x->kind] += x->length;
    seat->score -= x->points;
    r->owner[route] = NOBODY_YET;
}

bool position_station(const struct match *m, struct ref *r, int seat, int city)
{
    for (int s = 0; s < m->seats; s++)
        if (r->seat[s].station[city])
            return false;
    if (r->seat[seat].stations_left == 0)
        return false;
    r->seat[seat].station[city] = true;
    r->seat[seat].stations_left--;
    return true;
}

/* How many routes each city is away from the centre. */
static void distances(const struct routes_board *b, int centre, int *away)
{
    for (int c = 0; c < CITIES_MAX; c++)
        away[c] = c == centre ? 0 : CITIES_MAX;
    for (int round = 0; round < b->cities; round++)
        for (int n = 0; n < ROUTES_MAX; n++) {
            const struct route *x = &b->route[n];

            if (x->length == 0)
                continue;
            if (away[x->b] > away[x->a] + 1)
                away[x->b] = away[x->a] + 1;
            if (away[x->a] > away[x->b] + 1)
                away[x->a] = away[x->b] + 1;
        }
}

struct ranked {
    int route, key;
};

static int by_key(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    return x->key != y->key ? x->key - y->key : x->route - y->route;
}

/*
 * Deals out the routes in the order of their distance from a centre, blurred by `noise` (0: the
 * closest first, much: anywhere), and of their length times `dislike`: short routes make dense
 * networks. `share` of 100 routes go to the first seat, the others to anybody.
 */
static void deal_routes(const struct match *m, struct rng *rng, struct ref *r, int noise,
                        int dislike, int share)
{
    const struct routes_board *b = &m->board->routes;
    struct ranked list[ROUTES_MAX];
    int away[CITIES_MAX];
    int n = 0;
    int leave_out = (int)rng_below(rng, share < 100 ? 40 : 10);

    distances(b, (int)rng_below(rng, b->cities), away);
    for (int i = 0; i < ROUTES_MAX; i++)
        if (b->route[i].length > 0)
            list[n++] = (struct ranked){i, 10 * (away[b->route[i].a] + away[b->route[i].b]) +
                                               dislike * b->route[i].length +
                                               (int)rng_below(rng, (uint32_t)noise + 1)};
    qsort(list, (size_t)n, sizeof list[0], by_key);
    for (int i = 0; i < n; i++) {
        int seat = (int)rng_below(rng, 100) < share ? 0 : (int)rng_below(rng, m->seats);

        if ((int)rng_below(rng, 100) < leave_out)
            continue;
        if (position_can_own(m, r, seat, list[i].route))
            position_own(m, r, seat, list[i].route);
    }
}

/* Each seat grows one network from a city. */
static void grow_routes(const struct match *m, struct rng *rng, struct ref *r)
{
    const struct routes_board *b = &m->board->routes;
    bool reached[ROUTES_SEATS_MAX][CITIES_MAX] = {{false}};

    for (int s = 0; s < m->seats; s++)
        reached[s][rng_below(rng, b->cities)] = true;
    int tries = 20 + (int)rng_below(rng, 3000);
    for (int i = 0; i < tries; i++) {
        int s = (int)rng_below(rng, m->seats);
        int n = (int)rng_below(rng, ROUTES_MAX);
        const struct route *x = &b->route[n];

        if (!position_can_own(m, r, s, n) || (!reached[s][x->a] && !reached[s][x->b]))
            continue;
        position_own(m, r, s, n);
        reached[s][x->a] = true;
        reached[s][x->b] = true;
    }
}

static void deal_tickets(const struct match *m, struct rng *rng, struct ref *r)
{
    const struct routes_board *b = &m->board->routes;
    int many = (int)rng_below(rng, 101);
    int long_ones[ROUTES_SEATS_MAX] = {0};

    for (int t = 0; t < b->tickets; t++) {
        int s = (int)rng_below(rng, m->seats);

        if ((int)rng_below(rng, 100) >= many)
            continue;
        if (b->ticket[t].is_long && ++long_ones[s] > b->first_long)
            continue;
        r->seat[s].ticket[t] = true;
    }
}

/* Builds stations where they may be useful: at the end of a ticket or of somebody's route; or
 * anywhere. */
static void build_stations(const struct match *m, struct rng *rng, struct ref *r, int seat)
{
    const struct routes_board *b = &m->board->routes;

    for (uint32_t i = rng_below(rng, b->stations + 1u); i > 0; i--) {
        int city = (int)rng_below(rng, b->cities);

        for (int tries = 0; tries < 20; tries++) {
            int n = (int)rng_below(rng, ROUTES_MAX), t = (int)rng_below(rng, b->tickets);

            if (tries % 2 == 0 && r->owner[n] != NOBODY_YET && r->owner[n] != seat)
                city = rng_below(rng, 2) ? b->route[n].a : b->route[n].b;
            else if (tries % 2 == 1 && r->seat[seat].ticket[t])
                city = rng_below(rng, 2) ? b->ticket[t].a : b->ticket[t].b;
            else
                continue;
            break;
        }
        position_station(m, r, seat, city);
    }
}

void position_random(const struct match *m, struct rng *rng, struct ref *r)
{
    const struct routes_board *b = &m->board->routes;

    position_empty(m, r);
    switch (rng_below(rng, 5)) {
    case 0:
        deal_routes(m, rng, r, 1000, 0, 0);
        break;
    case 1:
        grow_routes(m, rng, r);
        break;
    case 2:
        deal_routes(m, rng, r, 30, 5, (int)rng_below(rng, 100));
        break;
    case 3:
        deal_routes(m, rng, r, 10, 20, (int)rng_below(rng, 100));
        break;
    default:
        deal_routes(m, rng, r, (int)rng_below(rng, 30), (int)rng_below(rng, 40), 100);
        break;
    }
    deal_tickets(m, rng, r);
    if (b->features & FEATURE_STATIONS)
        for (int s = 0; s < m->seats; s++)
            build_stations(m, rng, r, s);
}

static void put(uint64_t *planes, int n)
{
    planes[n / 64] |= (uint64_t)1 << (n % 64);
}

void position_state(const struct match *m, const struct ref *r, struct state *s)
{
    struct routes_state *x = &s->routes;

    m->rules->start(m, s);
    x->phase = PHASE_OVER;
    memset(x->open, 0, sizeof x->open);
    for (int n = 0; n < ROUTES_MAX; n++)
        if (ref_route_open(m, r, n))
            put(x->open, n);
    for (int i = 0; i < m->seats; i++) {
        const struct ref_seat *from = &r->seat[i];
        struct routes_seat *to = &x->seat[i];

        for (int n = 0; n < ROUTES_MAX; n++) {
            if (r->owner[n] == i)
                put(to->owned, n);
            if (ref_route_barred(m, r, i, n))
                put(to->barred, n);
        }
        for (int t = 0; t < TICKETS_MAX; t++)
            if (from->ticket[t])
                to->tickets |= (uint64_t)1 << t;
        for (int c = 0; c < CITIES_MAX; c++)
            if (from->station[c]) {
                to->stations |= (uint64_t)1 << c;
                x->free_cities &= ~((uint64_t)1 << c);
            }
        to->score = (int16_t)from->score;
        to->stations_left = (uint8_t)from->stations_left;
        to->flags = (uint8_t)from->flags;
        for (int k = 0; k < PIECE_KINDS; k++)
            to->pieces[k] = (uint8_t)from->pieces[k];
    }
}

void position_print(const struct match *m, const struct ref *r)
{
    const struct routes_board *b = &m->board->routes;

    for (int s = 0; s < m->seats; s++) {
        printf("seat %d (%d and %d pieces left):\n  routes", s + 1, r->seat[s].pieces[0],
               r->seat[s].pieces[1]);
        for (int n = 0; n < ROUTES_MAX; n++)
            if (r->owner[n] == s)
                printf(" %s-%s(%d)", b->city_name[b->route[n].a], b->city_name[b->route[n].b],
                       b->route[n].length);
        printf("\n  stations");
        for (int c = 0; c < b->cities; c++)
            if (r->seat[s].station[c])
                printf(" %s", b->city_name[c]);
        printf("\n  tickets");
        for (int t = 0; t < b->tickets; t++)
            if (r->seat[s].ticket[t])
                printf(" %s-%s(%d)", b->city_name[b->ticket[t].a], b->city_name[b->ticket[t].b],
                       b->ticket[t].points);
        printf("\n");
    }
}
