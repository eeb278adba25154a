/*
 * Looking for damage beside the server: see check.h. One table at a time, since the write-ahead log
 * cannot start again from its beginning while somebody reads.
 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <uv.h>

enum { AGAIN = 10000000 }; /* nanoseconds between two tries to interrupt it */

struct check {
    sqlite3 *db;
    char *path;
    uv_thread_t thread;
    uv_mutex_t lock; /* for all that follows */
    uv_cond_t end;
    bool stop, ended;
    struct store_failure found; /* its message is "" while all is well */
};

static bool is_to_end(struct check *c)
{
    bool stop;

    uv_mutex_lock(&c->lock);
    stop = c->stop;
    uv_mutex_unlock(&c->lock);
    return stop;
}

static void found(struct check *c, const char *what)
{
    uv_mutex_lock(&c->lock);
    if (!c->stop) /* an interrupted check may look like damage */
        store_fail(&c->found, "%s is damaged: restore a backup (%.200s).", c->path, what);
    uv_mutex_unlock(&c->lock);
}

/* False if it should stop, or has found damage. */
static bool check_table(struct check *c, const char *name)
{
    char *sql = sqlite3_mprintf("PRAGMA quick_check(%Q)", name);
    sqlite3_stmt *statement = NULL;
    int code = sql ? sqlite3_prepare_v2(c->db, sql, -1, &statement, NULL) : SQLITE_NOMEM;
    const char *said = "ok";
    bool good;

    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        said = (const char *)sqlite3_column_text(statement, 0);
    else if ((code & 0xFF) == SQLITE_CORRUPT || (code & 0xFF) == SQLITE_IOERR)
        said = sqlite3_errmsg(c->db);
    good = said && strcmp(said, "ok") == 0;
    if (said && !good)
        found(c, said);
    sqlite3_finalize(statement); /* and the message that points into it */
    sqlite3_free(sql);
    return good && !is_to_end(c);
}

static void run(void *context)
{
    struct check *c = context;
    char **names = NULL;
    int count = 0;

    setpriority(PRIO_PROCESS, (id_t)gettid(), 10);
    if (sqlite3_get_table(c->db, "SELECT name FROM sqlite_schema WHERE type = 'table'", &names,
                          &count, NULL, NULL) == SQLITE_OK)
        for (int i = 1; i <= count && check_table(c, names[i]); i++)
            ;
    sqlite3_free_table(names);
    uv_mutex_lock(&c->lock);
    c->ended = true;
    uv_cond_signal(&c->end);
    uv_mutex_unlock(&c->lock);
}

struct check *check_start(sqlite3 *own, const char *path)
{
    struct check *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->db = own;
    c->path = strdup(path);
    if (c->path && uv_mutex_init(&c->lock) == 0) {
        if (uv_cond_init(&c->end) == 0) {
            if (uv_thread_create(&c->thread, run, c) == 0)
                return c;
            uv_cond_destroy(&c->end);
        }
        uv_mutex_destroy(&c->lock);
    }
    free(c->path);
    free(c);
    return NULL;
}

void check_stop(struct check *c)
{
    uv_mutex_lock(&c->lock);
    c->stop = true;
    while (!c->ended) { /* between two statements it does not notice an interrupt */
        sqlite3_interrupt(c->db);
        uv_cond_timedwait(&c->end, &c->lock, AGAIN);
    }
    uv_mutex_unlock(&c->lock);
    uv_thread_join(&c->thread);
    sqlite3_close(c->db);
    uv_cond_destroy(&c->end);
    uv_mutex_destroy(&c->lock);
    free(c->path);
    free(c);
}

bool check_is_good(struct check *c, struct store_failure *failure)
{
    bool good;

    uv_mutex_lock(&c->lock);
    good = c->found.message[0] == 0;
    if (!good)
        *failure = c->found;
    uv_mutex_unlock(&c->lock);
    return good;
}
