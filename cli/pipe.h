/*
 * Players that are other people's programs: "pipe:python3 my_bot.py". Such a program reads a
 * line of JSON from its standard input for each decision, made from the view of its seat, and
 * answers with a line: doc/sim.md. If it doesn't choose a legal event in time, it forfeits the
 * game, and that is printed. A program that ends without a single answer cannot play at all: that
 * is printed, and everything stops as with Ctrl-C. Private to cli/.
 */
#ifndef ANDEN_CLI_PIPE_H
#define ANDEN_CLI_PIPE_H

#include "../env/env.h"
#include "../sim/sim.h"

enum {
    PIPE_SPEC = 320,             /* bytes of a spec with its final zero */
    PIPE_TIME = 10 * 1000,       /* milliseconds for a decision, by default */
    PIPE_START_TIME = 120 * 1000 /* extra time for the first one: interpreters start slowly */
};

struct pipe_player {
    char command[PIPE_SPEC];
    uint32_t milliseconds; /* for a decision */
    const char *label;     /* its name in results */
    struct env *env;       /* the actions and planes of the match */
    atomic_uint lost;      /* games forfeited so far */
    atomic_bool answered;  /* at least once */
    atomic_bool broken;    /* it has ended without a single answer */
    bool reports;          /* why it did not choose is put into `why` instead */
    bool mute;             /* its errors are not shown: they would spoil a full screen */
    char why[256];
    struct sim_guest guest;
};

/* Is a spec of n bytes a pipe? */
bool pipe_is(const char *spec, size_t n);

/* Reads "pipe:COMMAND" or "pipe:COMMAND,time=2s". False if there is no command or it is too
 * long. */
bool pipe_read(struct pipe_player *p, const char *spec, size_t n);

/* Gets ready for a match: p->guest can then play, as long as *p is there. False if there is not
 * enough memory. */
bool pipe_open(struct pipe_player *p, const struct match *m, const char *label);
void pipe_close(struct pipe_player *p);

#endif
