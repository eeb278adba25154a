/*
 * A game that is played at a table of this program: people and bots at its seats, the dealer, the
 * clock, and the log. To front ends it is a struct game. Private to cli/.
 *
 *     local_begin(&l, &terms);                          or local_resume()
 *     ... &l.game
 *     local_end(&l);
 */
#ifndef ANDEN_CLI_LOCAL_H
#define ANDEN_CLI_LOCAL_H

#include "../sim/think.h"
#include "bots.h"
#include "game.h"
#include "logged.h"
#include "record.h"

struct local {
    struct game game;   /* the first: both have the same address */
    struct logged log;  /* the board and the header; for a resumed game also its old text */
    struct bots seats;  /* who plays */
    struct table table; /* its storage is `entries` and `line` */
    struct entry *entries;
    event_t *line;
    struct record record;
    uint64_t seed; /* of the dealer and of the bots' dice */
    struct rng dealer, dice[SEATS_MAX];
    void *sitting[SEATS_MAX]; /* of programs over a pipe; null at first */
    struct proposal proposal;
    uint64_t spent, since; /* the clock: nanoseconds up to `since`, when it was started last */
    bool stopped;          /* it is stopped */
};

/* The terms of a game that are not part of its match. */
struct local_terms {
    struct clock_rule clock;
    uint8_t undo; /* enum undo_rule */
    uint64_t seed;
};

/* The options about them, each may be null: --seed, --undo, --clock. An exit code, after saying
 * what is wrong. */
struct terms_options {
    const char *seed, *undo, *clock;
};
int local_terms(const struct command *c, const struct terms_options *w,
                struct local_terms *terms);

/* Begins a game and deals the first cards. `log` already has the board, the match, names and
 * players (logged_new()), and `seats` who plays. */
void local_begin(struct local *g, const struct local_terms *terms);

/* Resumes the game of a log that was opened (logged_open_lines()), with the seed of the log if it
 * names one. Returns an exit code, after saying what is wrong. */
int local_resume(struct local *g, const struct local_terms *terms, const char *name);

void local_end(struct local *g);

#endif
