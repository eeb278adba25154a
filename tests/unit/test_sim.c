/*
 * Simulation: statistics on known numbers; who sits where; totals that don't depend on threads;
 * games that don't end and moves that are not legal. Most games are null games: they are short,
 * and ties are common.
 */
#include "../../sim/sim.h"

#include "../../sim/stats.h"
#include "../support/boards.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct board null_board, europe;

static void assert_near(double x, double expected, double error)
{
    if (!(fabs(x - expected) <= error))
        fail_msg("%g is not %g", x, expected);
}

/* Chooses legal event number n. */
static uint32_t choose(const struct match *m, const struct view *v, uint32_t n,
                       struct candidate *out)
{
    return candidate_only(out, m->rules->pick(m, &v->seen, n));
}

/* Say as much, or as little, as allowed. */
static uint32_t rank_most(const struct bot *bot, const struct match *m, const struct view *v,
                          struct budget *budget, struct candidate *out, uint32_t cap)
{
    (void)bot;
    (void)budget;
    (void)cap;
    return choose(m, v, m->rules->count(m, &v->seen) - 1, out);
}

static uint32_t rank_least(const struct bot *bot, const struct match *m, const struct view *v,
                           struct budget *budget, struct candidate *out, uint32_t cap)
{
    (void)bot;
    (void)budget;
    (void)cap;
    return choose(m, v, 0, out);
}

/* Like random, but from the other end of the list: as strong, but a different player. */
static uint32_t rank_other(const struct bot *bot, const struct match *m, const struct view *v,
                           struct budget *budget, struct candidate *out, uint32_t cap)
{
    uint32_t n = m->rules->count(m, &v->seen);

    (void)bot;
    (void)cap;
    return choose(m, v, n - 1 - budget->dice.roll(budget->dice.context, n), out);
}

static uint32_t rank_wrong(const struct bot *bot, const struct match *m, const struct view *v,
                           struct budget *budget, struct candidate *out, uint32_t cap)
{
    return v->seen.null.total >= 8 ? candidate_only(out, 0)
                                   : rank_least(bot, m, v, budget, out, cap);
}

static const struct player most = {.name = "most", .rank = rank_most};
static const struct player least = {.name = "least", .rank = rank_least};
static const struct player other = {.name = "other", .rank = rank_other};
static const struct player wrong = {.name = "wrong", .rank = rank_wrong};

static struct sim_series series_of(const struct board *b, uint32_t seats,
                                   const struct player *first, const struct player *second)
{
    struct sim_series series = {
        .match = match_of(b, seats),
        .specs = 2,
        .bot = {bot_of(first), bot_of(second)},
        .spec = {0, 1, 1, 1, 1, 1},
        .games = 1000,
        .seed = 5,
        .threads = 1,
    };

    return series;
}

/* Runs a series; times differ from run to run, so they are cleared. */
static struct sim_totals run(const struct sim_series *series)
{
    struct sim_totals t;

    assert_true(sim_run(series, &t));
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        t.spec[i].nanoseconds = 0;
    return t;
}

/* Compares field by field, since a struct may have gaps. */
static void assert_same(const struct sim_totals *a, const struct sim_totals *b)
{
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->samples, b->samples);
    assert_int_equal(a->abandoned, b->abandoned);
    assert_int_equal(a->shared, b->shared);
    assert_memory_equal(a->spec, b->spec, sizeof a->spec);
}

static void test_intervals(void **unused)
{
    struct interval i = stats_wilson(0.5, 100);

    (void)unused;
    assert_near(i.low, 0.40383, 1e-5);
    assert_near(i.high, 0.59617, 1e-5);
    i = stats_wilson(0, 10);
    assert_near(i.low, 0, 1e-12);
    assert_near(i.high, 0.27753, 1e-5);
    i = stats_wilson(0.81, 263);
    assert_near(i.low, 0.75828, 1e-4);
    assert_near(i.high, 0.85286, 1e-4);
    i = stats_normal(0.6, 0.24, 400);
    assert_near(i.low, 0.6 - 0.048009, 1e-6);
    assert_near(i.high, 0.6 + 0.048009, 1e-6);
    i = stats_normal(0.99, 0.25, 10);
    assert_near(i.high, 1, 0);
    /* 2, 4, 4, 4, 5, 5, 7, 9 */
    assert_near(stats_variance(8, 40, 232), 32.0 / 7, 1e-12);
    assert_near(stats_variance(1, 3, 9), 0, 0);
}

static void test_elo(void **unused)
{
    (void)unused;
    assert_near(stats_elo(0.5, 1, 1), 0, 1e-9);
    assert_near(stats_elo(10.0 / 11, 1, 1), 400, 1e-9);
    assert_near(stats_elo(0.64, 1, 1), 99.95, 0.01);
    assert_near(stats_elo(0.25, 1, 3), 0, 1e-9);
    assert_near(stats_elo(0.5, 1, 3), 400 * log10(3), 1e-9);
    assert_near(stats_elo(0.4, 2, 3), 0, 1e-9);
    for (uint32_t mine = 1; mine <= 3; mine++)
        for (int elo = -300; elo <= 300; elo += 100)
            assert_near(stats_elo(stats_share(elo, mine, 2), mine, 2), elo, 1e-9);
}

/* Totals of two specs, n games, of which the first has won so many. */
static enum sim_verdict verdict_of(uint64_t n, uint64_t won)
{
    struct sim_series series = series_of(&null_board, 2, &most, &least);
    struct sim_totals t = {.games = n, .samples = n};

    t.spec[0].sample_sum = won * SIM_WIN;
    t.spec[0].sample_squares = won * SIM_WIN * SIM_WIN;
    return sim_verdict(&series, &t);
}

static void test_verdict(void **unused)
{
    (void)unused;
    assert_int_equal(verdict_of(0, 0), SIM_OPEN);
    assert_int_equal(verdict_of(5, 5), SIM_OPEN);
    assert_int_equal(verdict_of(5, 0), SIM_OPEN);
    assert_int_equal(verdict_of(100, 100), SIM_FIRST_STRONGER);
    assert_int_equal(verdict_of(100, 0), SIM_SECOND_STRONGER);
    assert_int_equal(verdict_of(1000, 600), SIM_FIRST_STRONGER);
    assert_int_equal(verdict_of(1000, 400), SIM_SECOND_STRONGER);
    assert_int_equal(verdict_of(1000, 500), SIM_OPEN);
    assert_int_equal(verdict_of(50000, 25000), SIM_NO_DIFFERENCE);
    /* By hand, with the two imaginary games: 4002 games, mean 0.5, variance 0.25. */
    assert_near(stats_log_likelihood(4000, 2000, 2000, 0.5, 0.51), -4002 * 0.0002, 1e-9);
}

static void test_estimate(void **unused)
{
    struct sim_series series = series_of(&europe, 2, &most, &least);
    struct sim_totals t = {.games = 100, .samples = 100};
    struct sim_estimate e;

    (void)unused;
    t.spec[0] = (struct sim_tally){
        .wins = 64 * SIM_WIN,
        .sample_sum = 64 * SIM_WIN,
        .sample_squares = 64 * SIM_WIN * SIM_WIN,
        .score_sum = 9000,
        .score_squares = 100 * 8100 + 9900,
        .tickets_kept = 350,
        .tickets_made = 250,
        .turns = 4000,
        .decisions = 5000,
        .nanoseconds = 10000000,
    };
    sim_estimate(&series, &t, 0, &e);
    assert_near(e.wins, 64, 0);
    assert_near(e.rate, 0.64, 1e-12);
    assert_near(e.low, stats_wilson(0.64, 100).low, 1e-12);
    assert_near(e.elo, 99.95, 0.01);
    assert_true(e.elo_error > 65 && e.elo_error < 80);
    assert_near(e.score, 90, 1e-12);
    assert_near(e.score_sd, 10, 1e-9);
    assert_near(e.tickets_kept, 3.5, 1e-12);
    assert_near(e.tickets_made, 2.5, 1e-12);
    assert_near(e.turns, 40, 1e-12);
    assert_near(e.us_per_decision, 2, 1e-12);
    /* A tie somewhere: the normal approximation. */
    t.shared = true;
    sim_estimate(&series, &t, 0, &e);
    assert_near(e.low, 0.64 - 1.95996 * sqrt(0.64 * 0.36 / 99), 1e-5);
    /* All lost: limits and Elo are finite. */
    sim_estimate(&series, &t, 1, &e);
    assert_true(e.rate == 0 && e.low == 0 && e.high > 0.01 && e.high < 0.1);
    assert_near(e.elo, 400 * log10(0.005 / 0.995), 1e-6);
    assert_true(isfinite(e.elo_error));
}

/* Every spec sits in every seat equally often, and pairs share a seed. */
static void test_rotation(void **unused)
{
    struct sim_series series = series_of(&null_board, 3, &most, &least);
    uint32_t sat[3] = {0};

    (void)unused;
    assert_int_equal(sim_rotations(&series), 3);
    for (uint64_t game = 0; game < 30; game++) {
        for (uint32_t seat = 0; seat < 3; seat++)
            sat[seat] += sim_spec_at(&series, game, seat) == 0;
        for (uint64_t before = 0; before < game; before++)
            assert_true(sim_seed(&series, game) != sim_seed(&series, before));
    }
    assert_true(sat[0] == 10 && sat[1] == 10 && sat[2] == 10);
    series.paired = true;
    for (uint64_t game = 0; game < 30; game++)
        for (uint64_t before = 0; before < game; before++)
            assert_int_equal(sim_seed(&series, game) == sim_seed(&series, before),
                             game / 3 == before / 3);
    /* a,b,a,b has two rotations; a,a one. */
    series.match.seats = 4;
    memcpy(series.spec, (uint8_t[]){0, 1, 0, 1}, 4);
    assert_int_equal(sim_rotations(&series), 2);
    series.match.seats = 2;
    memcpy(series.spec, (uint8_t[]){0, 0}, 2);
    assert_int_equal(sim_rotations(&series), 1);
}

static void test_threads(void **unused)
{
    (void)unused;
    for (uint32_t kind = 0; kind < 4; kind++) {
        struct sim_series series =
            series_of(kind & 1 ? &europe : &null_board, 3, &player_random, &other);
        struct sim_totals one, many, part, rest;

        series.paired = kind >= 2;
        series.games = kind & 1 ? 60 : 5001;
        one = run(&series);
        assert_int_equal(one.games, series.games);
        assert_int_equal(one.samples, series.paired ? series.games / 3 : series.games);
        for (series.threads = 2; series.threads <= 7; series.threads += 5) {
            many = run(&series);
            assert_same(&one, &many);
        }
        /* In two parts, as several machines would play it. */
        series.games = 30;
        part = run(&series);
        series.first = 30;
        series.games = one.games - 30;
        rest = run(&series);
        sim_merge(&part, &rest);
        assert_same(&one, &part);
    }
}

/* Players of the same strength; and one that is not. */
static void test_rates(void **unused)
{
    struct sim_series series = series_of(&null_board, 2, &player_random, &other);
    struct sim_totals t;
    struct sim_estimate a, b;

    (void)unused;
    series.games = 20000;
    t = run(&series);
    sim_estimate(&series, &t, 0, &a);
    sim_estimate(&series, &t, 1, &b);
    assert_true(t.shared);
    assert_near(a.wins + b.wins, 20000, 1e-6);
    assert_near(a.rate, 0.5, 0.02);
    assert_near(a.elo, -b.elo, 1e-6);
    assert_true(a.low < 0.5 && a.high > 0.5 && a.high - a.low < 0.02);
    series.bot[1] = bot_of(&least);
    series.match.seats = 3;
    t = run(&series);
    sim_estimate(&series, &t, 0, &a);
    sim_estimate(&series, &t, 1, &b);
    assert_true(a.low > b.high && a.elo > 50 && b.elo < -50);
    assert_near(a.rate + 2 * b.rate, 1, 1e-9);
}

/* Pairs remove luck: if the deal alone decides the games, the interval becomes narrow. */
static void test_paired(void **unused)
{
    struct sim_series series = series_of(&null_board, 2, &most, &most);
    struct sim_totals t;
    struct sim_estimate e;

    (void)unused;
    series.paired = true;
    t = run(&series);
    assert_int_equal(t.samples, 500);
    sim_estimate(&series, &t, 0, &e);
    assert_near(e.rate, 0.5, 1e-12);
    assert_near(e.high - e.low, 0, 1e-9);
}

static void test_until_significant(void **unused)
{
    struct sim_series series = series_of(&null_board, 2, &most, &least);
    struct sim_totals one, two;

    (void)unused;
    series.until_significant = true;
    series.games = 1000000;
    one = run(&series);
    assert_true(one.games > 10 && one.games < 5000 && !one.interrupted);
    assert_int_equal(sim_verdict(&series, &one), SIM_FIRST_STRONGER);
    series.threads = 3;
    two = run(&series);
    assert_same(&one, &two);
    series.bot[0] = bot_of(&least);
    series.bot[1] = bot_of(&most);
    two = run(&series);
    assert_int_equal(sim_verdict(&series, &two), SIM_SECOND_STRONGER);
}

static void test_illegal(void **unused)
{
    struct sim_series series = series_of(&null_board, 2, &most, &wrong);
    struct sim_totals one, two;

    (void)unused;
    one = run(&series);
    assert_int_equal(one.illegal, 1);
    assert_int_equal(one.illegal_spec, 1);
    series.threads = 4;
    two = run(&series);
    assert_int_equal(two.illegal_game, one.illegal_game);
    assert_int_equal(two.games, one.games);
}

static bool apply_nothing(const struct match *m, struct state *s, event_t e)
{
    (void)m;
    (void)s;
    return e != 0;
}

/* Endless games are abandoned, and counted separately. */
static void test_endless(void **unused)
{
    struct sim_series series = series_of(&null_board, 2, &most, &least);
    struct rules endless = null_rules;
    struct sim_totals t;

    (void)unused;
    endless.apply = apply_nothing;
    series.match.rules = &endless;
    series.games = 4;
    series.paired = true;
    t = run(&series);
    assert_int_equal(t.games, 0);
    assert_int_equal(t.samples, 0);
    assert_int_equal(t.abandoned, 4);
}

struct kept {
    uint64_t games, events, most;
    atomic_bool stop;
};

static bool keep(void *context, uint64_t game, const event_t *events, uint32_t count)
{
    struct kept *k = context;

    assert_int_equal(game, k->games);
    assert_true(count > 0 && event_is_chance(events[0]));
    k->games++;
    k->events += count;
    if (k->games == k->most)
        atomic_store(&k->stop, true);
    return true;
}

static bool keep_ten(void *context, uint64_t game, const event_t *events, uint32_t count)
{
    (void)events;
    (void)count;
    return ++*(uint64_t *)context < 10 && game < 10;
}

/* Games are handed over in order; and if a series is stopped, the games played so far count. */
static void test_keep_and_stop(void **unused)
{
    struct sim_series series = series_of(&null_board, 2, &most, &player_random);
    struct kept kept = {.most = UINT64_MAX};
    uint64_t ten = 0;
    struct sim_totals t;

    (void)unused;
    series.threads = 3;
    series.keep = keep;
    series.stop = &kept.stop;
    series.context = &kept;
    t = run(&series);
    assert_true(t.games == 1000 && kept.games == 1000 && !t.interrupted);
    assert_true(kept.events > 1000 * 6);
    series.threads = 1;
    kept = (struct kept){.most = 100};
    t = run(&series);
    assert_true(t.games >= 100 && t.games < 1000 && t.interrupted); /* the batch is finished */
    assert_true(t.samples == t.games && kept.games == t.games);
    series.stop = NULL;
    series.keep = keep_ten;
    series.context = &ten;
    t = run(&series);
    assert_true(ten == 10 && t.games == 10 && t.interrupted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_intervals),
        cmocka_unit_test(test_elo),
        cmocka_unit_test(test_verdict),
        cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_rotation),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_paired),
        cmocka_unit_test(test_until_significant),
        cmocka_unit_test(test_illegal),
        cmocka_unit_test(test_endless),
        cmocka_unit_test(test_keep_and_stop),
    };

    load_null_board(&null_board);
    load_board("europe", &europe);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
