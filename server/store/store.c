/*
 * The loop's side of the store: requests go to two threads (lane.c), and their answers come
 * back; notices about what other nodes have written; opening and closing.
 */
#include "lane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
    PATIENCE = 10000,    /* milliseconds */
    WAITING_MAX = 65536, /* requests */
    SPARE_MAX = 256,     /* requests kept for the next ones */
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

void store_post(struct store *store, struct store_request *request)
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

/* Called while no thread runs. The writer comes last: then no other connection of this store
 * keeps it from emptying the log. */
static void disconnect_lanes(struct store *store)
{
    lane_unlink(&store->reader, "");
    lane_unlink(&store->writer, "");
}

static void on_wake(uv_async_t *async)
{
    struct store *store = async->data;
    struct store_request *done;
    struct heard *heard;
    bool over;

    uv_mutex_lock(&store->lock);
    /* A lane ends after its last answer, so these are all answers. */
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
        disconnect_lanes(store);
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
        store_post(store, request);
        uv_async_send(&store->wake);
        return;
    }
    uv_mutex_lock(&lane->lock);
    *lane->end = request;
    lane->end = &request->next;
    uv_cond_signal(&lane->more);
    uv_mutex_unlock(&lane->lock);
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
    return lane_link(&store->writer, failure) && lane_link(&store->reader, failure);
}

static bool start_threads(struct store *store)
{
    if (uv_thread_create(&store->writer.thread, lane_run, &store->writer) != 0)
        return false;
    if (uv_thread_create(&store->reader.thread, lane_run, &store->reader) == 0)
        return true;
    lane_stop(&store->writer);
    uv_thread_join(&store->writer.thread);
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
    struct store_options patient = *options;
    uint32_t patience = options->patience_ms ? options->patience_ms : PATIENCE;
    struct store *store;

    patient.patience_ms = patience;
    if (!backend || !backend->prepare(&patient, schema, &failure)) {
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
        disconnect_lanes(store);
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
    store->closing = true;
    store->closed = closed;
    store->closed_context = context;
    lane_stop(&store->writer);
    lane_stop(&store->reader);
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
