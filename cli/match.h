/*
 * Options of a match on the command line: those of all families (rules->option), so that no command
 * needs to know them. An option from 0 to 1 is a switch (--turning), others take a number
 * (--hand 2). Private to cli/.
 */
#ifndef ANDEN_CLI_MATCH_H
#define ANDEN_CLI_MATCH_H

#include "../engine/game.h"
#include "cli.h"

enum { MATCH_OPTIONS_MAX = 16, COMMAND_OPTIONS_MAX = 32 };

struct match_options {
    uint32_t count;
    struct match_option {
        const struct option *option;
        char flag[ID_SIZE]; /* "--turning" */
        bool on;
        const char *value;
    } item[MATCH_OPTIONS_MAX];
};

/* Puts the options of a command and those of all families into one list for cli_options(). It
 * points into *m. */
void match_options(struct match_options *m, const struct cli_option *own,
                   struct cli_option all[COMMAND_OPTIONS_MAX]);

/* The first option that was given; null if there is none. */
const char *match_options_given(const struct match_options *m);

/* Has this family all options that were given? */
bool match_options_fit(const struct match_options *m, const struct rules *rules);

/* Sets them in a match and checks it. CLI_OK, or CLI_USAGE having said what is wrong. */
int match_options_set(const struct command *c, const struct match_options *m,
                      struct match *match);

#endif
