/*
 * The players that every family shares: random, greedy and the levels; and finding players. Which
 * players there are, and how a family is played, is in families.c.
 */
#include "player.h"

#include "bot.h"
#include "families.h"

static event_t random_choose(const struct bot *bot, const struct match *m, const struct view *v,
                             struct budget *budget)
{
    uint32_t n = m->rules->count(m, &v->seen);

    (void)bot;
    return m->rules->pick(m, &v->seen, budget->dice.roll(budget->dice.context, n));
}

const struct player player_random = {
    .name = "random",
    .summary = "plays any legal move, all equally likely",
    .choose = random_choose,
};

static const struct setting greedy_settings[] = {[SLIPS] = SLIPS_SETTING, {0}};

static event_t greedy_choose(const struct bot *bot, const struct match *m, const struct view *v,
                             struct budget *budget)
{
    return players_of(m->board)->greedy(bot, m, v, budget);
}

static uint32_t greedy_rank(const struct bot *bot, const struct match *m, const struct view *v,
                            struct budget *budget, struct candidate *out, uint32_t cap)
{
    const struct family_players *family = players_of(m->board);

    if (family->greedy_rank)
        return family->greedy_rank(bot, m, v, budget, out, cap);
    out[0] =
        (struct candidate){.event = greedy_choose(bot, m, v, budget), .chance = CHANCE_UNKNOWN};
    return 1;
}

const struct player player_greedy = {
    .name = "greedy",
    .summary = "takes what promises most points now",
    .settings = greedy_settings,
    .choose = greedy_choose,
    .rank = greedy_rank,
};

#define LEVEL(number, words, how)                                                              \
    {                                                                                          \
        .name = (words), .summary = (how), .level = (number), .timed = true                    \
    }

const struct player player_easy = LEVEL(LEVEL_EASY, "easy", "for children and first games");
const struct player player_medium =
    LEVEL(LEVEL_MEDIUM, "medium", "for those who know the rules");
const struct player player_hard = LEVEL(LEVEL_HARD, "hard", "for good players");
const struct player player_expert =
    LEVEL(LEVEL_EXPERT, "expert", "the strongest: thinks up to a second");

const struct player *player_find(const char *name, size_t n)
{
    for (size_t i = 0; players[i]; i++)
        if (text_is(name, n, players[i]->name))
            return players[i];
    for (size_t i = 0; players_old[i]; i++)
        if (text_is(name, n, players_old[i]->name))
            return players_old[i];
    return NULL;
}

bool player_plays(const struct player *p, const struct match *m)
{
    const struct family_players *family = players_of(m->board);

    if (p == &player_random || p->level)
        return true;
    if (p == &player_greedy)
        return family->greedy != NULL;
    for (uint32_t i = 0; family->own && family->own[i]; i++)
        if (family->own[i] == p)
            return true;
    return false;
}

const struct player *player_best(const struct match *m)
{
    const struct player *best = players[0];

    for (size_t i = 0; players[i]; i++)
        if (player_plays(players[i], m))
            best = players[i];
    return best;
}
