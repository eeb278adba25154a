/*
 * The search for constants: CMA-ES finds the top of known hills, even with noise; a search is
 * the same on any number of threads, reports every generation and stops when told to.
 */
#include "../../sim/cma.h"
#include "../../sim/tune.h"
#include "../support/players.h"

#include <math.h>
#include <string.h>

static struct board board;

/* A long narrow hill that is not parallel to an axis: its top is at 0.3, 0.31, 0.32 ... */
static double hill(const double *x, uint32_t n)
{
    double value = 0;

    for (uint32_t i = 0; i < n; i++) {
        double a = x[i] - 0.3 - 0.01 * i, b = i ? x[i - 1] - 0.3 - 0.01 * (i - 1) : 0;

        value -= a * a + 30 * (a - b) * (a - b);
    }
    return value;
}

/* Climbs; returns the value of the final mean. */
static double climb(uint32_t n, uint32_t generations, double noise, struct cma *c)
{
    double start[CMA_MAX] = {0};
    struct rng rng;

    rng_seed(&rng, 9, 0);
    cma_start(c, n, start, 0.2, 5);
    while (c->generation < generations) {
        double value[CMA_POINTS_MAX];

        for (uint32_t i = 0; i < c->points; i++)
            value[i] =
                hill(cma_point(c, i), n) + noise * ((double)rng_below(&rng, 2001) / 1000 - 1);
        cma_step(c, value);
    }
    return hill(c->mean, n);
}

static void test_climbs(void **unused)
{
    static struct cma c;

    (void)unused;
    assert_true(climb(2, 60, 0, &c) > -1e-6);
    assert_true(climb(20, 400, 0, &c) > -1e-6);
    assert_true(c.step < 0.01);
    assert_true(climb(CMA_MAX, 1000, 0, &c) > -1e-4);
    assert_true(climb(10, 200, 0.1, &c) > -0.1);
}

static struct tune_setup setup_of(const char *id, uint32_t threads)
{
    struct tune_setup s = {.ranks = {0, 1}, .bot = bot_named("hard"), .generations = 2};

    load_board(id, &board);
    s.each = (struct sim_series){
        .match = match_of(&board, 2), .games = 6, .seed = 3, .threads = threads};
    s.opponents = 1;
    s.opponent[0] = bot_named("greedy");
    tuning_of_match(&s.each.match, &s.start);
    return s;
}

static void count(void *context, const struct tune_report *r)
{
    uint32_t *n = context;

    assert_int_equal(r->generation, ++*n);
    assert_true(r->best >= r->mean && r->mean > 0 && r->best <= 1);
}

static void test_search(void **unused)
{
    struct tune_setup s = setup_of("paris", 1);
    struct tuning one, two;
    uint32_t reports = 0;

    (void)unused;
    s.report = count;
    s.context = &reports;
    assert_true(tune_run(&s, &one));
    assert_int_equal(reports, 2);
    assert_memory_not_equal(&one, &s.start, sizeof one);
    for (uint32_t i = 0; tuning_constants(&board)[i].name; i++) {
        const struct constant *c = &tuning_constants(&board)[i];

        assert_true(one.value[i] >= c->min && one.value[i] <= c->max);
    }
    reports = 0;
    s.each.threads = 3;
    assert_true(tune_run(&s, &two));
    assert_memory_equal(&one, &two, sizeof one);
    reports = 0;
    s.each.seed = 4;
    assert_true(tune_run(&s, &two));
    assert_memory_not_equal(&one, &two, sizeof one);
}

static void test_stops(void **unused)
{
    struct tune_setup s = setup_of("paris", 1);
    atomic_bool stop = true;
    struct tuning found;

    (void)unused;
    s.each.stop = &stop;
    assert_false(tune_run(&s, &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_climbs),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_stops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
