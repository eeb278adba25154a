/*
 * Bots: specs as text and back, mistakes in them, lists of them; choices that depend only on
 * the spec and the view; and no bot can know what its seat may not know: every player and
 * level, in every family and variant, is asked in two states that look the same to it.
 */
#include "../../ai/families.h"
#include "../../table/dealer.h"
#include "../support/players.h"
#include "spanish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct board board;

static void load(const struct embedded_board *b)
{
    struct complaint why;

    assert_true(board_parse(b->text, b->size, &board, NULL, &why));
}

static void test_specs(void **unused)
{
    static const char *const same[][2] = {
        {"random", "random"},
        {"planner", "planner"},
        {"planner:block=0", "planner:block=0"},
        {"expert", "expert"},
        {"flat:iterations=300", "flat:iterations=300"},
        {"flat:seed=7,iterations=300", "flat:iterations=300,seed=7"},
        {"flat:time=1s", "flat:time=1s"},
        {"flat:time=1000ms", "flat:time=1s"},
        {"flat:time=250ms,seed=0", "flat:time=250ms,seed=0"},
        {"hard:time=2s,seed=18446744073709551615", "hard:time=2s,seed=18446744073709551615"},
        {"greedy:seed=9", "greedy:seed=9"},
        {"rollout:policy=random,time=1s", "rollout:policy=random,time=1s"},
        {"rollout:policy=planner", "rollout"},
        {"mcts:policy=random", "rollout:policy=random"},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        char text[BOT_TEXT];
        struct text t = text_in(text, sizeof text);
        struct bot bot = bot_named(same[i][0]), again;

        bot_format(&bot, &t);
        assert_string_equal(text, same[i][1]);
        again = bot_named(text);
        assert_ptr_equal(again.player, bot.player);
        assert_memory_equal(again.value, bot.value, sizeof bot.value);
        assert_int_equal(again.milliseconds, bot.milliseconds);
        assert_int_equal(again.seed, bot.seed);
    }
}

static void test_mistakes(void **unused)
{
    static const struct {
        const char *spec;
        uint32_t column;
        const char *words;
    } wrong[] = {
        {"", 1, "missing"},
        {"gredy", 1, "Did you mean greedy?"},
        {"plan", 1, "Did you mean planner?"},
        {"nobody at all", 1, "The players: random, "},
        {"flat:", 6, "no setting \"\""},
        {"flat:iteratons=5", 6, "Did you mean iterations?"},
        {"flat:iterations", 16, "needs a value"},
        {"flat:iterations=", 17, "a number from 1 to"},
        {"flat:iterations=0", 17, "a number from 1 to"},
        {"flat:iterations=99999999999999999999", 17, "a number from 1 to"},
        {"flat:iterations=5,", 19, "no setting"},
        {"flat:iterations=5,time=3", 24, "1s or 250ms"},
        {"flat:time=0s", 11, "1s or 250ms"},
        {"flat:time=601s", 11, "at most 600s"},
        {"flat:time=ms", 11, "1s or 250ms"},
        {"greedy:time=1s", 8, "no setting \"time\""},
        {"greedy:seed=x", 13, "a whole number"},
        {"greedy:seed=18446744073709551616", 13, "a whole number"},
        {"rollout:policy=best", 16, "policy takes planner or random"},
        {"easy:iterations=5", 6, "no setting"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct complaint why = {0};
        struct bot bot = {.milliseconds = 77};

        if (bot_parse(wrong[i].spec, strlen(wrong[i].spec), &bot, &why))
            fail_msg("%s is accepted", wrong[i].spec);
        if (why.column != wrong[i].column || !strstr(why.message, wrong[i].words))
            fail_msg("%s: column %u: %s", wrong[i].spec, (unsigned)why.column, why.message);
        if (spanish_fault(&why))
            fail_msg("%s: in Spanish %s: %s", wrong[i].spec, spanish_fault(&why), why.message);
        assert_int_equal(bot.milliseconds, 77);
    }
}

static void test_lists(void **unused)
{
    static const struct {
        const char *list;
        size_t first;
    } lists[] = {
        {"greedy", 6},
        {"greedy,random", 6},
        {"flat:time=1s,iterations=5,greedy", 25},
        {"flat:time=1s,iterations=5", 25},
        {"greedy,flat:time=1s", 6},
        {"flat:time=1s,hard:seed=4", 12},
        {",", 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        assert_int_equal(bot_list_first(lists[i].list, strlen(lists[i].list)), lists[i].first);
}

/* Every level stands for a valid spec of a player of that game that is not a level itself. */
static void test_levels(void **unused)
{
    (void)unused;
    for (const struct embedded_board *b = embedded_boards; b->id; b++) {
        load(b);
        for (uint32_t seats = board.seats_min; seats <= board.seats_max; seats++) {
            struct match m = match_of(&board, seats);

            for (uint32_t i = 0; players[i]; i++) {
                struct bot bot = bot_of(players[i]), real;
                struct complaint why;
                const char *spec = players[i]->level
                                       ? players_of(&board)->level[players[i]->level].spec
                                       : NULL;

                if (!spec)
                    continue;
                assert_true(bot_parse(spec, strlen(spec), &real, &why));
                bot.milliseconds = 5;
                bot.seeded = true;
                bot.seed = 3;
                real = bot_for(&bot, &m);
                assert_int_equal(real.player->level, 0);
                assert_true(player_plays(real.player, &m));
                assert_int_equal(real.milliseconds, 5);
                assert_int_equal(real.seed, 3);
            }
        }
    }
}

/* A clock that moves on each time it is asked. */
static bool enough(void *context)
{
    uint32_t *left = context;

    return *left == 0 || --*left == 0;
}

/* A choice; the time is up after the clock has been asked so often. */
static event_t choose(const struct bot *bot, const struct match *m, const struct state *s,
                      struct rng *r, uint32_t left)
{
    const struct budget budget = {.dice = rng_dice(r), .enough = enough, .context = &left};
    struct view v;

    m->rules->view(m, s, m->rules->actor(m, s), &v);
    return bot_choose(bot, m, &v, &budget);
}

/* Plays a game of a bot against greedy ones. At every so many of its decisions the bot is asked
 * again in another state that looks the same to it: it must choose the same. Returns how many
 * of these states differ from the true one. */
static uint32_t play_both(const struct match *m, const struct bot *bot, uint32_t apart,
                          uint64_t seed)
{
    struct bot other =
        bot_of(player_find(player_plays(players[1], m) ? "greedy" : "random", 6));
    struct rng chance, dice;
    struct state s;
    uint32_t actor, compared = 0, events = 0, asked = 0;

    rng_seed(&chance, seed, 0);
    rng_seed(&dice, seed, 1);
    m->rules->start(m, &s);
    while ((actor = m->rules->actor(m, &s)) != NOBODY && events++ < 20000) {
        event_t e;

        if (actor == NATURE) {
            e = dealer_choose(m, &s, &chance);
        } else if (actor != 0 || asked++ % apart) {
            e = choose(&other, m, &s, &dice, 2);
        } else {
            struct rng again = dice;
            struct dice deal = rng_dice(&chance);
            struct state alike;
            struct view v;

            m->rules->view(m, &s, actor, &v);
            m->rules->resample(m, &v, &deal, &alike);
            e = choose(bot, m, &s, &dice, 2);
            assert_int_equal(e, choose(bot, m, &alike, &again, 2));
            compared += memcmp(&s, &alike, sizeof s) != 0;
        }
        assert_true(m->rules->apply(m, &s, e));
    }
    assert_int_equal(actor, NOBODY);
    return compared;
}

static struct match variant(uint32_t seats, uint32_t number)
{
    struct match m = match_of(&board, seats);
    uint32_t turning = option_index(m.rules, "turning", 7);
    uint32_t hand = option_index(m.rules, "hand", 4);

    if (turning < OPTIONS_MAX)
        m.option[turning] = number % 2;
    if (hand < OPTIONS_MAX)
        m.option[hand] = (uint8_t)(1 + number / 2 % 3);
    return m;
}

static void test_nobody_cheats(void **unused)
{
    const char *scale = getenv("ANDEN_TEST_SCALE");
    uint32_t apart = scale && atoi(scale) < 100 ? 16 : 4;

    (void)unused;
    for (const struct embedded_board *b = embedded_boards; b->id; b++) {
        load(b);
        uint32_t variants = board.family == FAMILY_METRO ? 6 : 2;
        for (uint32_t i = 0; players[i]; i++) {
            uint32_t compared = 0;

            for (uint32_t k = 0; k < variants; k++) {
                uint32_t range = board.seats_max - board.seats_min + 1u;
                struct match m = variant(board.seats_min + (k + i) % range, k);
                struct bot bot = bot_of(players[i]);

                if (player_plays(players[i], &m))
                    compared += play_both(&m, &bot, apart, 10 * i + k);
                else
                    compared = 1000;
            }
            if (compared < 40 / apart)
                fail_msg("%s: %s was asked in %u states only", b->id, players[i]->name,
                         (unsigned)compared);
        }
    }
}

/* Every player and level against itself, to the end of the game, with so little time that a
 * search has only its first round: never an illegal move, never an endless game. */
static void test_everybody_finishes(void **unused)
{
    const char *scale = getenv("ANDEN_TEST_SCALE");
    bool quick = scale && atoi(scale) < 100;

    (void)unused;
    for (const struct embedded_board *b = embedded_boards; b->id; b++) {
        load(b);
        for (uint32_t i = 0; players[i]; i++) {
            uint32_t range = board.seats_max - board.seats_min + 1u;
            uint32_t games = players[i]->timed ? 1 : quick ? 3 : 20;

            for (uint32_t k = 0; k < games; k++) {
                struct match m = variant(board.seats_min + (k + i) % (quick ? 1 : range), k);
                struct bot bot = bot_of(players[i]);
                struct rng chance, dice;
                struct state s;
                uint32_t actor, events = 0;

                if (!player_plays(players[i], &m))
                    continue;
                rng_seed(&chance, 100 + k, 0);
                rng_seed(&dice, 100 + k, 1);
                m.rules->start(&m, &s);
                while ((actor = m.rules->actor(&m, &s)) != NOBODY && events++ < 20000) {
                    event_t e = actor == NATURE ? dealer_choose(&m, &s, &chance)
                                                : choose(&bot, &m, &s, &dice, 1);

                    if (!m.rules->apply(&m, &s, e))
                        fail_msg("%s, %s: an illegal event", b->id, players[i]->name);
                }
                assert_int_equal(actor, NOBODY);
            }
        }
    }
}

/* With a seed in the spec the dice of the caller don't matter, without one they may. */
static void test_seeds(void **unused)
{
    (void)unused;
    for (const struct embedded_board *b = embedded_boards; b->id; b++) {
        load(b);
        struct match m = match_of(&board, 2);
        struct bot seeded = bot_named("random:seed=5"), other = bot_named("random:seed=6");
        uint32_t same = 0, all = 0, actor;
        struct rng chance, dice;
        struct state s;
        rng_seed(&chance, 3, 0);
        rng_seed(&dice, 3, 1);
        m.rules->start(&m, &s);
        while ((actor = m.rules->actor(&m, &s)) != NOBODY && all < 300) {
            event_t e;

            if (actor == NATURE) {
                e = dealer_choose(&m, &s, &chance);
            } else {
                e = choose(&seeded, &m, &s, &dice, 2);
                assert_int_equal(e, choose(&seeded, &m, &s, &dice, 2));
                same += e == choose(&other, &m, &s, &dice, 2);
                all++;
            }
            assert_true(m.rules->apply(&m, &s, e));
        }
        assert_true(all > 20 && same < all);
    }
}

/* bot_rank() begins with the choice, and lists legal events, each once. */
static void test_ranks(void **unused)
{
    (void)unused;
    for (const struct embedded_board *b = embedded_boards; b->id; b++) {
        load(b);
        struct match m = match_of(&board, 2);
        for (uint32_t i = 0; players[i]; i++) {
            struct bot bot = bot_of(players[i]);
            struct rng chance, dice;
            struct state s;
            uint32_t actor, asked = 0;

            if (!player_plays(players[i], &m))
                continue;
            bot.seeded = true;
            rng_seed(&chance, 11, 0);
            rng_seed(&dice, 11, 1);
            m.rules->start(&m, &s);
            while ((actor = m.rules->actor(&m, &s)) != NOBODY && asked < 12) {
                event_t e;

                if (actor == NATURE) {
                    e = dealer_choose(&m, &s, &chance);
                } else {
                    struct candidate best[6];
                    uint32_t left = 2, n;
                    struct budget budget = {.enough = enough, .context = &left};
                    struct view v;

                    e = choose(&bot, &m, &s, &dice, 2);
                    m.rules->view(&m, &s, actor, &v);
                    n = bot_rank(&bot, &m, &v, &budget, best, 6);
                    assert_true(n >= 1 && n <= 6);
                    assert_int_equal(best[0].event, e);
                    for (uint32_t k = 0; k < n; k++) {
                        struct state after = s;

                        assert_true(m.rules->apply(&m, &after, best[k].event));
                        assert_true(best[k].chance <= 1000 || best[k].chance == CHANCE_UNKNOWN);
                        for (uint32_t j = 0; j < k; j++)
                            assert_int_not_equal(best[j].event, best[k].event);
                    }
                    asked++;
                }
                assert_true(m.rules->apply(&m, &s, e));
            }
        }
    }
}

/* bot_weigh() tries every event equally often, in the given order, and gives the same answer
 * again. web/tests/review.test.ts tests with whole games that it finds bad moves. */
static void test_weighs(void **unused)
{
    static const char *const specs[] = {"rollout:iterations=40,seed=3",
                                        "flat:iterations=10,seed=3"};

    (void)unused;
    for (const struct embedded_board *b = embedded_boards; b->id; b++) {
        load(b);
        struct match m = match_of(&board, 2);
        bool metro = m.rules == &metro_rules;
        struct bot bot = bot_named(specs[metro]), none = bot_named("random");
        const struct budget budget = {0};
        struct candidate first[4], again[4];
        event_t events[4];
        struct rng chance;
        struct state s;
        struct view v;
        uint32_t actor, asked = 0;
        rng_seed(&chance, 5, 0);
        m.rules->start(&m, &s);
        while ((actor = m.rules->actor(&m, &s)) != NOBODY && asked < 6) {
            uint32_t n = m.rules->count(&m, &s);

            n = n < 4 ? n : 4;
            m.rules->view(&m, &s, actor, &v);
            for (uint32_t i = 0; actor != NATURE && i < n; i++)
                events[i] = m.rules->pick(&m, &s, i);
            if (actor != NATURE) {
                assert_false(bot_weigh(&none, &m, &v, &budget, events, n, first));
                assert_true(bot_weigh(&bot, &m, &v, &budget, events, n, first));
                assert_true(bot_weigh(&bot, &m, &v, &budget, events, n, again));
                asked++;
            }
            for (uint32_t i = 0; actor != NATURE && i < n; i++) {
                assert_int_equal(first[i].event, events[i]);
                assert_int_equal(first[i].visits, metro ? 10 : (40 + n - 1) / n);
                assert_int_equal(first[i].chance, again[i].chance);
                assert_true(first[i].chance <= 1000);
            }
            assert_true(m.rules->apply(&m, &s, dealer_choose(&m, &s, &chance)));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specs),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_weighs),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_nobody_cheats),
        cmocka_unit_test(test_everybody_finishes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
