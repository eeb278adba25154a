/*
 * The players that every family shares: random, greedy and the levels; and finding players.
 * families.c lists all players and says how each family is played.
 */
#include "player.h"

#include "bot.h"
#include "families.h"

static uint32_t random_rank(const struct bot *bot, const struct match *m, const struct view *v,
                            struct budget *budget, struct candidate *out, uint32_t cap)
{
    uint32_t n = m->rules->count(m, &v->seen);

    (void)bot;
    (void)cap;
    return candidate_only(
        out, m->rules->pick(m, &v->seen, budget->dice.roll(budget->dice.context, n)));
}

const struct player player_random = {
    .name = "random",
    .summary = "plays any legal move, all equally likely",
    .rank = random_rank,
};

static const struct setting greedy_settings[] = {[SLIPS] = SLIPS_SETTING, {0}};

static uint32_t greedy_rank(const struct bot *bot, const struct match *m, const struct view *v,
                            struct budget *budget, struct candidate *out, uint32_t cap)
{
    return players_of(m->board)->greedy(bot, m, v, budget, out, cap);
}

const struct player player_greedy = {
    .name = "greedy",
    .summary = "takes what promises most points now",
    .settings = greedy_settings,
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

const char *const manner_names[MANNERS + 1] = {
    [MANNER_PLAIN] = "plain",   [MANNER_HURRIES] = "hurries", [MANNER_HOARDS] = "hoards",
    [MANNER_BLOCKS] = "blocks", [MANNER_TICKETS] = "tickets",
};

#define SOMEBODY(words, number, how, habits)                                                   \
    &(const struct player)                                                                     \
    {                                                                                          \
        .name = (words), .summary = (how), .level = (number), .manner = (habits),              \
        .timed = true                                                                          \
    }

const struct player *const cast[] = {
    SOMEBODY("tilde", LEVEL_EASY, "easy: likes tickets", MANNER_TICKETS),
    SOMEBODY("pim", LEVEL_EASY, "easy: hurries", MANNER_HURRIES),
    SOMEBODY("otto", LEVEL_MEDIUM, "medium: hoards cards", MANNER_HOARDS),
    SOMEBODY("greta", LEVEL_MEDIUM, "medium: blocks others", MANNER_BLOCKS),
    SOMEBODY("carmen", LEVEL_HARD, "hard: blocks others", MANNER_BLOCKS),
    SOMEBODY("viktor", LEVEL_EXPERT, "expert: hoards cards", MANNER_HOARDS),
    NULL,
};

const char *level_name(uint32_t level)
{
    uint32_t i = 0;

    while (players[i]->level != level)
        i++;
    return players[i]->name;
}

static const struct player *find(const struct player *const *list, const char *name, size_t n)
{
    for (; *list; list++)
        if (text_is(name, n, (*list)->name) ||
            ((*list)->alias && text_is(name, n, (*list)->alias)))
            return *list;
    return NULL;
}

const struct player *player_find(const char *name, size_t n)
{
    const struct player *p = find(players, name, n);

    return p ? p : find(cast, name, n);
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
