/* The steps of a broadcast that tests call one by one. Private to server/. */
#ifndef ANDEN_BROADCAST_H
#define ANDEN_BROADCAST_H

#include "hall.h"

/* All entries have been applied. */
void broadcast_applied(struct broadcast *t);

/* The update for a viewer about the gathered entries, in the form that a watcher asked for;
 * malloc'ed. */
char *broadcast_text(struct broadcast *t, uint32_t viewer, const struct wants *wants,
                     size_t *n);

/* Would two viewers be sent the same message? */
bool broadcast_shared(const struct broadcast *t, uint32_t a, uint32_t b,
                      const struct wants *wants);

#endif
