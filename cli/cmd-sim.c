/*
 * anden sim: many games between players of the program, and how strong they are. This file reads
 * the command line, catches Ctrl-C and saves logs; games and statistics are in sim/, printing
 * is in sim_show.c.
 */
#define _POSIX_C_SOURCE 200809L

#include "bots.h"
#include "interrupt.h"
#include "logged.h"
#include "match.h"
#include "series.h"
#include "sim_show.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    GAMES = 1000,               /* by default */
    GAMES_SIGNIFICANT = 100000, /* ... with --until-significant */
};

static const uint64_t GAMES_MAX = 1000000000;

static const char help_about[] =
    "Plays many games between players of the program and reports, for each player: games\n"
    "won (a shared win counts in parts), win rate with its 95 % interval, Elo against the\n"
    "others, mean and spread of the scores, tickets made and kept, turns, time per move.\n"
    "Players move up by one seat from game to game. The same seed gives the same numbers\n"
    "(except the time), whatever the number of threads. On a terminal a bar shows the\n"
    "progress. Ctrl-C stops and prints the results so far; a second Ctrl-C stops at once.";

struct wish {
    struct match_options match; /* the first: see match.h */
    const char *game, *seats, *log_dir, *board;
    struct series_wish series;
    bool paired, until_significant, json, csv;
};

struct sim {
    struct wish wish;
    struct logged game; /* board and match; events only while a log is written */
    struct sim_series series;
    struct bots seats;
    const char *spec[SEATS_MAX]; /* texts of the specs */
    const char *log_dir;
    bool log_failed;
    uint64_t start;
    struct ranks ranks;
};

static void progress(void *context, uint64_t done)
{
    const struct sim *sim = context;

    const struct sim_series part = ranks_part(&sim->ranks, &sim->series);

    sim_show_progress(&part, done, series_seconds(sim->start));
}

/* Saves a game as DIR/GAME-NUMBER.log; numbers are from 1 and of the same width. */
static bool keep(void *context, uint64_t number, const event_t *events, uint32_t count)
{
    struct sim *sim = context;
    struct logged g = sim->game;
    char path[4096], digits[24];
    int width = snprintf(digits, sizeof digits, "%llu", (unsigned long long)sim->series.games);
    FILE *f = NULL;

    for (uint32_t seat = 0; seat < g.match.seats; seat++) {
        uint32_t of = sim_spec_at(&sim->series, number, seat);
        char spec[BOT_TEXT];
        struct text t = text_in(spec, sizeof spec);

        if (sim->series.guest[of])
            text_put(&t, "pipe");
        else
            bot_format(&sim->series.bot[of], &t);
        snprintf(g.header.name[seat], NAME_SIZE, "%.30s %u", spec, (unsigned)seat + 1);
        snprintf(g.header.player[seat], LOG_PLAYER, "%s", spec);
    }
    logged_seed(&g, sim_seed(&sim->series, number));
    logged_start(&g);
    g.events = (event_t *)events;
    g.count = count;
    if (snprintf(path, sizeof path, "%s/%s-%0*llu.log", sim->log_dir, g.match.board->id, width,
                 (unsigned long long)number + 1) < (int)sizeof path)
        f = fopen(path, "w");
    if (f) {
        logged_put(&g, f);
        sim->log_failed = ferror(f) != 0;
        sim->log_failed |= fclose(f) != 0;
    }
    if (f && !sim->log_failed)
        return true;
    sim->log_failed = true;
    cli_refuse("cannot save the game as {0}: {1}.",
               SAID(say_text(path), say_text(cli_trouble(errno))));
    return false;
}

static const struct bots_wish seats_wish = {
    .command = &command_sim, .option = "--seats", .most = SEATS_MAX, .pipes = true};

/* Reads the list of seats; a player that is named twice is one spec. */
static int read_seats(struct sim *sim, const char *list)
{
    struct sim_series *series = &sim->series;
    struct bots *bots = &sim->seats;

    if (bots_read(&seats_wish, list, bots) != CLI_OK)
        return CLI_USAGE;
    for (uint32_t seat = 0; seat < bots->count; seat++) {
        const struct bots_item *item = &bots->item[seat];
        uint32_t spec = 0;

        while (spec < series->specs && strcmp(sim->spec[spec], item->label) != 0)
            spec++;
        if (spec == series->specs) {
            series->bot[series->specs] = item->bot;
            sim->spec[series->specs++] = item->label;
        }
        series->spec[seat] = (uint8_t)spec;
    }
    return CLI_OK;
}

static int read_numbers(struct sim_series *series, const struct wish *w, uint32_t ranks)
{
    series->games = w->until_significant ? GAMES_SIGNIFICANT : GAMES;
    series->paired = w->paired;
    series->until_significant = w->until_significant;
    if (series_read(&command_sim, &w->series, GAMES_MAX, ranks, series) != CLI_OK)
        return CLI_USAGE;
    if (w->json && w->csv)
        return cli_usage(&command_sim, "choose one of --json and --csv.", NULL);
    if (series->until_significant && series->specs != 2)
        return cli_usage(&command_sim,
                         "--until-significant compares two different players, not {0}.",
                         SAID(say_number((int32_t)series->specs)));
    if (series->until_significant && ranks > 1)
        return cli_usage(&command_sim,
                         "--until-significant goes by the order of the games: "
                         "run it without mpirun.",
                         NULL);
    return CLI_OK;
}

/* The board and the match. */
static int read_match(struct sim *sim, const struct wish *w)
{
    struct logged *g = &sim->game;
    int code =
        logged_new(g, &command_sim, &(struct board_wish){w->game, w->board, sim->seats.count});

    if (code == CLI_OK)
        code = match_options_set(&command_sim, &w->match, &g->match);
    sim->series.match = g->match;
    if (code == CLI_OK)
        code = bots_check(&seats_wish, &sim->seats, &g->match);
    for (uint32_t seat = 0; code == CLI_OK && seat < sim->seats.count; seat++) {
        uint32_t spec = sim->series.spec[seat];

        sim->series.bot[spec].tuning = sim->seats.item[seat].bot.tuning;
        sim->series.guest[spec] = bots_guest(&sim->seats.item[seat]);
    }
    return code;
}

static int prepare(void *context)
{
    struct sim *sim = context;
    const struct wish *w = &sim->wish;
    struct sim_series *series = &sim->series;
    uint32_t rotations;
    int code;

    if (!w->game && !w->board)
        return cli_usage(&command_sim,
                         "say which game, for example "
                         "\"anden sim europe --seats random,random\".",
                         NULL);
    if (!w->seats)
        return cli_usage(&command_sim, "say who plays, for example --seats random,random.",
                         NULL);
    code = read_seats(sim, w->seats);
    if (code == CLI_OK)
        code = read_numbers(series, w, sim->ranks.count);
    if (code == CLI_OK)
        code = read_match(sim, w);
    if (code != CLI_OK)
        return code;
    rotations = sim_rotations(series);
    if (series->paired)
        series->games = (series->games + rotations - 1) / rotations * rotations;
    sim->log_dir = w->log_dir;
    if (w->log_dir && mkdir(w->log_dir, 0777) != 0 && errno != EEXIST)
        return cli_refuse("cannot make the folder {0}: {1}.",
                          SAID(say_text(w->log_dir), say_text(cli_trouble(errno))));
    series->keep = w->log_dir ? keep : NULL;
    series->progress = sim->ranks.rank == 0 && isatty(STDERR_FILENO) ? progress : NULL;
    series->context = sim;
    return CLI_OK;
}

static int print(const struct sim *sim, const struct sim_totals *totals, const struct wish *w)
{
    const struct sim_shown shown = {
        .series = &sim->series,
        .totals = totals,
        .spec = sim->spec,
        .seats = w->seats,
        .seconds = series_seconds(sim->start),
    };

    if (w->json)
        sim_show_json(&shown);
    else if (w->csv)
        sim_show_csv(&shown);
    else
        sim_show_table(&shown);
    return totals->interrupted ? CLI_INTERRUPTED : CLI_OK;
}

/* Plays and prints, with Ctrl-C caught from here on. */
static int simulate(void *context)
{
    struct sim *sim = context;
    struct sim_totals totals;
    bool good;

    sim->start = think_nanoseconds();
    sim->series.stop = interrupt_catch();
    good = ranks_run(&sim->ranks, &sim->series, &totals);
    if (sim->series.progress)
        sim_clear_progress();
    if (sim->log_failed || bots_are_broken(&sim->seats))
        return CLI_REFUSED;
    if (sim->ranks.rank)
        return CLI_OK;
    if (!good)
        return cli_refuse("not enough memory or threads.", NULL);
    if (totals.illegal)
        return cli_refuse(
            "the player {0} chose a move that is not legal in game {1} (seed "
            "{2}). Please report this with the log: --log-dir saves it.",
            SAID(say_text(sim->spec[totals.illegal_spec]),
                 say_text(cli_digits(totals.illegal_game + 1).text),
                 say_text(cli_digits(sim_seed(&sim->series, totals.illegal_game)).text)));
    return print(sim, &totals, &sim->wish);
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--seats", "LIST",
     SAYS("who plays: players of the program (see anden play --help), separated by commas; "
          "rates are per seat, and a player that is named twice is reported once; "
          "pipe:COMMAND is a program of your own, asked over a pipe: doc/sim.md; it has 10 "
          "seconds for a decision, or what pipe:COMMAND,time=2s says, and loses the game if "
          "it doesn't choose a legal move in that time"),
     AT(seats), NULL, NULL},
    {"--games", "N", SAYS("games to play (1000; 100000 with --until-significant)"),
     AT(series.games), NULL, NULL},
    {"--seed", "S", SAYS("a number that decides all chance (1)"), AT(series.seed), NULL, NULL},
    {"--threads", "T", SAYS("threads (as many as the machine has processors)"),
     AT(series.threads), NULL, NULL},
    {"--paired", NULL,
     SAYS("play each deal once in every rotation of the seats: luck evens out sooner; N is "
          "rounded up to whole rotations"),
     AT(paired), NULL, NULL},
    {"--until-significant", NULL,
     SAYS("two players: stop as soon as one is known to be stronger, or no more than 10 Elo "
          "apart, after N games at the latest"),
     AT(until_significant), NULL, NULL},
    {"--json", NULL,
     SAYS("one JSON object: game, games, seed, players, each with spec, wins, win_rate, "
          "ci95, elo, elo_error, mean_score, sd_score, tickets_kept, tickets_made, turns, "
          "us_per_decision, forfeits"),
     AT(json), NULL, NULL},
    {"--csv", NULL, SAYS("the same as a table with commas"), AT(csv), NULL, NULL},
    {"--log-dir", "DIR", SAYS("save the log of every game in DIR"), AT(log_dir), NULL, NULL},
    {"--board", "FILE", SAYS("play on a board of your own; GAME can then be left out"),
     AT(board), NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    static struct sim sim;
    struct wish *w = &sim.wish;
    int code;

    if (cli_options(&command_sim, w, argc, argv, &w->game, 1) < 0)
        return CLI_USAGE;
    code = series_in_ranks(&sim.ranks, prepare, simulate, &sim);
    bots_close(&sim.seats);
    logged_free(&sim.game);
    return code;
}

const struct command command_sim = {
    .name = "sim",
    .summary = SAYS("play many games between players and measure their strength"),
    .usage = "anden sim GAME --seats LIST [--games N] [--seed S] [--threads T] [--paired]\n"
             "               [--until-significant] [--json|--csv] [--log-dir DIR]\n"
             "               [--board FILE] [--first N] [--turning] [--hand N]",
    .about = help_about,
    .options = options,
    .more = match_list,
    .examples = "anden sim europe --seats planner,greedy --games 200\n"
                "anden sim paris --seats \"pipe:python3 my_bot.py\",planner\n"
                "anden sim paris --seats planner,greedy,random --games 90 --paired --json\n"
                "anden sim berlin --seats greedy,random --until-significant\n"
                "anden sim metro --seats greedy,random --games 20 --turning --log-dir games",
    .codes = SAYS("0 played; 1 a board was refused, a log could not be saved, or a player "
                  "chose a move that is not legal; 2 the command line was wrong; 130 stopped "
                  "by Ctrl-C."),
    .run = run,
};
