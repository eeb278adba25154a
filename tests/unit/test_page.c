/*
 * The page's module run natively, so that the sanitizers see it: whole games at a table in the page
 * (host.h), with people, bots and a spectator, invalid messages, restoring; and every question
 * (client.h) about every position on the way.
 */
#include "../../web/wasm/client.h"
#include "../../web/wasm/host.h"
#include "../support/boards.h"
#include "../support/counting.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

/* The functions that JavaScript calls. */
uint32_t host_open(uint32_t n, uint32_t forked);
void host_seed(uint32_t n);
void host_id(uint32_t n);
void host_bot(uint32_t n, uint32_t seat);
uint32_t host_sit(uint32_t n, uint32_t seat, uint32_t person);
uint32_t host_start(void);
uint32_t host_restore(uint32_t n);
uint32_t host_entries(uint32_t after);
void host_connect(uint32_t connection, uint32_t viewer);
void host_disconnect(uint32_t connection);
uint32_t host_receive(uint32_t n, uint32_t connection);
uint32_t host_owes(void);
uint32_t host_think(void);
uint32_t host_log(void);
uint32_t client_open(uint32_t n);
void client_begin(uint32_t seat);
uint32_t client_names(uint32_t n);
uint32_t client_follow(uint32_t n, uint32_t way);
uint32_t client_position(void);
uint32_t client_legal(void);
uint32_t client_hints(uint32_t n, double milliseconds);
uint32_t why_not_now(void);
uint32_t why_route(uint32_t route);
uint32_t why_city(uint32_t city);
uint32_t why_text(uint32_t n);
uint32_t ask_way(uint32_t a, uint32_t b);
uint32_t ask_tunnel(uint32_t event);
uint32_t ask_preview(uint32_t event);
uint32_t replay_open(uint32_t log_size, uint32_t board_size);
uint32_t replay_moments(uint32_t viewer);
uint32_t replay_position(uint32_t n, uint32_t viewer);
uint32_t replay_log(uint32_t n);
uint32_t review_find(uint32_t n, uint32_t iterations);
uint32_t options(uint32_t n);
uint32_t read_board(uint32_t n);
uint32_t balance_open(uint32_t n, uint32_t seats);
void balance_play(uint32_t first, uint32_t games);
uint32_t balance_totals(void);
void speak(uint32_t n);
uint32_t learn(uint32_t n);
void outside_send(uint32_t connection, const char *at, uint32_t n);

static uint64_t sent, errors;
static double clock_ms;
static char heard[WASM_IN]; /* the last snapshot or update for connection 0 */
static bool follows;        /* the page follows what connection 0 hears */

double outside_now(void)
{
    return clock_ms += 50; /* bots have little time */
}

double outside_time(void)
{
    return clock_ms += 1;
}

void outside_send(uint32_t connection, const char *at, uint32_t n)
{
    assert_true(n > 2 && at[0] == '{' && at[n - 1] == '}');
    sent++;
    errors += strstr(at, "\"type\":\"error\"") != NULL;
    if (connection != 0 || !follows || !strstr(at, "\"happenings\":"))
        return;
    memcpy(heard, at, n); /* the answer takes the place of the message */
    memcpy(wasm_in, heard, n);
    n = client_follow(n, 1) ? n : 0; /* a look changes nothing */
    memcpy(wasm_in, heard, n);
    assert_true(n > 0 && client_follow(n, 0));
    assert_null(strstr(wasm_out, "\"error\""));
}

static uint32_t input(const char *text)
{
    size_t n = strlen(text);

    memcpy(wasm_in, text, n);
    return (uint32_t)n;
}

static void say(uint32_t connection, const char *text)
{
    host_receive(input(text), connection);
}

static char plan[512];

/* The member of a plan with the board file, for a game that is not the program's. */
static const char *board_of(const char *game)
{
    static char member[2 * sizeof NULL_BOARD + 16];
    struct json j = json_in(member, sizeof member);

    if (strcmp(game, "null") != 0)
        return "";
    json_object(&j, NULL);
    json_text(&j, "board", NULL_BOARD);
    json_end(&j);
    assert_true(json_done(&j));
    member[0] = ',';
    member[j.length - 1] = '\0';
    return member;
}

static void open_table(const char *game, uint32_t seats)
{
    memset(&host, 0, sizeof host);
    memset(wasm_in, 7, SEED_SIZE);
    host_seed(SEED_SIZE);
    host_id(input("table"));
    snprintf(plan, sizeof plan,
             "{\"game\":\"%s\",\"seats\":%u,\"options\":[],\"timing\":{\"kind\":\"none\"},"
             "\"undo\":\"agreed\",\"public\":false,\"since\":0%s}",
             game, (unsigned)seats, board_of(game));
    host_open(input(plan), 0);
    assert_null(strstr(wasm_out, "\"error\""));
    count_applied(&host.table.plan.match);
}

/* Every question about the present position of a seat. */
static void ask_all(uint32_t seat, bool think)
{
    const struct match *m = &client.match;
    struct view v;

    table_view(&host.table, seat, &v);
    assert_memory_equal(&client.view, &v, sizeof v);
    assert_true(client_position() && client_legal() && why_not_now());
    if (m->board->family == FAMILY_ROUTES) {
        const struct routes_board *b = &m->board->routes;

        for (uint32_t i = 0; i < ROUTES_MAX; i++)
            assert_true(b->route[i].length == 0 || why_route(i));
        for (uint32_t i = 0; i < b->cities; i++)
            assert_true(why_city(i));
        for (uint32_t i = 0; i < b->tickets; i++)
            assert_true(ask_way(b->ticket[i].a, b->ticket[i].b));
    }
    assert_true(why_text(input("draw deck")) && why_text(input("place c4 aacb")));
    for (uint32_t k = 0; k < m->rules->count(m, &v.seen); k++) {
        event_t e = m->rules->pick(m, &v.seen, k);

        if (event_kind(e) == EVENT_CLAIM)
            assert_true(ask_tunnel(e));
        assert_true(ask_preview(e));
    }
    if (think)
        assert_true(client_hints(input("medium"), 100) && client_hints(input("flat"), 100));
}

/* A person's move. Its events are applied twice, when they are proposed and when they are
 * applied to the table; a choice made at the same time as others is also tried in other states. */
static void move(const char *text)
{
    uint32_t count = host.table.count, events = host.table.events;

    applied = 0;
    say(0, text);
    assert_true(host.table.count > count);
    if (host.entries[count].kind != ENTRY_SEALED)
        assert_int_equal(applied, 2 * (host.table.events - events));
}

static void play(const char *game, uint32_t seats)
{
    uint32_t turns = 0, roll = 1;
    char text[160];

    open_table(game, seats);
    assert_int_equal(client_open(input(plan)), 0);
    for (uint32_t seat = 0; seat < seats; seat++)
        assert_true(host_sit(input(seat ? "easy" : ""), seat, seat == 0));
    assert_true(host_start());
    host_connect(0, 1);
    host_connect(1, 0);
    say(0, "{\"type\":\"hello\",\"version\":2,\"language\":\"es\"}");
    say(1, "{\"type\":\"hello\",\"version\":2,\"view\":\"json\",\"language\":\"en\"}");
    client_begin(1);
    follows = true;
    say(0, "{\"type\":\"join\",\"id\":1,\"table\":\"table\",\"after\":0}");
    say(1, "{\"type\":\"join\",\"id\":1,\"table\":\"table\"}");
    while (host.table.phase == TABLE_PLAYING) {
        const struct match *m = &host.table.plan.match;
        struct view v;
        event_t e;

        if (host_owes()) {
            assert_true(host_think());
            continue;
        }
        ask_all(0, turns % 16 == 0);
        table_view(&host.table, 0, &v);
        roll = roll * 1664525 + 1013904223;
        e = m->rules->choose(m, &v.seen, roll);
        snprintf(text, sizeof text,
                 "{\"type\":\"do\",\"id\":%u,\"table\":\"table\",\"at\":%u,\"number\":%u}",
                 (unsigned)turns, (unsigned)host.table.count, (unsigned)e);
        move(text);
        if (++turns % 10 == 0)
            say(0, "{\"type\":\"undo\",\"table\":\"table\",\"at\":99999}");
    }
    follows = false;
    assert_true(host_log());
}

/* Rebuilds the table from its entries, as after the page was closed. */
static void restore(const char *game, uint32_t seats)
{
    uint64_t hash = state_hash(&host.table.state);
    uint32_t n = host_entries(0), count = host.table.count;
    char *bytes = malloc(n);

    assert_non_null(bytes);
    memcpy(bytes, wasm_out, n);
    open_table(game, seats);
    memcpy(wasm_in, bytes, n);
    assert_int_equal(host_restore(n), 0);
    assert_int_equal(host.table.count, count);
    assert_true(state_hash(&host.table.state) == hash);
    host.entries[0].time++; /* it notices entries that are not its own */
    bytes[0] = ENTRY_CHANCE;
    open_table(game, seats);
    memcpy(wasm_in, bytes, n);
    assert_int_not_equal(host_restore(n), 0);
    free(bytes);
}

static void whole_games_and_every_question(void **state)
{
    (void)state;
    play("europe", 5);
    restore("europe", 5);
    play("berlin", 4);
    play("paris", 3);
    play("metro", 6);
    restore("metro", 6);
    assert_true(sent > 1000);
}

static void answer_is(uint32_t n, const char *text)
{
    assert_int_equal(n, strlen(text));
    assert_memory_equal(wasm_out, text, n);
}

static bool answer_has(const char *text)
{
    return strstr(wasm_out, text) != NULL;
}

/* Opens the log of n bytes that is the answer, with the board of the null game. */
static void replay_null(uint32_t n)
{
    memcpy(wasm_in, wasm_out, n);
    memcpy(wasm_in + n, NULL_BOARD, sizeof NULL_BOARD - 1);
    wasm_out[replay_open(n, sizeof NULL_BOARD - 1)] = '\0';
    assert_false(answer_has("\"error\""));
}

/* The null game has a voice and players, but nothing of its own in the page's module: it is played,
 * replayed, reviewed and weighed all the same. */
static void the_null_game(void **state)
{
    uint32_t n, events;

    (void)state;
    play("null", 3);
    restore("null", 3);
    play("null", 3);
    events = host.table.events;
    replay_null(host_log());
    assert_true(answer_has("\"board\":\"null\",\"seats\":3") && answer_has("\"over\":true"));
    wasm_out[replay_moments(SPECTATOR)] = '\0';
    assert_true(answer_has("{\"n\":3,\"seat\":null,\"acts\":1,\"runs\":[],\"points\":null}"));
    assert_true(answer_has("\"runs\":[\"You: say ") && answer_has("\"runs\":[\"Bot 2: say "));
    wasm_out[replay_position(events, SPECTATOR)] = '\0';
    assert_true(answer_has("\"over\":true") && answer_has("points.\""));
    n = replay_log(events);
    replay_null(n);
    assert_int_equal(replay_log(events), n);
    answer_is(review_find(3, 10), "{}");
    answer_is(options(input("null")), "[]");
    wasm_out[read_board(input(NULL_BOARD))] = '\0';
    assert_true(answer_has("[{\"id\":\"null\"") && answer_has("},[]]"));
    answer_is(balance_open(input(NULL_BOARD), 4), "{}");
    balance_play(1, 20);
    wasm_out[balance_totals()] = '\0';
    assert_true(answer_has("{\"games\":20,\"abandoned\":0,\"turns\":"));
    assert_false(answer_has("\"tickets\""));
}

/* A table remembers the settings of its bots, also when it is opened again. */
static void bots_keep_their_settings(void **state)
{
    static const char spec[] = "planner:slips=100,block=0,seed=12345678901234567890";
    char bytes[64 * sizeof(struct entry)];
    uint64_t who;
    uint32_t n;

    (void)state;
    open_table("europe", 2);
    assert_true(host_sit(0, 0, 1) && host_sit(input(spec), 1, 0));
    who = host.table.seat[1].who;
    assert_string_equal(host.spec[1], spec);
    assert_int_equal(bot_of_seat(&host.table, 1, host.spec[1]).value[0], 100);
    assert_true(host_start());
    n = host_entries(0);
    memcpy(bytes, wasm_out, n);
    open_table("europe", 2);
    host_bot(input(spec), 1);
    memcpy(wasm_in, bytes, n);
    assert_int_equal(host_restore(n), 0);
    assert_true(host.table.seat[1].who == who);
    assert_int_equal(bot_of_seat(&host.table, 1, host.spec[1]).value[0], 100);
    open_table("europe", 2);
    assert_false(host_sit(input("planner:speed=3"), 1, 0));
    assert_false(host_sit(input("flat:iterations=7"), 1, 0));
    assert_true(host_sit(input("hard"), 1, 0));
    assert_string_equal(host.spec[1], "");
}

static void bad_messages_are_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "nonsense",
        "{\"type\":\"join\",\"table\":\"table\"}", /* before hello */
        "{\"type\":\"hello\",\"version\":1}",
        "{\"type\":\"hello\"}",
        "{\"type\":\"create\",\"seats\":[]}",
    };
    static const char *const bad_later[] = {
        "{\"type\":\"join\",\"table\":\"another\"}",
        "{\"type\":\"do\",\"table\":\"table\",\"at\":0}",
        "{\"type\":\"do\",\"table\":\"table\",\"at\":0,\"event\":\"fly\"}",
        "{\"type\":\"do\",\"table\":\"table\",\"at\":0,\"number\":-1}",
        "{\"type\":\"rematch\",\"table\":\"table\"}",
        "{\"type\":\"stand\",\"table\":\"table\"}",
        "{\"type\":\"say\",\"table\":\"table\",\"text\":\"x\"}",
        "{\"type\":\"mine\"}",
    };
    static const char *const bad_entries[] = {
        "AAAA",
        "{\"table\":\"\",\"happenings\":[{\"n\":2,\"kind\":\"start\",\"ms\":0}]}",
        "{\"table\":\"\",\"happenings\":[{\"n\":1,\"kind\":\"chance\",\"event\":1,\"ms\":0}]}",
        "{\"table\":\"\",\"happenings\":[{\"n\":1,\"kind\":\"undo\",\"left\":1,\"ms\":0}]}",
        "{\"table\":\"\",\"happenings\":[{\"n\":1,\"kind\":\"fly\",\"ms\":0}]}",
    };
    uint32_t count;

    (void)state;
    open_table("berlin", 2);
    assert_true(host_sit(0, 0, 1) && host_sit(input("easy"), 1, 0) && host_start());
    count = host.table.count;
    host_connect(0, 1);
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t before = errors;

        say(0, bad[i]);
        assert_true(errors == before + 1);
    }
    say(0, "{\"type\":\"hello\",\"version\":2}");
    for (uint32_t i = 0; i < sizeof bad_later / sizeof *bad_later; i++) {
        uint64_t before = errors;

        say(0, bad_later[i]);
        if (errors != before + 1)
            fail_msg("not refused: %s", bad_later[i]);
    }
    assert_int_equal(host.table.count, count);
    assert_int_equal(client_open(input(plan)), 0);
    client_begin(1);
    for (uint32_t i = 0; i < sizeof bad_entries / sizeof *bad_entries; i++) {
        struct witness before = client.witness;

        client_follow(input(bad_entries[i]), 0);
        assert_non_null(strstr(wasm_out, "\"error\""));
        assert_memory_equal(&client.witness.view, &before.view, sizeof before.view);
    }
    client_names(input("{}"));
    assert_non_null(strstr(wasm_out, "\"error\""));
    host_disconnect(0);
    say(0, "{\"type\":\"ping\"}"); /* nobody is there any more */
}

/* Gives the module words; zeros stand between them. */
static uint32_t learn_words(const char *words, size_t size)
{
    memcpy(wasm_in, words, size);
    return learn((uint32_t)size);
}

static void it_speaks_the_words_it_is_given(void **state)
{
    static const char some[] = "It is not your turn.\0No te toca.\0Pass.\0Pasa.";
    static char many[1 << 16];

    (void)state;
    speak(input("es"));
    assert_string_equal(words_in(SPANISH, "Pass."), "Pass."); /* none are known yet */
    assert_int_equal(learn_words(some, sizeof some), 2);
    assert_string_equal(words_in(SPANISH, "Pass."), "Pasa.");
    assert_string_equal(words_in(SPANISH, "It is not your turn."), "No te toca.");
    assert_string_equal(words_in(SPANISH, "card\4red"), "red");
    assert_string_equal(words_in(ENGLISH, "Pass."), "Pass.");
    /* An end without a zero, an English sentence without words, too many: nothing is known. */
    assert_int_equal(learn_words(some, sizeof some - 1), 0);
    assert_string_equal(words_in(SPANISH, "Pass."), "Pass.");
    assert_int_equal(learn_words(some, sizeof "It is not your turn."), 0);
    assert_int_equal(learn_words(many, sizeof many), 0);
    assert_int_equal(learn(UINT32_MAX), 0);
    assert_int_equal(learn_words(some, sizeof some), 2);
    assert_string_equal(words_in(SPANISH, "Pass."), "Pasa.");
    speak(input("en"));
}

/* The points of a metro route of four cards at a table whose plan names this hash. */
static uint32_t dearest_metro(const char *hash)
{
    const struct routes_board *b;
    uint32_t most = 0;

    snprintf(
        plan, sizeof plan,
        "{\"game\":\"berlin\",\"hash\":\"%s\",\"seats\":2,\"options\":[],\"timing\":{\"kind\":"
        "\"none\"},\"undo\":\"agreed\",\"public\":false,\"since\":0}",
        hash);
    wasm_out[host_open(input(plan), 0)] = '\0';
    assert_false(answer_has("\"error\""));
    b = &host.table.plan.match.board->routes;
    for (uint32_t i = 0; i < b->routes; i++)
        if (b->route[i].kind && b->route[i].points > most)
            most = b->route[i].points;
    return most;
}

/* Tables and logs keep the board that they began with: boards/berlin-1.edition. */
static void old_tables_keep_their_board(void **state)
{
    (void)state;
    assert_int_equal(dearest_metro("e69c0756094cb20a"), 5);
    assert_true(answer_has("\"hash\":\"e69c0756094cb20a\""));
    assert_int_equal(dearest_metro("78cd56cfb12b5723"), 6);
    assert_int_equal(dearest_metro("0123456789abcdef"), 6);
    assert_false(answer_has("0123456789abcdef"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_and_every_question),
        cmocka_unit_test(the_null_game),
        cmocka_unit_test(bots_keep_their_settings),
        cmocka_unit_test(bad_messages_are_refused),
        cmocka_unit_test(it_speaks_the_words_it_is_given),
        cmocka_unit_test(old_tables_keep_their_board),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
