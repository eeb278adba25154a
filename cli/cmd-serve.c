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

/* The first line is for programs too, so it is the same in every language. */
static void listening(const struct config *config, const char *address)
{
    printf("Listening on %s\n", address);
    settings_say_page(config);
    fflush(stdout);
}

static int run(int argc, char **argv)
{
    struct settings settings = {0};
    static struct config config;
    int code = settings_read(&command_serve, argc, argv, &settings, &config);

    if (code != CLI_OK)
        return code;
    return serve(&config, listening) ? CLI_REFUSED : CLI_OK;
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
