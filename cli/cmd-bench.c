/*
 * anden bench: how fast random games are, through the public contract of the engine, and a
 * signature of how it plays. The loop is kept as bare as it can be: what is measured is the engine.
 */
#define _POSIX_C_SOURCE 200809L

#include "game.h"
#include "match.h"

#include <string.h>
#include <time.h>

enum {
    GAMES = 2000,          /* of a round, unless told */
    ROUNDS = 9,            /* all alike; the fastest counts, the others were disturbed */
    SIGNATURE_GAMES = 100, /* never changed: signatures could not be compared */
};

static const char help[] =
    "Usage: anden bench [--game G] [--seats N] [--games N] [--rounds N] [--json]\n"
    "                   [--first N] [--turning] [--hand N]\n"
    "\n"
    "Plays random games from the set-up to the final score sheet, every legal event equally\n"
    "likely, and reports the fastest of several rounds of the same games. A decision is an\n"
    "event of a player; the events of chance are played but not counted. The signature is a\n"
    "fingerprint of the final states and score sheets of 100 fixed games: it is the same on\n"
    "every machine, and changes when the way the game is played changes.\n"
    "\n"
    "Options:\n"
    "  --game G    one game, or a board file (all games)\n"
    "  --seats N   number of seats (the fewest and the most)\n"
    "  --games N   games in a round (2000)\n"
    "  --rounds N  rounds (9)\n"
    "  --first N   the seat that begins (chosen by chance)\n"
    "  --turning   metro: tiles may be turned\n"
    "  --hand N    metro: tiles in hand, 1 to 3 (1); games without an option that is given\n"
    "              are left out\n"
    "  --json      one JSON object per line: game, seats, games_per_s,\n"
    "              decisions_per_game, ns_per_decision, signature\n"
    "\n"
    "Examples:\n"
    "  anden bench\n"
    "  anden bench --game europe --seats 2 --json\n"
    "  anden bench --game metro --turning --games 500\n"
    "\n"
    "Exit codes: 0 measured; 1 a board file was refused; 2 the command line was wrong.\n";

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

/* Everything about the end of a game. */
static uint64_t hash_end(uint64_t hash, const struct match *m, const struct state *s,
                         const struct sheet *sheet)
{
    hash = mix(hash, state_hash(s));
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        const struct seat_sheet *one = &sheet->seat[seat];

        for (uint32_t part = 0; part < PARTS_MAX; part++)
            hash = mix(hash, (uint16_t)one->part[part]);
        hash = mix(hash, one->rank);
        hash = mix(hash, one->longest);
        hash = mix(hash, one->completed);
    }
    return hash;
}

/*
 * Plays games, the same in every call, and returns the number of decisions. Adds their ends to
 * *hash unless it is null. The numbers come from a linear congruential generator: one
 * multiplication each, and its upper half is good enough for choosing a move.
 */
static uint64_t play(const struct match *m, uint64_t games, uint64_t *hash)
{
    const struct rules *rules = m->rules;
    uint64_t decisions = 0, x = 0xD1342543DE82EF95u;

    for (uint64_t i = 0; i < games; i++) {
        struct state s;
        struct sheet sheet;
        uint32_t n;

        rules->start(m, &s);
        while ((n = rules->count(m, &s)) != 0) {
            event_t e;

            x = x * 6364136223846793005u + 1442695040888963407u;
            e = rules->pick(m, &s, (uint32_t)((x >> 32) * n >> 32));
            decisions += !event_is_chance(e);
            rules->apply(m, &s, e);
        }
        rules->score(m, &s, &sheet);
        if (hash)
            *hash = hash_end(*hash, m, &s, &sheet);
    }
    return decisions;
}

static uint64_t signature(const struct match *m)
{
    uint64_t hash = 0;

    play(m, SIGNATURE_GAMES, &hash);
    return hash;
}

static uint64_t nanoseconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

struct wish {
    uint64_t seats; /* 0: fewest and most */
    uint64_t games, rounds;
    struct match_options options;
    bool json;
    bool titled; /* the head of the table has been printed */
};

static void flush(void *context, const char *at, size_t n)
{
    fwrite(at, 1, n, context);
}

static void print(const struct match *m, struct wish *w, uint64_t decisions, uint64_t best)
{
    double seconds = (double)best / 1e9;
    double per_second = (double)w->games / seconds;
    double per_game = (double)decisions / (double)w->games;
    double ns = (double)best / (double)decisions;
    uint64_t sign = signature(m);
    char buffer[512];
    struct json j = json_to(buffer, sizeof buffer, flush, stdout);

    if (!w->json) {
        if (!w->titled)
            puts("game       seats      games/s   decisions/game     ns/decision   signature");
        w->titled = true;
        printf("%-10s %5d %12.0f %16.1f %15.1f   %016llx\n", m->board->id, m->seats, per_second,
               per_game, ns, (unsigned long long)sign);
        return;
    }
    json_object(&j, NULL);
    json_text(&j, "game", m->board->id);
    json_number(&j, "seats", m->seats);
    json_number(&j, "games_per_s", (int64_t)per_second);
    json_thousandths(&j, "decisions_per_game", (int64_t)(per_game * 1000 + 0.5));
    json_thousandths(&j, "ns_per_decision", (int64_t)(ns * 1000 + 0.5));
    json_hash(&j, "signature", sign);
    json_number(&j, "games", (int64_t)w->games);
    json_number(&j, "rounds", (int64_t)w->rounds);
    json_end(&j);
    json_done(&j);
    putchar('\n');
}

static int measure(const struct board *board, uint32_t seats, struct wish *w)
{
    struct match m = match_of(board, seats);
    uint64_t best = UINT64_MAX, decisions = 0;

    if (match_options_set(&command_bench, &w->options, &m) != CLI_OK)
        return CLI_USAGE;
    for (uint64_t i = 0; i < w->rounds; i++) {
        uint64_t start = nanoseconds(), time;

        decisions = play(&m, w->games, NULL);
        time = nanoseconds() - start;
        best = time < best ? time : best;
    }
    print(&m, w, decisions, best ? best : 1);
    fflush(stdout);
    return CLI_OK;
}

/* One board, with the seats asked for. Without a game to name, boards that don't have so many
 * seats, or an option that was given, are left out. */
static int measure_board(const char *id_or_path, struct wish *w, bool named)
{
    struct loaded loaded;
    int code = cli_load(id_or_path, &loaded);
    const struct board *b = &loaded.board;

    if (code != CLI_OK)
        return code;
    if (!named && !match_options_fit(&w->options, rules_of(b))) {
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

static int run(int argc, char **argv)
{
    const char *game = NULL, *seats = NULL, *games = NULL, *rounds = NULL;
    struct wish w = {.games = GAMES, .rounds = ROUNDS};
    const struct cli_option own[] = {
        {"--game", NULL, &game},     {"--seats", NULL, &seats}, {"--games", NULL, &games},
        {"--rounds", NULL, &rounds}, {"--json", &w.json, NULL}, {0},
    };
    struct cli_option options[COMMAND_OPTIONS_MAX];
    int code = CLI_OK;

    match_options(&w.options, own, options);
    if (cli_options(&command_bench, options, argc, argv, NULL, 0) < 0)
        return CLI_USAGE;
    if (seats && !cli_number(seats, 1, SEATS_MAX, &w.seats))
        return cli_usage(&command_bench, "--seats takes a number from 1 to %d, not \"%s\".",
                         SEATS_MAX, seats);
    if (games && !cli_number(games, 1, 100000000, &w.games))
        return cli_usage(&command_bench, "--games takes a number from 1 on, not \"%s\".",
                         games);
    if (rounds && !cli_number(rounds, 1, 1000, &w.rounds))
        return cli_usage(&command_bench, "--rounds takes a number from 1 to 1000, not \"%s\".",
                         rounds);
    if (game)
        return measure_board(game, &w, true);
    for (size_t i = 0; cli_board_id(i) && code == CLI_OK; i++)
        code = measure_board(cli_board_id(i), &w, false);
    return code;
}

const struct command command_bench = {
    .name = "bench",
    .summary = "measure the speed of random games",
    .help = help,
    .run = run,
};
