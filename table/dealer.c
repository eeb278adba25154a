/*
 * The dealers: see dealer.h. Generators: xoshiro256** and splitmix64 by David Blackman and
 * Sebastiano Vigna, in the public domain.
 */
#include "dealer.h"

#include "crypto.h"

static uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

void rng_seed(struct rng *r, uint64_t seed, uint64_t stream)
{
    uint64_t x = seed;

    /* The seed is mixed before the stream is added, so that neighbours of both stay apart. */
    x = bits_mix(&x) ^ stream * 0xD1342543DE82EF95u;
    for (int i = 0; i < 4; i++)
        r->s[i] = bits_mix(&x);
}

uint64_t rng_next(struct rng *r)
{
    uint64_t *s = r->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Lemire's method: the high half of a product, with the few products that would favour some
 * numbers drawn again. */
uint32_t rng_below(struct rng *r, uint32_t n)
{
    uint64_t product = (rng_next(r) >> 32) * n;

    if ((uint32_t)product < n) {
        uint32_t unfair = (0 - n) % n;

        while ((uint32_t)product < unfair)
            product = (rng_next(r) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

static uint32_t roll(void *context, uint32_t n)
{
    return rng_below(context, n);
}

struct dice rng_dice(struct rng *r)
{
    return (struct dice){.roll = roll, .context = r};
}

event_t dealer_choose(const struct match *m, const struct state *s, struct rng *r)
{
    return m->rules->pick(m, s, rng_below(r, m->rules->count(m, s)));
}

event_t dealer_fair(const uint8_t seed[SEED_SIZE], uint64_t n, const struct match *m,
                    const struct state *s)
{
    uint32_t count = m->rules->count(m, s);
    uint32_t unfair = (0 - count) % count;
    uint8_t nonce[CHACHA_NONCE] = {0}, block[CHACHA_BLOCK];

    for (size_t i = 0; i < 8; i++)
        nonce[i] = (uint8_t)(n >> 8 * i);
    for (uint32_t counter = 0;; counter++) {
        chacha20_block(seed, counter, nonce, block);
        for (size_t i = 0; i < CHACHA_BLOCK; i += 4) {
            uint32_t word = block[i] | (uint32_t)block[i + 1] << 8 |
                            (uint32_t)block[i + 2] << 16 | (uint32_t)block[i + 3] << 24;
            uint64_t product = (uint64_t)word * count;

            if ((uint32_t)product >= unfair)
                return m->rules->pick(m, s, (uint32_t)(product >> 32));
        }
    }
}

void seed_hash(const uint8_t seed[SEED_SIZE], uint8_t hash[SEED_SIZE])
{
    sha256(seed, SEED_SIZE, hash);
}
