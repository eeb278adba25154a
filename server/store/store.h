/*
 * The store: people, tables with their entries, chat, results and ratings, in an SQLite file or
 * a PostgreSQL database; the callers need not know which. Headers, entries, seeds and lobby
 * lines are bytes that mean nothing here.
 *
 * Everything is asynchronous on a libuv loop. A request is copied and handed over; its answer comes
 * exactly once, on the loop's thread, never from inside the call. Writes are done in the order in
 * which they were handed over, many in one commit, and answered once they are durable. Every
 * read sees all writes that were answered before it. Reads may overtake waiting writes.
 *
 *     store_append(store, &append, (struct store_done){told, table});
 *     static void told(void *table, const struct store_answer *answer) { ... }
 *
 * Any number of stores, in any number of processes, may have the same PostgreSQL database open.
 * An entry n is stored once: the second request for it gets STORE_CONFLICT, and its node loads
 * the stored entries.
 *
 * All times are milliseconds since 1970. Texts are UTF-8; "" stands for nobody and nothing.
 */
#ifndef ANDEN_SERVER_STORE_H
#define ANDEN_SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uv_loop_s;
struct store;

enum store_status {
    STORE_OK,
    STORE_CONFLICT, /* append: this entry exists already; answer->last is the last one */
    STORE_GAP,      /* append: the entry before this one does not exist; see answer->last */
    STORE_TAKEN,    /* the name or the id belongs to another */
    STORE_MISSING,  /* there is no such person, table or setting; or the notice is not yours */
    STORE_REFUSED,  /* the request itself is wrong (too long, not UTF-8): message says what */
    STORE_BUSY,     /* too much is waiting: nothing was done */
    STORE_UNAVAILABLE, /* the database cannot be used now: nothing was done */
    STORE_IN_DOUBT,    /* the connection broke during the commit and did not come back in time:
                        * nobody knows whether it is done; load and look */
};

enum store_phase { STORE_OPEN, STORE_PLAYING, STORE_OVER };

struct store_bytes {
    const void *at;
    size_t size;
};

#include "requests.h" /* made from requests.txt, which describes everything that can be asked for */

/*
 * Another store has written to a table (this one's own writes may be reported too): it now goes to
 * entry `last` and to line `chat`. With table "" anything may have changed, since notices may have
 * been lost: look with store_heads(). Only PostgreSQL sends notices, and they can be lost.
 */
struct store_notice {
    const char *table, *game;
    uint32_t last, chat;
    const char *turns; /* ids of people whose turn has begun, a tab after each */
};

struct store_options {
    const char *where; /* a file's path, or postgresql://user@host/name?options */
    /* Called on the loop's thread; may be null. */
    void (*noticed)(void *context, const struct store_notice *notice);
    void *context;
    uint32_t patience_ms; /* how long requests wait for a lost or locked database before they
                           * fail; 0 means 10 s */
    /* Called while the store is opened, with what was changed in a database of an older
     * version, for the log. May be null. */
    void (*upgraded)(void *context, const char *what);
    bool alone;           /* refuse an SQLite file that another store has opened with this:
                 * servers can share only PostgreSQL */
    uint32_t waiting_max; /* more requests than this are refused as STORE_BUSY; 0 means 65536 */
};

/*
 * Opens a store, and makes or upgrades the database; waits until that is done. Returns null and
 * a sentence in why (which is cut off at size) if it can't: no such folder, not a database,
 * written by a newer version, no PostgreSQL in this build.
 */
struct store *store_open(struct uv_loop_s *loop, const struct store_options *options, char *why,
                         size_t size);

/* Is it the address of a database that several servers can share, and not a file? */
bool store_is_shared(const char *where);

/* Finishes and answers all requests, closes, frees, and calls `closed` on the loop's thread.
 * Nothing may be asked of the store after this, not even from within an answer. */
void store_close(struct store *store, void (*closed)(void *context), void *context);

/* Whether the last thing tried worked; if not, why (any thread; why is cut off at size). */
bool store_healthy(struct store *store, char *why, size_t size);

enum { STORE_BUCKETS = 16 };

struct store_stats {
    uint64_t reads, writes;     /* requests answered */
    uint64_t commits, failures; /* transactions that became durable; that failed */
    uint64_t retries;           /* requests that were tried again */
    uint64_t reconnects;        /* connections lost and made again */
    uint32_t largest;           /* most requests in one commit */
    uint32_t waiting;           /* requests not answered now */
    uint64_t commit_us;         /* time spent in commits, batches included */
    uint64_t
        bucket[STORE_BUCKETS]; /* commits that took under 2^i * 125 us; the last: all others */
};

/* Any thread. */
void store_stats(struct store *store, struct store_stats *stats);

/* Folds a name for comparison: without case, in Unicode's compatibility form, without invisible
 * characters. False (and "") if it is not UTF-8 or too long. */
bool store_fold(const char *name, char key[STORE_KEY_MAX + 1]);

/* Copies the whole SQLite database to a new file while the server runs. STORE_REFUSED with
 * PostgreSQL, which has pg_dump. */
void store_backup(struct store *store, const char *path, struct store_done done);

#endif
