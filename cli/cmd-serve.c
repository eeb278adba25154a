/*
 * `anden serve`: the server for play over the network. Only its command line is here.
 */
#include "../server/serve.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { SETTINGS = CLI_OPTIONS_MAX - 1 };

static const char help_about[] =
    "Serves games over the network: tables, people, bots, spectators. Clients speak the\n"
    "protocol of doc/protocol.md over WebSocket at /ws. Everything is kept in one database;\n"
    "what was acknowledged is never lost. SIGTERM and Ctrl-C stop it in good order.\n"
    "\n"
    "Every option but --config may also be a line \"name = value\" of the file that --config\n"
    "names. The command line wins.";

struct wish {
    const char *value[SETTINGS]; /* the first: see settings() */
    const char *config;
};

/* Every setting of the server is an option. */
static uint32_t settings(struct cli_option *list)
{
    static char names[SETTINGS][40];
    uint32_t n = 0;

    for (; n < SETTINGS && config_settings[n].name; n++) {
        const struct config_setting *s = &config_settings[n];

        snprintf(names[n], sizeof names[n], "--%s", s->name);
        list[n] = (struct cli_option){.name = names[n],
                                      .argument = s->argument ? s->argument : "N",
                                      .about = s->about,
                                      .at = n * sizeof(const char *),
                                      .preset = s->preset};
    }
    return n;
}

static int run(int argc, char **argv)
{
    struct wish w = {0};
    static struct config config;
    char why[512];

    if (cli_options(&command_serve, &w, argc, argv, NULL, 0) < 0)
        return CLI_USAGE;
    config_presets(&config);
    if (w.config && !config_read(&config, w.config, why, sizeof why))
        return cli_refuse("{0}", SAID(say_text(why)));
    for (uint32_t i = 0; i < SETTINGS && config_settings[i].name; i++)
        if (w.value[i] &&
            !config_set(&config, config_settings[i].name, w.value[i], why, sizeof why))
            return cli_usage(&command_serve, "--{0}", SAID(say_text(why)));
    return serve(&config) ? CLI_REFUSED : CLI_OK;
}

static const struct cli_option options[] = {
    {"--config", "FILE", SAYS("read settings from a file"), offsetof(struct wish, config), NULL,
     NULL},
    {0},
};

const struct command command_serve = {
    .name = "serve",
    .summary = SAYS("serve games over the network"),
    .usage = "anden serve [--SETTING VALUE]...",
    .about = help_about,
    .options = options,
    .more = settings,
    .examples =
        "anden serve\n"
        "anden serve --listen 0.0.0.0:8080 --db /var/lib/anden/anden.db --web web/dist\n"
        "anden serve --db postgresql://anden@localhost/anden --config anden.conf",
    .codes = SAYS("0 stopped as asked; 1 it could not start; 2 the command line was wrong."),
    .run = run,
};
