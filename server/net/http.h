/*
 * HTTP/1.1 on the loop: sockets, requests read strictly (reader.h), routes, answers with security
 * headers. The routes make the answers (api.c, static.c); a request that becomes a WebSocket goes
 * to ws.c. Everything here belongs to the loop's thread.
 */
#ifndef ANDEN_HTTP_H
#define ANDEN_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uv_loop_s; /* uv_loop_t */
struct limits;
struct traffic;
struct http;

struct http_options {
    struct uv_loop_s *loop;
    const char *listen;       /* "127.0.0.1:8080", "[::1]:0", ":8080" is all addresses */
    uint32_t connections;     /* most sockets, WebSockets included; 0: 10000 */
    uint32_t per_address;     /* most sockets of one address, not for trusted proxies; 0: 64 */
    uint32_t body_max;        /* bytes of a request's body; 0: 64 KiB */
    uint32_t request_seconds; /* a whole request, headers and body, must come in time; 0: 20 */
    uint32_t idle_seconds;    /* between requests; and for a piece of an answer; 0: 30 */
    const char *proxies;      /* trusted: "127.0.0.1, 10.0.0.0/8"; null: none */
    const char *policy;       /* Content-Security-Policy; null: the strict one of http.c */
    struct limits *limits;    /* null: no limits of rate; connections are still counted */
    struct traffic *traffic;  /* null: not counted */
    /* One line without a line break for the log, a few each second at most; null: no log. */
    void (*log)(void *context, const char *line);
    void *context;
};

/*
 * Begins to listen. Null if that fails, with a sentence in why. Options are copied, except for
 * the loop, limits and traffic, which must live longer.
 */
struct http *http_start(const struct http_options *options, char *why, size_t cap);

uint16_t http_port(const struct http *h);

/* No new connections; those that are open go on. ws_stop() does this too. */
void http_quiesce(struct http *h);

/*
 * Stops, after all WebSockets are gone (ws_stop). Requests still waiting for their answer are
 * answered 503. The struct is freed when the loop has closed its handles, and `done`, which may be
 * null, is called then. The loop must keep running until then.
 */
void http_stop(struct http *h, void (*done)(void *context), void *context);

/*
 * A complete request. It is valid until it is answered, which must happen exactly once, now or
 * later (the client waits). After http_stop() it must still be answered, but that only frees
 * it.
 */
struct http_request {
    const char *method;  /* "GET" (also for HEAD, which gets no body), "POST", ... */
    const char *path;    /* decoded, begins with "/"; has no zero byte */
    const char *rest;    /* of the path, after the route's prefix */
    const char *address; /* of the client: the peer's, or the one that a trusted proxy names */
    const char *body;    /* with a final zero byte; "" if there is none */
    size_t body_size;
    bool secure; /* a trusted proxy says that the client uses TLS */
    bool local;  /* from this machine, and not through a proxy */
    void *route; /* given with the route */
};

/* A header, or an argument after "?" (decoded); null if it is missing. */
const char *http_header(const struct http_request *r, const char *name);
const char *http_query(const struct http_request *r, const char *name);

/*
 * Requests with this method (null: any) whose path is the prefix, or begins with it if the prefix
 * ends in "/", go to the handler. The longest prefix wins; among equal ones, the first. A path
 * that is only known with other methods is answered 405, an unknown one 404.
 */
void http_route(struct http *h, const char *method, const char *prefix,
                void (*handler)(struct http_request *r), void *route);

struct http_answer {
    uint32_t status;
    const char *type; /* null: "application/json" */
    const void *body; /* copied */
    size_t size;
    const char *cache;        /* Cache-Control; null: "no-store" */
    const char *const *extra; /* more headers: name, value, name, value, ..., null; or null */
};

void http_answer(struct http_request *r, const struct http_answer *a);

/* A JSON text. */
void http_answer_json(struct http_request *r, uint32_t status, const char *json, size_t n);

/*
 * An error: {"error": {"code": "not_found", "message": "There is no table 7."}} for clients, a
 * plain page with the message for people (if the request accepts text/html and the path is not
 * under /api). The code is a word, or null for the usual one of the status.
 */
void http_answer_error(struct http_request *r, uint32_t status, const char *code,
                       const char *message);

#endif
