/*
 * anden verify: was a game dealt fairly? Checks a log against the seed of its dealer.
 */
#include "../table/table_log.h"
#include "logged.h"

#include <stdlib.h>
#include <string.h>

static const char help_about[] =
    "Checks a log: every event of chance is the one that the dealer's seed gives, every move\n"
    "was legal, and the result is right. FILE \"-\" reads from stdin. doc/notation.md "
    "explains\n"
    "how chance follows from a seed.\n"
    "\n"
    "An online table keeps its seed secret. Before the first card it shows the hash of the\n"
    "seed, and when the game is over the seed itself, so nobody can have chosen a card.\n"
    "verify checks that the seed has the hash in the log. Compare that hash with the one you\n"
    "were shown when the game began: a log that was made up afterwards has another.\n"
    "\n"
    "A game of the terminal or of a simulation has a number as its seed, which is no secret.";

/* A log has at most as many events as lines. */
static uint32_t lines_of(const char *text, size_t size)
{
    uint32_t lines = 1;

    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

static void print(const struct log_header *h, const struct verdict *v)
{
    struct said chance = say_number((int32_t)v->chance),
                undone = say_number((int32_t)v->undone);
    char hash[2 * SEED_SIZE + 1];

    for (size_t i = 0; i < SEED_SIZE; i++)
        snprintf(hash + 2 * i, 3, "%02x", h->seed_hash[i]);
    cli_line(v->over ? SAYS("All is right: {0} {0|event|events} of chance come from the seed, "
                            "every move was legal, the result is right.")
                     : SAYS("All is right: {0} {0|event|events} of chance come from the seed, "
                            "every move was legal; the game was not played out."),
             &chance);
    if (v->undone)
        cli_line("{0} {0|event was|events were} taken back.", &undone);
    if (!h->place[LOG_SEED_HASH].line) {
        cli_line("The seed is {0}. It was no secret: whoever knew it could know every card.",
                 SAID(say_text(cli_digits(h->seed).text)));
        return;
    }
    cli_line("The seed has the hash {0}.", SAID(say_text(hash)));
    cli_line("Compare it with the one that was shown when the game began.", NULL);
}

static int verify(struct logged *g, const char *name)
{
    uint32_t room = lines_of(g->text, g->size);
    event_t *line = malloc(room * sizeof *line);
    struct complaint why = {0};
    struct verdict v;
    int code = CLI_OK;

    if (!line)
        code = cli_refuse("not enough memory to check {0}.", SAID(say_text(name)));
    else if (!log_verify(g->text, g->size, &g->match, line, room, &v, &why))
        code = cli_complain(name, &why);
    else
        print(&g->header, &v);
    free(line);
    return code;
}

struct wish {
    const char *file, *board;
};

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--board", "FILE", SAYS("the board, if it is not one of the program's own"), AT(board),
     NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    struct wish w = {0};
    int words = cli_options(&command_verify, &w, argc, argv, &w.file, 1);
    struct logged g;
    int code;

    if (words < 0)
        return CLI_USAGE;
    if (words == 0)
        return cli_usage(&command_verify, "say which log: a file, or \"-\" for stdin.", NULL);
    code = logged_open(&g, w.file, w.board);
    if (code != CLI_OK)
        return code;
    code = verify(&g, strcmp(w.file, "-") == 0 ? "stdin" : w.file);
    logged_free(&g);
    return code;
}

const struct command command_verify = {
    .name = "verify",
    .summary = SAYS("check that a game was dealt fairly"),
    .usage = "anden verify FILE [--board FILE]",
    .about = help_about,
    .options = options,
    .examples = "anden verify game.log\n"
                "anden verify - < game.log",
    .codes = SAYS("0 all is right; 1 the log was refused, with the line and the reason; 2 "
                  "the command line was wrong."),
    .run = run,
};
