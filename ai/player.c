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

static event_t greedy_choose(const struct bot *bot, const struct match *m, const struct view *v,
                             struct budget *budget)
{
    (void)bot;
    return m->board->family == FAMILY_METRO ? metro_greedy(m, v, &budget->dice)
                                            : routes_greedy(m, v, &budget->dice);
}

static event_t planner_choose(const struct bot *bot, const struct match *m,
                              const struct view *v, struct budget *budget)
{
    (void)bot;
    return routes_planner(m, v, &budget->dice);
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
    .choose = greedy_choose,
};

static const struct player player_planner = {
    .name = "planner",
    .summary = "plans a network for its tickets (route games)",
    .families = ROUTES,
    .choose = planner_choose,
};

static const char *const easy[] = {[FAMILY_ROUTES] = "greedy", [FAMILY_METRO] = "greedy"};
static const char *const medium[] = {[FAMILY_ROUTES] = "greedy", [FAMILY_METRO] = "greedy"};
static const char *const hard[] = {[FAMILY_ROUTES] = "planner", [FAMILY_METRO] = "flat"};
static const char *const expert[] = {[FAMILY_ROUTES] = "planner", [FAMILY_METRO] = "flat"};

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
    &player_random, &player_greedy, &player_planner, &player_flat, &player_easy,
    &player_medium, &player_hard,   &player_expert,  NULL,
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
