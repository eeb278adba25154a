/*
 * `anden serve`: the server for play over the network. This file only reads the command line.
 */
#include "../server/serve.h"
#include "settings.h"

static const char help_about[] =
    "Serves games over the network: tables, people, bots, spectators. Clients speak the\n"
    "protocol of doc/protocol.md over WebSocket at /ws. Everything is kept in one database;\n"
    "what was acknowledged is never lost. SIGTERM and Ctrl-C stop it in good order.\n"
    "\n"
    "Every option but --config may also be a line \"name = value\" of the file that --config\n"
    "names. The command line wins.";

static int run(int argc, char **argv)
{
    struct settings settings = {0};
    static struct config config;
    int code = settings_read(&command_serve, argc, argv, &settings, &config);

    if (code != CLI_OK)
        return code;
    settings_find_page(&config);
    return serve(&config, NULL) ? CLI_REFUSED : CLI_OK;
}

const struct command command_serve = {
    .name = "serve",
    .summary = SAYS("serve games over the network"),
    .usage = "anden serve [--SETTING VALUE]...",
    .about = help_about,
    .options = settings_options,
    .more = settings_list,
    .examples =
        "anden serve\n"
        "anden serve --listen 0.0.0.0:8080 --db /var/lib/anden/anden.db --web web/dist\n"
        "anden serve --db postgresql://anden@localhost/anden --config anden.conf",
    .codes = SAYS("0 stopped as asked; 1 it could not start; 2 the command line was wrong."),
    .run = run,
};
