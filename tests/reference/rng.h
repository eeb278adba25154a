/*
 * Random numbers for the comparisons: seeded, the same on every machine.
 */
#ifndef ANDEN_REFERENCE_RNG_H
#define ANDEN_REFERENCE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t at;
};

/* splitmix64 */
static inline uint64_t rng_next(struct rng *r)
{
    uint64_t z = r->at += 0x9E3779B97F4A7C15u;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* A number below n, which is not 0. */
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
    return (uint32_t)((rng_next(r) >> 32) * n >> 32);
}

#endif
