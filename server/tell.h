/*
 * The step of telling that tests look at by itself. Private to server/.
 */
#ifndef ANDEN_TELL_H
#define ANDEN_TELL_H

#include "hall.h"

/* The update that a viewer gets of what was gathered, in the form that a watcher of this kind asked
 * for; malloc'ed. */
char *telling_text(struct telling *t, uint32_t viewer, const struct wants *wants, size_t *n);

#endif
