/*
 * Moves SQLite's write-ahead log to its place in the file on a thread of its own, so that commits
 * need not wait while it is done. Private to the store.
 */
#ifndef ANDEN_SERVER_STORE_CHECKPOINT_H
#define ANDEN_SERVER_STORE_CHECKPOINT_H

#include <sqlite3.h>
#include <stdbool.h>

struct checkpoint;

/* For a connection that writes; `own` is another one of the same file, which is taken over. Null
 * if there is no memory or thread: then `own` is still the caller's. */
struct checkpoint *checkpoint_start(sqlite3 *writer, sqlite3 *own);

/* Ends, and closes its connection. Of the writer's thread, while the writer is open. `all`: what is
 * left in the log is moved, and the log is empty then, unless another program is reading. */
void checkpoint_stop(struct checkpoint *c, bool all);

#endif
