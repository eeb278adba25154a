/*
 * Who listens on the ports of this machine: for a server that a person starts without saying where.
 */
#ifndef ANDEN_LOCAL_H
#define ANDEN_LOCAL_H

#include <stdbool.h>
#include <stdint.h>

/* Is there a server of ours, and is it well? */
bool local_is_anden(uint16_t port);

/* The first port from this one on where nobody listens; after a hundred it gives up and returns the
 * next. */
uint16_t local_free_port(uint16_t first);

#endif
