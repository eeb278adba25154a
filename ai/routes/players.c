/*
 * The players of the route games: see families.h.
 */
#include "../../engine/routes/queries.h"
#include "../bot.h"
#include "../families.h"
#include "constants.h"
#include "routes_players.h"

enum { BLOCK = SLIPS + 1 };

static const struct setting planner_settings[] = {
    [SLIPS] = SLIPS_SETTING,
    [BLOCK] = {"block", "1: with two seats it claims what the other needs", 0, 1, 1, NULL},
    {0},
};

/* A move made without looking closely: a card from the deck. Tickets are always chosen with
 * care, and tunnels paid. 0: it does look. */
static event_t slip(const struct bot *bot, const struct match *m, const struct view *v,
                    const struct dice *dice)
{
    event_t blind = event_make(EVENT_DRAW, SLOT_DECK);
    bool slips = bot->value[SLIPS] > 0 && routes_allows(m, &v->seen.routes, blind) &&
                 dice->roll(dice->context, 100) < bot->value[SLIPS];

    return slips ? blind : 0;
}

static event_t greedy(const struct bot *bot, const struct match *m, const struct view *v,
                      struct budget *budget)
{
    event_t e = slip(bot, m, v, &budget->dice);

    return e ? e : routes_greedy(m, v, &budget->dice);
}

static event_t planner_choose(const struct bot *bot, const struct match *m,
                              const struct view *v, struct budget *budget)
{
    event_t e = slip(bot, m, v, &budget->dice);
    struct tuning tuning;

    if (e)
        return e;
    bot_tuning(bot, m, &tuning);
    return routes_planner(m, v, &tuning, bot->value[BLOCK]);
}

const struct player player_planner = {
    .name = "planner",
    .summary = "plans a network for its tickets (route games)",
    .settings = planner_settings,
    .choose = planner_choose,
};

static const struct player *const own[] = {&player_planner, &player_mcts,
#ifdef ANDEN_OLD_PLAYERS
                                           &player_planner_1, &player_mcts_1,
#endif
                                           NULL};

/* Each level beats the one before it in two of three games and more: bench/strength.md. */
const struct family_players routes_players = {
    .own = own,
    .greedy = greedy,
    .level =
        {
            [LEVEL_EASY] = "planner:slips=70,block=0",
            [LEVEL_MEDIUM] = "planner:slips=48",
            [LEVEL_HARD] = "planner",
            [LEVEL_EXPERT] = "mcts:time=1s",
        },
    .reason = routes_reason,
    .constants = routes_constants,
};
