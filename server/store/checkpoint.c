/*
 * The write-ahead log and its thread; see checkpoint.h. The thread moves the pages in the log
 * while the writer goes on adding to it. When almost nothing is left, the writer moves the rest
 * itself between two commits: only a log that has been moved completely starts again from its
 * beginning.
 */
#include "checkpoint.h"

#include <stdlib.h>
#include <uv.h>

enum {
    /* Pages in the log. The last pages of many games are written again and again, but moved
     * once. */
    MUCH = 16384,
    LITTLE = 1024,
    ROUNDS = 4, /* of the thread, until little is left */
};

enum state { RESTING, MOVING, MOVED };

struct checkpoint {
    sqlite3 *db;
    uv_thread_t thread;
    uv_mutex_t lock; /* for all that follows */
    uv_cond_t call;
    enum state state;
    int pages; /* in the log, after the last commit */
    sqlite3 *writer;
    bool stop;
};

/* After each commit, on the writer's thread. */
static int committed(void *context, sqlite3 *writer, const char *name, int pages)
{
    struct checkpoint *c = context;
    bool finish;

    uv_mutex_lock(&c->lock);
    c->pages = pages;
    finish = c->state == MOVED;
    if (finish) {
        c->state = RESTING;
    } else if (c->state == RESTING && pages >= MUCH) {
        c->state = MOVING;
        uv_cond_signal(&c->call);
    }
    uv_mutex_unlock(&c->lock);
    if (finish) /* pages that cannot be moved now are safe in the log */
        sqlite3_wal_checkpoint_v2(writer, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

static void move(struct checkpoint *c)
{
    for (int i = 0; i < ROUNDS; i++) {
        int in_log = 0, moved = 0, left;

        if (sqlite3_wal_checkpoint_v2(c->db, NULL, SQLITE_CHECKPOINT_PASSIVE, &in_log,
                                      &moved) != SQLITE_OK)
            return;
        uv_mutex_lock(&c->lock);
        left = c->stop ? 0 : c->pages - moved;
        uv_mutex_unlock(&c->lock);
        if (left <= LITTLE)
            return;
    }
}

static void run(void *context)
{
    struct checkpoint *c = context;

    uv_mutex_lock(&c->lock);
    while (!c->stop) {
        if (c->state == MOVING) {
            uv_mutex_unlock(&c->lock);
            move(c);
            uv_mutex_lock(&c->lock);
            c->state = MOVED;
        } else {
            uv_cond_wait(&c->call, &c->lock);
        }
    }
    uv_mutex_unlock(&c->lock);
}

struct checkpoint *checkpoint_start(sqlite3 *writer, sqlite3 *own)
{
    struct checkpoint *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->db = own;
    c->writer = writer;
    if (uv_mutex_init(&c->lock) == 0) {
        if (uv_cond_init(&c->call) == 0) {
            if (uv_thread_create(&c->thread, run, c) == 0) {
                sqlite3_wal_hook(writer, committed, c);
                return c;
            }
            uv_cond_destroy(&c->call);
        }
        uv_mutex_destroy(&c->lock);
    }
    free(c);
    return NULL;
}

/* SQLite does it too when a file is closed, but only if nobody else has it open at that moment.
 * This waits for nobody; pages that cannot be moved are safe in the log. */
static void empty_log(sqlite3 *writer)
{
    sqlite3_busy_timeout(writer, 0);
    sqlite3_wal_checkpoint_v2(writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

void checkpoint_stop(struct checkpoint *c, bool all)
{
    sqlite3_wal_hook(c->writer, NULL, NULL);
    uv_mutex_lock(&c->lock);
    c->stop = true;
    uv_cond_signal(&c->call);
    uv_mutex_unlock(&c->lock);
    uv_thread_join(&c->thread);
    sqlite3_close(c->db);
    if (all)
        empty_log(c->writer);
    uv_cond_destroy(&c->call);
    uv_mutex_destroy(&c->lock);
    free(c);
}
