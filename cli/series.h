/*
 * What `anden sim` and `anden arena` share: how many games, on how many threads and processes, and
 * numbers as JSON. Private to cli/.
 */
#ifndef ANDEN_CLI_SERIES_H
#define ANDEN_CLI_SERIES_H

#include "../protocol/json.h"
#include "../sim/ranks.h"
#include "cli.h"

/* Prepares and plays in every rank; if rank 0 could not prepare (it says why), no rank plays.
 * Returns an exit code. */
int series_in_ranks(struct ranks *r, int (*prepare)(void *), int (*play)(void *),
                    void *context);

/* The options --games, --seed and --threads as they were given, or null. */
struct series_wish {
    const char *games, *seed, *threads;
};

/* Reads them into a series, whose number of games is the default. An exit code, after saying
 * what is wrong. */
int series_read(const struct command *c, const struct series_wish *w, uint64_t games_max,
                uint32_t ranks, struct sim_series *series);

double series_seconds(uint64_t start); /* since then, by think_nanoseconds() */

/* A number with six decimal places. */
void series_put(struct json *j, const char *key, double x);

#endif
