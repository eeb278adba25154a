/*
 * Questions about a position that people and bots ask and that need a rule to answer. They can be
 * asked of a state or of what a view shows of it.
 */
#ifndef ANDEN_ROUTES_QUERIES_H
#define ANDEN_ROUTES_QUERIES_H

#include "../game.h"

/* The seat that owns a route, or NOBODY. */
uint32_t routes_owner(const struct match *m, const struct routes_state *s, uint32_t route);

/* Is an event legal for the seat that acts? */
bool routes_allows(const struct match *m, const struct routes_state *s, event_t e);

enum ticket_state {
    TICKET_DONE,     /* joined by own routes */
    TICKET_POSSIBLE, /* can be joined by own routes and routes still to be had */
    TICKET_CUT_OFF,  /* cannot, but for a station */
};

enum ticket_state routes_ticket_state(const struct match *m, const struct routes_state *s,
                                      uint32_t seat, uint32_t ticket);

/* Could one station, built or still to be built, join a ticket that is cut off (E15)? A route of
 * somebody else would have to lead from what the seat has or can have at one end to the other. */
bool routes_station_saves(const struct match *m, const struct routes_state *s, uint32_t seat,
                          uint32_t ticket);

/* E7, E9: does a card turned up for the tunnel that is being tried ask for one more? */
bool routes_tunnel_asks(const struct routes_state *s, uint32_t card);

/* The tickets a seat has completed, with what its stations borrow. */
uint64_t routes_completed(const struct match *m, const struct routes_state *s, uint32_t seat);

/* Labels the cities so that two have the same label when routes of the set join them. */
void routes_labels(const struct routes_board *b, const uint64_t owned[PLANES_MAX],
                   uint8_t label[CITIES_MAX]);

/* A longest path of a seat that owns these routes (E18): the routes of it. Takes as many searches
 * as there are routes: for the end of a game, not for play. */
void longest_trail_routes(const struct routes_board *b, const uint64_t owned[PLANES_MAX],
                          uint64_t trail[PLANES_MAX]);

#endif
