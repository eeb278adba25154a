/*
 * The players of the route games: see families.h.
 */
#include "../../engine/routes/queries.h"
#include "../bot.h"
#include "../families.h"
#include "network.h"
#include "routes_players.h"

enum { BLOCK = SLIPS + 1 };

static const struct setting planner_settings[] = {
    [SLIPS] = {"slips", "about so many times in a game it doesn't look closely", 0, 100, 0,
               NULL},
    [BLOCK] = {"block", "1: with two seats it claims what the other needs", 0, 1, 1, NULL},
    {0},
};

/* A move made without looking closely: the most that there is to get now, whatever the plan says.
 * Tickets are always chosen with care, and tunnels paid. 0: it does look. */
static event_t slip(const struct bot *bot, const struct match *m, const struct view *v,
                    const struct measures *measures, const struct dice *dice)
{
    uint32_t phase = v->seen.routes.phase, slips = bot->value[SLIPS];

    if (slips == 0 || (phase != PHASE_TURN && phase != PHASE_SECOND) ||
        dice->roll(dice->context, measures->game_turns) >= slips)
        return 0;
    return routes_greedy(m, v, dice);
}

/* Always looks closely: it has no plan to forget. */
static uint32_t greedy(const struct bot *bot, const struct match *m, const struct view *v,
                       struct budget *budget, struct candidate *out, uint32_t cap)
{
    (void)bot;
    (void)cap;
    return candidate_only(out, routes_greedy(m, v, &budget->dice));
}

static uint32_t planner_rank(const struct bot *bot, const struct match *m, const struct view *v,
                             struct budget *budget, struct candidate *out, uint32_t cap)
{
    struct tuning tuning;
    struct measures measures;

    (void)cap;
    bot_tuning(bot, m, &tuning);
    measures_of(&m->board->routes, &tuning, &measures);
    event_t e = slip(bot, m, v, &measures, &budget->dice);
    return candidate_only(out, e ? e : routes_planner(m, v, &measures, bot->value[BLOCK]));
}

const struct player player_planner = {
    .name = "planner",
    .summary = "plans a network for its tickets (route games)",
    .settings = planner_settings,
    .rank = planner_rank,
};

static const struct player *const own[] = {&player_planner, &player_rollout, NULL};

const struct family_players routes_players = {
    .own = own,
    .greedy = greedy,
    .level = routes_levels,
    .manner = routes_manners,
    .reason = routes_reason,
    .constants = routes_constants,
};
