/*
 * Training the net of the route games (ai/routes/net.h) with lessons, and measuring how good its
 * chances are.
 *
 * It learns by gradient descent (Adam) in floating point. Every weight stays within the range
 * of a byte, and is rounded at the end.
 */
#ifndef ANDEN_SIM_TRAIN_H
#define ANDEN_SIM_TRAIN_H

#include "lessons.h"

struct train_wish {
    uint32_t rounds; /* through all lessons */
    uint64_t seed;
    const atomic_bool *stop; /* ends after a round; may be null */
    /* Called after each round with the mean surprise about who won. May be null. */
    void (*report)(void *context, uint32_t round, double surprise);
    void *context;
};

/* False if there is not enough memory. */
bool train_run(const struct lessons *l, const struct train_wish *wish, struct net *net);

/* Brier scores: the mean square of chance minus result, over all seats; 0 is perfect. */
struct train_score {
    struct train_quarter {
        uint64_t count;
        double net, played; /* by the net; by the games played on */
        double both;        /* by both: the net counts as net_worth() games */
    } quarter[LESSON_QUARTERS], all;
};

/* `played` games were played on from each position. */
void train_measure(const struct lessons *l, const struct net *net, uint32_t played,
                   struct train_score *score);

#endif
