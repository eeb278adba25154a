/*
 * The two hard parts of the final sheet, stations (E15) and the longest trail (E18), compared with
 * brute force on made-up positions of every board that has one of them; and, on request, a search
 * for the position that takes the engine longest to score (climb.c).
 *
 *     test_twins [--positions N] [--seed S] [--steps N] [--board ID] [--climb SECONDS]
 *
 * N is the number of positions on each board; on those made for tests it is a third. --steps
 * limits the depth-first search for one trail; positions that need more are compared without
 * the trail, and counted.
 */
#include "arguments.h"
#include "boards/boards.h"
#include "climb.h"
#include "compare.h"
#include "position.h"
#include "test_boards.h"

#include <stdio.h>
#include <string.h>

enum { DIFFERENCES_MAX = 5, DEEP_EVERY = 64, DEEP_TIMES = 50 };

struct settings {
    unsigned long positions;
    unsigned long seed;
    unsigned long steps;
    const char *board; /* null: all */
    unsigned long climb;
};

struct figures {
    unsigned long positions, without_trail, differences;
    unsigned long borrowed;   /* seats for which a borrowed route completes a ticket */
    unsigned long not_greedy; /* ... and choosing station by station would do worse */
    unsigned long cycles;     /* seats with at least as many routes as cities: not a tree */
};

/* E15 done badly: each station in turn takes the route that is best at the moment. */
static int greedy_points(const struct match *m, const struct ref *r, int seat)
{
    int borrowed[STATIONS_MAX];
    int n = 0;
    uint64_t completed;
    int best = ref_tickets(m, r, seat, borrowed, 0, &completed);

    for (int c = 0; c < CITIES_MAX; c++) {
        if (!r->seat[seat].station[c])
            continue;
        int take = NO_ROUTE;
        for (int i = 0; i < ROUTES_MAX; i++) {
            const struct route *x = &m->board->routes.route[i];

            if (r->owner[i] == NOBODY_YET || r->owner[i] == seat || (x->a != c && x->b != c))
                continue;
            borrowed[n] = i;
            int points = ref_tickets(m, r, seat, borrowed, n + 1, &completed);
            if (points > best) {
                best = points;
                take = i;
            }
        }
        if (take != NO_ROUTE)
            borrowed[n++] = take;
    }
    return best;
}

static bool has_cycle(const struct match *m, const struct ref *r, int seat)
{
    bool touched[CITIES_MAX] = {false};
    int routes = 0, cities = 0;

    for (int n = 0; n < ROUTES_MAX; n++)
        if (r->owner[n] == seat) {
            routes++;
            touched[m->board->routes.route[n].a] = true;
            touched[m->board->routes.route[n].b] = true;
        }
    for (int c = 0; c < CITIES_MAX; c++)
        cities += touched[c];
    return routes > 0 && routes >= cities;
}

static void note(const struct match *m, const struct ref *r, const struct sheet *sheet,
                 struct figures *f)
{
    for (int s = 0; s < m->seats; s++) {
        uint64_t without;
        int own = ref_tickets(m, r, s, NULL, 0, &without);

        if (sheet->seat[s].part[1] > own) {
            f->borrowed++;
            if (greedy_points(m, r, s) < sheet->seat[s].part[1])
                f->not_greedy++;
        }
        if (has_cycle(m, r, s))
            f->cycles++;
    }
}

/* Compares one position; false if the sheets differ. */
static bool compare(const struct match *m, const struct ref *r, long steps, struct figures *f)
{
    struct state s;
    struct sheet engine, reference;
    char difference[240];

    position_state(m, r, &s);
    memset(&engine, 0xA5, sizeof engine);
    m->rules->score(m, &s, &engine);
    bool exact = ref_score(m, r, steps, &reference);
    f->positions++;
    if (!exact)
        f->without_trail++;
    if (ref_same_sheet(m, r, &engine, &reference, exact, difference, sizeof difference)) {
        note(m, r, &reference, f);
        return true;
    }
    f->differences++;
    printf("DIFFERENCE: %s\n", difference);
    position_print(m, r);
    return false;
}

static void compare_board(const struct settings *set, const struct board *board,
                          unsigned long positions, struct figures *all)
{
    static struct ref r;
    struct figures f = {0};
    struct rng rng = {set->seed};

    for (unsigned long i = 0; i < positions && f.differences < DIFFERENCES_MAX; i++) {
        uint32_t seats = board->seats_min +
                         rng_below(&rng, (uint32_t)(board->seats_max - board->seats_min + 1));
        struct match m = match_of(board, seats);

        position_random(&m, &rng, &r);
        compare(&m, &r, (long)set->steps * (i % DEEP_EVERY == 0 ? DEEP_TIMES : 1), &f);
    }
    printf("%-10s %8lu positions (%lu without trail), %lu seats borrow, %lu of them not "
           "greedily, %lu networks with cycles, %lu differences\n",
           board->id, f.positions, f.without_trail, f.borrowed, f.not_greedy, f.cycles,
           f.differences);
    fflush(stdout);
    all->positions += f.positions;
    all->without_trail += f.without_trail;
    all->differences += f.differences;
    all->not_greedy += f.not_greedy;
    all->cycles += f.cycles;
}

static void do_board(const struct settings *set, const char *text, size_t size,
                     unsigned long positions, struct figures *all)
{
    static struct board board;
    struct complaint why;

    if (!board_parse(text, size, &board, NULL, &why)) {
        printf("board: line %u column %u: %s\n", why.line, why.column, why.message);
        all->differences++;
        return;
    }
    if (board.family != FAMILY_ROUTES || (set->board && strcmp(set->board, board.id) != 0))
        return;
    if ((board.routes.features & (FEATURE_STATIONS | FEATURE_LONGEST_PATH)) == 0)
        return;
    if (set->climb)
        climb(&board, set->seed, set->climb);
    else
        compare_board(set, &board, positions, all);
}

int main(int count, char **words)
{
    struct settings set = {scaled(30000), 1, 200000, NULL, 0};
    struct figures all = {0};
    static char text[TEST_BOARD_SIZE];
    size_t size;
    const struct argument list[] = {
        {"--positions", &set.positions, NULL}, {"--seed", &set.seed, NULL},
        {"--steps", &set.steps, NULL},         {"--board", NULL, &set.board},
        {"--climb", &set.climb, NULL},         {0}};

    if (!read_arguments(count, words, list))
        return 2;
    for (int i = 0; embedded_boards[i].id; i++)
        do_board(&set, embedded_boards[i].text, embedded_boards[i].size, set.positions, &all);
    for (int i = 0; !set.climb && (size = test_board(i, text, sizeof text)) > 0; i++)
        do_board(&set, text, size, set.positions / 3, &all);
    if (set.climb)
        return 0;
    printf("%lu positions, %lu without trail, %lu differences\n", all.positions,
           all.without_trail, all.differences);
    if (all.not_greedy == 0)
        printf("no position asked for more than a greedy choice of borrowed routes\n");
    return all.differences || all.positions == 0 || (!set.board && all.not_greedy == 0);
}
