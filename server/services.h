/*
 * The parts of the server that start and stop with it. Private to server/.
 */
#ifndef ANDEN_SERVICES_H
#define ANDEN_SERVICES_H

#include "server.h"

/* Starts all parts; or, without a network, those with which tables and people can be worked on.
 * False without memory. */
bool services_start(struct server *s, bool network);

/* They take up no new work. Afterwards hall_stop(). */
void services_stop(struct server *s, bool network);

/* When the loop has ended. */
void services_free(struct server *s, bool network);

#endif
