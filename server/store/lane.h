/*
 * What store.c (the loop's side) and lane.c (the threads that work) share.
 */
#ifndef ANDEN_SERVER_STORE_LANE_H
#define ANDEN_SERVER_STORE_LANE_H

#include "private.h"

#include <uv.h>

/* One thread, its connection and its queue. */
struct lane {
    struct store *store;
    bool write, stop, ended, healthy;
    uv_thread_t thread;
    uv_mutex_t lock; /* for the list and stop */
    uv_cond_t more;
    struct store_request *first, **end;
    struct store_link *link; /* only for the thread, like everything below */
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
    bool closing; /* only for the loop, like the next two */
    struct store_request *spare;
    uint32_t spares;

    uv_mutex_t lock; /* for everything below, and for healthy, message and ended of the lanes */
    struct store_request *done, **done_end;
    struct heard *heard, **heard_end;
    bool hearing;
    char deaf[STORE_MESSAGE_MAX];
    struct store_stats stats;
};

/* Connects a lane, or closes its connection. A lane is unhealthy, with a message, until
 * something works. */
bool lane_link(struct lane *lane, struct store_failure *failure);
void lane_unlink(struct lane *lane, const char *message);

/* The thread of a struct lane, which is connected. It ends when it is told to stop and its
 * queue is empty; its connection stays open. */
void lane_run(void *argument);
void lane_stop(struct lane *lane);

/* Puts an answered request where the loop finds it, and wakes the loop. */
void store_post(struct store *store, struct store_request *request);

#endif
