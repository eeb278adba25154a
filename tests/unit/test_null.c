/*
 * The null game through players and protocol/: what a family gets that has only its rules.
 * Everything works, with few words.
 */
#include "../../ai/families.h"
#include "../../engine/board_art.h"
#include "../../protocol/board_json.h"
#include "../../protocol/event_json.h"
#include "../../protocol/families.h"
#include "../../protocol/hint.h"
#include "../../protocol/result_words.h"
#include "../../protocol/story.h"
#include "../../table/dealer.h"
#include "../support/players.h"

#include <stdio.h>
#include <string.h>

static struct board board;
static struct match match;

/* Ana has rolled 6 and says 2; Luis has rolled 1. */
static const event_t game[] = {
    (event_t)EVENT_DIE << 27 | 6,
    (event_t)EVENT_DIE << 27 | 1,
    (event_t)EVENT_COUNT << 27 | 2,
};

static struct state after(uint32_t events)
{
    struct state s;

    match.rules->start(&match, &s);
    for (uint32_t i = 0; i < events; i++)
        assert_true(match.rules->apply(&match, &s, game[i]));
    return s;
}

/* A position as a viewer sees it. */
struct seen {
    struct view view;
    struct position position;
};

static void see(const struct state *s, uint32_t events, uint32_t viewer, struct seen *out)
{
    match.rules->view(&match, s, viewer, &out->view);
    out->position = (struct position){
        .match = &match, .view = &out->view, .name = {"Ana", "Luis"}, .events = events};
}

#define assert_json(j, out, text)                                                              \
    do {                                                                                       \
        assert_true(json_done(j));                                                             \
        assert_string_equal(out, text);                                                        \
    } while (0)

/* No list leaves a family out, and all required parts are there. */
static void test_every_family(void **unused)
{
    (void)unused;
    for (uint32_t i = 1; i < FAMILIES; i++) {
        const struct board some = {.family = (uint8_t)i};
        const struct rules *rules = rules_of(&some);

        assert_non_null(rules);
        assert_ptr_equal(rules_named(rules->name, text_length(rules->name)), rules);
        assert_non_null(players_of(&some));
        for (uint32_t level = 1; level <= LEVELS; level++)
            bot_named(players_of(&some)->level[level].spec);
        assert_non_null(voice_of(&some));
        assert_true(voice_of(&some)->position && voice_of(&some)->story);
    }
    assert_null(rules_of(&(const struct board){0}));
    assert_null(rules_named("chess", 5));
}

static void test_board_json(void **unused)
{
    static struct board_art art;
    char out[256];
    struct json j = json_in(out, sizeof out);

    (void)unused;
    board_json(&j, &board, &art);
    assert_true(json_done(&j));
    assert_non_null(strstr(out, "{\"id\":\"null\",\"name\":\"Null\",\"family\":\"null\","
                                "\"seats_min\":2,\"seats_max\":6,\"hash\":"));
    assert_non_null(strstr(out, "\"about\":[]}"));
}

static void test_position_json(void **unused)
{
    struct state s = after(3);
    char out[512], hash[64];
    struct json j = json_in(out, sizeof out);
    struct seen seen;

    (void)unused;
    see(&s, 3, 1, &seen);
    view_json(&j, &seen.position);
    assert_true(json_done(&j));
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)board.hash);
    assert_non_null(strstr(out, hash));
    assert_non_null(strstr(
        out, "\"options\":{},\"as\":2,\"events\":3,\"over\":false,\"to_act\":2,\"result\":null,"
             "\"tie\":null,\"seats\":[{\"seat\":1,\"name\":\"Ana\",\"points\":2,\"score\":{"
             "\"said\":2,"
             "\"total\":2},\"rank\":1},{\"seat\":2,\"name\":\"Luis\",\"points\":0,\"score\":{"
             "\"said\":0,"
             "\"total\":0},\"rank\":2}]}"));
}

static void test_events_json(void **unused)
{
    struct state before = after(2), s = after(3), start = after(0);
    char out[512];
    struct json j = json_in(out, sizeof out);
    struct seen old, new;

    (void)unused;
    see(&before, 2, 0, &old);
    see(&s, 3, 0, &new);
    legal_json(&j, NULL, &match, &old.view);
    assert_json(&j, out,
                "[{\"event\":2013265921,\"kind\":\"count\",\"text\":\"say 1\"},"
                "{\"event\":2013265922,\"kind\":\"count\",\"text\":\"say 2\"},"
                "{\"event\":2013265923,\"kind\":\"count\",\"text\":\"say 3\"}]");
    j = json_in(out, sizeof out);
    happening_json(&j, NULL, &old.position, &new.position, game[2]);
    assert_json(&j, out, "{\"event\":2013265922,\"kind\":\"count\",\"text\":\"say 2\"}");
    j = json_in(out, sizeof out);
    preview_json(&j, NULL, &old.position, game[2]);
    assert_json(&j, out, "[]");
    /* A die of somebody else. */
    see(&start, 0, 1, &old);
    j = json_in(out, sizeof out);
    event_json(&j, NULL, &match, &old.view, match.rules->hide(&match, &start, game[0], 1));
    assert_json(&j, out, "{\"event\":2214592512,\"kind\":\"die\",\"text\":\"roll ?\"}");
}

static void test_story(void **unused)
{
    static struct retelling retelling;
    struct state s = after(0);
    struct story story;
    struct seen seen;

    (void)unused;
    see(&s, 0, SPECTATOR, &seen);
    retelling_begin(&retelling, &seen.position, game);
    for (uint32_t i = 0; i < sizeof game / sizeof game[0]; i++) {
        s = after(i + 1);
        see(&s, i + 1, SPECTATOR, &seen);
        retelling_event(&retelling, &seen.view, &story);
        if (i < 2)
            assert_int_equal(story.kind, STORY_NONE); /* dice are secret */
    }
    assert_int_equal(story.kind, STORY_TURN);
    assert_string_equal(story.text, "Ana: say 2");
}

/* Plays to the end with bots of one player; gives the result in words. */
static void play(const struct player *player, uint64_t seed, char result[256])
{
    struct bot bot = bot_of(player);
    struct state s;
    struct seen seen;
    struct text t = text_in(result, 256);
    struct rng rng;
    uint32_t actor, events = 0;

    rng_seed(&rng, seed, 0);
    match.rules->start(&match, &s);
    while ((actor = match.rules->actor(&match, &s)) != NOBODY) {
        struct budget budget = {.dice = rng_dice(&rng)};
        event_t e = dealer_choose(&match, &s, &rng);

        see(&s, events, actor, &seen);
        if (actor < match.seats)
            e = bot_choose(&bot, &match, &seen.view, &budget);
        assert_true(match.rules->apply(&match, &s, e));
        assert_true(++events < 100);
    }
    see(&s, events, SPECTATOR, &seen);
    result_words(&seen.position, &t);
    text_char(&t, ' ');
    tie_words(&seen.position, &t);
}

/* Random plays it, and the levels stand for random; equal points stay equal. */
static void test_players(void **unused)
{
    uint32_t ties = 0, wins = 0;

    (void)unused;
    for (uint32_t i = 0; players[i]; i++) {
        struct bot bot = bot_of(players[i]);
        bool plays = players[i]->level || players[i] == &player_random;
        char result[256];

        assert_int_equal(player_plays(players[i], &match), plays);
        for (uint64_t seed = 0; plays && seed < 10; seed++) {
            assert_ptr_equal(bot_for(&bot, &match).player, &player_random);
            play(players[i], seed, result);
            wins += strstr(result, " wins with ") != NULL;
            ties += strstr(result, "nothing else decides between them.") != NULL;
        }
    }
    assert_true(wins > 0 && ties > 0);
    assert_int_equal(wins + ties, 50);
}

static void test_hints(void **unused)
{
    static const char *const names[SEATS_MAX] = {"Ana", "Luis"};
    struct bot bot = bot_named("expert:seed=1");
    struct budget budget = {0};
    struct candidate best[3];
    struct state s = after(2);
    struct reason reason = {.kind = REASON_NEW_TILE};
    char out[256];
    struct json j = json_in(out, sizeof out);
    struct text t = text_in(out, sizeof out);
    struct seen seen;

    (void)unused;
    see(&s, 2, 0, &seen);
    assert_int_equal(bot_rank(&bot, &match, &seen.view, &budget, best, 3), 1);
    assert_int_equal(best[0].reason.kind, REASON_NONE);
    assert_false(bot_weigh(&bot, &match, &seen.view, &budget, &best[0].event, 1, best));
    best[0].event = game[2];
    hint_json(&j, NULL, &match, &seen.view, names, &best[0]);
    assert_json(&j, out,
                "{\"event\":\"say 2\",\"win_chance\":null,\"visits\":0,\"reason\":null}");
    /* A reason of another family. */
    hint_words(ENGLISH, &match, names, &reason, &t);
    assert_int_equal(t.length, 0);
    assert_string_equal(hint_key(&match, REASON_NEW_TILE), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_family),  cmocka_unit_test(test_board_json),
        cmocka_unit_test(test_position_json), cmocka_unit_test(test_events_json),
        cmocka_unit_test(test_story),         cmocka_unit_test(test_players),
        cmocka_unit_test(test_hints),
    };

    load_null_board(&board);
    match = match_of(&board, 2);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
