/*
 * How much anybody may do: token buckets and counts of open connections, by address and by person,
 * and the counters of the network's traffic. Knows nothing of sockets and messages. Memory is
 * bounded: buckets that are full again make room for others.
 */
#ifndef ANDEN_LIMITS_H
#define ANDEN_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum limit_kind {
    LIMIT_REQUEST, /* HTTP requests; http.c takes them by address */
    LIMIT_CONNECT, /* WebSocket connections made; ws.c takes them by address */
    LIMIT_MESSAGE, /* messages; by person */
    LIMIT_TABLE,   /* tables made; by person, and by address */
    LIMIT_CHAT,    /* lines of chat; by person */
    LIMIT_SIGN_IN, /* passphrases tried, names taken; by address, and by name */
    LIMIT_KINDS,
};

/* A bucket holds `burst` tokens and gets `per_minute` of them back each minute. A burst of 0: no
 * limit. */
struct limit_rule {
    uint32_t burst, per_minute;
};

extern const struct limit_rule limit_rules_default[LIMIT_KINDS];

struct limits;

/* The rules are copied. Null if there is no memory. */
struct limits *limits_new(const struct limit_rule rules[LIMIT_KINDS]);
void limits_free(struct limits *l);

/*
 * Who is limited: an address (IPv6 by its network of 64 bits, which is what one person is given),
 * or anything with a name or a number. Keys are hashed with a secret of the process, so nobody can
 * aim at somebody else's bucket.
 */
uint64_t limits_key_address(const struct limits *l, const char *address);
uint64_t limits_key_bytes(const struct limits *l, const void *bytes, size_t n);

/* Takes one token at the time now (milliseconds, never going back). False: none is left, and the
 * one who asked is to be refused. */
bool limits_take(struct limits *l, enum limit_kind kind, uint64_t key, uint64_t now);

/* Seconds until a token is there again, at least 1: for Retry-After and messages. */
uint32_t limits_wait(struct limits *l, enum limit_kind kind, uint64_t key, uint64_t now);

/* Counts things that are open at the same time. False: there are `most` already (0: no limit), and
 * nothing was counted. Each true wants one limits_leave(). */
bool limits_enter(struct limits *l, uint64_t key, uint32_t most);
void limits_leave(struct limits *l, uint64_t key);
uint32_t limits_open(struct limits *l, uint64_t key); /* how many are counted */

/* Why a connection was refused or dropped. */
enum drop_reason {
    DROP_ORIGIN,    /* a page of another site */
    DROP_UPGRADE,   /* a bad WebSocket request */
    DROP_FULL,      /* too many connections in all */
    DROP_ADDRESS,   /* too many of one address */
    DROP_RATE,      /* too many requests, connections or messages in a short time */
    DROP_FRAME,     /* what came was no correct WebSocket */
    DROP_TOO_LARGE, /* a message over the limit */
    DROP_SLOW,      /* did not read what was sent */
    DROP_SILENT,    /* did not answer pings */
    DROP_HEADERS,   /* took too long to send a request */
    DROP_REASONS,
};

/* Counters of http.c and ws.c. They only grow, but for those that say "now". */
struct traffic {
    uint64_t connections_now; /* WebSocket */
    uint64_t connections;
    uint64_t messages_in, messages_out, messages_late;
    uint64_t bytes_in, bytes_out; /* of WebSocket frames */
    uint64_t requests;            /* HTTP, upgrades included */
    uint64_t requests_refused;    /* answered with 400 and above */
    uint64_t http_now;            /* sockets that speak HTTP */
    uint64_t drops[DROP_REASONS];
};

/* The counters as lines for Prometheus; returns their length, at most cap - 1 (6 KB do). */
size_t traffic_metrics(const struct traffic *t, char *out, size_t cap);

#endif
