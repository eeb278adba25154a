/*
 * How a game stands, without playing on. Only for games that are over and positions that
 * were dealt again, since it looks at what all seats have.
 */
#ifndef ANDEN_ODDS_H
#define ANDEN_ODDS_H

#include "../engine/game.h"

enum { ODDS_ONE = 1000 }; /* the chance 1 */

struct odds {
    uint16_t chance[SEATS_MAX]; /* to win, by seat; they add up to ODDS_ONE */
    uint32_t games;             /* they are as good as so many games played on from here */
};

/* False if nobody can say: the family has no net, or the position is in the middle of
 * something. */
bool odds_of(const struct match *m, const struct state *s, struct odds *odds);

#endif
