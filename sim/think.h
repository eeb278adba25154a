/*
 * What a bot needs to think, on a machine with a clock and memory: the budget for one decision
 * after another. Programs that play with bots have one of these for each thread.
 *
 *     struct think think = {0};
 *     const struct budget *budget = think_begin(&think, &bot, &match, rng_dice(&rng));
 *     if (budget)
 *         e = bot_choose(&bot, &match, &view, budget);
 *     think_end(&think);
 */
#ifndef ANDEN_SIM_THINK_H
#define ANDEN_SIM_THINK_H

#include "../ai/bot.h"

struct think {
    struct budget budget;
    uint64_t deadline; /* nanoseconds of the monotonic clock */
};

/* The budget of a decision that begins now; null if there is not enough memory. It is good until
 * the next call. */
const struct budget *think_begin(struct think *t, const struct bot *bot, const struct match *m,
                                 struct dice dice);

/* Gives the memory back. */
void think_end(struct think *t);

uint64_t think_nanoseconds(void);

#endif
