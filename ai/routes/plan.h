/*
 * Plans of the route games: which routes a seat wants, to join the cities of its tickets. A plan is
 * made anew for each decision from what the seat sees. Private to ai/routes.
 */
#ifndef ANDEN_PLAN_H
#define ANDEN_PLAN_H

#include "../../engine/game.h"

/* What a seat knows that bears on its plans. Prices are in tenths of a turn. */
struct outlook {
    const struct match *m;
    const struct routes_board *b;
    const struct routes_state *s;
    const struct routes_seat *me;
    uint16_t price[ROUTES_MAX]; /* of getting a route; 0 = owned; PRICE_NEVER = not to be had */
    uint32_t turns_left;        /* an estimate of my turns until the end of the game */
    uint32_t turn_worth;        /* what a turn is worth, in tenths of a point */
};

enum { PRICE_NEVER = 0xFFFF };

/* Routes to claim, what they cost, and which tickets they and the routes owned complete. */
struct plan {
    uint64_t routes[PLANES_MAX];
    uint64_t tickets; /* completed by the plan */
    uint64_t lost;    /* cannot be completed, or are not worth it */
    uint32_t price;   /* in tenths of a turn */
    uint32_t points;  /* of the routes */
    uint32_t pieces[PIECE_KINDS];
};

void outlook_of(const struct match *m, const struct view *v, struct outlook *o);

/* The cheapest network found that joins the tickets' cities, as many as pieces allow. */
void plan_for(const struct outlook *o, uint64_t tickets, struct plan *best);

/* What a set of tickets is worth with the plan that serves it: points of tickets and routes, less
 * the turns it takes. In tenths of a point. */
int32_t plan_value(const struct outlook *o, uint64_t tickets, const struct plan *p);

#endif
