/*
 * The time, for games and everything that is stored: milliseconds since 1970. Somebody may set
 * the machine's clock forward or back at any time, and that must not stop a game or cost
 * anybody a game. So until the machine restarts, even if the server does, time passes by the
 * machine's steady clock. It approaches the clock of the machine slowly.
 */
#ifndef ANDEN_SERVER_CLOCK_H
#define ANDEN_SERVER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct server;

/* Before clock_start() this is the clock of the machine. */
int64_t clock_now(void);

/* Goes on from where the last run was, which it reads from the store; waits for that. Logs when
 * the clock of the machine jumps. */
void clock_start(struct server *s);
void clock_stop(void);

#endif
