/*
 * Bots: what a spec stands for, and how a bot is asked for its choice. Reading and writing
 * specs is in spec.c.
 */
#include "bot.h"

#include "../engine/fnv.h"
#include "chance.h"
#include "families.h"

struct bot bot_of(const struct player *player)
{
    struct bot bot = {.player = player};

    for (uint32_t i = 0; player->settings && player->settings[i].name; i++)
        bot.value[i] = player->settings[i].preset;
    return bot;
}

struct bot bot_for(const struct bot *bot, const struct match *m)
{
    struct bot real = *bot;
    struct complaint why;

    if (!bot->player->level)
        return real;
    const char *spec = players_of(m->board)->level[bot->player->level].spec;
    if (!bot_parse(spec, text_length(spec), &real, &why))
        real = bot_of(&player_random); /* a test reads every level */
    if (bot->milliseconds)
        real.milliseconds = bot->milliseconds;
    real.seeded = bot->seeded;
    real.seed = bot->seed;
    real.tuning = bot->tuning;
    real.level = bot->player->level;
    real.manner = bot->player->manner;
    return real;
}

void bot_tuning(const struct bot *bot, const struct match *m, struct tuning *tuning)
{
    const struct family_players *family = players_of(m->board);

    if (bot->tuning)
        *tuning = *bot->tuning;
    else
        tuning_of_match(m, tuning);
    tuning_habits(family->constants, &family->level[bot->level].habits, tuning);
    if (family->manner)
        tuning_habits(family->constants, &family->manner[bot->manner], tuning);
}

/* A decision being made: the budget with the dice that the spec asks for. */
struct decision {
    struct bot bot;
    struct budget budget;
    struct chance chance;
};

static void decide(struct decision *d, const struct bot *bot, const struct match *m,
                   const struct view *v, const struct budget *budget)
{
    d->bot = bot_for(bot, m);
    d->budget = *budget;
    if (d->bot.seeded) {
        struct chance mixed = {d->bot.seed};

        d->chance = (struct chance){chance_next(&mixed) ^ fnv_bytes(FNV_START, v, sizeof *v)};
        d->budget.dice = chance_dice(&d->chance);
    }
}

event_t bot_choose(const struct bot *bot, const struct match *m, const struct view *v,
                   const struct budget *budget)
{
    struct candidate best;
    struct decision d;

    decide(&d, bot, m, v, budget);
    d.bot.player->rank(&d.bot, m, v, &d.budget, &best, 1);
    return best.event;
}

static void give_reasons(const struct match *m, const struct view *v, struct candidate *out,
                         uint32_t n)
{
    const struct family_players *family = players_of(m->board);

    for (uint32_t i = 0; family->reason && i < n; i++)
        out[i].reason = family->reason(m, v, out[i].event);
}

uint32_t bot_rank(const struct bot *bot, const struct match *m, const struct view *v,
                  const struct budget *budget, struct candidate *out, uint32_t cap)
{
    struct decision d;

    decide(&d, bot, m, v, budget);
    uint32_t n = d.bot.player->rank(&d.bot, m, v, &d.budget, out, cap);
    give_reasons(m, v, out, n);
    return n;
}

bool bot_weigh(const struct bot *bot, const struct match *m, const struct view *v,
               const struct budget *budget, const event_t *events, uint32_t n,
               struct candidate *out)
{
    struct decision d;

    decide(&d, bot, m, v, budget);
    if (!d.bot.player->weigh)
        return false;
    d.bot.player->weigh(&d.bot, m, v, &d.budget, events, n, out);
    give_reasons(m, v, out, n);
    return true;
}
