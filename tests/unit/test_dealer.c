/*
 * The seeded dealer: the same numbers on every machine, all equally likely, streams
 * independent.
 */
#include "../../table/dealer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* xoshiro256** from the state 1, 2, 3, 4: the reference implementation's numbers. */
static void test_generator(void **unused)
{
    static const uint64_t expected[] = {
        11520u,
        0u,
        1509978240u,
        1215971899390074240u,
        1216172134540287360u,
        607988272756665600u,
        16172922978634559625u,
        8476171486693032832u,
        10595114339597558777u,
        2904607092377533576u,
    };
    struct rng r = {{1, 2, 3, 4}};

    (void)unused;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_true(rng_next(&r) == expected[i]);
}

/* A saved seed must give the same game for ever. */
static void test_seed(void **unused)
{
    struct rng a, b;

    (void)unused;
    rng_seed(&a, 7, 0);
    rng_seed(&b, 7, 0);
    assert_memory_equal(&a, &b, sizeof a);
    rng_seed(&b, 7, 1);
    assert_memory_not_equal(&a, &b, sizeof a);
    rng_seed(&b, 8, 0);
    assert_memory_not_equal(&a, &b, sizeof a);
    assert_true(a.s[0] == 0xB8B4C2977EABCE45u);
}

static void test_below(void **unused)
{
    struct rng r;

    (void)unused;
    rng_seed(&r, 1, 0);
    assert_int_equal(rng_below(&r, 1), 0);
    for (uint32_t n = 2; n <= 20; n++) {
        uint32_t seen[20] = {0}, draws = 20000 * n;
        double spread = 0;

        for (uint32_t i = 0; i < draws; i++) {
            uint32_t k = rng_below(&r, n);

            assert_true(k < n);
            seen[k]++;
        }
        for (uint32_t k = 0; k < n; k++)
            spread += ((double)seen[k] - 20000) * ((double)seen[k] - 20000) / 20000;
        assert_true(spread < 60); /* chi squared, 19 degrees of freedom: once in a million */
    }
    for (int i = 0; i < 100000; i++) /* just above half of 32 bits: most need a second try */
        assert_true(rng_below(&r, 0x80000001u) < 0x80000001u);
}

static void test_dice(void **unused)
{
    struct rng a, b;
    struct dice dice = rng_dice(&a);

    (void)unused;
    rng_seed(&a, 5, 2);
    rng_seed(&b, 5, 2);
    for (uint32_t i = 1; i < 1000; i++)
        assert_int_equal(dice.roll(dice.context, i), rng_below(&b, i));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generator),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_below),
        cmocka_unit_test(test_dice),
    };

    return cmocka_run_group_tests_name("dealer", tests, NULL, NULL);
}
