/*
 * Lists of players on the command line: "human,expert,mcts:time=1s,policy=planner". Private to
 * cli/.
 */
#ifndef ANDEN_CLI_BOTS_H
#define ANDEN_CLI_BOTS_H

#include "../ai/bot.h"
#include "cli.h"

enum { BOTS_MAX = 16 };

struct bots {
    uint32_t count;
    struct bots_item {
        bool human; /* then there is no bot */
        struct bot bot;
        char spec[BOT_TEXT]; /* as bot_format() writes it */
    } item[BOTS_MAX];
};

/* An option whose value is a list of players. */
struct bots_wish {
    const struct command *command;
    const char *option; /* "--seats" */
    bool people;        /* "human" is allowed too */
    uint32_t most;      /* at most BOTS_MAX */
};

/* CLI_OK, or CLI_USAGE having said what is wrong. */
int bots_read(const struct bots_wish *w, const char *list, struct bots *bots);

/* Do all of them play this match? CLI_OK or CLI_USAGE. */
int bots_check(const struct bots_wish *w, const struct bots *bots, const struct match *m);

#endif
