/*
 * Drawing legal actions from masks: see env.h.
 */
#include "family.h"

enum { BLOCK = 64, BLOCKS = (ENV_ACTIONS_MAX + BLOCK - 1) / BLOCK };

/* Bytes that are worked on at once. */
typedef uint8_t sixteen __attribute__((vector_size(16)));

static inline sixteen sixteen_at(const uint8_t *mask)
{
    sixteen v;

    __builtin_memcpy(&v, mask, sizeof v);
    return v;
}

/* How many of 64 bytes are set. The sums stay below 9 a byte. */
static inline uint32_t count_block(const uint8_t *mask)
{
    sixteen sum = sixteen_at(mask) + sixteen_at(mask + 16) + sixteen_at(mask + 32) +
                  sixteen_at(mask + 48);
    uint64_t half[2];

    __builtin_memcpy(half, &sum, sizeof half);
    return pack_sum(half[0] + half[1]);
}

static uint32_t count_bytes(const uint8_t *mask, uint32_t from, uint32_t to)
{
    uint32_t n = 0;

    for (uint32_t i = from; i < to; i++)
        n += mask[i] != 0;
    return n;
}

/* The place of member k of the bytes from i on. Bytes that are neither 0 nor 1 are counted wrongly,
 * but nothing is read outside the mask. */
static uint32_t find_from(const uint8_t *mask, uint32_t i, uint32_t actions, uint32_t k)
{
    for (; i < actions; i++)
        if (mask[i] && k-- == 0)
            return i;
    return ENV_NONE;
}

/* Member number_below(number, all) of a mask; ENV_NONE if it is empty. */
static uint32_t draw(const uint8_t *mask, uint32_t actions, uint32_t number)
{
    uint8_t count[BLOCKS];
    uint32_t whole = actions / BLOCK, all = 0, k;

    for (uint32_t b = 0; b < whole; b++) {
        uint32_t n = count_block(mask + b * BLOCK);

        count[b] = (uint8_t)n;
        all += n;
    }
    all += count_bytes(mask, whole * BLOCK, actions);
    if (all == 0)
        return ENV_NONE;
    k = number_below(number, all);
    uint32_t b = 0;
    for (; b < whole && k >= count[b]; b++)
        k -= count[b];
    return find_from(mask, b * BLOCK, actions, k);
}

void env_sample(const struct env *env, const uint8_t *masks, size_t n, uint64_t *random,
                uint32_t *actions)
{
    for (size_t i = 0; i < n; i++)
        actions[i] =
            draw(masks + i * env->actions, env->actions, (uint32_t)(rng_mix(&random[i]) >> 32));
}
