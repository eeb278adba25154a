/*
 * Lending bots time: see think.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "think.h"

#include <time.h>

uint64_t think_nanoseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static bool enough(void *context)
{
    const struct think *t = context;

    return think_nanoseconds() >= t->deadline;
}

const struct budget *think_begin(struct think *t, const struct bot *bot, const struct match *m,
                                 struct dice dice)
{
    struct bot real = bot_for(bot, m);

    t->budget = (struct budget){dice, real.milliseconds ? enough : NULL, t};
    if (real.milliseconds)
        t->deadline = think_nanoseconds() + (uint64_t)real.milliseconds * 1000000;
    return &t->budget;
}
