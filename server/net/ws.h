/*
 * WebSocket on the loop: the upgrade with its checks, frames (wslay), text messages in and out,
 * with limits on everything a client can make us keep. The caller handles the messages.
 * Everything here belongs to the loop's thread.
 */
#ifndef ANDEN_WS_H
#define ANDEN_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct http;
struct http_request;

/* The close codes of RFC 6455 that we need; 4000-4999 are the application's own. */
enum {
    WS_NORMAL = 1000,
    WS_GOING_AWAY = 1001,
    WS_PROTOCOL = 1002,
    WS_NOT_TEXT = 1003,
    WS_BAD_TEXT = 1007,
    WS_POLICY = 1008,
    WS_TOO_LARGE = 1009,
    WS_INTERNAL = 1011,
    WS_LATER = 1013,
};

struct ws_server;
struct ws; /* one connection */

/*
 * Callbacks to the caller. `closed` comes exactly once for each `open`, never from inside a
 * call of this header; the connection is gone when it returns. Text is valid UTF-8 and has no
 * final zero; it may be changed, and is gone after the call.
 */
struct ws_events {
    void *context; /* not used here; ws_context() gives it back */
    void (*open)(struct ws *w, const struct http_request *r);
    void (*text)(struct ws *w, char *text, size_t n);
    void (*closed)(struct ws *w);
};

/* Zero stands for the default. */
struct ws_options {
    const char *origins; /* "https://a.example, https://b.example"; null: the page's own host */
    bool any_origin;     /* everybody's pages may connect */
    bool need_origin;    /* refuse clients that send no Origin: programs, not browsers */
    const char *protocol;    /* subprotocol chosen if a client offers some; null: "anden" */
    uint32_t message_max;    /* bytes of a message; 16 KiB */
    uint32_t fragments_max;  /* of one message; 64 */
    uint32_t frames_burst;   /* frames of a connection at once, of any kind; 200 */
    uint32_t frames_rate;    /* and each second; 50 */
    uint32_t queue_bytes;    /* waiting to be written; 256 KiB */
    uint32_t queue_messages; /* waiting to be written; 1024 */
    uint32_t connections;    /* most at once; 8000. Should be less than http's */
    uint32_t per_address;    /* most of one address; 32 */
    uint32_t ping_ms;        /* 20 000; dropped after two without an answer */
    uint32_t close_ms;       /* for the peer to answer a close; 3000 */
};

/* Serves WebSockets at a path of the HTTP server. Options and events are copied. */
struct ws_server *ws_start(struct http *h, const char *path, const struct ws_options *options,
                           const struct ws_events *events);

/*
 * Stops: accepts no new connections, closes all open ones politely (1001), and drops those that
 * do not answer in 2 s. Calls `closed` for each of them, then `done`, and frees the server.
 * After that http_stop() may be called.
 */
void ws_stop(struct ws_server *s, void (*done)(void *context), void *context);

/* A message that can be sent to many: the bytes are kept once, in frames ready for the wire. */
struct ws_buffer;

/* Null if there is no memory. The text is copied; the caller holds one reference. */
struct ws_buffer *ws_buffer_new(const char *text, size_t n);
struct ws_buffer *ws_buffer_keep(struct ws_buffer *b);
void ws_buffer_release(struct ws_buffer *b);

/*
 * Sends; the connection takes a reference of its own. What is sent in one turn of the loop leaves
 * in one write. False if the connection is closing, or was just dropped because its queue is
 * full; `closed` follows later in any case.
 */
bool ws_send(struct ws *w, struct ws_buffer *b);

/*
 * The same for a message that nobody waits for. While the loop is busy it is held back for a
 * while (WS_LAZY_MS at most), so that later messages leave in the same write. The order is
 * kept.
 */
enum { WS_LAZY_MS = 400 };
bool ws_send_lazily(struct ws *w, struct ws_buffer *b);

/* The same for a text to one connection only. */
bool ws_send_text(struct ws *w, const char *text, size_t n);

/* Says goodbye after everything that was sent before. The reason is cut to 123 bytes. No more
 * text events come. Harmless if it is closing already. */
void ws_close(struct ws *w, uint16_t code, const char *reason);

/* The caller's own pointer, null at first. */
void ws_set_user(struct ws *w, void *user);
void *ws_user(const struct ws *w);

void *ws_context(const struct ws *w);
const char *ws_address(const struct ws *w); /* of the client, as in struct http_request */
uint64_t ws_number(const struct ws *w);     /* from 1, for logs */
bool ws_is_open(const struct ws *w);        /* not closing */

/* How many are open. */
uint32_t ws_count(const struct ws_server *s);

#endif
