/*
 * anden tune: finds the constants that make the players strongest on a board, and writes them as a
 * small text. The search is in sim/tune.c.
 */
#define _POSIX_C_SOURCE 200809L

#include "../sim/tune.h"
#include "bots.h"
#include "interrupt.h"
#include "logged.h"
#include "series.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum {
    GAMES = 60, /* of a set in a generation, by default */
    GENERATIONS = 80,
    GENERATIONS_MAX = 100000,
    PROOF = 1000, /* games in which the result plays against the start */
};

static const uint64_t GAMES_MAX = 1000000;

static const char help_about[] =
    "Finds the constants by which the players judge positions (when to wait, what a card is\n"
    "worth) that win most games on a board, and writes them as a small text. Sets of\n"
    "constants are drawn at random around the best so far (CMA-ES). All sets of a generation\n"
    "play the same deals, each in every seat, against several opponents: the constants that\n"
    "it started with, those it had found some generations before, and those in --against.\n"
    "At the end the result plays 1000 games against the start. A player is given the text by\n"
    "its setting tuning: --seats hard:tuning=FILE. Ctrl-C ends the search with what it has\n"
    "found so far. mpirun spreads the games over processes.";

struct wish {
    const char *game, *seats, *generations, *against, *from, *out, *log, *board;
    struct series_wish series;
};

struct tune {
    struct wish wish;
    struct logged game;
    struct bots against, player;
    const struct constant *constants;
    struct tune_setup setup;
    struct ranks ranks;
    FILE *log;
    uint64_t start;
};

static const struct bots_wish against_wish = {&command_tune, "--against", false,
                                              TUNE_OPPONENTS_MAX, false};
static const struct bots_wish player_wish = {&command_tune, "--player", false, 1, false};

/* Writes a line to the log, and the bar on a terminal. */
static void report(void *context, const struct tune_report *r)
{
    struct tune *tune = context;

    if (tune->log) {
        fprintf(tune->log, "%u,%.4f,%.3f,%.3f", (unsigned)r->generation, r->step, r->best,
                r->mean);
        for (uint32_t i = 0; tune->constants[i].name; i++)
            fprintf(tune->log, ",%d", r->centre.value[i]);
        fputc('\n', tune->log);
        fflush(tune->log);
    }
    if (tune->ranks.rank == 0 && isatty(STDERR_FILENO)) {
        char seconds[24];

        snprintf(seconds, sizeof seconds, "%.0f", series_seconds(tune->start));
        fputs("\r\033[K", stderr);
        cli_print(stderr, "Generation {0} of {1}, {2} s.",
                  SAID(say_number((int32_t)r->generation),
                       say_number((int32_t)tune->setup.generations), say_text(seconds)));
    }
}

static int read_numbers(struct tune *tune, const struct wish *w, uint64_t *seats)
{
    uint64_t generations = GENERATIONS;

    *seats = 2;
    tune->setup.each.games = GAMES;
    if (w->seats && !cli_number(w->seats, 2, SEATS_MAX, seats))
        return cli_usage(&command_tune, "--seats takes a number from 2 to {0}, not \"{1}\".",
                         SAID(say_number(SEATS_MAX), say_text(w->seats)));
    if (w->generations && !cli_number(w->generations, 1, GENERATIONS_MAX, &generations))
        return cli_usage(&command_tune,
                         "--generations takes a number from 1 to {0}, not \"{1}\".",
                         SAID(say_number(GENERATIONS_MAX), say_text(w->generations)));
    tune->setup.generations = (uint32_t)generations;
    return series_read(&command_tune, &w->series, GAMES_MAX, tune->ranks.count,
                       &tune->setup.each);
}

/* Reads the opponents that were asked for, and the start of the search. */
static int read_players(struct tune *tune, const struct wish *w)
{
    struct tune_setup *setup = &tune->setup;

    if (bots_read(&player_wish, "hard", &tune->player) != CLI_OK ||
        (w->against && bots_read(&against_wish, w->against, &tune->against) != CLI_OK) ||
        bots_check(&against_wish, &tune->against, &tune->game.match) != CLI_OK)
        return CLI_USAGE;
    setup->bot = tune->player.item[0].bot;
    setup->opponents = tune->against.count;
    for (uint32_t i = 0; i < tune->against.count; i++)
        setup->opponent[i] = tune->against.item[i].bot;
    tuning_of_match(&tune->game.match, &setup->start);
    return w->from ? bots_tuning(w->from, &tune->game.match, &setup->start) : CLI_OK;
}

static int open_log(struct tune *tune, const char *path)
{
    if (!path || tune->ranks.rank)
        return CLI_OK;
    tune->log = fopen(path, "w");
    if (!tune->log)
        return cli_refuse("cannot write {0}: {1}.",
                          SAID(say_text(path), say_text(cli_trouble(errno))));
    fputs("generation,step,best,mean", tune->log);
    for (uint32_t i = 0; tune->constants[i].name; i++)
        fprintf(tune->log, ",%s", tune->constants[i].name);
    fputc('\n', tune->log);
    return CLI_OK;
}

static int prepare(void *context)
{
    struct tune *tune = context;
    const struct wish *w = &tune->wish;
    struct logged *g = &tune->game;
    uint64_t seats;
    int code;

    if (!w->game && !w->board)
        return cli_usage(&command_tune, "say which game, for example \"anden tune europe\".",
                         NULL);
    if (read_numbers(tune, w, &seats) != CLI_OK)
        return CLI_USAGE;
    code =
        logged_new(g, &command_tune, &(struct board_wish){w->game, w->board, (uint32_t)seats});
    if (code != CLI_OK)
        return code;
    tune->constants = tuning_constants(g->match.board);
    if (!tune->constants)
        return cli_refuse("the players of {0} have no constants to tune.",
                          SAID(say_text(g->match.board->name)));
    code = read_players(tune, w);
    if (code == CLI_OK)
        code = open_log(tune, w->log);
    tune->setup.ranks = tune->ranks;
    tune->setup.each.match = g->match;
    tune->setup.report = report;
    tune->setup.context = tune;
    return code;
}

/* Writes the command as a comment. */
static void put_command(const struct tune *tune, FILE *f)
{
    const struct wish *w = &tune->wish;
    const struct tune_setup *s = &tune->setup;

    fprintf(f, "# anden tune %s%s%s", w->game ? w->game : "", w->board ? " --board " : "",
            w->board ? w->board : "");
    fprintf(f, " --seats %u --games %llu --generations %u --seed %llu",
            (unsigned)tune->game.match.seats, (unsigned long long)s->each.games,
            (unsigned)s->generations, (unsigned long long)s->each.seed);
    fprintf(f, "%s%s%s%s\n", w->against ? " --against " : "", w->against ? w->against : "",
            w->from ? " --from " : "", w->from ? w->from : "");
}

/* Plays the result against the start, to show whether the search was worth it. */
static void put_proof(const struct tune *tune, const struct tuning *found, FILE *f)
{
    struct sim_series series = tune->setup.each;
    struct sim_totals totals;
    struct sim_estimate e;

    series.specs = 2;
    series.games = PROOF;
    series.seed = ~tune->setup.each.seed;
    series.paired = true;
    series.bot[0] = series.bot[1] = tune->setup.bot;
    series.bot[0].tuning = found;
    series.bot[1].tuning = &tune->setup.start;
    for (uint32_t seat = 0; seat < series.match.seats; seat++)
        series.spec[seat] = seat > 0;
    if (!sim_run(&series, &totals) || totals.games == 0)
        return;
    sim_estimate(&series, &totals, 0, &e);
    fprintf(f, "# %.1f %% (%.1f..%.1f) of %llu games against what it started with\n",
            100 * e.rate, 100 * e.low, 100 * e.high, (unsigned long long)totals.games);
}

/* Two seats are a different game from more: the leader is alone against everybody. */
static struct tuning_use use_of(const struct match *m)
{
    struct tuning_use use = {.seats_min = m->seats > 2 ? 3 : 2,
                             .seats_max = m->seats > 2 ? SEATS_MAX : 2};

    memcpy(use.id, m->board->id, sizeof use.id);
    return use;
}

static int write_found(const struct tune *tune, const struct tuning *found)
{
    const struct tuning_use use = use_of(&tune->game.match);
    const char *path = tune->wish.out;
    FILE *f = path ? fopen(path, "w") : stdout;
    char text[4096];
    struct text t = text_in(text, sizeof text);
    bool good = f != NULL;

    if (f) {
        tuning_write(tune->constants, &use, found, &t);
        put_command(tune, f);
        put_proof(tune, found, f);
        fputs(text, f);
        good = fflush(f) == 0 && !ferror(f);
        if (path)
            good = fclose(f) == 0 && good;
    }
    return good ? CLI_OK
                : cli_refuse("cannot write {0}: {1}.",
                             SAID(say_text(path ? path : "-"), say_text(cli_trouble(errno))));
}

static int search(void *context)
{
    struct tune *tune = context;
    struct tuning found;
    bool good;

    tune->start = think_nanoseconds();
    tune->setup.each.stop = interrupt_catch();
    good = tune_run(&tune->setup, &found);
    if (tune->log)
        fclose(tune->log);
    if (tune->ranks.rank)
        return CLI_OK;
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (!good && !atomic_load(tune->setup.each.stop))
        return cli_refuse("not enough memory or threads.", NULL);
    if (good && write_found(tune, &found) != CLI_OK)
        return CLI_REFUSED;
    return atomic_load(tune->setup.each.stop) ? CLI_INTERRUPTED : CLI_OK;
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--seats", "N", SAYS("seats at a table (2)"), AT(seats), NULL, NULL},
    {"--games", "N", SAYS("games of each set in a generation (60)"), AT(series.games), NULL,
     NULL},
    {"--generations", "N", SAYS("generations (80)"), AT(generations), NULL, NULL},
    {"--against", "LIST", SAYS("more opponents: players, separated by commas"), AT(against),
     NULL, NULL},
    {"--from", "FILE", SAYS("start with these constants instead of those of the board"),
     AT(from), NULL, NULL},
    {"--out", "FILE", SAYS("write the constants to FILE instead of standard output"), AT(out),
     NULL, NULL},
    {"--log", "FILE",
     SAYS("write a line with commas for every generation: generation, step, best, mean, and "
          "the constants in the middle of the search"),
     AT(log), NULL, NULL},
    {"--seed", "S", SAYS("a number that decides all chance (1)"), AT(series.seed), NULL, NULL},
    {"--threads", "T", SAYS("threads (as many as the machine has processors)"),
     AT(series.threads), NULL, NULL},
    {"--board", "FILE", SAYS("tune for a board of your own; GAME can then be left out"),
     AT(board), NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    static struct tune tune;
    int code;

    if (cli_options(&command_tune, &tune.wish, argc, argv, &tune.wish.game, 1) < 0)
        return CLI_USAGE;
    code = series_in_ranks(&tune.ranks, prepare, search, &tune);
    logged_free(&tune.game);
    return code;
}

const struct command command_tune = {
    .name = "tune",
    .summary = SAYS("find the constants that make the players strongest on a board"),
    .usage =
        "anden tune GAME [--seats N] [--games N] [--generations N] [--against LIST]\n"
        "                [--from FILE] [--out FILE] [--log FILE] [--seed S] [--threads T]\n"
        "                [--board FILE]",
    .about = help_about,
    .options = options,
    .examples = "anden tune paris --games 6 --generations 1 --out paris.tuning\n"
                "anden sim paris --seats hard:tuning=paris.tuning,hard --games 20",
    .codes = SAYS("0 tuned; 1 a board or a file was refused, or a file could not be written; 2 "
                  "the command line was wrong; 130 stopped by Ctrl-C, after writing what was "
                  "found."),
    .run = run,
};
