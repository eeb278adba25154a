/*
 * What the constants of the Metro players mean: see constants.h. Tiles are not laid at random: the
 * others like to end a line, its owner likes to bring it into the centre. The odds come from
 * many games.
 */
#include "constants.h"

const struct constant metro_constants[] = {
    [OTHERS_COUNT] = {"others_count", 0, 300, 100, "what the points of others count, percent"},
    [END_ODDS] = {"end_odds", 8, 128, 45, "how likely a line leads to a station, of 32"},
    [CENTRE_ODDS] = {"centre_odds", 8, 128, 36, "... into the centre, of 32"},
    [MORE_COUNTS] = {"more_counts", 20, 200, 100,
                     "what points for crossings still to be made count, percent"},
    [METRO_CONSTANTS] = {0},
};
