/*
 * A hint for a person: what the program's best player would do, and why. It sees only what the
 * person sees. Private to cli/.
 */
#ifndef ANDEN_CLI_ADVICE_H
#define ANDEN_CLI_ADVICE_H

#include "../ai/bot.h"
#include "../protocol/view_json.h"
#include "../table/dealer.h"

struct advice {
    const struct position *position;
    struct bot bot;
    struct rng dice;
    struct candidate best;
};

/* For the seat that is to act in a position, which must last as long as the advice. */
void advice_begin(struct advice *a, const struct position *p, uint32_t seat);

/* Thinks about it, which takes a while: it can be done on another thread. */
void advice_find(void *advice);

/* The sentence. */
void advice_words(const struct advice *a, struct text *out);

#endif
