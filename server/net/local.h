/*
 * Which ports of this machine are in use: for a server that a person starts without naming a
 * port.
 */
#ifndef ANDEN_LOCAL_H
#define ANDEN_LOCAL_H

#include <stdbool.h>
#include <stdint.h>

/* Is there an Andén server on this port, and does it work? */
bool local_is_anden(uint16_t port);

/* The first port from this one on where nobody listens; after a hundred it gives up and returns the
 * next. */
uint16_t local_free_port(uint16_t first);

#endif
