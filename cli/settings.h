/*
 * The settings of the server as options of a command: each is --name, and --config names a file of
 * them. Private to cli/.
 */
#ifndef ANDEN_CLI_SETTINGS_H
#define ANDEN_CLI_SETTINGS_H

#include "../server/config.h"
#include "cli.h"

enum { SETTINGS_MAX = CLI_OPTIONS_MAX - 1 };

/* As they were given, in the order of config_settings[]. */
struct settings {
    const char *value[SETTINGS_MAX]; /* the first: see settings_list() */
    const char *config;
};

/* For the tables of a command that reads into a struct settings. */
extern const struct cli_option settings_options[];
uint32_t settings_list(struct cli_option *list);

/* Reads the command line, the file and the presets; the preset of `web` is the page that belongs to
 * the program, if there is one. CLI_OK, or another code after saying what is wrong. */
int settings_read(const struct command *c, int argc, char **argv, struct settings *s,
                  struct config *config);

/* What was given on the command line for a setting, or null. */
const char *settings_given(const struct settings *s, const char *name);

/* Says how to get the page, if there is none to serve. For people who have just started a
 * server. */
void settings_say_page(const struct config *config);

#endif
