/*
 * Options of a match on the command line: those of all families (rules->option), so that no command
 * needs to know them. An option from 0 to 1 is a switch (--turning), others take a number
 * (--hand 2). Private to cli/.
 */
#ifndef ANDEN_CLI_MATCH_H
#define ANDEN_CLI_MATCH_H

#include "../engine/game.h"
#include "cli.h"

enum { MATCH_OPTIONS_MAX = 16 };

/* The options as they were given; must be the first member of the struct that a command with
 * `more` = match_list reads into. */
struct match_options {
    struct match_option {
        bool on;
        const char *value;
    } item[MATCH_OPTIONS_MAX];
};

/* Appends the options of all families to those of a command. */
uint32_t match_list(struct cli_option *list);

/* The first option that was given; null if there is none. */
const char *match_options_given(const struct match_options *m);

/* Does this family have all options that were given? */
bool match_options_fit(const struct match_options *m, const struct rules *rules);

/* Sets them in a match and checks it. CLI_OK, or CLI_USAGE after saying what is wrong. */
int match_options_set(const struct command *c, const struct match_options *m,
                      struct match *match);

#endif
