/*
 * Random numbers for players that have to make their own: a stream from a seed, which can be
 * lent as dice. Fast rather than strong: nothing secret depends on them.
 */
#ifndef ANDEN_CHANCE_H
#define ANDEN_CHANCE_H

#include "../engine/game.h"

/* Any seed will do, even 0. */
struct chance {
    uint64_t at;
};

static inline uint64_t chance_next(struct chance *c)
{
    return bits_mix(&c->at);
}

/* A number below n (at least 1), nearly evenly. */
static inline uint32_t chance_below(struct chance *c, uint32_t n)
{
    return (uint32_t)((chance_next(c) >> 32) * n >> 32);
}

static inline uint32_t chance_roll(void *context, uint32_t n)
{
    return chance_below(context, n);
}

static inline struct dice chance_dice(struct chance *c)
{
    return (struct dice){chance_roll, c};
}

/* A separate stream, with a seed from the caller's dice. */
static inline struct chance chance_from(const struct dice *dice)
{
    uint64_t high = dice->roll(dice->context, UINT32_MAX);

    return (struct chance){high << 32 | dice->roll(dice->context, UINT32_MAX)};
}

#endif
