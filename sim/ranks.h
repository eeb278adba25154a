/*
 * A simulation spread over processes that mpirun has started, ranks, each of which plays a range of
 * the games. Built with MPI or without it; MPI is started only under mpirun.
 */
#ifndef ANDEN_SIM_RANKS_H
#define ANDEN_SIM_RANKS_H

#include "sim.h"

struct ranks {
    uint32_t rank, count; /* this process, and how many; 0 of 1 without mpirun */
};

/* False if mpirun has started several processes but the program was built without MPI: they would
 * all play the same games. */
bool ranks_begin(struct ranks *r);
void ranks_end(const struct ranks *r);

/* The number that rank 0 has. Waits for it. */
int ranks_agree(const struct ranks *r, int number);

/* The games of a series that this rank plays: a range of whole rotations. */
struct sim_series ranks_part(const struct ranks *r, const struct sim_series *series);

/* Plays all, every rank its part; rank 0 has the totals, which are those of a single process. False
 * as sim_run(), in every rank. Not for series with until_significant, which go by order. */
bool ranks_run(const struct ranks *r, const struct sim_series *series,
               struct sim_totals *totals);

#endif
