/*
 * Simulations spread over processes: see ranks.h. The only file that knows MPI. Totals travel as
 * bytes: all ranks run the same program.
 */
#define _POSIX_C_SOURCE 200809L

#include "ranks.h"

#ifdef ANDEN_MPI
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#endif
#include <stdlib.h>

/* How many processes mpirun (of OpenMPI, MPICH or a resource manager with PMI) has started. */
static unsigned long started(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *size = getenv(names[i]);

        if (size)
            return strtoul(size, NULL, 10);
    }
    return 1;
}

#ifdef ANDEN_MPI
bool ranks_begin(struct ranks *r)
{
    int rank, count, level;

    *r = (struct ranks){0, 1};
    if (started() < 2)
        return true;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    *r = (struct ranks){(uint32_t)rank, (uint32_t)count};
    return true;
}

void ranks_end(const struct ranks *r)
{
    if (r->count < 2)
        return;
    /* All ranks end together with the program that forwards their output, so flush everything
     * first. If that program is gone a little earlier, its signal must not end this rank. */
    fflush(stdout);
    signal(SIGPIPE, SIG_IGN);
    MPI_Finalize();
}

void ranks_share(const struct ranks *r, void *bytes, size_t size)
{
    if (r->count > 1)
        MPI_Bcast(bytes, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* Adds up the totals of all ranks in rank 0, in their order; false if some rank has not enough
 * memory. */
static bool gather(const struct ranks *r, bool good, struct sim_totals *totals)
{
    struct sim_totals *all = r->rank == 0 ? calloc(r->count, sizeof *all) : NULL;
    int mine = good && (all || r->rank), everywhere = 0;

    MPI_Allreduce(&mine, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (everywhere) {
        MPI_Gather(totals, sizeof *totals, MPI_BYTE, all, sizeof *totals, MPI_BYTE, 0,
                   MPI_COMM_WORLD);
        for (uint32_t i = 1; all && i < r->count; i++)
            sim_merge(totals, &all[i]);
    }
    free(all);
    return everywhere;
}
#else
bool ranks_begin(struct ranks *r)
{
    *r = (struct ranks){0, 1};
    return started() < 2;
}

void ranks_end(const struct ranks *r)
{
    (void)r;
}

void ranks_share(const struct ranks *r, void *bytes, size_t size)
{
    (void)r;
    (void)bytes;
    (void)size;
}

static bool gather(const struct ranks *r, bool good, struct sim_totals *totals)
{
    (void)r;
    (void)totals;
    return good;
}
#endif

int ranks_agree(const struct ranks *r, int number)
{
    ranks_share(r, &number, sizeof number);
    return number;
}

struct sim_series ranks_part(const struct ranks *r, const struct sim_series *series)
{
    struct sim_series part = *series;
    uint64_t rotations = sim_rotations(series);
    uint64_t whole =
        (series->games + rotations - 1) / rotations; /* the last may be incomplete */
    uint64_t from = whole * r->rank / r->count * rotations;
    uint64_t to = whole * (r->rank + 1) / r->count * rotations;

    to = to < series->games ? to : series->games;
    part.first = series->first + from;
    part.games = to - from;
    return part;
}

bool ranks_run(const struct ranks *r, const struct sim_series *series,
               struct sim_totals *totals)
{
    struct sim_series part = ranks_part(r, series);
    bool good = sim_run(&part, totals);

    return r->count == 1 ? good : gather(r, good, totals);
}
