/*
 * The list of players, and which games each of them plays.
 */
#include "player.h"

#include "bot.h"
#include "metro/metro_players.h"
#include "routes/routes_players.h"

enum {
    ROUTES = 1 << FAMILY_ROUTES,
    METRO = 1 << FAMILY_METRO,
    ANY = ROUTES | METRO | 1 << FAMILY_NULL,
};

static event_t random_choose(const struct bot *bot, const struct match *m, const struct view *v,
                             struct budget *budget)
{
    uint32_t n = m->rules->count(m, &v->seen);
    (void)bot;
    return m->rules->pick(m, &v->seen, budget->dice.roll(budget->dice.context, n));
}

enum { SLIPS, BLOCK }; /* settings; the first is that of players that also play for beginners */

#define SLIPS_SETTING                                                                          \
    {                                                                                          \
        "slips", "in so many of 100 moves it doesn't look closely", 0, 100, 0, NULL            \
    }

static const struct setting slips[] = {[SLIPS] = SLIPS_SETTING, {0}};

static const struct setting planner_settings[] = {
    [SLIPS] = SLIPS_SETTING,
    [BLOCK] = {"block", "1: with two seats it claims what the other needs", 0, 1, 1, NULL},
    {0},
};

/* A move of a route game made without looking closely: a card is drawn blind. Tickets are chosen
 * with care, and tunnels are paid. 0: it looks. */
static event_t slip(const struct bot *bot, const struct view *v, const struct dice *dice)
{
    const struct routes_state *s = &v->seen.routes;
    bool may = (s->phase == PHASE_TURN || s->phase == PHASE_SECOND) && s->deck_size > 0;
    return may && bot->value[SLIPS] > 0 && dice->roll(dice->context, 100) < bot->value[SLIPS]
               ? event_make(EVENT_DRAW, SLOT_DECK)
               : 0;
}

static event_t greedy_choose(const struct bot *bot, const struct match *m, const struct view *v,
                             struct budget *budget)
{
    const struct dice *dice = &budget->dice;
    if (m->board->family == FAMILY_METRO)
        return metro_greedy(m, v, dice, bot->value[SLIPS]);
    event_t e = slip(bot, v, dice);
    return e ? e : routes_greedy(m, v, dice);
}

static uint32_t greedy_rank(const struct bot *bot, const struct match *m, const struct view *v,
                            struct budget *budget, struct candidate *out, uint32_t cap)
{
    if (m->board->family == FAMILY_METRO && bot->value[SLIPS] == 0)
        return metro_greedy_rank(m, v, &budget->dice, out, cap);
    out[0] =
        (struct candidate){.event = greedy_choose(bot, m, v, budget), .chance = CHANCE_UNKNOWN};
    return 1;
}

static event_t planner_choose(const struct bot *bot, const struct match *m,
                              const struct view *v, struct budget *budget)
{
    event_t e = slip(bot, v, &budget->dice);
    return e ? e : routes_planner(m, v, bot->value[BLOCK]);
}

const struct player player_random = {
    .name = "random",
    .summary = "plays any legal move, all equally likely",
    .families = ANY,
    .choose = random_choose,
};

static const struct player player_greedy = {
    .name = "greedy",
    .summary = "takes what promises most points now",
    .families = ROUTES | METRO,
    .settings = slips,
    .choose = greedy_choose,
    .rank = greedy_rank,
};

static const struct player player_planner = {
    .name = "planner",
    .summary = "plans a network for its tickets (route games)",
    .families = ROUTES,
    .settings = planner_settings,
    .choose = planner_choose,
};

/* Each level beats the one before it in two of three games and more: bench/strength.md. */
static const char *const easy[] = {
    [FAMILY_ROUTES] = "planner:slips=77,block=0",
    [FAMILY_METRO] = "greedy:slips=40",
};
static const char *const medium[] = {
    [FAMILY_ROUTES] = "planner:slips=65",
    [FAMILY_METRO] = "greedy:slips=10",
};
static const char *const hard[] = {
    [FAMILY_ROUTES] = "planner",
    [FAMILY_METRO] = "greedy",
};
static const char *const expert[] = {
    [FAMILY_ROUTES] = "mcts:time=1s",
    [FAMILY_METRO] = "flat:iterations=200,time=1s",
};

#define LEVEL(words, how)                                                                      \
    {                                                                                          \
        .name = #words, .summary = (how), .families = ROUTES | METRO, .level = (words),        \
        .timed = true                                                                          \
    }

static const struct player player_easy = LEVEL(easy, "for children and first games");
static const struct player player_medium = LEVEL(medium, "for those who know the rules");
static const struct player player_hard = LEVEL(hard, "for good players");
static const struct player player_expert =
    LEVEL(expert, "the strongest: thinks up to a second");

const struct player *const players[] = {
    &player_random, &player_greedy, &player_planner, &player_mcts,   &player_flat,
    &player_easy,   &player_medium, &player_hard,    &player_expert, NULL,
};

_Static_assert(sizeof players / sizeof players[0] <= PLAYERS_MAX + 1, "PLAYERS_MAX");

const struct player *player_find(const char *name, size_t n)
{
    for (size_t i = 0; players[i]; i++)
        if (text_is(name, n, players[i]->name))
            return players[i];
    return NULL;
}

bool player_plays(const struct player *p, const struct match *m)
{
    return bits_have(p->families, m->board->family);
}

const struct player *player_best(const struct match *m)
{
    const struct player *best = players[0];
    for (size_t i = 0; players[i]; i++)
        if (player_plays(players[i], m))
            best = players[i];
    return best;
}
