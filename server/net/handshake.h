/*
 * The WebSocket handshake without sockets: judges a request and makes the answer. Only text
 * goes in and out.
 */
#ifndef ANDEN_HANDSHAKE_H
#define ANDEN_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Headers of the request; null if they are missing. */
struct handshake {
    const char *method, *version; /* "GET", "HTTP/1.1" */
    const char *host, *origin, *connection, *upgrade;
    const char *key, *ws_version, *protocols; /* Sec-WebSocket-... */
    bool secure;                              /* the client came by TLS */
};

struct handshake_policy {
    const char
        *origins; /* allowed, separated by commas or spaces; null: the request's own host */
    bool any_origin, need_origin;
    const char *protocol;
};

enum { HANDSHAKE_ACCEPT = 29 }; /* 20 bytes as base64, and the final zero */

/*
 * Judges a request. Returns 101 with the value of Sec-WebSocket-Accept in accept, and in
 * *protocol whether the subprotocol is to be named in the answer; or the status of a refusal
 * (400, 403, 426) with a sentence in *why.
 */
uint32_t handshake_judge(const struct handshake *h, const struct handshake_policy *policy,
                         char accept[HANDSHAKE_ACCEPT], bool *protocol, const char **why);

#endif
