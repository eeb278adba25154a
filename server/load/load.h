/*
 * A load generator: clients that play whole games over WebSocket, with the engine, as honest
 * clients do; they measure how long a move takes to be acknowledged, and check afterwards that
 * no acknowledged move is missing. Used by `anden load`; knows the server by its protocol only.
 */
#ifndef ANDEN_LOAD_H
#define ANDEN_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct load_options {
    const char *url;   /* ws://127.0.0.1:8080/ws; several nodes, separated by commas */
    const char *games; /* names of boards, separated by commas; tables take turns */
    uint32_t clients, tables;
    uint32_t seconds;
    uint32_t rate;  /* moves each second in all; 0: as many as possible */
    uint32_t drops; /* connections cut each second, to see them come back */
    uint64_t seed;
    bool idle;                  /* clients only connect and say hello */
    volatile bool *interrupted; /* may be set at any time: ends early, with a report */
};

struct load_report {
    uint32_t clients, tables;
    uint64_t moves;     /* acknowledged while it was measured */
    uint64_t all_moves; /* acknowledged in all */
    uint64_t checked;   /* ... and looked for afterwards */
    uint64_t lost;      /* ... and not found */
    uint64_t games;     /* played to the end */
    uint64_t errors;    /* answers that an honest client does not expect */
    uint64_t stale;     /* commands that came too late: expected when several choose */
    uint64_t reconnects, connected;
    uint64_t messages, bytes; /* received */
    double seconds, moves_per_s, p50_ms, p99_ms, max_ms;
    char trouble[256]; /* the first error, in words */
};

/* Runs. False, with a sentence in why, if it could not begin. */
bool load_run(const struct load_options *options, struct load_report *report, char *why,
              size_t cap);

#endif
