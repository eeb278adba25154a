/*
 * The players of the metro family. They choose from what a seat sees and from dice, and keep
 * nothing from one choice to the next: the same view and the same dice give the same event.
 */
#ifndef ANDEN_METRO_PLAYERS_H
#define ANDEN_METRO_PLAYERS_H

#include "../player.h"

/* The placement that changes the forecast of everybody's points most in favour of the seat;
 * or drawing another tile, if that promises more. In `slips` of a hundred turns it does
 * not look closely and makes any of the better placements. */
uint32_t metro_greedy(const struct bot *bot, const struct match *m, const struct view *v,
                      struct budget *budget, struct candidate *out, uint32_t cap);

/* Flat Monte Carlo: tries the best choices of greedy many times with the same deals for all: hidden
 * tiles dealt at random, some turns played on, and the chance to win estimated on the way by the
 * forecast and, at the end, by the result. Choices that are clearly behind drop out. */
extern const struct player player_flat;

/* Why a legal event of the seat whose view it is may be good. */
struct reason metro_reason(const struct match *m, const struct view *v, event_t e);

#endif
