/*
 * A simulation spread over several processes (ranks) that mpirun has started. Each plays a range
 * of the games. The program can be built without MPI; MPI is used only under mpirun.
 */
#ifndef ANDEN_SIM_RANKS_H
#define ANDEN_SIM_RANKS_H

#include "sim.h"

struct ranks {
    uint32_t rank, count; /* this process, and how many there are; 0 and 1 without mpirun */
};

/* False if mpirun has started several processes but the program was built without MPI: they would
 * all play the same games. */
bool ranks_begin(struct ranks *r);
void ranks_end(const struct ranks *r);

/* Gives every rank the number of rank 0. Waits for it. */
int ranks_agree(const struct ranks *r, int number);

/* Gives every rank the bytes of rank 0. Waits for them. */
void ranks_share(const struct ranks *r, void *bytes, size_t size);

/* The games of a series that this rank plays: a range of whole rotations. */
struct sim_series ranks_part(const struct ranks *r, const struct sim_series *series);

/* Plays all games, each rank its part. Rank 0 gets the totals, the same as from a single
 * process. If it fails (see sim_run()), it returns false in every rank. Not for series with
 * until_significant, which depend on the order of the games. */
bool ranks_run(const struct ranks *r, const struct sim_series *series,
               struct sim_totals *totals);

#endif
