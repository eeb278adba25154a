/*
 * Tuning: which constants make a player strongest on a board (ai/tuning.h). Sets are drawn by
 * CMA-ES (cma.h) and measured by games: all sets of a generation play the same deals against the
 * same opponents, each deal in every seat.
 *
 * Why CMA-ES: three dozen constants depend on each other (waiting for longer asks for larger
 * hands), which it learns; it only compares sets, so that it needs no slopes of what is all luck
 * and steps; and it has nothing to be set by hand, which SPSA does, for each board again.
 */
#ifndef ANDEN_SIM_TUNE_H
#define ANDEN_SIM_TUNE_H

#include "ranks.h"

enum { TUNE_OPPONENTS_MAX = 8 };

struct tune_report;

struct tune_setup {
    struct sim_series each; /* match, seed, threads, stop; games of a set in a generation */
    struct ranks ranks;
    struct bot bot; /* whose constants are tuned */
    struct tuning start;
    uint32_t generations;

    /* Whom the sets play against in turn, besides: the start, and what the search had found some
     * generations before. An opponent has all other seats. */
    uint32_t opponents;
    struct bot opponent[TUNE_OPPONENTS_MAX];

    /* Called after each generation, in every rank; may be null. */
    void (*report)(void *context, const struct tune_report *report);
    void *context;
};

struct tune_report {
    uint32_t generation;  /* from 1 */
    double step;          /* how widely sets are drawn, as a share of the constants' ranges */
    double best, mean;    /* win rates of the sets of this generation */
    struct tuning centre; /* the middle of the search */
};

/* Searches; *found is the centre of the last third of the generations. False if there is not enough
 * memory, or the game was stopped before the first generation ended. */
bool tune_run(const struct tune_setup *setup, struct tuning *found);

#endif
