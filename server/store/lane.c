/*
 * The threads that carry out a store's requests, one that writes and one that reads. The writer
 * makes one commit at a time, and the next takes all requests that have arrived meanwhile. If
 * the database is away, requests are tried again until their patience is over. If one request
 * makes a batch fail, its requests are tried again one by one, so that only that one fails.
 */
#include "lane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAUSE_MIN = 50, /* milliseconds between two tries to connect, doubled each time */
    PAUSE_MAX = 1000,
    AGAIN_MAX = 20, /* times in a row that a deadlock is tried again */
    LOOK = 1000,    /* milliseconds between two checks whether the database is intact */
};

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

/* Marks requests as failed; they are answered together with their batch. */
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

/* Runs one transaction, then the questions that it left open. */
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
    /* The writes are committed: a second try finds their marks. */
    return outcome == STORE_RUN_LOST && lane->write ? STORE_RUN_DOUBT : outcome;
}

void lane_unlink(struct lane *lane, const char *message)
{
    health(lane, false, message);
    if (lane->link)
        lane->store->backend->disconnect(lane->link);
    lane->link = NULL;
}

bool lane_link(struct lane *lane, struct store_failure *failure)
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

/* Fails requests whose patience is over; keeps the others and returns how many they are. */
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

/* One of these requests cannot be done: finds out which. */
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

/* Does these requests, with as many tries as it takes; afterwards each has its status. May
 * reorder the array. */
static void work(struct lane *lane, struct store_request **requests, uint32_t count)
{
    struct store_failure failure;
    uint32_t pause = PAUSE_MIN, again = 0;

    while (count > 0) {
        enum store_outcome outcome = STORE_RUN_LOST;

        if (lane_link(lane, &failure))
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
            lane_unlink(lane, failure.message);
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

/* Waits for work; while there is none, checks now and then whether the database is intact. The
 * lock is held. */
static void rest(struct lane *lane)
{
    const struct store_backend *backend = lane->store->backend;
    struct store_failure failure = {0};

    if (!backend->intact || !lane->link) {
        uv_cond_wait(&lane->more, &lane->lock);
    } else if (uv_cond_timedwait(&lane->more, &lane->lock, (uint64_t)LOOK * 1000000) != 0) {
        uv_mutex_unlock(&lane->lock);
        if (!backend->intact(lane->link, &failure))
            health(lane, false, failure.message);
        uv_mutex_lock(&lane->lock);
    }
}

/* Waits for requests and takes up to a batch of them. Returns 0 at the end. A backup is done
 * alone. */
static uint32_t take(struct lane *lane, struct store_request **requests)
{
    uint32_t n = 0;

    uv_mutex_lock(&lane->lock);
    while (!lane->first && !lane->stop)
        rest(lane);
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

void lane_run(void *argument)
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
            store_post(lane->store, batch[i]);
        uv_async_send(&lane->store->wake);
    }
    uv_mutex_lock(&lane->store->lock);
    lane->ended = true;
    uv_mutex_unlock(&lane->store->lock);
    uv_async_send(&lane->store->wake);
}

void lane_stop(struct lane *lane)
{
    uv_mutex_lock(&lane->lock);
    lane->stop = true;
    uv_cond_signal(&lane->more);
    uv_mutex_unlock(&lane->lock);
}
