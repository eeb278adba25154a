/*
 * anden replay: replays a log and prints the position and the score sheet.
 */
#include "../protocol/event_json.h"
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

/* May the viewer know what the seat to act can do? */
static bool knows_legal(const struct position *p, uint32_t viewer)
{
    uint32_t actor = p->match->rules->actor(p->match, &p->view->seen);

    return actor < p->match->seats && (viewer == actor || viewer == EVERYTHING);
}

/* Every position from the beginning to the present one, with its legal events. */
static void print_each(struct logged *g, uint32_t viewer)
{
    const struct rules *rules = g->match.rules;
    size_t all = g->count;
    char buffer[4096];
    struct view v;

    rules->start(&g->match, &g->state);
    for (g->count = 0;; rules->apply(&g->match, &g->state, g->events[g->count++])) {
        struct json j = json_to(buffer, sizeof buffer, cli_flush, stdout);
        struct position p = logged_position(g, viewer, &v);

        p.language = ENGLISH;
        json_array(&j, NULL);
        view_json(&j, &p);
        if (knows_legal(&p, viewer)) {
            legal_json(&j, NULL, p.match, &v);
        } else {
            json_array(&j, NULL);
            json_end(&j);
        }
        json_end(&j);
        json_done(&j);
        putchar('\n');
        if (g->count == all)
            return;
    }
}

struct wish {
    struct log_wish log;
    const char *as;
    bool json, each;
    struct client_options screen;
};

/* In a terminal people can go through the log; if a position was asked for, it is printed. */
static void show(struct logged *g, const struct wish *w, uint32_t viewer)
{
    struct replay_wish r = {client_wish(&w->screen), viewer, true, NULL, NULL};

    if (w->each)
        print_each(g, viewer);
    else if (w->json || w->log.at || !client_wanted(&w->screen) ||
             !client_can(&g->loaded.board))
        print(g, viewer, w->json);
    else
        replay_show(g, &r);
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--json", NULL, SAYS("one JSON object instead of text"), AT(json), NULL, NULL},
    {"--each", NULL,
     SAYS("with --json: a line for every position, with what the seat to act can do there"),
     AT(each), NULL, NULL},
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
    if (w.each && !w.json)
        return cli_usage(&command_replay, "--each needs --json.", NULL);
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
    .usage = "anden replay FILE [--json [--each]] [--at N] [--as SEAT] [--board FILE]\n"
             "             [--plain] [--pace MS] [--theme NAME]",
    .about = help_about,
    .options = options,
    .examples = "anden replay game.log\n"
                "anden replay game.log --at 60 --as 2\n"
                "anden replay game.log --json --each --as 1\n"
                "anden replay --json - < game.log",
    .codes = SAYS("0 replayed; 1 the log was refused; 2 the command line was wrong."),
    .run = run,
};
