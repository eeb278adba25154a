/*
 * Tuning: which constants make a player strongest on a board (ai/tuning.h). Sets are drawn by
 * CMA-ES (cma.h) and measured by games: all sets of a generation play the same deals against the
 * same opponents, each deal in every seat.
 *
 * Why CMA-ES: three dozen constants depend on each other (waiting longer needs larger hands),
 * and it learns that. It only compares sets, so it needs no slopes, which luck and steps would
 * hide. And nothing has to be set by hand, while SPSA needs settings for each board.
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

    /* The opponents of the sets, in turn. The start and the centre of some generations before
     * are added to them. An opponent has all other seats. */
    uint32_t opponents;
    struct bot opponent[TUNE_OPPONENTS_MAX];

    /* Called after each generation, in every rank; may be null. */
    void (*report)(void *context, const struct tune_report *report);
    void *context;
};

struct tune_report {
    uint32_t generation;  /* from 1 */
    double step;          /* spread of the sets, as a share of the constants' ranges */
    double best, mean;    /* win rates of the sets of this generation */
    struct tuning centre; /* the middle of the search */
};

/* Searches; *found is the centre of the last third of the generations. False if there is not enough
 * memory, or the game was stopped before the first generation ended. */
bool tune_run(const struct tune_setup *setup, struct tuning *found);

#endif
