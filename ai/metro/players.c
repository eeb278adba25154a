/*
 * The players of the metro family: see families.h.
 */
#include "../bot.h"
#include "../families.h"
#include "constants.h"
#include "metro_players.h"

static const struct player *const own[] = {&player_flat, NULL};

/* Each level beats the one before it in 65 to 85 of 100 games: bench/strength.md. */
static const struct level levels[] = {
    [LEVEL_EASY] = {.spec = "greedy:slips=20"},
    [LEVEL_MEDIUM] = {.spec = "greedy:slips=10"},
    [LEVEL_HARD] = {.spec = "greedy"},
    [LEVEL_EXPERT] = {.spec = "flat:iterations=1000,time=250ms"},
};

/* Who hurries ends lines early, who hoards waits for long ones; there are no tickets, but there is
 * the centre. */
static const struct habits manners[MANNERS + 1] = {
    [MANNER_HURRIES] = {1, {{MORE_COUNTS, 80, 0}}},
    [MANNER_HOARDS] = {1, {{MORE_COUNTS, 115, 0}}},
    [MANNER_BLOCKS] = {1, {{OTHERS_COUNT, 150, 0}}},
    [MANNER_TICKETS] = {1, {{CENTRE_ODDS, 150, 0}}},
};

const struct family_players metro_players = {
    .own = own,
    .greedy = metro_greedy,
    .level = levels,
    .manner = manners,
    .reason = metro_reason,
    .constants = metro_constants,
};
