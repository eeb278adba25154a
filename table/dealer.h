/*
 * Two dealers, which choose NATURE's events. The seeded one is a small and fast generator of random
 * numbers: the same seed gives the same game on every machine as long as the players choose the
 * same. It is for simulation, players and games on one's own: the next card could be computed
 * from the cards seen. The fair one is for tables: nobody can guess it without the seed, and
 * with the seed anybody can check it.
 */
#ifndef ANDEN_DEALER_H
#define ANDEN_DEALER_H

#include "../engine/game.h"

/* xoshiro256**: 256 bits of state, passes the well-known test suites. */
struct rng {
    uint64_t s[4];
};

/* One seed has many independent streams: 0 for the dealer, others for the players. */
void rng_seed(struct rng *r, uint64_t seed, uint64_t stream);
uint64_t rng_next(struct rng *r);

/* A number below n (at least 1), each equally likely. */
uint32_t rng_below(struct rng *r, uint32_t n);

/* The generator lent as dice. */
struct dice rng_dice(struct rng *r);

/* Chooses an event of chance in a state that waits for NATURE. */
event_t dealer_choose(const struct match *m, const struct state *s, struct rng *r);

/*
 * The fair dealer: event number n (from 0) that chance adds to a table, in a state that waits for
 * NATURE. It depends on nothing but the seed, n and the state: block 0, 1, ... of ChaCha20 with the
 * seed as key and n as nonce (8 bytes, least significant first, then four zeros) is read as
 * 32-bit words, least significant byte first; the first word w for which the low half of the
 * product w * count is at least 2^32 mod count gives the number of the event, the high half.
 */
enum { SEED_SIZE = 32 };
event_t dealer_fair(const uint8_t seed[SEED_SIZE], uint64_t n, const struct match *m,
                    const struct state *s);

/* The SHA-256 of a seed: it can be shown before the seed itself. */
void seed_hash(const uint8_t seed[SEED_SIZE], uint8_t hash[SEED_SIZE]);

#endif
