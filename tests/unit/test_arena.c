/*
 * Ratings of an arena, on numbers whose answer is known; its tables; and the parts that ranks play.
 */
#include "../../sim/arena.h"
#include "../support/boards.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct board europe;

static void assert_near(double x, double expected, double error)
{
    if (!(fabs(x - expected) <= error))
        fail_msg("%g is not %g", x, expected);
}

/* A table where the first has won so many of n single games. */
static struct arena_table table_of(uint32_t first, uint32_t second, uint64_t n, uint64_t won)
{
    struct arena_table t = {.player = {first, second}, .seats = {1, 1}};

    t.totals.games = t.totals.samples = n;
    t.totals.spec[0].wins = t.totals.spec[0].sample_sum = SIM_WIN * won;
    t.totals.spec[0].sample_squares = SIM_WIN * SIM_WIN * won;
    t.totals.spec[1].wins = SIM_WIN * (n - won);
    return t;
}

static void test_two(void **unused)
{
    struct arena_table t = table_of(0, 1, 10999, 9999); /* half a game is added to both */
    struct arena_rating r[2];

    (void)unused;
    assert_true(arena_rate(&t, 1, 2, r));
    assert_near(r[0].elo, 200 * log10(9999.5 / 1000.5), 1e-6);
    assert_near(r[0].elo + r[1].elo, 0, 1e-6);
    /* the error of a logit is 1 / sqrt(n p q); each of the two has half of the difference */
    assert_near(r[0].error, 1.96 * 173.718 / 2 / sqrt(11000 * 0.909 * 0.091), 0.1);
    assert_int_equal(r[0].games, 10999);
    assert_near(r[1].rate, 1000.0 / 10999, 1e-9);
    t = table_of(0, 1, 0, 0);
    assert_false(arena_rate(&t, 1, 2, r));
}

/* Strengths 4, 2, 1: every pairing ends as expected, so the ratings are exact; also at tables
 * where one side has twice the seats. */
static void test_three(void **unused)
{
    struct arena_table t[3] = {table_of(0, 1, 899, 599), table_of(1, 2, 899, 599),
                               table_of(0, 2, 999, 799)};
    struct arena_rating r[3];

    (void)unused;
    for (uint32_t i = 0; i < 3; i++) /* with half a game added: two thirds, four fifths */
        t[i].totals.spec[0].wins += SIM_WIN / 2;
    assert_true(arena_rate(t, 3, 3, r));
    assert_near(r[0].elo - r[1].elo, 400 * log10(2), 0.2);
    assert_near(r[1].elo - r[2].elo, 400 * log10(2), 0.2);
    t[0].seats[0] = 2; /* 2 x 4 against 2: 0.8 of the games */
    t[0].totals.spec[0].wins = SIM_WIN * 720 - SIM_WIN / 2;
    assert_true(arena_rate(t, 3, 3, r));
    assert_near(r[0].elo - r[1].elo, 400 * log10(2), 0.2);
}

/* Somebody who has won everything, and somebody who has not played. */
static void test_edges(void **unused)
{
    struct arena_table t[2] = {table_of(0, 1, 10, 10), table_of(0, 2, 0, 0)};
    struct arena_rating r[3];

    (void)unused;
    assert_true(arena_rate(t, 2, 3, r));
    assert_near(r[0].elo - r[1].elo, 400 * log10(21), 1);
    assert_true(r[0].error > 50 && r[0].error < 1000);
    assert_int_equal(r[2].games, 0);
    assert_true(isfinite(r[2].elo) && isfinite(r[2].error));
}

static void test_tables(void **unused)
{
    static struct arena_table tables[ARENA_TABLES_MAX];
    struct arena_setup setup = {.players = 3, .each = {.games = 99, .seed = 4, .threads = 1}};

    (void)unused;
    for (uint32_t i = 0; i < 3; i++)
        setup.bot[i] = bot_of(players[i]);
    setup.each.match = match_of(&europe, 4);
    assert_int_equal(arena_tables(&setup, tables), 3);
    assert_int_equal(tables[2].player[0], 1);
    assert_int_equal(tables[2].player[1], 2);
    assert_ptr_equal(tables[2].series.bot[1].player, players[2]);
    assert_int_equal(tables[0].series.games, 100); /* a, b, a, b has two rotations */
    setup.each.match = match_of(&europe, 3);
    assert_int_equal(arena_tables(&setup, tables), 6);
    assert_int_equal(tables[0].series.games, 51); /* half of the pairing, three rotations */
    assert_int_equal(tables[1].player[0], 1);     /* now b has two seats */
    assert_int_equal(tables[1].seats[0], 2);
    setup.players = ARENA_PLAYERS_MAX;
    for (uint32_t i = 0; i < ARENA_PLAYERS_MAX; i++)
        setup.bot[i] = bot_of(players[0]);
    assert_int_equal(arena_tables(&setup, tables), ARENA_TABLES_MAX);
}

/* The parts of all ranks are the whole, in whole rotations. */
static void test_parts(void **unused)
{
    struct sim_series series = {.match = match_of(&europe, 3), .spec = {0, 1, 1}, .specs = 2};

    (void)unused;
    for (uint64_t games = 1; games < 40; games++) {
        for (uint32_t count = 1; count < 9; count++) {
            uint64_t next = 6;

            series.first = 6;
            series.games = games;
            for (uint32_t rank = 0; rank < count; rank++) {
                struct sim_series part = ranks_part(&(struct ranks){rank, count}, &series);

                assert_int_equal(part.first % 3, 0);
                assert_true(part.games == 0 || part.first == next);
                next += part.games;
            }
            assert_int_equal(next, 6 + games);
        }
    }
}

static int read_board(void **unused)
{
    (void)unused;
    load_board("europe", &europe);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two),   cmocka_unit_test(test_three),
        cmocka_unit_test(test_edges), cmocka_unit_test(test_tables),
        cmocka_unit_test(test_parts),
    };

    return cmocka_run_group_tests_name("arena", tests, read_board, NULL);
}
