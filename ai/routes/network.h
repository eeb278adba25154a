/*
 * Networks of the route games: which routes a seat wants, to join the cities of its tickets. A
 * network is made from what the seat may know: its own hand and tickets, and what is public.
 * Nothing here looks at another seat's cards or tickets, so it may also be asked about a position
 * that was dealt again (rules->resample), for any seat.
 */
#ifndef ANDEN_NETWORK_H
#define ANDEN_NETWORK_H

#include "../../engine/routes/queries.h"
#include "constants.h"

/* Units: prices are in tenths of a turn, values in tenths of a point. */
enum {
    TURN = 10,
    POINT = 10,
    PRICE_PARTS = 100 / TURN, /* constants of prices are in hundredths of a turn */
    FINE_TURN = 256 * TURN,   /* a turn, where pieces are counted one by one */
};

/* Open routes at the ends of a route that is easy to replace. */
enum { WAYS_ROUND = 12 };

/* What follows from the board alone, and then from the board and its constants. On average a route
 * costs a turn to claim it and half a turn for each card. */
struct measures {
    uint32_t piece[PIECE_KINDS];    /* what it takes to place one, in parts of FINE_TURN */
    uint32_t network_points;        /* of an average network of all pieces */
    uint32_t pieces;                /* of a seat at the start */
    uint32_t game_turns;            /* of a seat from the start to the end */
    uint32_t ticket_points;         /* of a mean ticket, in tenths of a point */
    uint32_t all_points, all_turns; /* of all routes; in points, and in tenths of a turn */

    struct tuning tuning;      /* by enum routes_constant */
    int32_t danger_most;       /* that leaving a planned route can have, if it harms nobody */
    uint32_t turn_worth;       /* what a turn is worth, in tenths of a point */
    int16_t base[ROUTES_MAX];  /* prices without the cards that are missing */
    int16_t claim[ROUTES_MAX]; /* points of routes less the cards, if colours pay ... */
    int16_t trail[ROUTES_MAX]; /* ... and more where they go on with the own path */
    int16_t flag_card;         /* what a card for the flag makes a route cheaper */
};

void measures_of(const struct routes_board *b, const struct tuning *tuning, struct measures *x);

/* A seat and its position. */
struct outlook {
    const struct match *m;
    const struct routes_board *b;
    const struct routes_state *s;
    const struct routes_seat *me;
    const struct measures *measures;
    uint32_t seat;
    uint32_t favourite;         /* the colour with most cards in hand */
    uint32_t turns_left;        /* an estimate of my turns until the end of the game */
    uint64_t free[PLANES_MAX];  /* routes that I could claim if I had the cards */
    uint16_t price[ROUTES_MAX]; /* of getting a route; 0 = owned; PRICE_NEVER = not to be
                                      had. Only after outlook_prices() */
};

enum { PRICE_NEVER = 0xFFFF };

struct network {
    uint64_t routes[PLANES_MAX]; /* to be claimed */
    uint64_t tickets;            /* that are completed with these */
    uint64_t lost;               /* cannot be completed, or are not worth it */
    uint32_t price;              /* in tenths of a turn */
    uint32_t points;             /* of the routes */
    uint32_t pieces[PIECE_KINDS];
};

/* The value of a constant. */
static inline int32_t constant(const struct outlook *o, enum routes_constant name)
{
    return o->measures->tuning.value[name];
}

/* The cities where an odd number of routes meet. A path ends in such a city, so a route that begins
 * there makes it longer: a cheap answer to what lengthens the longest path, not an exact one. */
uint64_t outlook_odd(const struct routes_board *b, const uint64_t owned[PLANES_MAX]);

static inline bool outlook_goes_on(uint64_t odd, const struct route *r)
{
    return (odd >> r->a | odd >> r->b) & 1;
}

/* The payment of a route with fewest wild cards, whether they are in hand or not. */
static inline struct payment outlook_payment(const struct outlook *o, const struct route *r)
{
    return routes_fewest_wilds(o->me, routes_route_price(r),
                               r->colour == GREY ? o->favourite : r->colour);
}

/* The outlook in the middle of a turn, when only cards have changed: who acts and what there is,
 * but neither turns nor routes. */
static inline void outlook_same(const struct match *m, const struct routes_state *s,
                                uint32_t seat, const struct measures *measures,
                                struct outlook *o)
{
    o->m = m;
    o->b = &m->board->routes;
    o->s = s;
    o->me = &s->seat[seat];
    o->measures = measures;
    o->seat = seat;
}

/* The outlook of a seat, without prices; and the prices. */
void outlook_of(const struct match *m, const struct routes_state *s, uint32_t seat,
                const struct measures *measures, struct outlook *o);
void outlook_prices(struct outlook *o);

/* The cheapest network found that joins the cities of as many tickets as the pieces allow. `tries`
 * (at least 1) is how many orders of the tickets are tried. Needs prices. */
void network_for(const struct outlook *o, uint64_t tickets, uint32_t tries,
                 struct network *best);

/* Adds the cheapest way from one city to another, whatever pieces it takes. False if there is none.
 * Needs prices. */
bool network_join(const struct outlook *o, uint32_t from, uint32_t to, struct network *p);

/* Adds the cheapest way for one more ticket. False if there is none, or not the pieces for it: the
 * ticket is then lost to the network. Needs prices. */
bool network_add(const struct outlook *o, uint32_t ticket, struct network *p);

/* What a set of tickets is worth with the network that serves it: points of tickets and routes,
 * less the turns it takes. In tenths of a point. */
int32_t network_value(const struct outlook *o, uint64_t tickets, const struct network *p);

#endif
