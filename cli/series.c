/*
 * What `anden sim` and `anden arena` share: see series.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "series.h"

#include <math.h>
#include <unistd.h>

int series_in_ranks(struct ranks *r, int (*prepare)(void *), int (*play)(void *), void *context)
{
    int code;

    if (!ranks_begin(r))
        return cli_refuse("this program was built without MPI and can't be run by mpirun; "
                          "install libopenmpi-dev and build it again.",
                          NULL);
    code = r->rank == 0 ? prepare(context) : CLI_OK;
    code = ranks_agree(r, code);
    if (code == CLI_OK && r->rank)
        code = prepare(context);
    if (code == CLI_OK)
        code = play(context);
    ranks_end(r);
    return code;
}

int series_read(const struct command *c, const struct series_wish *w, uint64_t games_max,
                uint32_t ranks, struct sim_series *series)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t threads = ranks > 1 || processors < 1 ? 1 : (uint64_t)processors;

    series->seed = 1;
    if (w->games && !cli_number(w->games, 1, games_max, &series->games))
        return cli_usage(c, "--games takes a number of at least 1, not \"{0}\".",
                         SAID(say_text(w->games)));
    if (w->seed && !cli_number(w->seed, 0, INT64_MAX, &series->seed))
        return cli_usage(c, "--seed takes a whole number, not \"{0}\".",
                         SAID(say_text(w->seed)));
    if (w->threads && !cli_number(w->threads, 1, SIM_THREADS_MAX, &threads))
        return cli_usage(c, "--threads takes a number from 1 to {0}, not \"{1}\".",
                         SAID(say_number(SIM_THREADS_MAX), say_text(w->threads)));
    series->threads = (uint32_t)(threads < SIM_THREADS_MAX ? threads : SIM_THREADS_MAX);
    return CLI_OK;
}

double series_seconds(uint64_t start)
{
    return (double)(think_nanoseconds() - start) / 1e9;
}

void series_put(struct json *j, const char *key, double x)
{
    json_millionths(j, key, llround(x * 1e6));
}
