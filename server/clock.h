/*
 * What time it is, for games and all that is kept: milliseconds since 1970. The clock of the
 * machine may be set forward or back at any time; games must neither stand still nor be lost by
 * that. So within a run, and over restarts until the machine itself is started again, time passes
 * as the machine's steady clock says. It follows the clock of the machine slowly.
 */
#ifndef ANDEN_SERVER_CLOCK_H
#define ANDEN_SERVER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct server;

/* Before clock_start() this is the clock of the machine. */
int64_t clock_now(void);

/* Goes on from where the last run was, which the store knows; waits for it. Logs when the clock of
 * the machine jumps. */
void clock_start(struct server *s);
void clock_stop(void);

#endif
