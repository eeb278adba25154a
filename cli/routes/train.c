/*
 * anden train: trains the net that judges positions of route games, and measures it. The work
 * is in sim/routes/.
 */
#define _POSIX_C_SOURCE 200809L

#include "../../sim/routes/train.h"
#include "../../boards/boards.h"
#include "../interrupt.h"
#include "../logged.h"
#include "../series.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    BOARDS_MAX = 8,
    GAMES = 4000, /* of each match, by default */
    ROUNDS = 4,
    CHECKS = 60,
    ROUNDS_MAX = 1000,
    PLAYED_MAX = 10000,
};

static const uint64_t GAMES_MAX = 1000000;

static const char help_about[] =
    "Teaches the net that judges how a route game stands: who is likely to win, and by how\n"
    "much. Good and average players play games; the net is shown positions of them, and who\n"
    "won. It learns from all boards of the program, with every number of seats, or from one\n"
    "board. Then it is measured with other games. The net is written as text, with the\n"
    "measures as comments: Brier scores (the mean square of the error of the chances), for\n"
    "each quarter of the game and for all of it; less is better. With --games 0 the net of\n"
    "the program is measured and nothing is written.";

struct wish {
    const char *game, *rounds, *check, *played, *out, *board;
    struct series_wish series;
};

struct train {
    struct wish wish;
    uint32_t boards;
    struct logged board[BOARDS_MAX];
    struct sim_series series; /* games, seed */
    uint64_t rounds, check, played;
    struct net net;
    const atomic_bool *stop;
};

static int number_of(const char *name, const char *text, uint64_t most, uint64_t *n)
{
    if (!text || cli_number(text, 0, most, n))
        return CLI_OK;
    return cli_usage(&command_train, "{0} takes a number from 0 to {1}, not \"{2}\".",
                     SAID(say_text(name), say_number((int32_t)most), say_text(text)));
}

static int read_numbers(struct train *t)
{
    const struct wish *w = &t->wish;
    struct series_wish rest = w->series;

    t->rounds = ROUNDS;
    t->check = CHECKS;
    t->series.games = GAMES;
    rest.games = NULL;
    if (number_of("--games", w->series.games, GAMES_MAX, &t->series.games) != CLI_OK ||
        number_of("--rounds", w->rounds, ROUNDS_MAX, &t->rounds) != CLI_OK ||
        number_of("--check", w->check, GAMES_MAX, &t->check) != CLI_OK ||
        number_of("--played", w->played, PLAYED_MAX, &t->played) != CLI_OK)
        return CLI_USAGE;
    uint64_t games = t->series.games;
    int code = series_read(&command_train, &rest, GAMES_MAX, 1, &t->series);
    t->series.games = games;
    return code;
}

/* A board that the net can judge. */
static bool can_learn(const struct match *m)
{
    return player_plays(player_find("planner", strlen("planner")), m);
}

static int read_boards(struct train *t)
{
    const struct wish *w = &t->wish;
    struct board_wish one = {w->game, w->board, 2};
    int code = CLI_OK;

    if (w->game || w->board) {
        code = logged_new(&t->board[0], &command_train, &one);
        if (code != CLI_OK)
            return code;
        t->boards = 1;
        return can_learn(&t->board[0].match)
                   ? CLI_OK
                   : cli_refuse("the net does not judge games of {0}.",
                                SAID(say_text(t->board[0].match.board->name)));
    }
    for (uint32_t i = 0; code == CLI_OK && embedded_boards[i].id; i++) {
        one.game = embedded_boards[i].id;
        code = logged_new(&t->board[t->boards], &command_train, &one);
        if (code == CLI_OK && can_learn(&t->board[t->boards].match))
            t->boards++;
        else if (code == CLI_OK)
            logged_free(&t->board[t->boards]);
    }
    return code;
}

static uint32_t seats_most(const struct board *board)
{
    return board->seats_max < ROUTES_SEATS_MAX ? board->seats_max : ROUTES_SEATS_MAX;
}

/* Playing takes most of the time: a line for each match shows how far it is. */
static void show_match(const struct board *board, uint32_t seats, uint64_t games)
{
    if (isatty(STDERR_FILENO))
        cli_print(stderr, "{0} with {1} seats: playing {2} games.\n",
                  SAID(say_text(board->name), say_number((int32_t)seats),
                       say_number((int32_t)games)));
}

static bool add_match(const struct train *t, const struct board *board, uint32_t seats,
                      uint64_t games, uint64_t seed, struct lessons *l)
{
    struct lessons_wish wish = {
        .match = match_of(board, seats), .games = games, .seed = seed, .stop = t->stop};

    if (seed != t->series.seed)
        wish.played = (uint32_t)t->played;
    show_match(board, seats, games);
    return lessons_add(l, &wish);
}

static void report(void *context, uint32_t round, double surprise)
{
    (void)context;
    if (isatty(STDERR_FILENO)) {
        char text[24];

        snprintf(text, sizeof text, "%.4f", surprise);
        cli_print(stderr, "Round {0}: {1}.\n",
                  SAID(say_number((int32_t)round), say_text(text)));
    }
}

static bool learn(struct train *t)
{
    const struct train_wish wish = {.rounds = (uint32_t)t->rounds,
                                    .seed = t->series.seed,
                                    .stop = t->stop,
                                    .report = report};
    struct lessons l = {0};
    bool good = true;

    for (uint32_t i = 0; i < t->boards; i++) {
        const struct board *board = t->board[i].match.board;

        for (uint32_t seats = 2; good && seats <= seats_most(board); seats++)
            good = add_match(t, board, seats, t->series.games, t->series.seed, &l);
    }
    good = good && train_run(&l, &wish, &t->net);
    lessons_free(&l);
    return good;
}

/* The names of the columns that put_score() fills. */
static void put_columns(const struct train *t, FILE *f)
{
    char played[32];
    const char *group[] = {"net", played, "both"};

    snprintf(played, sizeof played, "%u games played on", (unsigned)t->played);
    fprintf(f, "# Brier scores, by quarter of the game and of all of it; less is better\n");
    fprintf(f, "#%15s", "");
    for (uint32_t k = 0; k < (t->played ? 3 : 1); k++)
        fprintf(f, "%*s%s", k ? 36 - (int)strlen(group[k - 1]) : 3, "", group[k]);
    fprintf(f, "\n# %-8s %5s", "game", "seats");
    for (uint32_t k = 0; k < (t->played ? 3 : 1); k++)
        fprintf(f, "  %6s %6s %6s %6s %6s", "q1", "q2", "q3", "q4", "all");
    fputc('\n', f);
}

static void put_score(const struct train *t, FILE *f, const struct train_score *score)
{
    const struct train_quarter *part[LESSON_QUARTERS + 1];

    for (uint32_t i = 0; i < LESSON_QUARTERS; i++)
        part[i] = &score->quarter[i];
    part[LESSON_QUARTERS] = &score->all;
    for (uint32_t i = 0; i <= LESSON_QUARTERS; i++)
        fprintf(f, "%s %.4f", i ? "" : " ", part[i]->net);
    for (uint32_t i = 0; t->played && i <= LESSON_QUARTERS; i++)
        fprintf(f, "%s %.4f", i ? "" : " ", part[i]->played);
    for (uint32_t i = 0; t->played && i <= LESSON_QUARTERS; i++)
        fprintf(f, "%s %.4f", i ? "" : " ", part[i]->both);
    fputc('\n', f);
}

/* Measures the net with games that it has not seen, each match by itself. */
static bool measure(const struct train *t, FILE *f)
{
    bool good = true;

    if (t->check)
        put_columns(t, f);
    for (uint32_t i = 0; i < t->boards; i++) {
        const struct board *board = t->board[i].match.board;

        for (uint32_t seats = 2; good && t->check && seats <= seats_most(board); seats++) {
            struct lessons l = {0};
            struct train_score score;

            good = add_match(t, board, seats, t->check, ~t->series.seed, &l);
            if (good) {
                train_measure(&l, &t->net, (uint32_t)t->played, &score);
                fprintf(f, "# %-8s %5u", board->id, (unsigned)seats);
                put_score(t, f, &score);
                fflush(f);
            }
            lessons_free(&l);
        }
    }
    return good;
}

static void put_cells(FILE *f, const int8_t *weight, uint32_t cells, uint32_t inputs)
{
    for (uint32_t i = 0; i < cells; i++)
        for (uint32_t k = 0; k < inputs; k++)
            fprintf(f, "%d%c", weight[i * inputs + k], k + 1 < inputs ? ' ' : '\n');
}

static void put_command(const struct train *t, FILE *f)
{
    const struct wish *w = &t->wish;

    fprintf(f, "# anden train%s%s%s%s", w->game ? " " : "", w->game ? w->game : "",
            w->board ? " --board " : "", w->board ? w->board : "");
    fprintf(f, " --games %llu --rounds %llu --check %llu --played %llu --seed %llu\n",
            (unsigned long long)t->series.games, (unsigned long long)t->rounds,
            (unsigned long long)t->check, (unsigned long long)t->played,
            (unsigned long long)t->series.seed);
}

static void put_net(const struct net *net, FILE *f)
{
    fprintf(f, "net %d %d\n", NET_FIRST, NET_SECOND);
    put_cells(f, net->first[0], NET_FIRST, STANDING_INPUTS);
    put_cells(f, net->second[0], NET_SECOND, NET_FIRST + 1);
    put_cells(f, net->strength, 1, NET_SECOND + 1);
    put_cells(f, net->margin, 1, NET_SECOND + 1);
}

static int write_net(const struct train *t, const char *scores)
{
    const char *path = t->wish.out;
    FILE *f = path ? fopen(path, "w") : stdout;
    bool good = f != NULL;

    if (f) {
        put_command(t, f);
        fputs(scores, f);
        put_net(&t->net, f);
        good = fflush(f) == 0 && !ferror(f);
        if (path)
            good = fclose(f) == 0 && good;
    }
    return good ? CLI_OK
                : cli_refuse("cannot write {0}: {1}.",
                             SAID(say_text(path ? path : "-"), say_text(cli_trouble(errno))));
}

/* Nothing is written before training is complete: a half-trained net would look like a finished
 * one. */
static int teach(struct train *t)
{
    char *scores = NULL;
    size_t size;
    FILE *f = open_memstream(&scores, &size);
    bool good = f && learn(t) && measure(t, f);
    int code;

    if (f)
        good = fclose(f) == 0 && good;
    if (atomic_load(t->stop))
        code = CLI_INTERRUPTED;
    else if (good)
        code = write_net(t, scores);
    else
        code = cli_refuse("not enough memory or threads.", NULL);
    free(scores);
    return code;
}

static int work(struct train *t)
{
    t->stop = interrupt_catch();
    if (t->series.games > 0)
        return teach(t);
    t->net = routes_net;
    if (!measure(t, stdout))
        return cli_refuse("not enough memory or threads.", NULL);
    return atomic_load(t->stop) ? CLI_INTERRUPTED : CLI_OK;
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--games", "N",
     SAYS("games to learn from, of each board and number of seats (4000); 0: learn nothing"),
     AT(series.games), NULL, NULL},
    {"--rounds", "N", SAYS("how often it goes through all positions (4)"), AT(rounds), NULL,
     NULL},
    {"--check", "N", SAYS("other games to measure with, of each (60)"), AT(check), NULL, NULL},
    {"--played", "N",
     SAYS("also measure the result of N games played on from each position, and both together "
          "(0)"),
     AT(played), NULL, NULL},
    {"--out", "FILE", SAYS("write the net to FILE instead of standard output"), AT(out), NULL,
     NULL},
    {"--seed", "S", SAYS("a number that decides all chance (1)"), AT(series.seed), NULL, NULL},
    {"--board", "FILE", SAYS("a board of your own; GAME can then be left out"), AT(board), NULL,
     NULL},
    {0},
};

static int run(int argc, char **argv)
{
    static struct train train;
    int code;

    if (cli_options(&command_train, &train.wish, argc, argv, &train.wish.game, 1) < 0)
        return CLI_USAGE;
    code = read_numbers(&train);
    if (code == CLI_OK)
        code = read_boards(&train);
    if (code == CLI_OK)
        code = work(&train);
    for (uint32_t i = 0; i < train.boards; i++)
        logged_free(&train.board[i]);
    return code;
}

const struct command command_train = {
    .name = "train",
    .summary = SAYS("teach the net that judges how a route game stands"),
    .usage = "anden train [GAME] [--games N] [--rounds N] [--check N] [--played N]\n"
             "            [--out FILE] [--seed S] [--board FILE]",
    .about = help_about,
    .options = options,
    .examples = "anden train paris --games 20 --rounds 1 --check 2 --out paris.net\n"
                "anden train paris --games 0 --check 2 --played 4",
    .codes = SAYS("0 done; 1 a board was refused, or the file could not be written; 2 the "
                  "command line was wrong; 130 stopped by Ctrl-C."),
    .run = run,
};
