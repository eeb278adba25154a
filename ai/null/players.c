/*
 * The players of the null game: only random plays it. A template for a new family.
 */
#include "../families.h"

const struct family_players null_players = {
    .level =
        {
            [LEVEL_EASY] = "random",
            [LEVEL_MEDIUM] = "random",
            [LEVEL_HARD] = "random",
            [LEVEL_EXPERT] = "random",
        },
};
