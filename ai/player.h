/*
 * Players: anything of the program that chooses an event from a view. A player is never given a
 * state, only what its seat may know.
 */
#ifndef ANDEN_PLAYER_H
#define ANDEN_PLAYER_H

#include "../engine/game.h"

struct player {
    const char *name;
    const char *summary; /* one line: how it plays */
    uint32_t families;   /* what it plays: a set of enum board_family */

    /* Chooses a legal event for the seat whose view it is and whose turn it is. All chance a
     * player uses comes from the dice, so that a choice can be repeated. */
    event_t (*choose)(const struct match *m, const struct view *v, const struct dice *dice);
};

extern const struct player player_random;

/* All players, weakest first; ends with null. */
extern const struct player *const players[];

/* The player of that name, or null. */
const struct player *player_find(const char *name);

bool player_plays(const struct player *p, const struct match *m);

/* The strongest player of a match. */
const struct player *player_best(const struct match *m);

#endif
