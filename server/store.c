/*
 * The store's traffic: requests go from the loop to two threads, one that writes and one that
 * reads, and their answers come back. The writer groups by itself: one commit at a time, and the
 * next takes whatever has arrived meanwhile. What fails because the database is away is tried again
 * until the patience of each request is at its end; what fails because of one request is tried
 * again one by one, so that only that one fails.
 */
#include "store_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <uv.h>

enum {
    PATIENCE = 10000,    /* milliseconds */
    WAITING_MAX = 65536, /* requests */
    PAUSE_MIN = 50,      /* milliseconds between two tries to connect, doubled each time */
    PAUSE_MAX = 1000,
    SPARE_MAX = 256, /* requests kept for the next ones */
    AGAIN_MAX = 20,  /* times in a row that a deadlock is tried again */
};

/* One thread, its connection and what waits for it. */
struct lane {
    struct store *store;
    bool write, stop, ended, healthy;
    uv_thread_t thread;
    uv_mutex_t lock; /* for the list and stop */
    uv_cond_t more;
    struct store_request *first, **end;
    struct store_link *link; /* of the thread alone, like all that follows */
    bool was_linked;
    char message[STORE_MESSAGE_MAX]; /* under the store's lock: why it is not healthy */
};

struct heard {
    struct heard *next;
    struct store_notice notice; /* its texts are in text */
    char text[];
};

struct store {
    const struct store_backend *backend;
    struct store_place place;
    char *where;
    uint64_t patience; /* nanoseconds */
    uint32_t waiting_max;
    int64_t mark;
    void (*noticed)(void *context, const struct store_notice *notice);
    void (*closed)(void *context);
    void *context, *closed_context;
    uv_async_t wake;
    struct lane writer, reader;
    struct store_ear *ear;
    bool closing; /* of the loop alone, like the next two */
    struct store_request *spare;
    uint32_t spares;

    uv_mutex_t lock; /* for all that follows, and for healthy, message and ended of the lanes */
    struct store_request *done, **done_end;
    struct heard *heard, **heard_end;
    bool hearing;
    char deaf[STORE_MESSAGE_MAX];
    struct store_stats stats;
};

int64_t store_mark(struct store *store)
{
    store->mark = (store->mark + 1) & INT64_MAX;
    return store->mark;
}

struct store_request *store_spare_take(struct store *store)
{
    struct store_request *request = store->spare;

    if (request) {
        store->spare = request->next;
        store->spares--;
    }
    return request;
}

bool store_spare_keep(struct store_request *request)
{
    struct store *store = request->store;

    if (store->spares == SPARE_MAX || store->closing)
        return false;
    request->next = store->spare;
    store->spare = request;
    store->spares++;
    return true;
}

/* ---- answers ---- */

static void post(struct store *store, struct store_request *request)
{
    request->next = NULL;
    uv_mutex_lock(&store->lock);
    *store->done_end = request;
    store->done_end = &request->next;
    uv_mutex_unlock(&store->lock);
}

void store_heard(struct store *store, const struct store_notice *notice)
{
    size_t table = strlen(notice->table) + 1, game = strlen(notice->game) + 1;
    size_t turns = strlen(notice->turns) + 1;
    struct heard *heard = malloc(sizeof *heard + table + game + turns);

    if (!heard)
        return; /* a notice may be lost */
    *heard = (struct heard){.notice = *notice};
    heard->notice.table = memcpy(heard->text, notice->table, table);
    heard->notice.game = memcpy(heard->text + table, notice->game, game);
    heard->notice.turns = memcpy(heard->text + table + game, notice->turns, turns);
    uv_mutex_lock(&store->lock);
    *store->heard_end = heard;
    store->heard_end = &heard->next;
    uv_mutex_unlock(&store->lock);
    uv_async_send(&store->wake);
}

void store_hearing(struct store *store, bool healthy, const char *message)
{
    uv_mutex_lock(&store->lock);
    if (healthy && !store->hearing)
        store->stats.reconnects++;
    store->hearing = healthy;
    snprintf(store->deaf, sizeof store->deaf, "%s", message);
    uv_mutex_unlock(&store->lock);
}

static void tell_notices(struct store *store, struct heard *heard)
{
    while (heard) {
        struct heard *next = heard->next;

        if (store->noticed && !store->closing)
            store->noticed(store->context, &heard->notice);
        free(heard);
        heard = next;
    }
}

static void tell_answers(struct store_request *request)
{
    while (request) {
        struct store_request *next = request->next;

        if (request->done.call)
            request->done.call(request->done.context, &request->answer);
        store_request_free(request);
        request = next;
    }
}

static void destroy(struct store *store)
{
    uv_mutex_destroy(&store->lock);
    uv_mutex_destroy(&store->writer.lock);
    uv_mutex_destroy(&store->reader.lock);
    uv_cond_destroy(&store->writer.more);
    uv_cond_destroy(&store->reader.more);
    while (store->spare)
        free(store_spare_take(store));
    free(store->where);
    free(store);
}

static void on_closed(uv_handle_t *handle)
{
    struct store *store = handle->data;

    if (store->closed)
        store->closed(store->closed_context);
    destroy(store);
}

static void on_wake(uv_async_t *async)
{
    struct store *store = async->data;
    struct store_request *done;
    struct heard *heard;
    bool over;

    uv_mutex_lock(&store->lock);
    /* A lane has ended after its last answer, so these are all. */
    over = store->writer.ended && store->reader.ended;
    done = store->done;
    heard = store->heard;
    store->done = NULL;
    store->done_end = &store->done;
    store->heard = NULL;
    store->heard_end = &store->heard;
    for (const struct store_request *r = done; r; r = r->next) {
        store->stats.waiting--;
        *(r->write ? &store->stats.writes : &store->stats.reads) += 1;
    }
    uv_mutex_unlock(&store->lock);
    tell_answers(done);
    tell_notices(store, heard);
    if (over && !uv_is_closing((uv_handle_t *)async)) {
        uv_thread_join(&store->writer.thread);
        uv_thread_join(&store->reader.thread);
        if (store->ear)
            store->backend->unlisten(store->ear);
        tell_notices(store, store->heard);
        uv_close((uv_handle_t *)async, on_closed);
    }
}

void store_submit(struct store_request *request)
{
    struct store *store = request->store;
    struct lane *lane = request->write ? &store->writer : &store->reader;
    bool full;

    request->next = NULL;
    request->handed = uv_hrtime();
    uv_mutex_lock(&store->lock);
    full = store->stats.waiting >= store->waiting_max;
    store->stats.waiting++;
    uv_mutex_unlock(&store->lock);
    if (request->bad || full) {
        request->answer.status = request->bad ? STORE_REFUSED : STORE_BUSY;
        if (!request->bad)
            snprintf(request->message, sizeof request->message,
                     "More than %u requests wait for the database.",
                     (unsigned)store->waiting_max);
        post(store, request);
        uv_async_send(&store->wake);
        return;
    }
    uv_mutex_lock(&lane->lock);
    *lane->end = request;
    lane->end = &request->next;
    uv_cond_signal(&lane->more);
    uv_mutex_unlock(&lane->lock);
}

/* ---- on the lanes' threads ---- */

static void health(struct lane *lane, bool healthy, const char *message)
{
    uv_mutex_lock(&lane->store->lock);
    lane->healthy = healthy;
    snprintf(lane->message, sizeof lane->message, "%s", message);
    uv_mutex_unlock(&lane->store->lock);
}

static void count_commit(struct store *store, uint32_t requests, uint64_t nanoseconds,
                         bool good)
{
    struct store_stats *stats = &store->stats;
    uint64_t us = nanoseconds / 1000;
    uint32_t bucket = 0;

    while (bucket < STORE_BUCKETS - 1 && us >= (uint64_t)125 << bucket)
        bucket++;
    uv_mutex_lock(&store->lock);
    if (good) {
        stats->commits++;
        stats->commit_us += us;
        stats->bucket[bucket]++;
        if (stats->largest < requests)
            stats->largest = requests;
    } else {
        stats->failures++;
    }
    uv_mutex_unlock(&store->lock);
}

/* Fails requests; they are answered when the batch is. */
static void fail(struct store_request **requests, uint32_t count, enum store_status status,
                 const char *message)
{
    for (uint32_t i = 0; i < count; i++) {
        struct store_request *r = requests[i];

        store_request_reset(r);
        r->answer.status = r->doubt && status == STORE_UNAVAILABLE ? STORE_IN_DOUBT : status;
        snprintf(r->message, sizeof r->message, "%s", message);
    }
}

/* One transaction, and what it leaves open. */
static enum store_outcome attempt(struct lane *lane, struct store_request **requests,
                                  uint32_t count, struct store_failure *failure)
{
    const struct store_backend *backend = lane->store->backend;
    struct store_request *open[STORE_BATCH_MAX];
    uint64_t start = uv_hrtime();
    uint32_t unclear = 0;
    enum store_outcome outcome;

    *failure = (struct store_failure){0};
    for (uint32_t i = 0; i < count; i++)
        store_request_reset(requests[i]);
    if (requests[0]->backup)
        return backend->backup(lane->link, requests[0]->backup, failure);
    outcome = backend->run(lane->link, requests, count, false, failure);
    if (lane->write)
        count_commit(lane->store, count, uv_hrtime() - start, outcome == STORE_RUN_DONE);
    if (outcome != STORE_RUN_DONE)
        return outcome;
    for (uint32_t i = 0; i < count; i++)
        if (requests[i]->changed == 0 && requests[i]->more)
            open[unclear++] = requests[i];
    if (unclear > 0)
        outcome = backend->run(lane->link, open, unclear, true, failure);
    /* What was written stays written: a second try will find its marks. */
    return outcome == STORE_RUN_LOST && lane->write ? STORE_RUN_DOUBT : outcome;
}

static void unlink_lane(struct lane *lane, const char *message)
{
    health(lane, false, message);
    if (lane->link)
        lane->store->backend->disconnect(lane->link);
    lane->link = NULL;
}

static bool link_lane(struct lane *lane, struct store_failure *failure)
{
    struct store *store = lane->store;

    if (lane->link)
        return true;
    lane->link = store->backend->connect(&store->place, lane->write, failure);
    if (!lane->link) {
        health(lane, false, failure->message);
        return false;
    }
    uv_mutex_lock(&store->lock);
    store->stats.reconnects += lane->was_linked;
    uv_mutex_unlock(&store->lock);
    lane->was_linked = true;
    return true;
}

/* Fails those whose patience is at an end and keeps the others; how many. */
static uint32_t keep_patient(struct lane *lane, struct store_request **requests, uint32_t count,
                             const char *message)
{
    uint64_t now = uv_hrtime();
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++) {
        if (now - requests[i]->handed >= lane->store->patience)
            fail(&requests[i], 1, STORE_UNAVAILABLE, message);
        else
            requests[kept++] = requests[i];
    }
    uv_mutex_lock(&lane->store->lock);
    lane->store->stats.retries += kept;
    uv_mutex_unlock(&lane->store->lock);
    return kept;
}

static void judge(struct store_request **requests, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (requests[i]->judge)
            requests[i]->judge(requests[i]);
}

static void work(struct lane *lane, struct store_request **requests, uint32_t count);

/* Something in these requests cannot be done: finds out in which. */
static void single_out(struct lane *lane, struct store_request **requests, uint32_t count,
                       const struct store_failure *failure)
{
    if (count == 1) {
        fail(requests, 1, failure->taken ? STORE_TAKEN : STORE_REFUSED, failure->message);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        work(lane, &requests[i], 1); /* at most this deep */
}

/* Does these requests, whatever it takes; afterwards each has its status. May reorder the array. */
static void work(struct lane *lane, struct store_request **requests, uint32_t count)
{
    struct store_failure failure;
    uint32_t pause = PAUSE_MIN, again = 0;

    while (count > 0) {
        enum store_outcome outcome = STORE_RUN_LOST;

        if (link_lane(lane, &failure))
            outcome = attempt(lane, requests, count, &failure);
        if (outcome == STORE_RUN_AGAIN && again++ >= AGAIN_MAX)
            outcome = STORE_RUN_FAIL;
        switch (outcome) {
        case STORE_RUN_DONE:
            health(lane, true, "");
            judge(requests, count);
            return;
        case STORE_RUN_AGAIN:
            continue;
        case STORE_RUN_FAIL:
            health(lane, false, failure.message);
            fail(requests, count, STORE_UNAVAILABLE, failure.message);
            return;
        case STORE_RUN_BAD:
            single_out(lane, requests, count, &failure);
            return;
        case STORE_RUN_DOUBT:
            for (uint32_t i = 0; i < count; i++)
                requests[i]->doubt = lane->write;
            break;
        case STORE_RUN_LOST:
            break;
        }
        if (lane->link) { /* at once after a loss, then ever more slowly */
            unlink_lane(lane, failure.message);
        } else {
            uv_sleep(pause);
            pause = 2 * pause < PAUSE_MAX ? 2 * pause : PAUSE_MAX;
        }
        count = keep_patient(lane, requests, count, failure.message);
    }
}

/* Every node locks rows in the same order, so that none waits for another that waits for it. */
static int by_key(const void *a, const void *b)
{
    const struct store_request *x = *(struct store_request *const *)a;
    const struct store_request *y = *(struct store_request *const *)b;
    int order = strcmp(x->key, y->key);

    /* Marks count up: requests about the same thing keep their order. */
    return order ? order : (x->mark > y->mark) - (x->mark < y->mark);
}

/* Takes what waits, up to a batch; waits for it. Returns 0 at the end. A backup is done alone. */
static uint32_t take(struct lane *lane, struct store_request **requests)
{
    uint32_t n = 0;

    uv_mutex_lock(&lane->lock);
    while (!lane->first && !lane->stop)
        uv_cond_wait(&lane->more, &lane->lock);
    while (lane->first && n < STORE_BATCH_MAX) {
        if (lane->first->backup && n > 0)
            break;
        requests[n++] = lane->first;
        lane->first = lane->first->next;
        if (requests[n - 1]->backup)
            break;
    }
    if (!lane->first)
        lane->end = &lane->first;
    uv_mutex_unlock(&lane->lock);
    return n;
}

static void run_lane(void *argument)
{
    struct lane *lane = argument;
    struct store_request *batch[STORE_BATCH_MAX], *order[STORE_BATCH_MAX];
    uint32_t n;

    while ((n = take(lane, batch)) > 0) {
        memcpy(order, batch, n * sizeof(struct store_request *));
        if (lane->write)
            qsort(order, n, sizeof(struct store_request *), by_key);
        work(lane, order, n);
        for (uint32_t i = 0; i < n; i++)
            post(lane->store, batch[i]);
        uv_async_send(&lane->store->wake);
    }
    if (lane->link)
        lane->store->backend->disconnect(lane->link);
    uv_mutex_lock(&lane->store->lock);
    lane->ended = true;
    uv_mutex_unlock(&lane->store->lock);
    uv_async_send(&lane->store->wake);
}

/* ---- opening and closing ---- */

bool store_is_shared(const char *where)
{
    return strncmp(where, "postgresql:", 11) == 0 || strncmp(where, "postgres:", 9) == 0;
}

static const struct store_backend *backend_for(const char *where, struct store_failure *failure)
{
    if (!store_is_shared(where))
        return &store_sqlite;
    if (strncmp(strchr(where, ':'), "://", 3) != 0) {
        store_fail(failure,
                   "A PostgreSQL database is named by a URL: postgresql://USER@HOST/NAME.");
        return NULL;
    }
#ifdef ANDEN_POSTGRESQL
    (void)failure;
    return &store_pg;
#else
    store_fail(failure,
               "This build of anden has no PostgreSQL: install libpq-dev and build again, "
               "or name an SQLite file.");
    return NULL;
#endif
}

static bool init_lane(struct lane *lane, struct store *store, bool write)
{
    lane->store = store;
    lane->write = write;
    lane->healthy = true;
    lane->end = &lane->first;
    return uv_mutex_init(&lane->lock) == 0 && uv_cond_init(&lane->more) == 0;
}

static bool connect_lanes(struct store *store, struct store_failure *failure)
{
    if (link_lane(&store->writer, failure) && link_lane(&store->reader, failure))
        return true;
    unlink_lane(&store->writer, "");
    unlink_lane(&store->reader, "");
    return false;
}

static bool start_threads(struct store *store)
{
    if (uv_thread_create(&store->writer.thread, run_lane, &store->writer) != 0)
        return false;
    if (uv_thread_create(&store->reader.thread, run_lane, &store->reader) == 0)
        return true;
    uv_mutex_lock(&store->writer.lock);
    store->writer.stop = true;
    uv_cond_signal(&store->writer.more);
    uv_mutex_unlock(&store->writer.lock);
    uv_thread_join(&store->writer.thread);
    store->writer.link = NULL; /* its thread has closed it */
    return false;
}

static void destroyed(uv_handle_t *handle)
{
    destroy(handle->data);
}

struct store *store_open_schema(struct uv_loop_s *loop, const struct store_options *options,
                                const struct store_schema *schema, char *why, size_t size)
{
    struct store_failure failure = {0};
    const struct store_backend *backend = backend_for(options->where, &failure);
    uint32_t patience = options->patience_ms ? options->patience_ms : PATIENCE;
    struct store *store;

    if (!backend || !backend->prepare(options->where, schema, patience, &failure)) {
        snprintf(why, size, "%s", failure.message);
        return NULL;
    }
    store = calloc(1, sizeof *store);
    if (!store || !(store->where = strdup(options->where)) ||
        uv_mutex_init(&store->lock) != 0 || !init_lane(&store->writer, store, true) ||
        !init_lane(&store->reader, store, false) ||
        getrandom(&store->mark, sizeof store->mark, 0) != sizeof store->mark ||
        uv_async_init(loop, &store->wake, on_wake) != 0) {
        snprintf(why, size, "There is not enough memory to open the database.");
        if (store)
            free(store->where);
        free(store);
        return NULL;
    }
    store->mark &= INT64_MAX >> 1;
    store->wake.data = store;
    store->backend = backend;
    store->place = (struct store_place){.where = store->where,
                                        .patience_ms = patience,
                                        .alone = options->alone,
                                        .node = (uint64_t)store->mark};
    store->patience = (uint64_t)patience * 1000000;
    store->waiting_max = options->waiting_max ? options->waiting_max : WAITING_MAX;
    store->noticed = options->noticed;
    store->context = options->context;
    store->done_end = &store->done;
    store->heard_end = &store->heard;
    store->hearing = true;
    if (!connect_lanes(store, &failure) || !start_threads(store)) {
        snprintf(why, size, "%s",
                 failure.message[0] ? failure.message : "A thread could not be started.");
        unlink_lane(&store->writer, "");
        unlink_lane(&store->reader, "");
        uv_close((uv_handle_t *)&store->wake, destroyed);
        return NULL;
    }
    if (backend->listen && options->noticed)
        store->ear = backend->listen(store, &store->place);
    return store;
}

struct store *store_open(struct uv_loop_s *loop, const struct store_options *options, char *why,
                         size_t size)
{
    return store_open_schema(loop, options, &store_schema, why, size);
}

void store_close(struct store *store, void (*closed)(void *context), void *context)
{
    struct lane *lanes[] = {&store->writer, &store->reader};

    store->closing = true;
    store->closed = closed;
    store->closed_context = context;
    for (int i = 0; i < 2; i++) {
        uv_mutex_lock(&lanes[i]->lock);
        lanes[i]->stop = true;
        uv_cond_signal(&lanes[i]->more);
        uv_mutex_unlock(&lanes[i]->lock);
    }
}

bool store_healthy(struct store *store, char *why, size_t size)
{
    bool healthy;

    uv_mutex_lock(&store->lock);
    healthy = store->writer.healthy && store->reader.healthy && store->hearing;
    snprintf(why, size, "%s",
             !store->writer.healthy   ? store->writer.message
             : !store->reader.healthy ? store->reader.message
                                      : store->deaf);
    uv_mutex_unlock(&store->lock);
    return healthy;
}

void store_stats(struct store *store, struct store_stats *stats)
{
    uv_mutex_lock(&store->lock);
    *stats = store->stats;
    uv_mutex_unlock(&store->lock);
}
