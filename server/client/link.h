/*
 * The client's side of a WebSocket connection on the loop, encrypted or not. Frames are read in
 * place, because the load generator shares its processors with the server that it measures.
 * Private to the load generator and server/client.
 */
#ifndef ANDEN_CLIENT_LINK_H
#define ANDEN_CLIENT_LINK_H

#include "secure.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <uv.h>

/* Where to connect. */
enum { LINK_ADDRESSES = 4 };
struct link_target {
    struct sockaddr_storage
        address[LINK_ADDRESSES]; /* of the host; the next is tried if one fails */
    uint32_t addresses;
    bool tls;
    char name[128]; /* of the host */
    char host[128]; /* for the Host header, with the port */
    char path[128];
};

/* Reads ws://HOST[:PORT][/PATH], or wss:// for TLS, and finds the host. False with a sentence in
 * why, of the catalogue unless it names the host. */
bool link_target(const char *url, struct link_target *target, char *why, size_t cap);

enum {
    LINK_TEXT = 4096,        /* bytes of the longest message to the server */
    LINK_MESSAGE = 16 << 20, /* and from it */
};

/* Lent to all connections. */
struct link_shared {
    uint8_t out[LINK_TEXT + 16];
    uint8_t in[256 * 1024];
    uint32_t mask;
    uint64_t bytes, messages;
};

enum { LINK_ANSWER = 64 * 1024 }; /* bytes of an answer of HTTP */

enum link_state { LINK_OFF, LINK_CONNECTING, LINK_ASKING, LINK_OPEN, LINK_CLOSING };

struct link {
    uv_tcp_t tcp;
    uv_connect_t connect;
    enum link_state state;
    uint32_t tries;        /* failed connections: each time the next address is tried */
    struct secure *secure; /* null: not encrypted */
    bool greeting;         /* TLS is not ready yet */
    bool untrusted;        /* refused because of the server's certificate */
    const struct link_target *target;
    struct link_shared *shared;
    uint8_t *rest; /* the beginning of a frame whose end has not come yet */
    size_t rest_size, rest_room;
    char head[2048]; /* of the answer to our request */
    size_t head_size;
    const char *request; /* a plain HTTP request instead of a WebSocket; or null */
    size_t request_size;
    char *answer; /* to it, ended by a zero byte; the caller frees it */
    size_t answer_size;
    void *user;
    void (*opened)(void *user);
    void (*text)(void *user, char *text, size_t n);
    void (*lost)(void *user, const char *why); /* once for each link_open(); it is off then */
    const char *why;
};

/* Connects; the callbacks and user, target and shared are set. The link must be off. */
void link_open(struct link *l, uv_loop_t *loop);
bool link_send(struct link *l, const char *text, size_t n);
void link_drop(struct link *l, const char *why); /* without a goodbye */

#endif
