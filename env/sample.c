/*
 * Drawing legal actions from masks: see env.h.
 */
#include "family.h"

/* Masks are counted block by block. A block is whole vectors, and small enough that its count
 * fits a byte. */
enum { WORD = 8, BLOCK = 240, BLOCKS = ENV_ACTIONS_MAX / BLOCK };

/* How many of n bytes are set, at most a block. The compiler makes vectors of it. */
static inline uint8_t count_set(const uint8_t *mask, uint32_t n)
{
    uint8_t sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum = (uint8_t)(sum + mask[i]);
    return sum;
}

/* The place of member k of n bytes. */
static inline uint32_t find(const uint8_t *mask, uint32_t n, uint32_t k)
{
    uint32_t i = 0;

    for (uint32_t here; i + WORD <= n; i += WORD, k -= here) {
        uint64_t word;

        __builtin_memcpy(&word, mask + i, WORD);
        here = pack_sum(word);
        if (k < here)
            return i + pack_find(word, k);
    }
    for (; i < n; i++)
        if (mask[i] && k-- == 0)
            return i;
    return ENV_NONE;
}

/* Member number_below(number, all) of a mask; ENV_NONE if it is empty. If bytes are neither 0 nor 1
 * it can be any number, but nothing is read outside the mask. */
static uint32_t draw(const uint8_t *mask, uint32_t actions, uint32_t number)
{
    uint8_t count[BLOCKS + 1];
    uint32_t whole = actions / BLOCK, all, b = 0, k;

    all = count_set(mask + whole * BLOCK, actions - whole * BLOCK);
    for (uint32_t i = 0; i < whole; i++)
        all += count[i] = count_set(mask + i * BLOCK, BLOCK);
    if (all == 0)
        return ENV_NONE;
    k = number_below(number, all);
    for (; b < whole && k >= count[b]; b++)
        k -= count[b];
    uint32_t at = find(mask + b * BLOCK, actions - b * BLOCK, k);
    return at == ENV_NONE ? at : b * BLOCK + at;
}

void env_sample(const struct env *env, const uint8_t *masks, size_t n, uint64_t *random,
                uint32_t *actions)
{
    for (size_t i = 0; i < n; i++)
        actions[i] = draw(masks + i * env->actions, env->actions,
                          (uint32_t)(bits_mix(&random[i]) >> 32));
}
