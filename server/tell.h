/*
 * The steps of telling that tests look at by themselves. Private to server/.
 */
#ifndef ANDEN_TELL_H
#define ANDEN_TELL_H

#include "hall.h"

/* All entries have been applied. */
void telling_applied(struct telling *t);

/* The update that a viewer gets of what was gathered, in the form that a watcher of this kind asked
 * for; malloc'ed. */
char *telling_text(struct telling *t, uint32_t viewer, const struct wants *wants, size_t *n);

/* Would two viewers be sent the same message? */
bool telling_shared(const struct telling *t, uint32_t a, uint32_t b, const struct wants *wants);

#endif
