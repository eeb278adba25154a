/*
 * Bit sets in 64-bit words, and small counters packed a byte each into one word ("packs"): the
 * two data structures that the rules are built on. There are no rules here.
 */
#ifndef ANDEN_BITS_H
#define ANDEN_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t bits_count(uint64_t x)
{
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)
    return (uint32_t)__builtin_popcountll(x);
#else
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (uint32_t)(x * 0x0101010101010101u >> 56);
#endif
}

/* The number of the lowest bit that is set; x must not be 0. */
static inline uint32_t bits_first(uint64_t x)
{
    return (uint32_t)__builtin_ctzll(x);
}

static inline uint64_t bit(uint32_t n)
{
    return (uint64_t)1 << n;
}

static inline bool bits_have(uint64_t x, uint32_t n)
{
    return (x >> n & 1) != 0;
}

/* The next number of splitmix64: 64 bits of state, where many small generators are needed. Any
 * state will do, even 0. */
static inline uint64_t bits_mix(uint64_t *state)
{
    uint64_t x = *state += 0x9E3779B97F4A7C15u;

    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/*
 * Packs: eight counters of a byte each, number c in bits 8c..8c+7. Every counter, and the sum of
 * all, stays at most 127 (COLOURED_CARDS_MAX), so the top bit of each byte is free for comparing.
 */
#define PACK_ONES 0x0101010101010101u
#define PACK_TOPS 0x8080808080808080u

static inline uint64_t pack_one(uint32_t c)
{
    return (uint64_t)1 << 8 * c;
}

static inline uint64_t pack_some(uint32_t c, uint32_t n)
{
    return (uint64_t)n << 8 * c;
}

static inline uint32_t pack_get(uint64_t p, uint32_t c)
{
    return (uint32_t)(p >> 8 * c) & 0xFF;
}

static inline uint32_t pack_sum(uint64_t p)
{
    return (uint32_t)(p * PACK_ONES >> 56);
}

/* A byte of ones for each top bit of a byte that is set; the other bits must be zero. */
static inline uint64_t pack_spread(uint64_t tops)
{
    return (tops << 1) - (tops >> 7);
}

/* The top bit of each counter that is at least n (1..127). */
static inline uint64_t pack_tops_at_least(uint64_t p, uint32_t n)
{
    return ((p | PACK_TOPS) - n * PACK_ONES) & PACK_TOPS;
}

/* A byte of ones for each counter that is at least n (1..127), zero for the others. */
static inline uint64_t pack_at_least(uint64_t p, uint32_t n)
{
    return pack_spread(pack_tops_at_least(p, n));
}

/* How many counters are at least n (1..127). */
static inline uint32_t pack_count_at_least(uint64_t p, uint32_t n)
{
    return bits_count(pack_tops_at_least(p, n));
}

/* If the counters are laid end to end, the counter in which number k (from 0) falls. `upto` has
 * their sums: byte c is the sum of the counters 0..c. */
static inline uint32_t pack_find_sums(uint64_t upto, uint32_t k)
{
    return bits_count(~((upto | PACK_TOPS) - (k + 1) * PACK_ONES) & PACK_TOPS);
}

static inline uint32_t pack_find(uint64_t p, uint32_t k)
{
    return pack_find_sums(p * PACK_ONES, k);
}

/* The number of the k-th bit that is set, counting from 0; x must have more than k bits.
 * It has no branches, since they could not be predicted: it finds the byte, then the bit of
 * that byte. */
static inline uint32_t bits_select(uint64_t x, uint32_t k)
{
    uint64_t counts = x - (x >> 1 & 0x5555555555555555u);

    counts = (counts & 0x3333333333333333u) + (counts >> 2 & 0x3333333333333333u);
    counts = (counts + (counts >> 4)) & 0x0F0F0F0F0F0F0F0Fu; /* of each byte */
    uint64_t upto = counts * PACK_ONES;
    uint32_t at = 8 * pack_find_sums(upto, k);
    k -= (uint32_t)(upto << 8 >> at) & 0xFF;
    uint64_t bits =
        (x >> at & 0xFF) * PACK_ONES & 0x8040201008040201u; /* a byte for each bit */
    return at + pack_find((bits + 0x7F * PACK_ONES) >> 7 & PACK_ONES, k);
}

/* Counter by counter, the smaller of the two. */
static inline uint64_t pack_min(uint64_t p, uint64_t q)
{
    uint64_t p_wins = (((q | PACK_TOPS) - p) & PACK_TOPS) / 0x80 * 0xFF; /* q >= p */

    return (p & p_wins) | (q & ~p_wins);
}

#endif
