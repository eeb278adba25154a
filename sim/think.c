/*
 * Lending bots time and memory: see think.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "think.h"

#include <stdlib.h>
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
    size_t wanted = bot_memory(&real, m);

    if (wanted > t->budget.size) {
        free(t->budget.memory);
        t->budget.memory = malloc(wanted);
        t->budget.size = t->budget.memory ? wanted : 0;
        if (!t->budget.memory)
            return NULL;
    }
    t->budget.dice = dice;
    t->budget.enough = real.milliseconds ? enough : NULL;
    t->budget.context = t;
    if (real.milliseconds)
        t->deadline = think_nanoseconds() + (uint64_t)real.milliseconds * 1000000;
    return &t->budget;
}

void think_end(struct think *t)
{
    free(t->budget.memory);
    *t = (struct think){0};
}
