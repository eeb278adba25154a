/*
 * Ratings: see rating.h.
 */
#include "rating.h"

#include <math.h>

/* The score that one is expected to make against the other: 0..1. */
static double expected(int32_t mine, int32_t theirs)
{
    return 1 / (1 + pow(10, (theirs - mine) / 400.0));
}

/* How much a game between two people counts, from 0 to 1. */
static double share(const struct rated *people, uint32_t i, uint32_t k)
{
    uint32_t met = people[i].met[k] > people[k].met[i] ? people[i].met[k] : people[k].met[i];

    return ldexp(1, -(int)(met < 32 ? met : 32));
}

void rating_change(struct rated *people, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct rated *me = &people[i];
        double sum = 0, step = (me->games < 20 ? 1.5 : 1) * (double)RATING_STEP;

        for (uint32_t k = 0; k < n; k++) {
            const struct rated *other = &people[k];
            double scored = me->rank < other->rank ? 1 : me->rank == other->rank ? 0.5 : 0;

            if (k != i)
                sum += share(people, i, k) * (scored - expected(me->before, other->before));
        }
        people[i].after = me->before + (n > 1 ? (int32_t)lround(step * sum / (n - 1)) : 0);
    }
}
