/*
 * The table of families and the list of all players: see families.h and player.h.
 */
#include "families.h"

#include "metro/metro_players.h"
#include "routes/routes_players.h"

static const struct family_players *const families[FAMILIES] = {
    EACH_FAMILY(FAMILY_PLACE, players)};

const struct family_players *players_of(const struct board *board)
{
    return families[board->family];
}

const struct player *const players[] = {
    &player_random, &player_greedy, &player_planner, &player_rollout, &player_flat,
    &player_easy,   &player_medium, &player_hard,    &player_expert,  NULL,
};

_Static_assert(sizeof players / sizeof players[0] <= PLAYERS_MAX + 1, "PLAYERS_MAX");
