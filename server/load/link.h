/*
 * The client's side of a WebSocket connection on the loop: frames are read where they were
 * received, for the generator shares its processors with the server that it measures. Private
 * to it.
 */
#ifndef ANDEN_LOAD_LINK_H
#define ANDEN_LOAD_LINK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <uv.h>

/* Where to connect. */
struct link_target {
    struct sockaddr_storage address;
    char host[128]; /* for the Host header, with the port */
    char path[128];
};

/* Reads ws://HOST[:PORT][/PATH]. False with a sentence in why. */
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

enum link_state { LINK_OFF, LINK_CONNECTING, LINK_ASKING, LINK_OPEN, LINK_CLOSING };

struct link {
    uv_tcp_t tcp;
    uv_connect_t connect;
    enum link_state state;
    const struct link_target *target;
    struct link_shared *shared;
    uint8_t *rest; /* the beginning of a frame whose end has not come yet */
    size_t rest_size, rest_room;
    char head[2048]; /* of the answer to our request */
    size_t head_size;
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
