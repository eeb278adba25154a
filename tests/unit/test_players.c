/*
 * The players: they always choose a legal event, the same one for the same view and dice, and the
 * planner plays better than greedy, greedy better than random. Games have fixed
 * seeds and everything is whole numbers, so the results are the same everywhere.
 */
#include "../../table/dealer.h"
#include "../support/players.h"

#include <string.h>

static struct board board;

static void load(const char *id)
{
    load_board(id, &board);
}

/* Plays one game; every choice is made twice and must be the same and legal. */
static void play(const struct match *m, const struct bot *who, uint64_t seed,
                 struct sheet *sheet)
{
    struct state s;
    struct rng dealer, dice[SEATS_MAX];
    uint32_t actor, events = 0;

    rng_seed(&dealer, seed, 0);
    for (uint32_t i = 0; i < m->seats; i++)
        rng_seed(&dice[i], seed, i + 1);
    m->rules->start(m, &s);
    while ((actor = m->rules->actor(m, &s)) != NOBODY && events++ < 20000) {
        event_t e;

        if (actor == NATURE) {
            e = dealer_choose(m, &s, &dealer);
        } else {
            struct view v;
            struct rng again = dice[actor];
            struct budget first = {.dice = rng_dice(&dice[actor])};
            struct budget second = {.dice = rng_dice(&again)};

            m->rules->view(m, &s, actor, &v);
            e = bot_choose(&who[actor], m, &v, &first);
            assert_int_equal(e, bot_choose(&who[actor], m, &v, &second));
        }
        assert_true(m->rules->apply(m, &s, e));
    }
    assert_int_equal(actor, NOBODY);
    m->rules->score(m, &s, sheet);
}

/* How many of n games the first player wins against the second, seats taken in turn. */
static uint32_t wins(const char *first, const char *second, uint32_t n, int32_t *points)
{
    uint32_t won = 0;

    *points = 0;
    for (uint32_t game = 0; game < n; game++) {
        struct match m = match_of(&board, 2);
        uint32_t seat = game % 2;
        struct bot who[2];
        struct sheet sheet;

        who[seat] = bot_named(first);
        who[1 - seat] = bot_named(second);
        play(&m, who, game / 2, &sheet);
        won += sheet.seat[seat].rank == 1 && sheet.seat[1 - seat].rank == 2;
        *points += sheet.seat[seat].total;
    }
    return won;
}

static void test_planner_beats_greedy(void **unused)
{
    int32_t points;

    (void)unused;
    load("europe");
    assert_true(wins("planner", "greedy", 40, &points) >= 38);
    assert_true(points / 40 >= 110);
    load("berlin");
    assert_true(wins("planner", "greedy", 40, &points) >= 34);
    load("paris");
    assert_true(wins("planner", "greedy", 40, &points) >= 32);
}

static void test_greedy_beats_random(void **unused)
{
    static const char *const ids[] = {"europe", "berlin", "paris", "metro"};
    int32_t points;

    (void)unused;
    for (uint32_t i = 0; i < 4; i++) {
        load(ids[i]);
        assert_true(wins("greedy", "random", 40, &points) >= 34);
    }
}

/* Only planners, at a table of any size, also on the last turns and with nothing to draw. */
static void test_any_number_of_seats(void **unused)
{
    static const char *const ids[] = {"europe", "berlin", "paris"};
    static const char *const names[] = {"planner", "greedy", "random", "planner", "greedy"};

    (void)unused;
    for (uint32_t i = 0; i < 3; i++) {
        load(ids[i]);
        for (uint32_t seats = board.seats_min; seats <= board.seats_max; seats++) {
            for (uint64_t seed = 0; seed < 6; seed++) {
                struct match m = match_of(&board, seats);
                struct bot who[SEATS_MAX];
                struct sheet sheet;

                for (uint32_t k = 0; k < seats; k++)
                    who[k] = bot_named(names[(k + seed) % 5]);
                play(&m, who, 100 + seed, &sheet);
            }
        }
    }
}

/* Metro with its variants, for every number of seats. */
static void test_metro_variants(void **unused)
{
    (void)unused;
    load("metro");
    for (uint32_t k = 0; k < 30; k++) {
        struct match m = match_of(&board, 2 + k % 5);
        struct bot who[SEATS_MAX];
        struct sheet sheet;

        m.option[option_index(m.rules, "turning", 7)] = k / 5 % 2;
        m.option[option_index(m.rules, "hand", 4)] = (uint8_t)(1 + k / 10);
        for (uint32_t i = 0; i < m.seats; i++)
            who[i] = bot_named(i % 3 == 2 ? "random" : "greedy");
        play(&m, who, k, &sheet);
    }
}

static void test_who_plays_what(void **unused)
{
    (void)unused;
    load("europe");
    struct match m = match_of(&board, 2);
    assert_string_equal(player_best(&m)->name, "expert");
    load("metro");
    m = match_of(&board, 2);
    assert_string_equal(player_best(&m)->name, "expert");
    assert_false(player_plays(player_find("planner", 7), &m));
    assert_null(player_find("nobody", 6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planner_beats_greedy), cmocka_unit_test(test_greedy_beats_random),
        cmocka_unit_test(test_any_number_of_seats),  cmocka_unit_test(test_metro_variants),
        cmocka_unit_test(test_who_plays_what),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
