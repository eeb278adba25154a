/*
 * Made-up final positions: who owns which routes, where the stations stand, who has which tickets.
 * Legal as far as scoring can tell: nobody has more pieces on the board than there are, no double
 * route is used against C11, no city has two stations.
 */
#ifndef ANDEN_REFERENCE_POSITION_H
#define ANDEN_REFERENCE_POSITION_H

#include "reference.h"
#include "rng.h"

/* A game that is over before anybody has done anything. */
void position_empty(const struct match *m, struct ref *r);

/* May the seat own this route too? */
bool position_can_own(const struct match *m, const struct ref *r, int seat, int route);

/* Gives a route to a seat, or takes it away again. */
void position_own(const struct match *m, struct ref *r, int seat, int route);
void position_disown(const struct match *m, struct ref *r, int route);

/* Puts a station into a free city; false if there is one already or the seat has none left. */
bool position_station(const struct match *m, struct ref *r, int seat, int city);

/* A random position: scattered, grown from a city, or crowded into a region. */
void position_random(const struct match *m, struct rng *rng, struct ref *r);

/* The engine's state of the same position. */
void position_state(const struct match *m, const struct ref *r, struct state *s);

/* Prints the position in words. */
void position_print(const struct match *m, const struct ref *r);

#endif
