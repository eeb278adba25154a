/*
 * Taking turns: somebody with many tasks does not keep others waiting.
 */
#include "server/turns.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MANY = 1000 };

/* The place at which `wanted` comes out, if one is at work at a time. */
static int place_of(struct turns *t, const struct turn *wanted)
{
    struct turn *turn;
    int place = 0;

    do {
        place++;
        turn = turns_next(t, MANY);
        assert_non_null(turn);
        turns_done(t, turn);
    } while (turn != wanted);
    return place;
}

static void drain(struct turns *t)
{
    struct turn *turn;

    while ((turn = turns_next(t, MANY)) != NULL)
        turns_done(t, turn);
    assert_null(t->first);
    assert_int_equal(t->shares.count, 0);
    turns_free(t);
}

static void addresses_take_turns(void **state)
{
    static struct turn greedy[MANY], honest;
    struct turns t = {0};

    (void)state;
    for (int i = 0; i < MANY; i++) /* as a thousand people */
        assert_true(turns_add(&t, &greedy[i], 1, (uint64_t)i));
    assert_true(turns_add(&t, &honest, 2, 5));
    assert_true(place_of(&t, &honest) <= 2);
    drain(&t);
}

static void whoever_has_a_worker_comes_after_whoever_has_none(void **state)
{
    static struct turn greedy[MANY], honest;
    struct turns t = {0};
    struct turn *working[2];

    (void)state;
    for (int i = 0; i < MANY; i++)
        assert_true(turns_add(&t, &greedy[i], 1, 1));
    for (int i = 0; i < 2; i++)
        working[i] = turns_next(&t, MANY);
    assert_true(turns_add(&t, &honest, 2, 2));
    turns_done(&t, working[0]);
    assert_ptr_equal(turns_next(&t, MANY), &honest);
    assert_ptr_equal(turns_next(&t, MANY), &greedy[2]);
    turns_done(&t, working[1]);
    turns_done(&t, &honest);
    turns_done(&t, &greedy[2]);
    drain(&t);
}

static void one_worker_goes_to_and_fro(void **state)
{
    static struct turn greedy[MANY], honest;
    struct turns t = {0};
    struct turn *working;

    (void)state;
    for (int i = 0; i < MANY; i++)
        assert_true(turns_add(&t, &greedy[i], 1, 1));
    working = turns_next(&t, MANY);
    assert_true(turns_add(&t, &honest, 2, 2));
    turns_done(&t, working);
    assert_ptr_equal(turns_next(&t, MANY), &honest);
    turns_done(&t, &honest);
    drain(&t);
}

static void people_of_an_address_take_turns(void **state)
{
    static struct turn greedy[MANY], honest;
    struct turns t = {0};

    (void)state;
    for (int i = 0; i < MANY; i++)
        assert_true(turns_add(&t, &greedy[i], 1, 1));
    assert_true(turns_add(&t, &honest, 1, 2));
    assert_true(place_of(&t, &honest) <= 2);
    assert_ptr_equal(turns_next(&t, MANY),
                     &greedy[1]); /* and tasks of one person keep their order */
    turns_done(&t, &greedy[1]);
    drain(&t);
}

static void one_address_never_has_all_workers(void **state)
{
    static struct turn greedy[MANY], honest;
    struct turns t = {0};

    (void)state;
    for (int i = 0; i < MANY; i++)
        assert_true(turns_add(&t, &greedy[i], 1, (uint64_t)i));
    assert_non_null(turns_next(&t, 2));
    assert_non_null(turns_next(&t, 2));
    assert_null(turns_next(&t, 2));
    assert_true(turns_add(&t, &honest, 2, 5));
    assert_ptr_equal(turns_next(&t, 2), &honest);
    turns_done(&t, &honest);
    turns_done(&t, &greedy[0]);
    turns_done(&t, &greedy[1]);
    drain(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_take_turns),
        cmocka_unit_test(whoever_has_a_worker_comes_after_whoever_has_none),
        cmocka_unit_test(one_worker_goes_to_and_fro),
        cmocka_unit_test(people_of_an_address_take_turns),
        cmocka_unit_test(one_address_never_has_all_workers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
