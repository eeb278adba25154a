/*
 * Rules that count how often they apply an event; the rules of the game do everything else.
 */
#ifndef ANDEN_TESTS_COUNTING_H
#define ANDEN_TESTS_COUNTING_H

#include "../../engine/game.h"

static struct rules counting;
static const struct rules *counted; /* the rules of the game */
static uint32_t applied;

static bool count_apply(const struct match *m, struct state *s, event_t e)
{
    applied++;
    return counted->apply(m, s, e);
}

/* Counts for this match from now on. */
static inline void count_applied(struct match *m)
{
    counted = m->rules;
    counting = *counted;
    counting.apply = count_apply;
    m->rules = &counting;
}

#endif
