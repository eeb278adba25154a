/*
 * The seeded dealer: a small generator of random numbers, and NATURE's events chosen with it. The
 * same seed gives the same game on every machine as long as the players choose the same. Not for
 * games where somebody must not guess the next card from the cards seen.
 */
#ifndef ANDEN_DEALER_H
#define ANDEN_DEALER_H

#include "../engine/game.h"

/* xoshiro256**: 256 bits of state, passes the known batteries of tests. */
struct rng {
    uint64_t s[4];
};

/* One seed has many streams that have nothing to do with each other: 0 for the dealer, others for
 * the players. */
void rng_seed(struct rng *r, uint64_t seed, uint64_t stream);
uint64_t rng_next(struct rng *r);

/* A number below n (at least 1), each equally likely. */
uint32_t rng_below(struct rng *r, uint32_t n);

/* The generator lent as dice. */
struct dice rng_dice(struct rng *r);

/* What chance does in a state that waits for NATURE. */
event_t dealer_choose(const struct match *m, const struct state *s, struct rng *r);

#endif
