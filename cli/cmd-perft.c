/*
 * anden perft: counts event sequences to a depth, the classic test of a generator of legal events.
 */
#include "../table/dealer.h"
#include "logged.h"
#include "match.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 12 };

static const char help_about[] =
    "Counts the sequences of legal events of length 1, 2, ... D from a fixed position. Each\n"
    "outcome of chance counts once, whatever its weight. Prints one line for each depth:\n"
    "the depth and the count. The same command gives the same numbers on every machine.";

/* A list of events for each depth. */
struct counter {
    const struct match *match;
    event_t *events;
};

/* Recursion of depth at most DEPTH_MAX. */
static uint64_t count(const struct counter *c, const struct state *s, uint32_t depth)
{
    event_t *events = c->events + (size_t)(depth - 1) * LEGAL_MAX;
    uint32_t n = c->match->rules->legal(c->match, s, events, NULL, LEGAL_MAX);
    uint64_t sum = 0;

    if (depth == 1)
        return n;
    for (uint32_t i = 0; i < n; i++) {
        struct state next = *s;

        c->match->rules->apply(c->match, &next, events[i]);
        sum += count(c, &next, depth - 1);
    }
    return sum;
}

static int print_counts(const struct logged *g, uint32_t depth)
{
    struct counter c = {.match = &g->match};

    c.events = malloc((size_t)depth * LEGAL_MAX * sizeof *c.events);
    if (!c.events)
        return cli_refuse("not enough memory.", NULL);
    for (uint32_t d = 1; d <= depth; d++) {
        printf("%u %llu\n", (unsigned)d, (unsigned long long)count(&c, &g->state, d));
        fflush(stdout);
    }
    free(c.events);
    return CLI_OK;
}

/* Both chance and players choose at random, from stream 0 of the seed. */
static int skip(struct logged *g, uint64_t seed, uint64_t events)
{
    struct rng r;

    rng_seed(&r, seed, 0);
    while (g->count < events) {
        if (g->match.rules->actor(&g->match, &g->state) == NOBODY)
            return cli_usage(&command_perft,
                             "this game is over after {0} {0|event|events}; skip fewer.",
                             SAID(say_text(cli_digits(g->count).text)));
        logged_do(g, dealer_choose(&g->match, &g->state, &r));
    }
    return CLI_OK;
}

struct wish {
    struct match_options match; /* the first: see match.h */
    const char *game, *seats, *depth, *seed, *skip, *from, *board;
};

static int prepare(struct logged *g, const struct wish *w)
{
    uint64_t seats, seed = 1, events = 0;
    int code;

    if (w->from)
        return logged_read(g, w->from, w->board, UINT64_MAX);
    if (w->seed && !cli_number(w->seed, 0, UINT64_MAX, &seed))
        return cli_usage(&command_perft, "--seed takes a number, not \"{0}\".",
                         SAID(say_text(w->seed)));
    if (w->skip && !cli_number(w->skip, 0, UINT32_MAX, &events))
        return cli_usage(&command_perft, "--skip takes a number of events, not \"{0}\".",
                         SAID(say_text(w->skip)));
    code = logged_new(g, &command_perft, &(struct board_wish){.game = w->game, .seats = 1});
    if (code != CLI_OK)
        return code;
    seats = g->loaded.board.seats_min;
    if (w->seats && !cli_number(w->seats, 1, SEATS_MAX, &seats))
        code = cli_usage(&command_perft, "--seats takes a number, not \"{0}\".",
                         SAID(say_text(w->seats)));
    g->match = match_of(&g->loaded.board, (uint32_t)seats);
    if (code == CLI_OK)
        code = match_options_set(&command_perft, &w->match, &g->match);
    if (code == CLI_OK) {
        logged_start(g);
        code = skip(g, seed, events);
    }
    if (code != CLI_OK)
        logged_free(g);
    return code;
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--seats", "N", SAYS("number of seats (as few as the game allows)"), AT(seats), NULL,
     NULL},
    {"--depth", "D", SAYS("1 to 12 (3)"), AT(depth), NULL, NULL},
    {"--skip", "N", SAYS("events of a random game to play before counting (0)"), AT(skip), NULL,
     NULL},
    {"--seed", "S", SAYS("the seed of that game (1)"), AT(seed), NULL, NULL},
    {"--from", "LOG", SAYS("count from the end of a log instead (\"-\" is stdin)"), AT(from),
     NULL, NULL},
    {"--board", "FILE", SAYS("the board of the log, if it is not one of the program's own"),
     AT(board), NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    struct wish w = {0};
    int words;
    uint64_t depth = 3;
    struct logged g;
    int code;

    words = cli_options(&command_perft, &w, argc, argv, &w.game, 1);
    if (words < 0)
        return CLI_USAGE;
    if ((words == 0) == (w.from == NULL))
        return cli_usage(&command_perft, "say which game, or --from a log.", NULL);
    if (w.from && (w.seats || w.seed || w.skip || match_options_given(&w.match)))
        return cli_usage(&command_perft,
                         "--from takes everything from the log: leave out --seats, --seed, "
                         "--skip and options of the match.",
                         NULL);
    if (w.board && !w.from)
        return cli_usage(&command_perft,
                         "--board is for --from; otherwise give the file instead of the game.",
                         NULL);
    if (w.depth && !cli_number(w.depth, 1, DEPTH_MAX, &depth))
        return cli_usage(&command_perft, "--depth takes a number from 1 to {0}, not \"{1}\".",
                         SAID(say_number(DEPTH_MAX), say_text(w.depth)));
    code = prepare(&g, &w);
    if (code != CLI_OK)
        return code;
    code = print_counts(&g, (uint32_t)depth);
    logged_free(&g);
    return code;
}

const struct command command_perft = {
    .name = "perft",
    .summary = SAYS("count event sequences to a depth"),
    .usage = "anden perft GAME [--seats N] [--depth D] [--seed S] [--skip N]\n"
             "                 [--first N] [--turning] [--hand N]\n"
             "anden perft --from LOG [--depth D] [--board FILE]",
    .about = help_about,
    .options = options,
    .more = match_list,
    .examples = "anden perft europe --depth 4\n"
                "anden perft paris --seats 3 --skip 80 --seed 5\n"
                "anden perft metro --turning --depth 2\n"
                "anden perft --from game.log --depth 2",
    .codes = SAYS("0 counted; 1 the log was refused; 2 the command line was wrong."),
    .run = run,
};
