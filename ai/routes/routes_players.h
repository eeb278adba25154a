/*
 * The players of the route games: see greedy.c and planner.c.
 */
#ifndef ANDEN_ROUTES_PLAYERS_H
#define ANDEN_ROUTES_PLAYERS_H

#include "../../engine/game.h"

event_t routes_greedy(const struct match *m, const struct view *v, const struct dice *dice);
event_t routes_planner(const struct match *m, const struct view *v, const struct dice *dice);

#endif
