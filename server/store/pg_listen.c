/*
 * Learns what other nodes write: a thread with a connection of its own listens for their
 * notices. After a lost connection it says that anything may have changed.
 */
#include "pg.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

enum { PAUSE_MIN = 50, PAUSE_MAX = 1000 }; /* milliseconds between two tries to connect */

struct store_ear {
    struct store *store;
    char *where;
    char node[PG_NODE_TEXT]; /* how our own notices begin */
    uv_thread_t thread;
    int stop[2]; /* a pipe: closing its end tells the thread to stop */
};

/* Waits for the socket (-1: for nothing), up to some milliseconds (-1: for ever); false if the
 * thread should stop. */
static bool wait_for(const struct store_ear *ear, int socket, int milliseconds)
{
    struct pollfd ready[2] = {{.fd = ear->stop[0], .events = POLLIN},
                              {.fd = socket, .events = POLLIN}};
    int n;

    do
        n = poll(ready, 2, milliseconds);
    while (n < 0 && errno == EINTR);
    return ready[0].revents == 0;
}

/* The text up to the next tab, which is replaced by a zero; null if there is none. */
static char *field(char **at)
{
    char *begin = *at, *tab = strchr(begin, '\t');

    if (!tab)
        return NULL;
    *tab = 0;
    *at = tab + 1;
    return begin;
}

/* A line: table, game, last, chat, then whose turn has begun, a tab after each. */
static void tell_line(struct store *store, char *line)
{
    const char *table = field(&line), *game = field(&line);
    const char *last = game ? field(&line) : NULL, *chat = last ? field(&line) : NULL;

    if (table && chat)
        store_heard(store,
                    &(struct store_notice){table, game, (uint32_t)strtoul(last, NULL, 10),
                                           (uint32_t)strtoul(chat, NULL, 10), line});
}

/* The node, then a line for each table. This node's own notices are ignored. */
static void tell(const struct store_ear *ear, char *text)
{
    char *save, *line;

    if (strncmp(text, ear->node, strlen(ear->node)) == 0 || !strtok_r(text, "\n", &save))
        return;
    while ((line = strtok_r(NULL, "\n", &save)))
        tell_line(ear->store, line);
}

/* Listens until the connection breaks or the thread should stop; false if it should stop. */
static bool hear(struct store_ear *ear, PGconn *pg)
{
    PGnotify *notice;

    for (;;) {
        while ((notice = PQnotifies(pg))) {
            tell(ear, notice->extra);
            PQfreemem(notice);
        }
        if (!wait_for(ear, PQsocket(pg), -1))
            return false;
        if (PQconsumeInput(pg) != 1)
            return true;
    }
}

static void run_ear(void *argument)
{
    struct store_ear *ear = argument;
    struct store_failure failure;
    int pause = PAUSE_MIN;
    bool go_on = true, first = true;

    while (go_on) {
        PGconn *pg = store_pg_connect(ear->where, &failure);

        if (pg && store_pg_execute(pg, "LISTEN anden", &failure)) {
            store_hearing(ear->store, true, "");
            if (!first)
                store_heard(ear->store, &(struct store_notice){"", "", 0, 0, ""});
            first = false;
            pause = PAUSE_MIN;
            go_on = hear(ear, pg);
            store_fail(&failure, "The connection to PostgreSQL is lost: %s",
                       PQerrorMessage(pg));
        }
        PQfinish(pg);
        if (go_on) {
            store_hearing(ear->store, false, failure.message);
            go_on = wait_for(ear, -1, pause);
            pause = 2 * pause < PAUSE_MAX ? 2 * pause : PAUSE_MAX;
        }
    }
}

struct store_ear *store_pg_listen(struct store *store, const struct store_place *place)
{
    struct store_ear *ear = calloc(1, sizeof *ear);

    if (ear && (ear->where = strdup(place->where)) && pipe(ear->stop) == 0) {
        ear->store = store;
        store_pg_node(ear->node, place->node);
        fcntl(ear->stop[0], F_SETFD, FD_CLOEXEC);
        fcntl(ear->stop[1], F_SETFD, FD_CLOEXEC);
        if (uv_thread_create(&ear->thread, run_ear, ear) == 0)
            return ear;
        close(ear->stop[0]);
        close(ear->stop[1]);
    }
    if (ear)
        free(ear->where);
    free(ear);
    store_hearing(store, false, "Notices cannot be heard: no thread could be started.");
    return NULL;
}

void store_pg_unlisten(struct store_ear *ear)
{
    close(ear->stop[1]);
    uv_thread_join(&ear->thread);
    close(ear->stop[0]);
    free(ear->where);
    free(ear);
}
