/*
 * Plays games with the engine and the reference side by side, for every board and number of seats,
 * with even and biased players, and compares everything at each event. Fails on any difference,
 * and in a full run also if a corner of the rules was never reached.
 *
 *     test_reference [--events N] [--seed S] [--board ID]
 *
 * N is the number of events on each board; on those made for tests it is a third.
 */
#include "arguments.h"
#include "boards/boards.h"
#include "pair.h"
#include "test_boards.h"

#include <stdio.h>
#include <string.h>

enum { DIFFERENCES_MAX = 5, EVENTS_PRESET = 300000, SWEEPS_MAX = 100 };

struct settings {
    unsigned long events; /* on each board of the project; on one made for tests a third */
    unsigned long seed;
    const char *board; /* null: all */
};

/* Plays one game; false if there is a difference. */
static bool play(struct pair *p, const struct match *m, uint64_t seed, struct figures *figures)
{
    pair_start(p, m, seed, figures);
    for (;;) {
        if (!pair_check(p))
            return false;
        if (ref_actor(&p->match, &p->ref) == NOBODY)
            break;
        /* With next to no plain cards left, sweeps go on for a very long time (C5). */
        if (p->length == PAIR_EVENTS_MAX || p->ref.sweeps_in_a_row == SWEEPS_MAX) {
            figures->unfinished++;
            return true;
        }
        if (!pair_step(p))
            return false;
    }
    figures->games++;
    return pair_end(p);
}

static void play_board(const struct settings *set, const char *text, size_t size,
                       unsigned long events, struct figures *all)
{
    static struct board board;
    static struct pair pair;
    struct complaint why;
    struct figures figures = {0};
    struct rng rng = {set->seed};

    if (!board_parse(text, size, &board, NULL, &why)) {
        printf("board: line %u column %u: %s\n", why.line, why.column, why.message);
        all->differences++;
        return;
    }
    if (set->board && strcmp(set->board, board.id) != 0)
        return;
    if (board.family != FAMILY_ROUTES)
        return;
    unsigned long each = events / (unsigned long)(board.seats_max - board.seats_min + 1);
    for (uint32_t seats = board.seats_min; seats <= board.seats_max; seats++) {
        unsigned long until = figures.events + each;

        while (figures.events < until && figures.differences < DIFFERENCES_MAX) {
            uint64_t seed = rng_next(&rng);
            struct match m = match_of(&board, seats);
            uint32_t first = option_index(m.rules, "first", 5);

            if (first < OPTIONS_MAX)
                m.option[first] =
                    (uint8_t)(rng_below(&rng, 2) ? 0 : 1 + rng_below(&rng, seats));
            if (play(&pair, &m, seed, &figures))
                continue;
            pair_report(&pair);
            figures.differences++;
        }
    }
    printf("%-10s %9lu events, %6lu games (%lu unfinished), %9lu refused, %6lu sheets "
           "(%lu without trail), %lu differences\n",
           board.id, figures.events, figures.games, figures.unfinished, figures.refused,
           figures.sheets, figures.sheets_in_part, figures.differences);
    fflush(stdout);
    all->events += figures.events;
    all->games += figures.games;
    all->unfinished += figures.unfinished;
    all->refused += figures.refused;
    all->sheets += figures.sheets;
    all->sheets_in_part += figures.sheets_in_part;
    all->differences += figures.differences;
}

/* How often each corner was reached; returns how many never were. */
static int report_corners(void)
{
#define REF_CORNER_WORDS(name, words) words,
    static const char *const words[CORNERS] = {REF_CORNERS(REF_CORNER_WORDS)};
#undef REF_CORNER_WORDS
    int missed = 0;
    for (int i = 0; i < CORNERS; i++) {
        printf("%9lu  %s%s\n", ref_corner[i], words[i], ref_corner[i] ? "" : "   NEVER");
        if (ref_corner[i] == 0)
            missed++;
    }
    return missed;
}

int main(int count, char **words)
{
    struct settings set = {scaled(EVENTS_PRESET), 1, NULL};
    struct figures all = {0};
    const struct argument list[] = {{"--events", &set.events, NULL},
                                    {"--seed", &set.seed, NULL},
                                    {"--board", NULL, &set.board},
                                    {0}};

    if (!read_arguments(count, words, list))
        return 2;
    bool full = !set.board && set.events >= EVENTS_PRESET;
    for (int i = 0; embedded_boards[i].id; i++)
        play_board(&set, embedded_boards[i].text, embedded_boards[i].size, set.events, &all);
    static char text[TEST_BOARD_SIZE];
    size_t size;
    for (int i = 0; (size = test_board(i, text, sizeof text)) > 0; i++)
        play_board(&set, text, size, set.events / 3, &all);
    int missed = report_corners();
    printf("%lu events, %lu games, %lu differences\n", all.events, all.games, all.differences);
    if (all.events == 0)
        printf("no board of that name\n");
    if (missed && full)
        printf("%d corners never reached\n", missed);
    return all.differences || all.events == 0 || (missed && full);
}
