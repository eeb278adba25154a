/*
 * anden watch: a log while its game goes on, or a table at a server, as a spectator sees it.
 */
#include "online/plain.h"
#include "show.h"
#include "window/replay.h"

static const char help_about[] =
    "Shows a game while it is played, from the log that \"anden play --save FILE\" writes:\n"
    "what a spectator may see, or with --as what one seat sees. The screen follows the\n"
    "game, and arrows go back and forth. Where the screen can't be filled, the position is\n"
    "printed once.\n\n"
    "URL is the link of a table at a server, which is watched as in the page.";

struct wish {
    const char *file, *as, *board;
    struct client_options screen;
};

static int watch(struct logged *g, const struct wish *w)
{
    struct replay_wish r = {client_wish(&w->screen), SPECTATOR, false, w->file, w->board};
    int code = logged_viewer(g, &command_watch, w->as ? w->as : "spectator", &r.viewer);

    if (code != CLI_OK)
        return code;
    if (!client_wanted(&w->screen) || !client_can(&g->loaded.board)) {
        struct screen out = {.out = stdout, .colour = cli_colours()};
        struct view v;
        struct position p = logged_position(g, r.viewer, &v);

        show_position(&out, &p);
        return CLI_OK;
    }
    replay_show(g, &r);
    return CLI_OK;
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--as", "SEAT", SAYS("what one seat sees: a number from 1, or \"spectator\""), AT(as),
     "spectator", NULL},
    {"--board", "FILE", SAYS("the board, if it is not one of the program's own"), AT(board),
     NULL, NULL},
    {"--plain", NULL,
     SAYS("print the last position even in a terminal that could show a full screen"),
     AT(screen.plain), NULL, NULL},
    {"--theme", "NAME",
     SAYS("colours of a full screen: dark or light (as the terminal says, else dark)"),
     AT(screen.theme), NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    struct wish w = {0};
    struct logged g;
    int code;

    if (cli_options(&command_watch, &w, argc, argv, &w.file, 1) < 0 ||
        client_check(&command_watch, &w.screen) != CLI_OK)
        return CLI_USAGE;
    if (w.file && address_is(w.file))
        return online_run(&command_watch, &(struct online_wish){.url = w.file, .watches = true},
                          &w.screen);
    if (!w.file)
        return cli_usage(&command_watch, "say which log: a file, or \"-\" for stdin.", NULL);
    code = logged_read_growing(&g, w.file, w.board);
    if (code != CLI_OK)
        return code;
    code = watch(&g, &w);
    logged_free(&g);
    return code;
}

const struct command command_watch = {
    .name = "watch",
    .summary = SAYS("watch a game that is played in another terminal"),
    .usage = "anden watch FILE [--as SEAT] [--board FILE] [--plain] [--theme NAME]\n"
             "anden watch URL [--plain] [--theme NAME]",
    .about = help_about,
    .options = options,
    .examples = "anden watch game.log\n"
                "anden watch game.log --as 2\n"
                "anden watch https://example.org/#/table/Vb0mVmLq0mWhTq0n3xEo3A",
    .codes = SAYS("0 watched; 1 the log was refused; 2 the command line was wrong."),
    .run = run,
};
