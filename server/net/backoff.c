/*
 * Pauses for those who guess: see backoff.h. One table of fixed size, in sets of eight chosen by
 * the key, which is a hash already.
 */
#include "backoff.h"

#include <stdlib.h>

enum {
    SETS = 2048,
    WAYS = 8,
    FIRST_MS = 30 * 1000,             /* the first pause */
    LONGEST_MS = 15 * 60 * 1000,      /* so that is 96 guesses a day at most */
    REMEMBERED_MS = 24 * 3600 * 1000, /* after the last wrong try */
    DOUBLINGS = 5                     /* more make no pause longer */
};

struct guesser {
    uint64_t key; /* 0: free */
    uint64_t last, until;
    uint32_t wrong;
};

struct backoff {
    struct guesser guesser[SETS][WAYS];
};

struct backoff *backoff_new(void)
{
    return calloc(1, sizeof(struct backoff));
}

void backoff_free(struct backoff *b)
{
    free(b);
}

static uint64_t place_of(uint64_t key)
{
    return (key >> 32) % SETS;
}

static struct guesser *find(struct backoff *b, uint64_t key)
{
    struct guesser *set = b->guesser[place_of(key)];

    for (uint32_t i = 0; i < WAYS; i++)
        if (set[i].key == key)
            return &set[i];
    return NULL;
}

/* The guesser with this key; if there is none, takes the place of the one with the fewest wrong
 * tries. */
static struct guesser *take(struct backoff *b, uint64_t key, uint64_t now)
{
    struct guesser *set = b->guesser[place_of(key)], *best = &set[0];

    for (uint32_t i = 0; i < WAYS; i++) {
        struct guesser *g = &set[i];

        if (g->key && now >= g->last + REMEMBERED_MS)
            *g = (struct guesser){0};
        if (g->key == key)
            return g;
        if (!g->key || (best->key && g->wrong < best->wrong))
            best = g;
    }
    *best = (struct guesser){.key = key};
    return best;
}

uint32_t backoff_wait(struct backoff *b, uint64_t key, uint64_t now)
{
    const struct guesser *g = find(b, key);

    return g && g->until > now ? (uint32_t)((g->until - now + 999) / 1000) : 0;
}

void backoff_try(struct backoff *b, uint64_t key, uint32_t free_tries, uint64_t now)
{
    struct guesser *g = take(b, key, now);
    uint32_t more = g->wrong < free_tries ? 0 : g->wrong - free_tries;
    uint64_t pause = (uint64_t)FIRST_MS << (more < DOUBLINGS ? more : DOUBLINGS);

    g->last = now;
    if (++g->wrong > free_tries)
        g->until = now + (pause < LONGEST_MS ? pause : LONGEST_MS);
}

void backoff_right(struct backoff *b, uint64_t key)
{
    struct guesser *g = find(b, key);

    if (!g)
        return;
    g->until = 0;
    g->wrong--;
    if (!g->wrong)
        *g = (struct guesser){0};
}

void backoff_forget(struct backoff *b, uint64_t key)
{
    struct guesser *g = find(b, key);

    if (g)
        *g = (struct guesser){0};
}
