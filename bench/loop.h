/*
 * The work whose speed is measured: random games through the public contract, and single questions
 * asked of positions from such games. The same code is timed natively (`anden bench`) and in wasm
 * (tests/wasm/bench.c): no clock, no C library. All of it is the same in every call and on every
 * machine.
 */
#ifndef ANDEN_BENCH_LOOP_H
#define ANDEN_BENCH_LOOP_H

#include "../engine/game.h"

enum bench_work {
    BENCH_PLAY,     /* whole games, set-up and score sheet included; counted in decisions */
    BENCH_LIST,     /* legal() at the beginning of a turn */
    BENCH_VIEW,     /* view() of the seat whose turn it is */
    BENCH_RESAMPLE, /* resample() from that view */
    BENCH_WORKS,
};

/* As options and JSON name it, or null. */
const char *bench_work_name(uint32_t work);

enum {
    BENCH_POSITIONS = 256, /* too many for a processor to learn their branches */
    BENCH_SPACING = 17,    /* one in so many turns of random games becomes a position */
    BENCH_CALLS = 20,      /* questions for each game of a round */
};

/* Positions at the beginning of a turn, and room for the answers. */
struct bench_store {
    struct state state[BENCH_POSITIONS];
    struct view view[BENCH_POSITIONS];
    event_t events[LEGAL_MAX];
};

/* Fills the store; before any work but BENCH_PLAY. */
void bench_sample(const struct match *m, struct bench_store *store);

/* Does a round of work for so many games. Returns the number of decisions, or of questions. */
uint64_t bench_round(const struct match *m, struct bench_store *store, uint32_t work,
                     uint64_t games);

/* How many events legal() lists in all the positions of the store together. */
uint64_t bench_listed(const struct match *m, struct bench_store *store);

/* A fingerprint of the final states and score sheets of 100 games. */
uint64_t bench_signature(const struct match *m);

#endif
