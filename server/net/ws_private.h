/*
 * What ws.c (connections) and ws_open.c (how they begin; the server of them) share.
 */
#ifndef ANDEN_WS_PRIVATE_H
#define ANDEN_WS_PRIVATE_H

#include "frames.h"
#include "handshake.h"
#include "http_private.h"
#include "limits.h"
#include "traffic.h"
#include "ws.h"

#include <uv.h>

enum {
    WS_RECEIVE = 64 * 1024, /* bytes read for one event of a socket */
    WS_STOP_MS = 2000,      /* patience when the server stops */
};

enum ws_state { WS_OPEN, WS_CLOSING, WS_DOOMED };

struct ws_buffer {
    uint32_t references;
    uint32_t size;
    uint8_t bytes[];
};

struct ws {
    struct ws_server *server;
    struct ws *next, **link;      /* of all */
    struct ws *dirty, *dying;     /* lists of the server; see the flags */
    struct ws *lazy, **lazy_link; /* its place in the server's lazy list, or null */
    struct peer *peer;            /* whose socket it is */
    int fd;
    enum ws_state state;
    bool is_dirty;
    bool armed;        /* waits until the socket can be written */
    bool shut;         /* our end of the stream is closed */
    uint8_t pings;     /* unanswered */
    uint64_t due;      /* the next ping; if closing, the end of patience. ms */
    uint64_t lazy_due; /* when lazy messages are written. ms */
    struct frames frames;
    struct ws_buffer **ring; /* what waits to be written; capacity is a power of two */
    uint32_t capacity, head, count;
    uint32_t offset; /* in the first */
    size_t bytes;    /* in all */
    uint64_t key, number;
    void *user;
    char address[ADDRESS_TEXT];
};

struct ws_server {
    struct http *http;
    struct ws_options o;
    struct handshake_policy policy;
    struct frames_options frames;
    struct ws_events events;
    struct limits *limits;
    struct traffic *traffic;
    uv_loop_t *loop;
    uv_timer_t tick, lazy_timer;
    uint64_t period;
    struct ws *all, *dirty, *dying;
    struct ws *lazy, **lazy_end; /* connections with lazy messages; the oldest first */
    uint64_t looked, idle; /* ns: when the loop was looked at, and how long it had been idle */
    bool busy;             /* the result of that look */
    uint32_t count;
    uint64_t numbers;
    struct ws_buffer *ping;
    bool stopping;
    void (*done)(void *context);
    void *done_context;
    struct frames_out out;
    uint8_t in[WS_RECEIVE];
};

/* Bytes for the wire, two pieces put together. Null: no memory. */
struct ws_buffer *ws_raw_buffer(const void *a, size_t n, const void *b, size_t m);

/* Sends bytes for the wire; takes over the caller's reference. Null: no memory. False if the
 * connection is dropped. */
bool ws_push(struct ws *w, struct ws_buffer *b);

/* The socket's events, the loop's turns, the server's clock. */
void ws_on_poll(uv_poll_t *poll, int status, int events);
void ws_turn(void *context);
void ws_on_tick(uv_timer_t *timer);
void ws_on_lazy(uv_timer_t *timer);

/* A text of the peer; and bytes that came with the request. */
void ws_on_text(void *context, char *text, size_t n);
void ws_feed(struct ws *w, const uint8_t *bytes, size_t n);

/* Frees a server whose connections and timer are gone. */
void ws_server_free(struct ws_server *s);

#endif
