/*
 * Deleting an account. Games stay, under "someone", a name that nobody can take.
 */
#ifndef ANDEN_SERVER_ERASE_H
#define ANDEN_SERVER_ERASE_H

#include "../store/store.h"
#include "walk.h"

/* The caller fills in walk.server, walk.person, change (its texts stay until the end) and done. */
struct erasure {
    struct walk walk; /* first */
    struct store_change change;
    void (*done)(struct erasure *e, const struct refusal *why);
    /* A table that has changed. May be null. */
    void (*at)(struct erasure *e, const struct room *room);
    /* Private. */
    char table[TABLE_ID];
};

void erase_begin(struct erasure *e);

#endif
