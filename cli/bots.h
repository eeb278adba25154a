/*
 * Lists of players on the command line: "human,expert,rollout:time=1s,policy=planner". Private to
 * cli/.
 */
#ifndef ANDEN_CLI_BOTS_H
#define ANDEN_CLI_BOTS_H

#include "../ai/bot.h"
#include "cli.h"
#include "pipe.h"

enum { BOTS_MAX = 16 };

struct bots {
    uint32_t count;
    struct bots_item {
        bool human; /* then there is no bot */
        bool piped; /* it is a program over a pipe; then there is no bot */
        struct pipe_player pipe;
        struct bot bot;
        char spec[BOT_TEXT];           /* as bot_format() writes it */
        char tuning[BOT_TEXT];         /* the file of its constants, or "" */
        char label[2 * BOT_TEXT + 16]; /* both, as they were given; for a pipe, its spec */
        struct tuning constants;
    } item[BOTS_MAX];
};

/* An option whose value is a list of players. */
struct bots_wish {
    const struct command *command;
    const char *option; /* "--seats" */
    bool people;        /* "human" is allowed too */
    uint32_t most;      /* at most BOTS_MAX */
    bool pipes;         /* "pipe:COMMAND" is allowed too */
};

/* CLI_OK, or CLI_USAGE after saying what is wrong. A last setting "tuning=FILE" gives a bot the
 * constants that `anden tune` has written. */
int bots_read(const struct bots_wish *w, const char *list, struct bots *bots);

/* Can all of them play this match? Reads their files of constants and opens the pipes; the bots
 * point into *bots. Returns an exit code, after saying what is wrong. */
int bots_check(const struct bots_wish *w, struct bots *bots, const struct match *m);

/* The guest (sim.h) of an item, or null. */
const struct sim_guest *bots_guest(const struct bots_item *item);

/* Has one of them ended without a single answer (pipe.h)? */
bool bots_are_broken(const struct bots *bots);

/* Closes the pipes. */
void bots_close(struct bots *bots);

/* Reads a file of constants for the players of a match. Returns an exit code, after saying what
 * is wrong. */
int bots_tuning(const char *path, const struct match *m, struct tuning *tuning);

#endif
