/*
 * What a bot needs to think, on a machine with a clock: the budget of one decision after
 * another. Programs that play with bots have one of these for each thread.
 *
 *     struct think think;
 *     e = bot_choose(&bot, &match, &view, think_begin(&think, &bot, &match, rng_dice(&rng)));
 */
#ifndef ANDEN_SIM_THINK_H
#define ANDEN_SIM_THINK_H

#include "../ai/bot.h"

struct think {
    struct budget budget;
    uint64_t deadline; /* nanoseconds of the monotonic clock */
};

/* The budget of a decision that begins now. It is good until the next call. */
const struct budget *think_begin(struct think *t, const struct bot *bot, const struct match *m,
                                 struct dice dice);

uint64_t think_nanoseconds(void);

#endif
