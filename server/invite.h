/*
 * Inviting people to a rematch, wherever they are connected. Private to server/.
 */
#ifndef ANDEN_SERVER_INVITE_H
#define ANDEN_SERVER_INVITE_H

#include "hall.h"
#include "store/store.h"

/* The rematch `next` of a table is there: says so to those who have a seat at it and, at a public
 * table, to those who watch; on all nodes. `by` has asked for it; null if that person is no
 * longer connected. */
void invite(const struct room *old, const char *next, const struct person *by);

/* Another node has said so. */
void invite_heard(struct server *s, const struct store_change *c, const char *table);

#endif
