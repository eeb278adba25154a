/*
 * Judges how a game stands without playing on. Only for games that are over and positions that
 * were dealt again, since it looks at what all seats have.
 */
#ifndef ANDEN_JUDGE_H
#define ANDEN_JUDGE_H

#include "../engine/game.h"

enum { JUDGE_CHANCE = 1000 }; /* the chance 1 */

struct judgement {
    uint16_t chance[SEATS_MAX]; /* to win, by seat; they add up to JUDGE_CHANCE */
    uint32_t games; /* the judgement is as good as so many games played on from here */
};

/* False if nobody can judge it: the family has no net, or the position is in the middle of
 * something. */
bool judge_position(const struct match *m, const struct state *s, struct judgement *j);

#endif
