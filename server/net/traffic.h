/*
 * The counters of the network's traffic, and their names. metrics.c prints them.
 */
#ifndef ANDEN_TRAFFIC_H
#define ANDEN_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why a connection was refused or dropped. */
enum drop_reason {
    DROP_ORIGIN,    /* a page of another site */
    DROP_UPGRADE,   /* a bad WebSocket request */
    DROP_FULL,      /* too many connections in all */
    DROP_ADDRESS,   /* too many of one address */
    DROP_RATE,      /* too many requests, connections or messages in a short time */
    DROP_FRAME,     /* bad WebSocket frames */
    DROP_TOO_LARGE, /* a message over the limit */
    DROP_SLOW,      /* did not read what was sent */
    DROP_SILENT,    /* did not answer pings */
    DROP_HEADERS,   /* took too long to send a request */
    DROP_REASONS,
};

/* Counters of http.c and ws.c. They only grow, except those named "now". */
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

/* The counters, except the drops; ends with a null name. */
struct traffic_counter {
    const char *name, *help;
    size_t at; /* in struct traffic */
    bool now;  /* it also falls */
};
extern const struct traffic_counter traffic_counters[];

uint64_t traffic_value(const struct traffic *t, const struct traffic_counter *c);

/* The reasons in a word. */
extern const char *const drop_names[DROP_REASONS];

#endif
