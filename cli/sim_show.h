/*
 * What `anden sim` shows: the results as a table, JSON or CSV, and the progress of a long run.
 * Private to cli/.
 */
#ifndef ANDEN_CLI_SIM_SHOW_H
#define ANDEN_CLI_SIM_SHOW_H

#include "../sim/sim.h"

struct sim_shown {
    const struct sim_series *series;
    const struct sim_totals *totals;
    const char *const *spec; /* texts of the specs */
    const char *seats;       /* the list as it was given */
    double seconds;          /* that it took */
};

void sim_show_table(const struct sim_shown *s);
void sim_show_json(const struct sim_shown *s);
void sim_show_csv(const struct sim_shown *s);

/* Prints a line about the games that a player forfeited; nothing if there are none. */
void sim_show_forfeits(const char *spec, uint64_t games);

/* Draws a progress bar over the last one, on stderr, which is a terminal; and removes it. */
void sim_show_progress(const struct sim_series *series, uint64_t done, double seconds);
void sim_clear_progress(void);

#endif
