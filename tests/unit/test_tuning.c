/*
 * Constants of players as text: written sets can be read again; mistakes are refused with their
 * place; the sets in ai/routes/tunings are those that are compiled in; and a player uses the
 * set that it is given.
 */
#include "../../ai/routes/constants.h"
#include "../../table/dealer.h"
#include "../support/players.h"
#include "spanish.h"

#include <stdio.h>
#include <string.h>

static const char *root;
static struct board board;

/* Presets are within their bounds, and names are not used twice. */
static void test_constants(void **unused)
{
    uint32_t n = 0;

    (void)unused;
    for (; routes_constants[n].name; n++) {
        const struct constant *c = &routes_constants[n];

        if (c->min < 0 || c->min >= c->max || c->preset < c->min || c->preset > c->max)
            fail_msg("%s", c->name);
        assert_non_null(c->help);
        for (uint32_t i = 0; i < n; i++)
            assert_string_not_equal(c->name, routes_constants[i].name);
    }
    assert_int_equal(n, ROUTES_CONSTANTS);
}

static void test_written_is_read(void **unused)
{
    char text[4096];
    struct tuning_use use = {"ring", 3, 4}, again;
    struct text t = text_in(text, sizeof text);
    struct tuning one, two;
    struct complaint why;

    (void)unused;
    tuning_presets(routes_constants, &one);
    for (uint32_t i = 0; routes_constants[i].name; i++)
        one.value[i] = i % 2 ? routes_constants[i].min : routes_constants[i].max;
    tuning_write(routes_constants, &use, &one, &t);
    assert_false(t.cut);
    assert_true(tuning_read(routes_constants, text, t.length, &again, &two, &why));
    assert_memory_equal(&one, &two, sizeof one);
    assert_memory_equal(&use, &again, sizeof use);
}

/* Constants that are not named have their presets. */
static void test_the_rest_is_preset(void **unused)
{
    static const char text[] = "# by hand\ntuning ring\n\nhold_hand 7 # few\n";
    struct tuning_use use;
    struct tuning t, presets;
    struct complaint why;

    (void)unused;
    tuning_presets(routes_constants, &presets);
    presets.value[HOLD_HAND] = 7;
    assert_true(tuning_read(routes_constants, text, strlen(text), &use, &t, &why));
    assert_true(use.seats_min == 2 && use.seats_max == SEATS_MAX);
    assert_memory_equal(&t, &presets, sizeof t);
}

static void test_mistakes(void **unused)
{
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *words;
    } wrong[] = {
        {"hold_hnd 7", 1, 1, "did you mean \"hold_hand\"?"},
        {"tuning ring\nqwertyuiop 7", 2, 1, "no constant called \"qwertyuiop\"."},
        {"hold_hand", 1, 10, "missing"},
        {"hold_hand -1", 1, 11, "a whole number from 0 to"},
        {"hold_hand 30000", 1, 11, "a whole number from 0 to"},
        {"hold_hand 7 8", 1, 13, ""},
        {"tuning", 1, 7, "missing"},
        {"tuning ring 1 2", 1, 13, "a whole number from 2 to"},
        {"tuning ring 4 3", 1, 15, "a whole number from 4 to"},
        {"tuning ring 3", 1, 14, "missing"},
    };
    struct tuning t;
    struct tuning_use use;

    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct complaint why = {0};
        const char *text = wrong[i].text;

        if (tuning_read(routes_constants, text, strlen(text), &use, &t, &why))
            fail_msg("%s is accepted", text);
        if (why.line != wrong[i].line || why.column != wrong[i].column ||
            !strstr(why.message, wrong[i].words))
            fail_msg("%s: %u:%u: %s", text, (unsigned)why.line, (unsigned)why.column,
                     why.message);
        if (spanish_fault(&why))
            fail_msg("%s: in Spanish %s: %s", text, spanish_fault(&why), why.message);
    }
}

/* Reads a file like the program; it must be the set that is compiled in for the match. */
static void check_file(const char *file, uint32_t seats)
{
    char path[512], text[4096];
    struct match m = match_of(&board, seats);
    struct tuning t, found;
    struct tuning_use use;
    struct complaint why;
    size_t size;
    FILE *f;

    snprintf(path, sizeof path, "%s/ai/routes/tunings/%s.tuning", root, file);
    f = fopen(path, "r");
    assert_non_null(f);
    size = fread(text, 1, sizeof text, f);
    fclose(f);
    if (!tuning_read(routes_constants, text, size, &use, &t, &why))
        fail_msg("%s:%u: %s", path, (unsigned)why.line, why.message);
    assert_string_equal(use.id, board.id);
    tuning_of_match(&m, &found);
    assert_memory_equal(&t, &found, sizeof t);
}

/* Every route game of the program has sets of its own, other boards the presets. */
static void test_compiled_in(void **unused)
{
    static const char *const ids[] = {"europe", "berlin", "paris"};

    (void)unused;
    for (uint32_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        char more[32];
        struct match m;
        struct tuning t, found;

        load_board(ids[i], &board);
        check_file(ids[i], 2);
        snprintf(more, sizeof more, "%s-more", ids[i]);
        for (uint32_t seats = 3; seats <= board.seats_max; seats++)
            check_file(more, seats);
        m = match_of(&board, 2);
        board.hash++; /* somebody's own board, with the same id */
        tuning_presets(routes_constants, &t);
        tuning_of_match(&m, &found);
        assert_memory_equal(&t, &found, sizeof t);
    }
}

/* How many claims the first seat has made after some events, with these constants for all. */
static uint32_t claims(const struct tuning *tuning, uint32_t events)
{
    const struct match m = match_of(&board, 2);
    struct bot bot = bot_named("planner");
    struct state s;
    struct rng dealer;
    uint32_t actor, n = 0;

    bot.tuning = tuning;
    rng_seed(&dealer, 4, 0);
    m.rules->start(&m, &s);
    while (events-- && (actor = m.rules->actor(&m, &s)) != NOBODY) {
        struct budget budget = {.dice = rng_dice(&dealer)};
        struct view v;
        event_t e = 0;

        if (actor == NATURE) {
            e = dealer_choose(&m, &s, &dealer);
        } else {
            m.rules->view(&m, &s, actor, &v);
            e = bot_choose(&bot, &m, &v, &budget);
        }
        n += event_kind(e) == EVENT_CLAIM;
        assert_true(m.rules->apply(&m, &s, e));
    }
    return n;
}

/* A player that may wait, waits; one that may not, claims at once. */
static void test_players_judge_by_it(void **unused)
{
    struct tuning t;
    uint32_t at_once, later;

    (void)unused;
    load_board("europe", &board);
    tuning_presets(routes_constants, &t);
    t.value[HOLD_DANGER] = routes_constants[HOLD_DANGER].max;
    t.value[HOLD_HAND] = routes_constants[HOLD_HAND].max;
    t.value[HOLD_TURNS] = 0;
    later = claims(&t, 200);
    t.value[HOLD_DANGER] = 0;
    t.value[THRIFT_TURNS] = 100;
    at_once = claims(&t, 200);
    assert_true(at_once > later + 4);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constants),          cmocka_unit_test(test_written_is_read),
        cmocka_unit_test(test_the_rest_is_preset), cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_compiled_in),        cmocka_unit_test(test_players_judge_by_it),
    };

    root = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
