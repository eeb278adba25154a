/*
 * The players of the route games: see players.c, greedy.c, planner.c and search.c.
 */
#ifndef ANDEN_ROUTES_PLAYERS_H
#define ANDEN_ROUTES_PLAYERS_H

#include "../families.h"

event_t routes_greedy(const struct match *m, const struct view *v, const struct dice *dice);

/* `block`: with two seats it also claims routes that the other seat clearly needs. */
struct measures;
event_t routes_planner(const struct match *m, const struct view *v,
                       const struct measures *measures, bool block);

extern const struct level routes_levels[];
extern const struct habits routes_manners[];

extern const struct player player_planner, player_rollout;

/* Why a legal event of the seat whose view it is may be good. */
struct reason routes_reason(const struct match *m, const struct view *v, event_t e);

#endif
