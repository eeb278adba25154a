/*
 * The list of players, and which games each of them plays.
 */
#include "player.h"

#include "metro/metro_players.h"
#include "routes/routes_players.h"

enum {
    ROUTES = 1 << FAMILY_ROUTES,
    METRO = 1 << FAMILY_METRO,
    ANY = ROUTES | METRO | 1 << FAMILY_NULL,
    ROLLOUTS = 40, /* of each choice that flat looks at */
};

static event_t random_choose(const struct match *m, const struct view *v,
                             const struct dice *dice)
{
    uint32_t n = m->rules->count(m, &v->seen);
    return m->rules->pick(m, &v->seen, dice->roll(dice->context, n));
}

static event_t greedy_choose(const struct match *m, const struct view *v,
                             const struct dice *dice)
{
    return m->board->family == FAMILY_METRO ? metro_greedy(m, v, dice)
                                            : routes_greedy(m, v, dice);
}

static event_t flat_choose(const struct match *m, const struct view *v, const struct dice *dice)
{
    return metro_flat(m, v, dice, ROLLOUTS);
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
    .choose = routes_planner,
};

static const struct player player_flat = {
    .name = "flat",
    .summary = "tries its best moves many times over (Metro)",
    .families = METRO,
    .choose = flat_choose,
};

const struct player *const players[] = {
    &player_random, &player_greedy, &player_planner, &player_flat, NULL,
};

const struct player *player_find(const char *name)
{
    for (size_t i = 0; players[i]; i++)
        if (text_equal(players[i]->name, name))
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
