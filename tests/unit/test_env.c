/*
 * Games in arrays: what the laws of tests/laws/envs.c do not cover. Texts of actions, names of
 * columns, errors, bots, rewards, records and logs.
 */
#include "../../env/env.h"
#include "../support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct env *opened(const char *board, uint32_t seats, const char *options)
{
    struct env *env = malloc(env_size());
    char error[ENV_ERROR];

    assert_non_null(env);
    if (!env_open(env, board, strlen(board), seats, options, error))
        fail_msg("%s", error);
    return env;
}

static void refused(const char *board, uint32_t seats, const char *options, const char *why)
{
    struct env *env = malloc(env_size());
    char error[ENV_ERROR];

    assert_non_null(env);
    assert_false(env_open(env, board, strlen(board), seats, options, error));
    if (!strstr(error, why))
        fail_msg("\"%s\" does not say \"%s\"", error, why);
    free(env);
}

static uint32_t action_of(const struct env *env, const char *label)
{
    char text[ENV_LABEL];

    for (uint32_t i = 0; i < env_actions(env); i++)
        if (env_label(env, i, text, sizeof text) && strcmp(text, label) == 0)
            return i;
    fail_msg("no action is called %s", label);
    return ENV_NONE;
}

/* Every payment of a route is an action: two grey spaces in eight colours with 0 or 1 wild
 * card, or in wild cards alone. */
static void test_actions(void **state)
{
    struct env *env = opened("europe", 2, "");
    char text[ENV_LABEL];
    uint32_t grey = action_of(env, "claim Venezia-Zágráb green 2+0");

    (void)state;
    assert_int_equal(env_actions(env), 2416);
    assert_int_equal(action_of(env, "draw 1"), 0);
    size_t length = env_label(env, grey + 1, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(text, "claim Venezia-Zágráb green 1+1");
    action_of(env, "station Wien red 1+0");
    action_of(env, "station Wien red 1+2");
    action_of(env, "station Wien wild 0+3");
    action_of(env, "pay 0+3");
    action_of(env, "keep 1 2 3 4");
    assert_int_equal(env_label(env, 2416, text, sizeof text), 0);
    free(env);
    env = opened("paris", 2, "");
    assert_int_equal(env_actions(env), 217);
    free(env);
    env = opened("metro", 2, "");
    uint32_t few = env_actions(env);
    free(env);
    env = opened("metro", 2, "turning=1");
    assert_true(env_actions(env) >
                3 * few); /* most tiles look different in each of four turns */
    action_of(env, "redraw");
    free(env);
}

/* The number of an action does not depend on the number of seats. */
static void test_actions_of_seats(void **state)
{
    struct env *two = opened("berlin", 2, ""), *four = opened("berlin", 4, "first=3");

    (void)state;
    assert_int_equal(env_actions(two), env_actions(four));
    for (uint32_t i = 0; i < env_actions(two); i++)
        assert_int_equal(env_event(two, i), env_event(four, i));
    free(two);
    free(four);
}

static uint32_t plane_of(const struct env *env, const char *name)
{
    for (uint32_t i = 0; env_plane(env, i); i++)
        if (strcmp(env_plane(env, i)->name, name) == 0)
            return i;
    fail_msg("no plane is called %s", name);
    return 0;
}

static void test_columns(void **state)
{
    struct env *env = opened("paris", 2, "");
    char text[ENV_LABEL];

    (void)state;
    env_column(env, plane_of(env, "hand"), 6, text, sizeof text);
    assert_string_equal(text, "bus");
    assert_int_equal(env_column(env, plane_of(env, "hand"), 7, text, sizeof text), 0);
    uint32_t named = 0, owned = plane_of(env, "owned");
    for (uint32_t i = 0; i < env_plane(env, owned)->columns; i++)
        named += env_column(env, owned, i, text, sizeof text) > 0;
    assert_int_equal(named, 57); /* routes; the other places are never used */
    assert_true(env_plane(env, plane_of(env, "hands"))->truth);
    free(env);
}

/* Squares have the same names in planes as in events: from the bottom. */
static void test_squares(void **state)
{
    struct env *env = opened("metro", 2, "");
    uint32_t tiles = plane_of(env, "tiles");
    char column[ENV_LABEL], label[ENV_LABEL];

    (void)state;
    for (uint32_t i = 1; i < env_actions(env); i++) {
        env_label(env, i, label, sizeof label);
        env_column(env, tiles, env_event(env, i) & 0xFF, column, sizeof column);
        assert_memory_equal(label, "place ", 6);
        assert_memory_equal(label + 6, column, 2);
    }
    free(env);
}

static void test_errors(void **state)
{
    (void)state;
    refused("atlantis", 2, "", "There is no board \"atlantis\"");
    refused("andenboard 1\nid x\nnonsense\n", 2, "", "line 3");
    refused("europe", 6, "", "2 to 5 players");
    refused("europe", 4000000, "", "2 to 5 players");
    refused("metro", 2, "turning", "small number");
    refused("metro", 2, "turning=2", "turning");
    refused("metro", 2, "colour=1", "no option \"colour\"");
}

/* One game with its arrays, played by drawing from the masks. */
struct run {
    struct env *env;
    struct env_game *game;
    uint32_t *record;
    struct env_arrays arrays;
    uint64_t random;
};

static struct run begun(struct env *env, uint64_t seed)
{
    struct run r = {.env = env, .random = seed};
    uint32_t seats = env_seats(env);

    r.game = calloc(1, env_game_size());
    r.record = calloc(ENV_LENGTH, sizeof *r.record);
    r.arrays = (struct env_arrays){malloc(env_observation_size(env)),
                                   malloc(env_actions(env)),
                                   malloc(1),
                                   calloc(seats, sizeof(float)),
                                   malloc(1),
                                   calloc(seats, sizeof(int16_t)),
                                   malloc(seats),
                                   NULL,
                                   malloc(env_observation_size(env))};
    assert_true(r.game && r.record);
    env_record(r.game, r.record);
    env_reset(env, r.game, 1, &seed, &r.arrays);
    return r;
}

static void ended(struct run *r)
{
    free(r->game);
    free(r->record);
    free(r->arrays.observations);
    free(r->arrays.masks);
    free(r->arrays.acting);
    free(r->arrays.rewards);
    free(r->arrays.ends);
    free(r->arrays.totals);
    free(r->arrays.ranks);
    free(r->arrays.finals);
    free(r->env);
}

static uint32_t step(struct run *r)
{
    uint32_t action;

    env_sample(r->env, r->arrays.masks, 1, &r->random, &action);
    assert_int_equal(env_step(r->env, r->game, 1, &action, &r->arrays), 0);
    return r->arrays.ends[0];
}

/* Rewards by points add up to the final scores. */
static void test_points(void **state)
{
    struct env *env = opened("paris", 3, "");
    float sum[3] = {0};

    (void)state;
    env_set_reward(env, ENV_REWARD_POINTS);
    struct run r = begun(env, 5);
    uint32_t end;
    do {
        end = step(&r);
        for (uint32_t i = 0; i < 3; i++)
            sum[i] += r.arrays.rewards[i];
    } while (end == ENV_RUNS);
    assert_int_equal(end, ENV_OVER);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal((int)sum[i], r.arrays.totals[i]);
    ended(&r);
}

/* Bots play by themselves, and the caller's seat moves on from game to game. */
static void test_bots(void **state)
{
    struct env *env = opened("berlin", 2, "");
    char error[ENV_ERROR];
    uint32_t seen = 0;

    (void)state;
    assert_false(env_set_bot(env, 0, "napoleon", 8, error));
    assert_non_null(strstr(error, "napoleon"));
    assert_false(env_set_bot(env, 1, "greedy", 6, error));
    assert_false(env_set_bot(env, 0, "rollout:time=1s", 15, error));
    assert_true(env_set_bot(env, 0, "greedy", 6, error));
    struct run r = begun(env, 1);
    uint32_t mine = r.arrays.acting[0];
    for (uint32_t games = 0; games < 4;) {
        assert_int_equal(r.arrays.acting[0], mine);
        seen |= 1u << mine;
        if (step(&r) == ENV_OVER) {
            assert_int_not_equal(r.arrays.acting[0], mine);
            mine = r.arrays.acting[0];
            games++;
        }
    }
    assert_int_equal(seen, 3);
    ended(&r);
}

/* A log leads back to the same position, and on from there. */
static void test_logs(void **state)
{
    static char log[1 << 18], again[1 << 18];
    struct env *env = opened("europe", 2, "first=2");
    struct run r = begun(env, 9);
    char error[ENV_ERROR];

    (void)state;
    for (uint32_t i = 0; i < 60; i++)
        step(&r);
    size_t n = env_log(env, r.game, log, sizeof log);
    assert_true(n > 100 && n < sizeof log);
    assert_int_equal(env_log(env, r.game, again, 50), 50); /* cut off */
    struct env *other = malloc(env_size());
    assert_non_null(other);
    if (!env_open_log(other, log, n, NULL, 0, error))
        fail_msg("%s", error);
    assert_string_equal(env_board(other), "europe");
    assert_true(env_board_hash(other) == env_board_hash(env));
    struct run s = begun(other, 1);
    if (!env_load(other, s.game, log, n, 1, error))
        fail_msg("%s", error);
    assert_true(env_hash(s.game) == env_hash(r.game));
    /* Only the seed is missing: the deals don't follow from the new game's seed. */
    char *named = strstr(log, "seed 9\n");
    assert_non_null(named);
    assert_int_equal(env_log(other, s.game, again, sizeof again), n - 7);
    assert_memory_equal(again, log, (size_t)(named - log));
    assert_string_equal(again + (named - log), named + 7);
    memcpy(log + n, "claim nothing\n", 15);
    assert_false(env_load(other, s.game, log, n + 14, 1, error));
    assert_non_null(strstr(error, "line "));
    assert_int_not_equal(env_acting(s.game), 255);
    ended(&r);
    ended(&s);
}

/* A game that does not begin again stays where it ended; one that does leaves its last sight. */
static void test_stop(void **state)
{
    struct env *env = opened("metro", 2, "");
    int16_t totals[2];
    uint8_t ranks[2];
    uint32_t action = 0;

    (void)state;
    env_set_restart(env, false);
    struct run r = begun(env, 3), again = begun(opened("metro", 2, ""), 3);
    while (step(&r) == ENV_RUNS)
        assert_int_equal(step(&again), ENV_RUNS);
    assert_int_equal(r.arrays.ends[0], ENV_OVER);
    assert_int_equal(step(&again), ENV_OVER);
    assert_int_not_equal(env_acting(again.game), 255);
    assert_memory_equal(again.arrays.finals, r.arrays.observations, env_observation_size(env));
    ended(&again);
    assert_true(env_is_over(env, r.game));
    assert_int_equal(env_acting(r.game), 255);
    for (uint32_t i = 0; i < env_actions(env); i++)
        assert_int_equal(r.arrays.masks[i], 0);
    env_score(env, r.game, totals, ranks);
    assert_memory_equal(totals, r.arrays.totals, sizeof totals);
    assert_int_equal(env_step(env, r.game, 1, &action, &r.arrays), 1);
    ended(&r);
}

/* A bot's advice is legal and follows its seed. */
static void test_advice(void **state)
{
    struct run r = begun(opened("paris", 2, ""), 4);
    char error[ENV_ERROR];

    (void)state;
    for (uint32_t i = 0; i < 30; i++, step(&r)) {
        uint32_t one = env_advise(r.env, r.game, "planner", 7, i, error);

        assert_int_equal(one, env_advise(r.env, r.game, "planner", 7, i, error));
        assert_true(one < env_actions(r.env) && r.arrays.masks[one]);
    }
    assert_int_equal(env_advise(r.env, r.game, "nobody", 6, 0, error), ENV_NONE);
    ended(&r);
}

/* Bytes that are not a mask do no harm. */
static void test_bad_masks(void **state)
{
    struct env *env = opened("europe", 2, "");
    size_t n = env_actions(env);
    uint8_t *mask = malloc(n);
    uint64_t random = 1;
    uint32_t action;

    (void)state;
    assert_non_null(mask);
    memset(mask, 255, n);
    for (uint32_t i = 0; i < 1000; i++) {
        env_sample(env, mask, 1, &random, &action);
        assert_true(action < n || action == ENV_NONE);
    }
    memset(mask, 0, n);
    env_sample(env, mask, 1, &random, &action);
    assert_int_equal(action, ENV_NONE);
    free(mask);
    free(env);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_actions),   cmocka_unit_test(test_actions_of_seats),
        cmocka_unit_test(test_columns),   cmocka_unit_test(test_squares),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_points),
        cmocka_unit_test(test_bots),      cmocka_unit_test(test_logs),
        cmocka_unit_test(test_stop),      cmocka_unit_test(test_advice),
        cmocka_unit_test(test_bad_masks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
