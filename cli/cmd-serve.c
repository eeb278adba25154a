/*
 * `anden serve`: the server for play over the network. Only its command line is here.
 */
#include "../server/serve.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 32 };

static const char help[] =
    "Usage: anden serve [--SETTING VALUE]...\n"
    "\n"
    "Serves games over the network: tables, people, bots, spectators. Clients speak the\n"
    "protocol of doc/protocol.md over WebSocket at /ws. Everything is kept in one database;\n"
    "what was acknowledged is never lost. SIGTERM and Ctrl-C stop it in good order.\n"
    "\n"
    "Settings (each may also be a line \"name = value\" of the file given with --config; the\n"
    "command line wins):\n"
    "  --config FILE               read settings from a file\n"
    "  --listen ADDRESS:PORT       where to listen (127.0.0.1:8080); port 0 chooses one\n"
    "  --db FILE | postgresql://   the database (anden.db), made if it is not there\n"
    "  --web FOLDER                the page to serve; without it a plain page\n"
    "  --address URL               how people reach the server, for links in notices\n"
    "  --origins LIST              pages that may connect (the server's own host)\n"
    "  --any-origin 1              pages of any host may connect\n"
    "  --proxies LIST              proxies whose X-Forwarded-For is trusted\n"
    "  --webhook URL               http:// URL to call when somebody's turn waits (for\n"
    "                              https see doc/deploy.md)\n"
    "  --notice-seconds N          how long a turn waits before that (60)\n"
    "  --bot-threads N             bots that think at the same time (0: one for each core)\n"
    "  --bot-alone-seconds N       how long bots think at a table where nobody is there (30)\n"
    "  --bot-pause-ms N            pause before a bot's move (700)\n"
    "  --takeover-ms N             another node's bot move is made here after (20000)\n"
    "  --connections N             connections in all (8000)\n"
    "  --address-connections N     connections of one address (32)\n"
    "  --tables N                  tables in memory (20000)\n"
    "  --tables-per-person N       tables of one person that are not over (50)\n"
    "  --idle-seconds N            when a table that nobody watches leaves the memory (300);\n"
    "                              one whose game is over: 10\n"
    "  --poll-seconds N            how often to look for lost notifications (10)\n"
    "  --limits 0                  no limits on rates: for tests and load\n"
    "  --chat-length N             characters in a line of chat (280)\n"
    "\n"
    "Examples:\n"
    "  anden serve\n"
    "  anden serve --listen 0.0.0.0:8080 --db /var/lib/anden/anden.db --web web/dist\n"
    "  anden serve --db postgresql://anden@localhost/anden --config anden.conf\n"
    "\n"
    "Exit codes: 0 stopped as asked; 1 it could not start; 2 the command line was wrong.\n";

static int run(int argc, char **argv)
{
    struct cli_option options[SETTINGS + 2] = {{0}};
    const char *values[SETTINGS] = {0}, *file = NULL;
    char names[SETTINGS][40], why[512];
    static struct config config;
    uint32_t n = 0;

    for (; n < SETTINGS && config_settings[n].name; n++) {
        snprintf(names[n], sizeof names[n], "--%s", config_settings[n].name);
        options[n] = (struct cli_option){names[n], NULL, &values[n]};
    }
    options[n] = (struct cli_option){"--config", NULL, &file};
    if (cli_options(&command_serve, options, argc, argv, NULL, 0) < 0)
        return CLI_USAGE;
    config_presets(&config);
    if (file && !config_read(&config, file, why, sizeof why))
        return cli_refuse("{0}", SAID(say_text(why)));
    for (uint32_t i = 0; i < n; i++)
        if (values[i] &&
            !config_set(&config, config_settings[i].name, values[i], why, sizeof why))
            return cli_usage(&command_serve, "--{0}", SAID(say_text(why)));
    return serve(&config) ? CLI_REFUSED : CLI_OK;
}

const struct command command_serve = {
    .name = "serve",
    .summary = SAYS("serve games over the network"),
    .help = help,
    .run = run,
};
