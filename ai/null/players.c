/*
 * The players of the null game: only random plays it. A template for a new family.
 */
#include "../families.h"

static const struct level levels[] = {
    [LEVEL_EASY] = {.spec = "random"},
    [LEVEL_MEDIUM] = {.spec = "random"},
    [LEVEL_HARD] = {.spec = "random"},
    [LEVEL_EXPERT] = {.spec = "random"},
};

const struct family_players null_players = {.level = levels};
