/*
 * Drawing legal actions from masks: see env.h.
 */
#include "family.h"

/* Masks are counted block by block. A block is whole vectors, and small enough that its count
 * fits a byte. */
enum { WORD = 8, BLOCK = 240, BLOCKS = ENV_ACTIONS_MAX / BLOCK };

/* Bytes that are worked on at once. */
typedef uint8_t sixteen __attribute__((vector_size(16)));

/* How many bytes of a block are set. */
static inline uint32_t count_block(const uint8_t *mask)
{
    sixteen sum = {0}, more;
    uint64_t half[2];

    for (uint32_t i = 0; i < BLOCK; i += sizeof sum) {
        __builtin_memcpy(&more, mask + i, sizeof more);
        sum += more;
    }
    __builtin_memcpy(half, &sum, sizeof half);
    return pack_sum(half[0] + half[1]);
}

static inline uint64_t word_at(const uint8_t *mask)
{
    uint64_t word;

    __builtin_memcpy(&word, mask, WORD);
    return word;
}

/* The last bytes of a mask, fewer than a word; then zeros. */
static inline uint64_t last_word(const uint8_t *mask, uint32_t n)
{
    uint64_t word = 0;

    while (n)
        word = word << 8 | mask[--n];
    return word;
}

/* How many of n bytes are set, fewer than a block. */
static inline uint32_t count_rest(const uint8_t *mask, uint32_t n)
{
    uint64_t sum = last_word(mask + n / WORD * WORD, n % WORD);

    for (uint32_t i = 0; i < n / WORD; i++)
        sum += word_at(mask + i * WORD);
    return pack_sum(sum);
}

/* The place of member k of n bytes. */
static inline uint32_t find(const uint8_t *mask, uint32_t n, uint32_t k)
{
    enum { STRIDE = 4 * WORD };
    uint32_t i = 0, here;

    for (; i + STRIDE <= n; i += STRIDE, k -= here) {
        here = pack_sum(word_at(mask + i) + word_at(mask + i + WORD) +
                        word_at(mask + i + 2 * WORD) + word_at(mask + i + 3 * WORD));
        if (k < here)
            break;
    }
    for (; i < n; i += WORD, k -= here) {
        uint64_t word = i + WORD <= n ? word_at(mask + i) : last_word(mask + i, n - i);

        here = pack_sum(word);
        if (k < here)
            return i + pack_find(word, k);
    }
    return ENV_NONE;
}

/* Member number_below(number, all) of a mask; ENV_NONE if it is empty. If bytes are neither 0 nor 1
 * it can be any number, but nothing is read outside the mask. */
static uint32_t draw(const uint8_t *mask, uint32_t actions, uint32_t number)
{
    uint8_t count[BLOCKS + 1];
    uint32_t whole = actions / BLOCK, all = 0, b = 0, k;

    for (uint32_t i = 0; i < whole; i++)
        all += count[i] = (uint8_t)count_block(mask + i * BLOCK);
    all += count_rest(mask + whole * BLOCK, actions - whole * BLOCK);
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
