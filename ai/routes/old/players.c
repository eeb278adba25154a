/*
 * The old planner as a player: see old_players.h.
 */
#include "../../bot.h"
#include "../../families.h"
#include "old_players.h"

enum { BLOCK };

static const struct setting planner_settings[] = {
    [BLOCK] = {"block", "1: with two seats it claims what the other needs", 0, 1, 1, NULL},
    {0},
};

static event_t choose(const struct bot *bot, const struct match *m, const struct view *v,
                      struct budget *budget)
{
    (void)budget;
    return routes_planner(m, v, bot->value[BLOCK]);
}

const struct player player_planner_1 = {
    .name = "planner@1",
    .summary = "the planner of before, to measure against",
    .settings = planner_settings,
    .choose = choose,
};
