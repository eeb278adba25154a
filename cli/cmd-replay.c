/*
 * anden replay: replays a log and prints the position and the score sheet.
 */
#include "logged.h"
#include "show.h"

#include <string.h>

static const char help[] =
    "Usage: anden replay FILE [--json] [--at N] [--as SEAT] [--board FILE]\n"
    "\n"
    "Replays a log, finished or not, and prints the position it leads to and the score\n"
    "sheet as it would be if the game ended there. FILE \"-\" reads from stdin. Every event\n"
    "is checked: one that is not legal is refused with its line, its column, the reason\n"
    "and the rule. doc/notation.md explains logs.\n"
    "\n"
    "Options:\n"
    "  --json        one JSON object instead of text\n"
    "  --at N        stop after N events (chance and what was undone included)\n"
    "  --as SEAT     what one seat sees: a number from 1, or \"spectator\"\n"
    "  --board FILE  the board, if it is not one of the program's own\n"
    "\n"
    "Examples:\n"
    "  anden replay game.log\n"
    "  anden replay game.log --at 60 --as 2\n"
    "  anden replay --json - < game.log\n"
    "\n"
    "Exit codes: 0 replayed; 1 the log was refused; 2 the command line was wrong.\n";

static void print_json(const struct position *p)
{
    char buffer[4096];
    struct json j = json_to(buffer, sizeof buffer, cli_flush, stdout);

    view_json(&j, p);
    json_done(&j);
    putchar('\n');
}

static int print(const struct logged *g, const char *as, bool json)
{
    uint64_t seat = EVERYTHING;
    struct view v;
    struct position p;

    if (as && strcmp(as, "spectator") == 0)
        seat = SPECTATOR;
    else if (as && cli_number(as, 1, g->match.seats, &seat))
        seat--;
    else if (as)
        return cli_usage(&command_replay,
                         "--as takes a seat from 1 to {0} or \"spectator\", not \"{1}\".",
                         SAID(say_number((int32_t)g->match.seats), say_text(as)));
    p = logged_position(g, (uint32_t)seat, &v);
    if (json) {
        p.language = ENGLISH; /* for programs: the same everywhere */
        print_json(&p);
    } else {
        struct screen s = {.out = stdout, .colour = cli_colours()};

        show_position(&s, &p);
    }
    return CLI_OK;
}

static int run(int argc, char **argv)
{
    struct log_wish log = {0};
    const char *as = NULL;
    bool json = false;
    const struct cli_option options[] = {
        {"--json", &json, NULL},
        {"--at", NULL, &log.at},
        {"--as", NULL, &as},
        {"--board", NULL, &log.board},
        {0},
    };
    struct logged g;
    int code;

    if (cli_options(&command_replay, options, argc, argv, &log.file, 1) < 0)
        return CLI_USAGE;
    code = logged_asked(&g, &command_replay, &log);
    if (code != CLI_OK)
        return code;
    code = print(&g, as, json);
    logged_free(&g);
    return code;
}

const struct command command_replay = {
    .name = "replay",
    .summary = SAYS("replay a log and print the position and the score sheet"),
    .help = help,
    .run = run,
};
