/*
 * anden arena: every player against every other, and a table of ratings. Games and
 * ratings are in sim/.
 */
#define _POSIX_C_SOURCE 200809L

#include "../sim/arena.h"
#include "bots.h"
#include "interrupt.h"
#include "logged.h"
#include "match.h"
#include "series.h"
#include "sim_show.h"

#include <string.h>
#include <unistd.h>

enum { GAMES = 100 }; /* of a pairing, by default */

static const uint64_t GAMES_MAX = 10000000;

static const char help_about[] =
    "Every player in a list plays against every other, and gets an Elo rating: the ratings\n"
    "that fit all games best, with a mean of 0, and half of the 95 % interval. Every deal is\n"
    "played in all seatings. With more than two seats the two players of a pairing alternate\n"
    "around the table, and each has the additional seat equally often. The same seed gives\n"
    "the same ratings. Ctrl-C stops and rates the games played so far.";

struct wish {
    struct match_options match; /* the first: see match.h */
    const char *game, *players, *seats, *board;
    struct series_wish series;
    bool json;
};

struct arena {
    struct wish wish;
    struct logged game;
    struct bots players;
    struct arena_setup setup;
    uint32_t count; /* tables */
    struct arena_table table[ARENA_TABLES_MAX];
    struct arena_rating rating[ARENA_PLAYERS_MAX];
    struct sim_series all; /* for the bar: the games of all tables */
    uint64_t before;       /* games of earlier tables */
    uint64_t start;
    struct ranks ranks;
};

static const struct bots_wish players_wish = {
    .command = &command_arena, .option = "--players", .most = ARENA_PLAYERS_MAX, .pipes = true};

static void progress(void *context, uint64_t done)
{
    const struct arena *a = context;

    sim_show_progress(&a->all, a->before + done * a->ranks.count, series_seconds(a->start));
}

static int read_players(struct arena *a, const struct wish *w)
{
    if (bots_read(&players_wish, w->players ? w->players : "easy,medium,hard,expert",
                  &a->players) != CLI_OK)
        return CLI_USAGE;
    a->setup.players = a->players.count;
    if (a->setup.players < 2)
        return cli_usage(&command_arena, "--players: at least two players are needed.", NULL);
    for (uint32_t i = 0; i < a->setup.players; i++) {
        a->setup.bot[i] = a->players.item[i].bot;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(a->players.item[i].label, a->players.item[k].label) == 0)
                return cli_usage(&command_arena, "--players: {0} is named twice.",
                                 SAID(say_text(a->players.item[i].label)));
    }
    return CLI_OK;
}

static int read_numbers(struct arena *a, const struct wish *w, uint64_t *seats)
{
    *seats = 2;
    a->setup.each.games = GAMES;
    if (w->seats && !cli_number(w->seats, 2, SEATS_MAX, seats))
        return cli_usage(&command_arena, "--seats takes a number from 2 to {0}, not \"{1}\".",
                         SAID(say_number(SEATS_MAX), say_text(w->seats)));
    return series_read(&command_arena, &w->series, GAMES_MAX, a->ranks.count, &a->setup.each);
}

static int prepare(void *context)
{
    struct arena *a = context;
    const struct wish *w = &a->wish;
    struct logged *g = &a->game;
    uint64_t seats;
    int code;

    if (!w->game && !w->board)
        return cli_usage(&command_arena, "say which game, for example \"anden arena metro\".",
                         NULL);
    if (read_players(a, w) != CLI_OK || read_numbers(a, w, &seats) != CLI_OK)
        return CLI_USAGE;
    code =
        logged_new(g, &command_arena, &(struct board_wish){w->game, w->board, (uint32_t)seats});
    if (code == CLI_OK)
        code = match_options_set(&command_arena, &w->match, &g->match);
    if (code == CLI_OK)
        code = bots_check(&players_wish, &a->players, &g->match);
    for (uint32_t i = 0; code == CLI_OK && i < a->setup.players; i++) {
        a->setup.bot[i].tuning = a->players.item[i].bot.tuning;
        a->setup.guest[i] = bots_guest(&a->players.item[i]);
    }
    a->setup.each.match = g->match;
    a->setup.each.context = a;
    a->setup.each.progress = a->ranks.rank == 0 && isatty(STDERR_FILENO) ? progress : NULL;
    return code;
}

/* Plays at all tables; an exit code, after saying what is wrong. */
static int play(struct arena *a)
{
    const atomic_bool *stop = interrupt_catch();

    a->setup.each.stop = stop;
    a->count = arena_tables(&a->setup, a->table);
    for (uint32_t i = 0; i < a->count; i++)
        a->all.games += a->table[i].series.games;
    for (uint32_t i = 0; i < a->count && !atomic_load(stop); i++) {
        struct arena_table *t = &a->table[i];

        if (!ranks_run(&a->ranks, &t->series, &t->totals))
            return a->ranks.rank ? CLI_REFUSED
                                 : cli_refuse("not enough memory or threads.", NULL);
        if (t->totals.illegal && a->ranks.rank == 0)
            return cli_refuse(
                "the player {0} chose a move that is not legal against {1}, seed {2}. "
                "Please report this.",
                SAID(say_text(a->players.item[t->player[t->totals.illegal_spec]].label),
                     say_text(a->players.item[t->player[1 - t->totals.illegal_spec]].label),
                     say_text(cli_digits(sim_seed(&t->series, t->totals.illegal_game)).text)));
        a->before += t->series.games;
    }
    return CLI_OK;
}

/* The players' numbers, the strongest first. */
static void sort(const struct arena *a, uint32_t order[ARENA_PLAYERS_MAX])
{
    for (uint32_t n = 0; n < a->setup.players; n++) {
        uint32_t i = n;

        for (; i > 0 && a->rating[order[i - 1]].elo < a->rating[n].elo; i--)
            order[i] = order[i - 1];
        order[i] = n;
    }
}

static void show_table(const struct arena *a)
{
    uint32_t order[ARENA_PLAYERS_MAX];
    uint64_t games = 0;
    int width = 8;
    char seconds[32];

    for (uint32_t i = 0; i < a->count; i++)
        games += a->table[i].totals.games;
    for (uint32_t i = 0; i < a->setup.players; i++)
        if ((int)strlen(a->players.item[i].label) > width)
            width = (int)strlen(a->players.item[i].label);
    snprintf(seconds, sizeof seconds, "%.1f", series_seconds(a->start));
    cli_line("{0}, {1} seats, seed {2}: {3} {3|game|games} in {4} s.",
             SAID(say_text(a->game.match.board->id), say_number(a->game.match.seats),
                  say_text(cli_digits(a->setup.each.seed).text),
                  say_text(cli_digits(games).text), say_text(seconds)));
    if (games < a->all.games)
        cli_line("Not all games were played; these are the results so far.", NULL);
    printf("\n%-*s %6s %-6s %7s %9s %7s %12s\n", width, cli_words(SAYS("player")), "Elo",
           "±95 %", cli_words(SAYS("games")), cli_words(SAYS("rate")), cli_words(SAYS("score")),
           cli_words(SAYS("us/move")));
    sort(a, order);
    for (uint32_t i = 0; i < a->setup.players; i++) {
        const struct arena_rating *r = &a->rating[order[i]];

        printf("%-*s %6.0f ±%-5.0f %7llu %7.1f %% %7.1f %12.2f\n", width,
               a->players.item[order[i]].label, r->elo + 0.0, r->error,
               (unsigned long long)r->games, 100 * r->rate, r->score, r->us_per_decision);
    }
    for (uint32_t i = 0; i < a->setup.players; i++)
        sim_show_forfeits(a->players.item[order[i]].label, a->rating[order[i]].forfeits);
}

static void put_tables(struct json *j, const struct arena *a)
{
    json_array(j, "pairings");
    for (uint32_t i = 0; i < a->count; i++) {
        const struct arena_table *t = &a->table[i];

        json_object(j, NULL);
        json_array(j, "players");
        for (uint32_t k = 0; k < 2; k++)
            json_text(j, NULL, a->players.item[t->player[k]].label);
        json_end(j);
        json_number(j, "games", (int64_t)t->totals.games);
        json_array(j, "wins");
        for (uint32_t k = 0; k < 2; k++)
            series_put(j, NULL, (double)t->totals.spec[k].wins / (double)SIM_WIN);
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

static void show_json(const struct arena *a)
{
    char buffer[512];
    struct json j = json_to(buffer, sizeof buffer, cli_flush, stdout);
    uint32_t order[ARENA_PLAYERS_MAX];
    uint64_t games = 0;

    for (uint32_t i = 0; i < a->count; i++)
        games += a->table[i].totals.games;
    json_object(&j, NULL);
    json_text(&j, "game", a->game.match.board->id);
    json_number(&j, "seats", a->game.match.seats);
    json_number(&j, "seed", (int64_t)a->setup.each.seed);
    json_number(&j, "games", (int64_t)games);
    json_array(&j, "players");
    sort(a, order);
    for (uint32_t i = 0; i < a->setup.players; i++) {
        const struct arena_rating *r = &a->rating[order[i]];

        json_object(&j, NULL);
        json_text(&j, "spec", a->players.item[order[i]].label);
        series_put(&j, "elo", r->elo);
        series_put(&j, "elo_error", r->error);
        json_number(&j, "games", (int64_t)r->games);
        series_put(&j, "win_rate", r->rate);
        series_put(&j, "mean_score", r->score);
        series_put(&j, "us_per_decision", r->us_per_decision);
        json_number(&j, "forfeits", (int64_t)r->forfeits);
        json_end(&j);
    }
    json_end(&j);
    put_tables(&j, a);
    json_end(&j);
    json_done(&j);
    putchar('\n');
}

/* Plays and shows the ratings. */
static int compete(void *context)
{
    struct arena *a = context;
    int code;

    a->start = think_nanoseconds();
    code = play(a);
    if (a->setup.each.progress)
        sim_clear_progress();
    if (bots_are_broken(&a->players))
        return CLI_REFUSED;
    if (code != CLI_OK || a->ranks.rank)
        return code;
    arena_rate(a->table, a->count, a->setup.players, a->rating);
    if (a->wish.json)
        show_json(a);
    else
        show_table(a);
    return atomic_load(a->setup.each.stop) ? CLI_INTERRUPTED : CLI_OK;
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--players", "LIST",
     SAYS("who plays, separated by commas, with settings if you like: "
          "greedy,flat:iterations=100 (easy,medium,hard,expert); pipe:COMMAND is a program of "
          "your own, see doc/sim.md"),
     AT(players), NULL, NULL},
    {"--seats", "N", SAYS("seats at a table (2)"), AT(seats), NULL, NULL},
    {"--games", "N", SAYS("games of each pairing (100), rounded up to whole rotations"),
     AT(series.games), NULL, NULL},
    {"--seed", "S", SAYS("a number that decides all chance (1)"), AT(series.seed), NULL, NULL},
    {"--threads", "T", SAYS("threads (as many as the machine has processors)"),
     AT(series.threads), NULL, NULL},
    {"--json", NULL,
     SAYS("one JSON object: game, seats, seed, games, players, each with spec, elo, "
          "elo_error, games, win_rate, mean_score, us_per_decision, forfeits; and pairings, "
          "each with players, games, wins"),
     AT(json), NULL, NULL},
    {"--board", "FILE", SAYS("play on a board of your own; GAME can then be left out"),
     AT(board), NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    static struct arena arena;
    struct wish *w = &arena.wish;
    int code;

    if (cli_options(&command_arena, w, argc, argv, &w->game, 1) < 0)
        return CLI_USAGE;
    code = series_in_ranks(&arena.ranks, prepare, compete, &arena);
    bots_close(&arena.players);
    logged_free(&arena.game);
    return code;
}

const struct command command_arena = {
    .name = "arena",
    .summary = SAYS("rate players: every one against every other"),
    .usage = "anden arena GAME [--players LIST] [--seats N] [--games N] [--seed S]\n"
             "                 [--threads T] [--json] [--board FILE] [--first N] [--turning]\n"
             "                 [--hand N]",
    .about = help_about,
    .options = options,
    .more = match_list,
    .examples = "anden arena metro --players random,greedy --games 50\n"
                "anden arena paris --players random,greedy,planner --games 20 --json\n"
                "anden arena berlin --players greedy,planner --seats 3 --games 24\n"
                "anden arena paris --players \"pipe:python3 my_bot.py\",random,greedy",
    .codes = SAYS("0 played; 1 a board was refused, or a player chose a move that is not "
                  "legal; 2 the command line was wrong; 130 stopped by Ctrl-C."),
    .run = run,
};
