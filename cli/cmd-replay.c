/*
 * anden replay: replays a log and prints the position and the score sheet.
 */
#include "logged.h"
#include "show.h"
#include "window/replay.h"

#include <string.h>

static const char help_about[] =
    "Replays a log, finished or not. In a terminal it fills the screen, and arrows go from\n"
    "choice to choice; otherwise, and with --at, it prints the position and the score\n"
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

static void print(const struct logged *g, uint32_t viewer, bool json)
{
    struct view v;
    struct position p = logged_position(g, viewer, &v);

    if (json) {
        p.language = ENGLISH; /* for programs: the same everywhere */
        print_json(&p);
    } else {
        struct screen s = {.out = stdout, .colour = cli_colours()};

        show_position(&s, &p);
    }
}

struct wish {
    struct log_wish log;
    const char *as;
    bool json;
    struct client_options screen;
};

/* In a terminal people can go through the log; if a position was asked for, it is printed. */
static void show(struct logged *g, const struct wish *w, uint32_t viewer)
{
    struct replay_wish r = {client_wish(&w->screen), viewer, true, NULL, NULL};

    if (w->json || w->log.at || !client_wanted(&w->screen) || !client_can(&g->loaded.board))
        print(g, viewer, w->json);
    else
        replay_show(g, &r);
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--json", NULL, SAYS("one JSON object instead of text"), AT(json), NULL, NULL},
    {"--at", "N", SAYS("stop after N events (including chance and undone ones)"), AT(log.at),
     NULL, NULL},
    {"--as", "SEAT", SAYS("what one seat sees: a number from 1, or \"spectator\""), AT(as),
     NULL, NULL},
    {"--board", "FILE", SAYS("the board, if it is not one of the program's own"), AT(log.board),
     NULL, NULL},
    {"--plain", NULL,
     SAYS("print the last position even in a terminal that could show a full screen"),
     AT(screen.plain), NULL, NULL},
    {"--pace", "MS",
     SAYS("how many milliseconds each choice is shown when the log runs by itself (700)"),
     AT(screen.pace), NULL, NULL},
    {"--theme", "NAME",
     SAYS("colours of a full screen: dark or light (as the terminal says, else dark)"),
     AT(screen.theme), NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    struct wish w = {0};
    struct logged g;
    uint32_t viewer;
    int code;

    if (cli_options(&command_replay, &w, argc, argv, &w.log.file, 1) < 0 ||
        client_check(&command_replay, &w.screen) != CLI_OK)
        return CLI_USAGE;
    code = logged_asked(&g, &command_replay, &w.log);
    if (code != CLI_OK)
        return code;
    code = logged_viewer(&g, &command_replay, w.as, &viewer);
    if (code == CLI_OK)
        show(&g, &w, viewer);
    logged_free(&g);
    return code;
}

const struct command command_replay = {
    .name = "replay",
    .summary = SAYS("replay a log and print the position and the score sheet"),
    .usage = "anden replay FILE [--json] [--at N] [--as SEAT] [--board FILE] [--plain]\n"
             "             [--pace MS] [--theme NAME]",
    .about = help_about,
    .options = options,
    .examples = "anden replay game.log\n"
                "anden replay game.log --at 60 --as 2\n"
                "anden replay --json - < game.log",
    .codes = SAYS("0 replayed; 1 the log was refused; 2 the command line was wrong."),
    .run = run,
};
