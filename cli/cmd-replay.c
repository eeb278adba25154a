/*
 * anden replay: replays a log and prints the position and the score sheet.
 */
#include "logged.h"
#include "show.h"

#include <string.h>

static const char help_about[] =
    "Replays a log, finished or not, and prints the position it leads to and the score\n"
    "sheet as it would be if the game ended there. FILE \"-\" reads from stdin. Every event\n"
    "is checked: one that is not legal is refused with its line, its column, the reason\n"
    "and the rule. doc/notation.md explains logs.";

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

struct wish {
    struct log_wish log;
    const char *as;
    bool json;
};

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--json", NULL, SAYS("one JSON object instead of text"), AT(json), NULL, NULL},
    {"--at", "N", SAYS("stop after N events (chance and what was undone included)"), AT(log.at),
     NULL, NULL},
    {"--as", "SEAT", SAYS("what one seat sees: a number from 1, or \"spectator\""), AT(as),
     NULL, NULL},
    {"--board", "FILE", SAYS("the board, if it is not one of the program's own"), AT(log.board),
     NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    struct wish w = {0};
    struct logged g;
    int code;

    if (cli_options(&command_replay, &w, argc, argv, &w.log.file, 1) < 0)
        return CLI_USAGE;
    code = logged_asked(&g, &command_replay, &w.log);
    if (code != CLI_OK)
        return code;
    code = print(&g, w.as, w.json);
    logged_free(&g);
    return code;
}

const struct command command_replay = {
    .name = "replay",
    .summary = SAYS("replay a log and print the position and the score sheet"),
    .usage = "anden replay FILE [--json] [--at N] [--as SEAT] [--board FILE]",
    .about = help_about,
    .options = options,
    .examples = "anden replay game.log\n"
                "anden replay game.log --at 60 --as 2\n"
                "anden replay --json - < game.log",
    .codes = SAYS("0 replayed; 1 the log was refused; 2 the command line was wrong."),
    .run = run,
};
