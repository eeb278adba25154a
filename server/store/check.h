/*
 * Reads a large SQLite database through and looks for damage, on a thread of its own, so that a
 * server need not wait for it. Private to the store.
 */
#ifndef ANDEN_SERVER_STORE_CHECK_H
#define ANDEN_SERVER_STORE_CHECK_H

#include "private.h"

#include <sqlite3.h>

struct check;

/* Begins. `own` is a connection to the file, which is taken over. Null if there is no memory or
 * thread: then `own` is still the caller's. */
struct check *check_start(sqlite3 *own, const char *path);

/* Stops an unfinished check, and closes the connection. */
void check_stop(struct check *c);

/* False with the reason if damage was found so far. Any thread. */
bool check_is_good(struct check *c, struct store_failure *failure);

#endif
