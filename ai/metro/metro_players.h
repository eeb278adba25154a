/*
 * The players of the metro family. They choose from what a seat sees and from dice, and keep
 * nothing from one choice to the next: the same view and the same dice give the same event.
 */
#ifndef ANDEN_METRO_PLAYERS_H
#define ANDEN_METRO_PLAYERS_H

#include "../player.h"

/* The placement that changes the forecast of everybody's points most in favour of the seat; or
 * drawing another tile, where that promises more. */
event_t metro_greedy(const struct match *m, const struct view *v, const struct dice *dice);

/* Flat Monte Carlo: tries the best choices of greedy, each `iterations` times with the same deals
 * for all: hidden tiles dealt anew, a few turns played on, and the chance to win reckoned from the
 * forecast or, at the end, from the result. */
extern const struct player player_flat;

#endif
