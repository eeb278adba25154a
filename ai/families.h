/*
 * What ai/ needs to know of a family of rules: who plays it, what the levels stand for, and why its
 * events are good. One constant for each family, in the family's folder (routes/, metro/, null/);
 * only families.c asks which family a board belongs to. Private to ai/.
 */
#ifndef ANDEN_AI_FAMILIES_H
#define ANDEN_AI_FAMILIES_H

#include "player.h"
#include "tuning.h"

/* What a level stands for. */
struct level {
    const char *spec;
    struct habits habits; /* of the constants */
};

/* All may be null except the levels: random plays every family. */
struct family_players {
    /* The players that play only this family, ends with null. families.c lists them too, among
     * all players. */
    const struct player *const *own;

    /* How greedy plays this family: rank() of struct player. */
    uint32_t (*greedy)(const struct bot *bot, const struct match *m, const struct view *v,
                       struct budget *budget, struct candidate *out, uint32_t cap);

    const struct level *level;   /* by its number */
    const struct habits *manner; /* by its number, in addition to those of the level */

    const struct constant *constants; /* that its players judge by: tuning.h */

    /* Why a legal event of the seat whose view it is may be good. */
    struct reason (*reason)(const struct match *m, const struct view *v, event_t e);
};

EACH_FAMILY(FAMILY_CONSTANT, players)

const struct family_players *players_of(const struct board *board);

/* The first setting of players that also play as easy levels. */
enum { SLIPS };
#define SLIPS_SETTING                                                                          \
    {                                                                                          \
        "slips", "in so many of 100 moves it doesn't look closely", 0, 100, 0, NULL            \
    }

#endif
