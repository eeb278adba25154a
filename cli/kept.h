/*
 * Games that the program keeps by itself: those played on a full screen without --save. They
 * are logs in the folder `games` below the program's own. Private to cli/.
 */
#ifndef ANDEN_CLI_KEPT_H
#define ANDEN_CLI_KEPT_H

#include <stdbool.h>
#include <stddef.h>

/* The path of a log for a game that begins now; the folder is made. Null if that is not possible:
 * the game is then not kept. */
const char *kept_new(void);

/* The log of the game that was played last and is not over; null if there is none. */
const char *kept_last(void);

/* Is this the path of such a log? */
bool kept_is(const char *path);

#endif
