/*
 * Moves the pages of SQLite's write-ahead log into the database file, on a thread of its own,
 * so that commits need not wait for it. Private to the store.
 */
#ifndef ANDEN_SERVER_STORE_CHECKPOINT_H
#define ANDEN_SERVER_STORE_CHECKPOINT_H

#include <sqlite3.h>
#include <stdbool.h>

struct checkpoint;

/* For a connection that writes; `own` is another one of the same file, which is taken over. Null
 * if there is no memory or thread: then `own` is still the caller's. */
struct checkpoint *checkpoint_start(sqlite3 *writer, sqlite3 *own);

/* Ends, and closes its connection. Called on the writer's thread, while the writer is open.
 * `all`: moves the rest of the log, which is then empty unless another program is reading. */
void checkpoint_stop(struct checkpoint *c, bool all);

#endif
