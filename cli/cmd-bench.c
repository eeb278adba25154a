/*
 * anden bench: how fast the engine is, through its public contract, and a signature of how it
 * plays. The timed code is in bench/loop.c; this file has the clock and the table.
 */
#define _POSIX_C_SOURCE 200809L

#include "../bench/loop.h"
#include "logged.h"
#include "match.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    GAMES = 2000, /* of a round, by default */
    ROUNDS = 9,   /* all equal: the fastest was disturbed least, the median is typical */
    ROUNDS_MAX = 1000,
};

static const char help_about[] =
    "Measures the engine through its public contract, on one thread, and prints a row for\n"
    "each game, number of seats and kind of work: the nanoseconds of processor time that the\n"
    "fastest of several equal rounds took, and the median round.\n"
    "\n"
    "  play      random games from the set-up to the final score sheet, every legal event\n"
    "            equally likely; per decision. A decision is an event of a player; the events\n"
    "            of chance are played but not counted.\n"
    "  list      listing all legal events at the beginning of a turn; per list\n"
    "  view      what the seat whose turn it is can see; per view\n"
    "  resample  dealing at random what that seat can't see; per position\n"
    "\n"
    "The last three are measured on 256 positions from random games. The signature is a\n"
    "fingerprint of the final states and score sheets of 100 fixed games: it is the same on\n"
    "every machine, and changes when the way the game is played changes.";

/* The processor time of this thread, which other programs disturb less than real time. */
static uint64_t nanoseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

struct wish {
    struct match_options match; /* the first: see match.h */
    const char *game, *seats_text, *what_text, *games_text, *rounds_text;
    uint64_t seats; /* 0: fewest and most */
    uint32_t what;  /* enum bench_work, or BENCH_WORKS: all */
    uint64_t games, rounds;
    bool json;
    bool titled; /* the head of the table has been printed */
    struct bench_store *store;
};

/* The result of the rounds of one kind of work. */
struct result {
    uint32_t work;
    uint64_t count; /* decisions or calls of a round */
    double ns, median;
};

static double per_list(const struct match *m, const struct wish *w)
{
    return (double)bench_listed(m, w->store) / (double)BENCH_POSITIONS;
}

static void print_text(const struct match *m, struct wish *w, const struct result *r)
{
    static const char *const what[] = {"decision", "list a turn", "view", "resample"};

    if (!w->titled)
        puts("game       seats  what           best ns  median ns    per second");
    w->titled = true;
    printf("%-10s %5d  %-11s %10.1f %10.1f %13.0f", m->board->id, m->seats, what[r->work],
           r->ns, r->median, 1e9 / r->ns);
    if (r->work == BENCH_PLAY)
        printf("   %.0f games/s of %.1f decisions, signature %016llx",
               1e9 / r->ns * (double)w->games / (double)r->count,
               (double)r->count / (double)w->games, (unsigned long long)bench_signature(m));
    if (r->work == BENCH_LIST)
        printf("   of %.1f events", per_list(m, w));
    putchar('\n');
}

static int64_t thousandths(double x)
{
    return (int64_t)(x * 1000 + 0.5);
}

static void print_json(const struct match *m, const struct wish *w, const struct result *r)
{
    char buffer[512];
    struct json j = json_to(buffer, sizeof buffer, cli_flush, stdout);
    double per_game = (double)r->count / (double)w->games;

    json_object(&j, NULL);
    json_text(&j, "game", m->board->id);
    json_number(&j, "seats", m->seats);
    json_text(&j, "what", bench_work_name(r->work));
    json_thousandths(&j, "ns", thousandths(r->ns));
    json_thousandths(&j, "ns_median", thousandths(r->median));
    json_number(&j, "per_s", (int64_t)(1e9 / r->ns));
    json_number(&j, "count", (int64_t)r->count);
    json_number(&j, "rounds", (int64_t)w->rounds);
    if (r->work == BENCH_PLAY) {
        json_number(&j, "games", (int64_t)w->games);
        json_number(&j, "games_per_s", (int64_t)(1e9 / r->ns / per_game));
        json_thousandths(&j, "decisions_per_game", thousandths(per_game));
        json_hash(&j, "signature", bench_signature(m));
    }
    if (r->work == BENCH_LIST)
        json_thousandths(&j, "events_per_list", thousandths(per_list(m, w)));
    json_end(&j);
    json_done(&j);
    putchar('\n');
}

static int by_size(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static struct result measure_work(const struct match *m, struct wish *w, uint32_t work)
{
    struct result r = {.work = work};
    uint64_t time[ROUNDS_MAX] = {0}, middle = w->rounds / 2;

    for (uint64_t i = 0; i < w->rounds; i++) {
        uint64_t start = nanoseconds();

        r.count = bench_round(m, w->store, work, w->games);
        time[i] = nanoseconds() - start;
    }
    qsort(time, w->rounds, sizeof *time, by_size);
    r.ns = (double)(time[0] ? time[0] : 1) / (double)r.count;
    r.median = (double)time[middle] / (double)r.count;
    return r;
}

static int measure(const struct board *board, uint32_t seats, struct wish *w)
{
    struct match m = match_of(board, seats);

    if (match_options_set(&command_bench, &w->match, &m) != CLI_OK)
        return CLI_USAGE;
    if (w->what != BENCH_PLAY)
        bench_sample(&m, w->store);
    for (uint32_t work = 0; work < BENCH_WORKS; work++) {
        if (w->what != BENCH_WORKS && w->what != work)
            continue;
        struct result r = measure_work(&m, w, work);
        if (w->json)
            print_json(&m, w, &r);
        else
            print_text(&m, w, &r);
        fflush(stdout);
    }
    return CLI_OK;
}

/* Measures one board, with the seats asked for. If no game was named, boards without so many
 * seats, or without a given option, are left out. */
static int measure_board(const char *id_or_path, struct wish *w, bool named)
{
    struct loaded loaded;
    int code = cli_load(id_or_path, &loaded);
    const struct board *b = &loaded.board;

    if (code != CLI_OK)
        return code;
    if (!named && !match_options_fit(&w->match, rules_of(b))) {
        cli_unload(&loaded);
        return CLI_OK;
    }
    if (w->seats == 0) {
        code = measure(b, b->seats_min, w);
        if (code == CLI_OK && b->seats_max > b->seats_min)
            code = measure(b, b->seats_max, w);
    } else if (named || (w->seats >= b->seats_min && w->seats <= b->seats_max)) {
        code = measure(b, (uint32_t)w->seats, w);
    }
    cli_unload(&loaded);
    return code;
}

/* The game that was named, or all. */
static int measure_boards(const char *game, struct wish *w)
{
    int code = CLI_OK;

    w->store = malloc(sizeof *w->store);
    if (!w->store)
        return cli_refuse("There is not enough memory to measure anything.", NULL);
    if (game)
        code = measure_board(game, w, true);
    for (size_t i = 0; !game && cli_board_id(i) && code == CLI_OK; i++)
        code = measure_board(cli_board_id(i), w, false);
    free(w->store);
    return code;
}

/* A kind of work by its name; all of them if there is none. */
static bool find_work(const char *name, uint32_t *work)
{
    *work = name ? 0 : BENCH_WORKS;
    while (*work < BENCH_WORKS && strcmp(name, bench_work_name(*work)) != 0)
        ++*work;
    return !name || *work < BENCH_WORKS;
}

#define AT(field) offsetof(struct wish, field)

static const struct cli_option options[] = {
    {"--game", "G", SAYS("one game, or a board file (all games)"), AT(game), NULL, NULL},
    {"--seats", "N", SAYS("number of seats (the fewest and the most)"), AT(seats_text), NULL,
     NULL},
    {"--what", "W", SAYS("play, list, view or resample only (all four)"), AT(what_text), NULL,
     NULL},
    {"--games", "N", SAYS("games in a round (2000); 20 lists, views or resamples for each"),
     AT(games_text), NULL, NULL},
    {"--rounds", "N", SAYS("rounds (9)"), AT(rounds_text), NULL, NULL},
    {"--json", NULL,
     SAYS("one JSON object per line: game, seats, what, ns (of the fastest round), "
          "ns_median, per_s, count (decisions or calls of a round), rounds; play adds games, "
          "games_per_s, decisions_per_game and signature, list adds events_per_list"),
     AT(json), NULL, NULL},
    {0},
};

static int run(int argc, char **argv)
{
    struct wish w = {.games = GAMES, .rounds = ROUNDS};

    if (cli_options(&command_bench, &w, argc, argv, NULL, 0) < 0)
        return CLI_USAGE;
    if (w.seats_text && !cli_number(w.seats_text, 1, SEATS_MAX, &w.seats))
        return cli_usage(&command_bench, "--seats takes a number from 1 to {0}, not \"{1}\".",
                         SAID(say_number(SEATS_MAX), say_text(w.seats_text)));
    if (!find_work(w.what_text, &w.what))
        return cli_usage(&command_bench,
                         "--what takes play, list, view or resample, not \"{0}\".",
                         SAID(say_text(w.what_text)));
    if (w.games_text && !cli_number(w.games_text, 1, 100000000, &w.games))
        return cli_usage(&command_bench, "--games takes a number of at least 1, not \"{0}\".",
                         SAID(say_text(w.games_text)));
    if (w.rounds_text && !cli_number(w.rounds_text, 1, ROUNDS_MAX, &w.rounds))
        return cli_usage(&command_bench, "--rounds takes a number from 1 to {0}, not \"{1}\".",
                         SAID(say_number(ROUNDS_MAX), say_text(w.rounds_text)));
    return measure_boards(w.game, &w);
}

const struct command command_bench = {
    .name = "bench",
    .summary = SAYS("measure the speed of random games"),
    .usage = "anden bench [--game G] [--seats N] [--what W] [--games N] [--rounds N] [--json]\n"
             "            [--first N] [--turning] [--hand N]",
    .about = help_about,
    .options = options,
    .more = match_list,
    .examples = "anden bench\n"
                "anden bench --game europe --seats 2 --what play --json\n"
                "anden bench --game metro --turning --games 500",
    .codes = SAYS("0 measured; 1 a board file was refused; 2 the command line was wrong."),
    .run = run,
};
