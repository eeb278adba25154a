/*
 * Laws of games in arrays (env/env.h): random actions drawn from the masks, with every number
 * of seats and every option, compared with the engine itself.
 *
 *     envs BOARD_FILE STEPS [SEED]
 *
 * The environment variable ANDEN_TEST_SCALE (per cent) makes STEPS fewer for slow builds.
 */
#include "env/family.h"

#include "tests/laws/planes.h"
#include "tests/support/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 8, PART = 3, STEPS = 300 /* at most, of a round with the same arrays */ };

static struct env env;
static struct env_game games[GAMES], twins[GAMES];
static uint32_t records[GAMES][ENV_LENGTH];
static struct env_arrays here, there;
static struct rng rng;
static uint64_t seed, steps, round_length = STEPS;
static char options[80];
static uint64_t ended;

static _Noreturn void broken(const char *law, int line)
{
    printf("envs.c:%d: broken law: %s\n# %s, %u seats, options %s, seed %" PRIu64 "\n", line,
           law, env.board.id, env.match.seats, options, seed);
    exit(1);
}

#define LAW(law, condition)                                                                    \
    do {                                                                                       \
        if (!(condition))                                                                      \
            broken(law, __LINE__);                                                             \
    } while (0)

static void *room(size_t size)
{
    void *at = malloc(size ? size : 1); /* the exact size: sanitizers see what is beyond */

    if (!at)
        abort();
    return at;
}

static struct env_arrays arrays_of(size_t n)
{
    size_t seats = env.match.seats;

    return (struct env_arrays){room(n * env_observation_size(&env)),
                               room(n * env_actions(&env)),
                               room(n),
                               room(n * seats * sizeof(float)),
                               room(n),
                               room(n * seats * sizeof(int16_t)),
                               room(n * seats),
                               room(n * env_truth_size(&env)),
                               room(n * env_observation_size(&env))};
}

static void free_arrays(struct env_arrays *a)
{
    free(a->observations);
    free(a->masks);
    free(a->acting);
    free(a->rewards);
    free(a->ends);
    free(a->totals);
    free(a->ranks);
    free(a->truths);
    free(a->finals);
}

/* ---- the table of actions ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_actions(void)
{
    uint32_t n = env_actions(&env);

    char(*label)[ENV_LABEL] = room(n * sizeof *label);

    LAW("there are actions", n > 0 && n <= ENV_ACTIONS_MAX);
    for (uint32_t i = 0; i < n; i++) {
        LAW("an action is found by its event", env_action(&env, env_event(&env, i)) == i);
        LAW("an action is a player's choice", !event_is_chance(env_event(&env, i)));
        size_t length = env_label(&env, i, label[i], ENV_LABEL);
        LAW("a label fits", length > 0 && length + 1 < ENV_LABEL);
    }
    qsort(label, n, sizeof *label, by_text);
    for (uint32_t i = 1; i < n; i++)
        LAW("labels differ", strcmp(label[i - 1], label[i]) != 0);
    free(label);
    LAW("there are no others", env_event(&env, n) == 0 && env_action(&env, 0) == ENV_NONE);
    for (uint32_t i = 0; i < 1000; i++) {
        event_t e = (event_t)rng_next(&rng);
        uint32_t action = env_action(&env, e);

        LAW("an event without an action has none",
            action == ENV_NONE || env_event(&env, action) == e);
    }
}

static void check_planes(void)
{
    uint32_t offset = 0;
    char text[ENV_LABEL];

    for (uint32_t i = 0; env_plane(&env, i); i++) {
        const struct env_plane *p = env_plane(&env, i);

        LAW("planes follow each other", p->offset == offset);
        offset += p->rows * p->columns;
        LAW("the truth comes last", p->truth == (offset > env_observation_size(&env)));
        LAW("rows are seats", !p->seats || p->rows == env.match.seats);
        for (uint32_t c = 0; c <= p->columns; c++)
            LAW("a column has a short name", env_column(&env, i, c, text, sizeof text) < 100);
    }
    LAW("planes are all there is", offset == env_truth_size(&env));
}

/* ---- positions ---- */

/* The mask is exactly legal(), of the true state. */
static void check_mask(const struct env_game *g, const uint8_t *mask)
{
    static event_t events[LEGAL_MAX];
    uint32_t n = env.match.rules->legal(&env.match, &g->state, events, NULL, LEGAL_MAX);
    uint32_t set = 0, actions = env_actions(&env);
    uint8_t all = 0;

    for (uint32_t i = 0; i < actions; i++) {
        set += mask[i];
        all |= mask[i];
    }
    LAW("a mask is 0 or 1", all <= 1);
    LAW("a mask has as many actions as are legal", set == n && n > 0);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t action = env_action(&env, events[i]);

        LAW("a legal event has an action in the mask", action != ENV_NONE && mask[action]);
    }
}

static void check_text(const struct env_game *g, const uint8_t *mask)
{
    char text[ENV_LABEL], error[ENV_ERROR];

    for (uint32_t i = 0, actions = env_actions(&env); i < actions; i++) {
        if (!mask[i] || rng_below(&rng, 4))
            continue;
        size_t n = env_write(&env, g, i, text, sizeof text);
        LAW("the text of a legal action is read as that action",
            env_read(&env, g, text, n, error) == i);
    }
}

static void check_values(const uint8_t *truth)
{
    for (uint32_t i = 0; env_plane(&env, i); i++) {
        const struct env_plane *p = env_plane(&env, i);

        for (uint32_t j = 0; j < p->rows * p->columns; j++)
            LAW("a value is in the range of its plane", truth[p->offset + j] <= p->most);
    }
}

/* The bytes written while the game was played are what the plane's description says. */
static void check_planes_slowly(const struct env_game *g, const uint8_t *observation)
{
    static slow_value *const by_family[FAMILIES] = {
        [FAMILY_ROUTES] = routes_slow_value, [FAMILY_METRO] = metro_slow_value};
    slow_value *value = by_family[env.board.family];
    struct view v;

    if (!value)
        return;
    env.match.rules->view(&env.match, &g->state, g->acting, &v);
    for (uint32_t i = 0; env_plane(&env, i) && !env_plane(&env, i)->truth; i++) {
        const struct env_plane *p = env_plane(&env, i);

        for (uint32_t row = 0; row < p->rows; row++)
            for (uint32_t column = 0; column < p->columns; column++)
                LAW("a byte is what its plane is about",
                    observation[p->offset + row * p->columns + column] ==
                        value(&env.match, &v, p, row, column));
    }
}

/* Two worlds that look the same to a seat give it the same observation, byte for byte. */
static void check_secrets(const struct env_game *g)
{
    uint8_t *one = room(env_observation_size(&env)), *other = room(env_observation_size(&env));
    const struct dice dice = rng_dice(&rng);
    uint32_t seat = rng_below(&rng, env.match.seats);
    struct env_game world = *g;
    struct view v;

    env.match.rules->view(&env.match, &g->state, seat, &v);
    env.match.rules->resample(&env.match, &v, &dice, &world.state);
    env_observe(&env, g, seat, one);
    env_observe(&env, &world, seat, other);
    LAW("what a seat can't see is not in its observation",
        memcmp(one, other, env_observation_size(&env)) == 0);
    free(one);
    free(other);
}

/* The recorded events lead to the same position in the engine alone. */
static void check_record(const struct env_game *g)
{
    struct state s;

    env.match.rules->start(&env.match, &s);
    for (uint32_t i = 0; i < g->length; i++)
        LAW("a recorded event is legal", env.match.rules->apply(&env.match, &s, g->record[i]));
    LAW("the record leads to the position", state_hash(&s) == env_hash(g));
}

static void check_row(const struct env_game *g, size_t row)
{
    const uint8_t *mask = here.masks + row * env_actions(&env);
    static uint8_t again[ENV_ACTIONS_MAX];
    const uint8_t *truth = here.truths + row * env_truth_size(&env);

    LAW("the seat that acts is told",
        here.acting[row] == env.match.rules->actor(&env.match, &g->state) &&
            here.acting[row] == env_acting(g));
    check_mask(g, mask);
    if (rng_below(&rng, 8) == 0) {
        env_mask(&env, g, again);
        LAW("a mask can be asked for", memcmp(mask, again, env_actions(&env)) == 0);
        check_values(truth);
    }
    if (rng_below(&rng, 32) == 0)
        check_planes_slowly(g, truth);
    LAW("the truth begins with the observation",
        memcmp(truth, here.observations + row * env_observation_size(&env),
               env_observation_size(&env)) == 0);
    if (rng_below(&rng, 4) == 0)
        check_secrets(g);
    if (rng_below(&rng, 8) == 0)
        check_text(g, mask);
    if (rng_below(&rng, 50) == 0)
        check_record(g);
}

/* ---- steps ---- */

static void check_end(size_t row)
{
    const float *reward = here.rewards + row * env.match.seats;
    const uint8_t *rank = here.ranks + row * env.match.seats;
    float sum = 0;
    uint32_t first = 0;

    for (uint32_t i = 0; i < env.match.seats; i++) {
        sum += reward[i];
        first += here.ends[row] == ENV_OVER && rank[i] == 1;
    }
    if (here.ends[row] == ENV_OVER)
        ended++;
    if (env.reward == ENV_REWARD_WIN)
        LAW("rewards for winning add up to nothing", sum > -0.001f && sum < 0.001f);
    for (uint32_t i = 0; here.ends[row] == ENV_OVER && i < env.match.seats; i++)
        LAW("the first seats have a reward, unless all are first",
            env.reward != ENV_REWARD_WIN ||
                (reward[i] > 0) == (rank[i] == 1 && first < env.match.seats));
}

/* The same actions in two parts of the arrays, as on two threads. */
static void step_parts(const uint32_t *actions)
{
    size_t seats = env.match.seats, n = GAMES - PART;
    const struct env_arrays rest = {there.observations + PART * env_observation_size(&env),
                                    there.masks + PART * env_actions(&env),
                                    there.acting + PART,
                                    there.rewards + PART * seats,
                                    there.ends + PART,
                                    there.totals + PART * seats,
                                    there.ranks + PART * seats,
                                    there.truths + PART * env_truth_size(&env),
                                    there.finals + PART * env_observation_size(&env)};

    env_step(&env, twins + PART, n, actions + PART, &rest);
    env_step(&env, twins, PART, actions, &there);
    LAW("games don't depend on each other",
        memcmp(here.observations, there.observations, GAMES * env_observation_size(&env)) ==
                0 &&
            memcmp(here.masks, there.masks, GAMES * env_actions(&env)) == 0 &&
            memcmp(here.truths, there.truths, GAMES * env_truth_size(&env)) == 0 &&
            memcmp(here.rewards, there.rewards, GAMES * seats * sizeof(float)) == 0 &&
            memcmp(here.acting, there.acting, GAMES) == 0 &&
            memcmp(here.ends, there.ends, GAMES) == 0);
    for (size_t i = 0, size = env_observation_size(&env); i < GAMES; i++)
        LAW("games end with the same sight",
            here.ends[i] == ENV_RUNS ||
                memcmp(here.finals + i * size, there.finals + i * size, size) == 0);
}

/* An action that is not legal changes nothing, neither the game nor its row. */
static void check_refused(void)
{
    uint32_t wrong[GAMES], n = env_actions(&env);
    struct env_game before = games[0];
    uint8_t acting = here.acting[0];

    wrong[0] = rng_below(&rng, 2) ? (uint32_t)rng_next(&rng) | 1u << 31 : rng_below(&rng, n);
    if (wrong[0] < n && here.masks[wrong[0]])
        return;
    LAW("what is not legal is refused", env_step(&env, games, 1, wrong, &here) == 1);
    LAW("a refused action is told", here.ends[0] == ENV_REFUSED);
    LAW("a refused action changes nothing",
        memcmp(&before, &games[0], sizeof before) == 0 && acting == here.acting[0]);
}

static void round_of_steps(void)
{
    uint64_t seeds[GAMES], random[GAMES];
    uint32_t actions[GAMES];

    for (uint32_t i = 0; i < GAMES; i++) {
        seeds[i] = rng_next(&rng);
        random[i] = rng_next(&rng);
        games[i].record = records[i];
        twins[i].record = NULL;
    }
    env_set_reward(&env, rng_below(&rng, 2) ? ENV_REWARD_POINTS : ENV_REWARD_WIN);
    here = arrays_of(GAMES);
    there = arrays_of(GAMES);
    env_reset(&env, games, GAMES, seeds, &here);
    env_reset(&env, twins, GAMES, seeds, &there);
    bool twice = rng_below(&rng, 4) == 0;
    uint64_t length = ended ? round_length : STEPS; /* some games must end */
    for (uint64_t k = 0; k < length; k++, steps += GAMES) {
        for (uint32_t i = 0; i < GAMES; i++)
            check_row(&games[i], i);
        check_refused();
        env_sample(&env, here.masks, GAMES, random, actions);
        for (uint32_t i = 0; i < GAMES; i++)
            LAW("what is drawn is legal", actions[i] < env_actions(&env) &&
                                              here.masks[i * env_actions(&env) + actions[i]]);
        LAW("what is legal is accepted", env_step(&env, games, GAMES, actions, &here) == 0);
        for (uint32_t i = 0; i < GAMES; i++)
            check_end(i);
        if (twice)
            step_parts(actions);
    }
    free_arrays(&here);
    free_arrays(&there);
}

/* ---- all matches ---- */

static void write_options(const struct match *m)
{
    struct text t = text_in(options, sizeof options);

    for (uint32_t i = 0; m->rules->option[i].name; i++) {
        text_put(&t, i ? "," : "");
        text_put(&t, m->rules->option[i].name);
        text_char(&t, '=');
        text_number(&t, m->option[i]);
    }
}

static void play_match(const struct match *m, const char *text, size_t size)
{
    char error[ENV_ERROR];
    struct complaint why;

    write_options(m);
    bool possible = m->rules->check(m, &why);
    LAW("a match is opened if the rules allow it",
        env_open(&env, text, size, m->seats, options, error) == possible);
    if (!possible) {
        LAW("a refusal has a reason", strlen(error) > 10);
        return;
    }
    check_actions();
    check_planes();
    round_of_steps();
}

static bool next_options(struct match *m)
{
    for (uint32_t i = 0; m->rules->option[i].name; i++) {
        if (m->option[i] < m->rules->option[i].max) {
            m->option[i]++;
            return true;
        }
        m->option[i] = m->rules->option[i].min;
    }
    return false;
}

int main(int argc, char **argv)
{
    static struct board board;
    size_t size;

    if (argc < 3) {
        fprintf(stderr, "usage: envs BOARD_FILE STEPS [SEED]\n");
        return 2;
    }
    const char *scale = getenv("ANDEN_TEST_SCALE");
    uint64_t wanted = strtoull(argv[2], NULL, 10);
    if (scale && strtoull(scale, NULL, 10) < 100) {
        wanted = wanted * strtoull(scale, NULL, 10) / 100;
        round_length = STEPS / 5;
    }
    seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    rng_seed(&rng, seed, 0);
    char *text = load_file(argv[1], &size);
    load_board(argv[1], &board);
    do {
        for (uint32_t seats = board.seats_min; seats <= board.seats_max; seats++) {
            struct match m = match_of(&board, seats);

            do
                play_match(&m, text, size);
            while (next_options(&m));
        }
    } while (steps < wanted);
    printf("%s: %" PRIu64 " steps, %" PRIu64 " games ended, no law broken\n", board.id, steps,
           ended);
    free(text);
    return ended ? 0 : 1;
}
