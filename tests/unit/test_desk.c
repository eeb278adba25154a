/*
 * The desk of a table: every message to a server is sorted, people get what they may have and
 * are refused the rest, and a late move in words keeps the meaning that it had when it was
 * written.
 */
#include "../../protocol/desk.h"
#include "../support/boards.h"

#include <stdint.h>
#include <string.h>

enum { ROOM = 4096, ANA = 11, LUIS = 22, BEA = 33 };

static struct board board;
static struct table table, replica;
static struct entry entries[ROOM], replica_entries[ROOM];
static event_t line[ROOM], replica_line[ROOM];
static struct proposal proposal;
static struct refusal why;
static uint64_t now;

static void open_table(const char *id, uint32_t seats)
{
    struct table_plan plan = {.undo = UNDO_AGREED, .dealing = true};

    load_board(id, &board);
    plan.match = match_of(&board, seats);
    plan.match.option[option_index(plan.match.rules, "first", 5)] = 1;
    memset(plan.seed, 7, sizeof plan.seed);
    now = 0;
    table_open(&table, &plan, entries, line, ROOM);
    table_lend(&replica, replica_entries, replica_line, ROOM);
}

/* The request that a message is read as. */
static struct desk_request read(const char *text)
{
    static char store[4096];
    struct message_arena arena = {store, sizeof store, 0};
    struct desk_request r;
    struct complaint bad;
    struct message m;

    if (!message_decode(text, strlen(text), MESSAGE_TO_SERVER, &arena, &m, &bad))
        fail_msg("%s: %s", text, bad.message);
    if (!desk_read(&m, &r, &why))
        fail_msg("%s: %s", text, why.why.message);
    return r;
}

static enum desk_answer ask(uint64_t person, const char *text, struct desk_request *r)
{
    const struct desk desk = {&table, ++now, &replica, &proposal};
    /* Ana has made the table. */
    const struct desk_sender who = {.person = person, .maker = person == ANA};
    enum desk_answer answer;
    struct complaint bad;

    memset(&why, 0, sizeof why);
    *r = read(text);
    assert_int_equal(r->task, DESK_COMMAND);
    answer = desk_propose(&desk, &who, r, &why);
    assert_true((answer == DESK_OK) == (proposal.count > 0));
    for (uint32_t i = 0; i < proposal.count; i++)
        assert_true(table_apply(&table, &proposal.entry[i], &bad));
    return answer;
}

static void done(uint64_t person, const char *text)
{
    struct desk_request r;

    if (ask(person, text, &r) != DESK_OK)
        fail_msg("%s: %s", text, why.why.message);
}

static void refused(uint64_t person, const char *text, const char *code, const char *sentence)
{
    struct desk_request r;

    if (ask(person, text, &r) != DESK_REFUSED)
        fail_msg("accepted: %s", text);
    assert_string_equal(why.code, code);
    if (!strstr(why.why.message, sentence))
        fail_msg("%s: \"%s\" instead of \"%s\"", text, why.why.message, sentence);
}

static void every_message_is_sorted(void **state)
{
    static const uint8_t tasks[MESSAGE_TYPES] = {
        [MESSAGE_HELLO] = DESK_OTHER,     [MESSAGE_CREATE] = DESK_OTHER,
        [MESSAGE_JOIN] = DESK_JOIN,       [MESSAGE_LEAVE] = DESK_LEAVE,
        [MESSAGE_SIT] = DESK_COMMAND,     [MESSAGE_STAND] = DESK_COMMAND,
        [MESSAGE_SEAT] = DESK_COMMAND,    [MESSAGE_START] = DESK_COMMAND,
        [MESSAGE_DO] = DESK_COMMAND,      [MESSAGE_UNDO] = DESK_COMMAND,
        [MESSAGE_ANSWER] = DESK_COMMAND,  [MESSAGE_RESIGN] = DESK_COMMAND,
        [MESSAGE_AWAY] = DESK_COMMAND,    [MESSAGE_BACK] = DESK_COMMAND,
        [MESSAGE_REMATCH] = DESK_REMATCH, [MESSAGE_SAY] = DESK_OTHER,
        [MESSAGE_LOBBY] = DESK_OTHER,     [MESSAGE_MINE] = DESK_OTHER,
        [MESSAGE_RENAME] = DESK_OTHER,    [MESSAGE_SECURE] = DESK_OTHER,
        [MESSAGE_SIGNIN] = DESK_OTHER,    [MESSAGE_PING] = DESK_OTHER,
        [MESSAGE_RECOVER] = DESK_OTHER,   [MESSAGE_DEVICES] = DESK_OTHER,
        [MESSAGE_SIGNOUT] = DESK_OTHER,   [MESSAGE_ERASE] = DESK_OTHER,
        [MESSAGE_REPORT] = DESK_OTHER,    [MESSAGE_IGNORE] = DESK_OTHER,
        [MESSAGE_IGNORED] = DESK_OTHER,   [MESSAGE_DAILY] = DESK_OTHER,
    };

    (void)state;
    for (uint32_t type = 1; type < message_types; type++) {
        struct message m = {.type = (enum message_type)type};
        bool early = type == MESSAGE_HELLO || type == MESSAGE_SIGNIN ||
                     type == MESSAGE_RECOVER || type == MESSAGE_PING;
        struct desk_request r;

        if (!message_shapes[type]->to_server)
            continue;
        if (type == MESSAGE_DO)
            m.do_.has_number = true;
        assert_true(desk_read(&m, &r, &why));
        if (r.task != tasks[type])
            fail_msg("%s is sorted wrongly", message_shapes[type]->name);
        assert_true(r.task == DESK_OTHER || message_table(&m));
        assert_true(desk_may_speak(&m, true, &why));
        assert_int_equal(desk_may_speak(&m, false, &why), early);
        assert_true(early || strcmp(why.code, "hello_first") == 0);
    }
}

static void a_greeting_has_a_version_and_a_view(void **state)
{
    struct message_hello hello = {.version = PROTOCOL_VERSION};
    char words[REFUSAL_WORDS];
    struct message_error e;

    (void)state;
    assert_true(desk_hello(&hello, &why));
    hello.view = message_text("json");
    assert_true(desk_hello(&hello, &why));
    hello.view = message_text("paint");
    assert_false(desk_hello(&hello, &why));
    assert_string_equal(why.code, "bad_message");
    hello.version = PROTOCOL_VERSION + 1;
    assert_false(desk_hello(&hello, &why));
    e = refusal_error(&why, SPANISH, words);
    assert_true(message_text_is(&e.code, "version") && !e.rule.at);
    assert_string_equal(words, "Este servidor habla la versión 2 del protocolo.");
}

static void seats_are_found(void **state)
{
    struct desk_request r;

    (void)state;
    open_table("berlin", 3);
    refused(LUIS, "{\"type\":\"start\",\"table\":\"t\"}", "not_host", "person who made");
    refused(LUIS, "{\"type\":\"seat\",\"table\":\"t\",\"seat\":1,\"kind\":\"bot\"}", "not_host",
            "person who made");
    refused(ANA, "{\"type\":\"seat\",\"table\":\"t\",\"seat\":1,\"kind\":\"bot\"}", "no_bot",
            "no such bot");
    refused(ANA,
            "{\"type\":\"seat\",\"table\":\"t\",\"seat\":1,\"kind\":\"bot\",\"bot\":\"flat\"}",
            "no_bot", "no such bot");
    done(ANA,
         "{\"type\":\"seat\",\"table\":\"t\",\"seat\":1,\"kind\":\"bot\",\"bot\":\"easy\"}");
    assert_int_equal(table.seat[0].role, ROLE_BOT);
    refused(ANA, "{\"type\":\"stand\",\"table\":\"t\"}", "no_seat", "no seat");
    done(ANA, "{\"type\":\"sit\",\"table\":\"t\"}");
    assert_int_equal(table_seat_of(&table, ANA), 1);
    assert_int_equal(ask(ANA, "{\"type\":\"sit\",\"table\":\"t\"}", &r), DESK_DONE);
    assert_int_equal(r.command.seat, 1);
    assert_int_equal(ask(ANA, "{\"type\":\"sit\",\"table\":\"t\",\"seat\":2}", &r), DESK_DONE);
    refused(ANA, "{\"type\":\"sit\",\"table\":\"t\",\"seat\":3}", "seated", "Stand up");
    refused(LUIS, "{\"type\":\"sit\",\"table\":\"t\",\"seat\":2}", "not_now", "taken");
    refused(LUIS, "{\"type\":\"sit\",\"table\":\"t\",\"seat\":9}", "full", "No seat is free.");
    done(LUIS, "{\"type\":\"sit\",\"table\":\"t\",\"seat\":3}");
    refused(BEA, "{\"type\":\"sit\",\"table\":\"t\"}", "full", "No seat is free.");
    done(LUIS, "{\"type\":\"stand\",\"table\":\"t\"}");
    done(BEA, "{\"type\":\"sit\",\"table\":\"t\"}");
    done(ANA, "{\"type\":\"start\",\"table\":\"t\"}");
    refused(BEA, "{\"type\":\"stand\",\"table\":\"t\"}", "not_now", "has begun");
    refused(LUIS, "{\"type\":\"resign\",\"table\":\"t\"}", "no_seat", "no seat");
    assert_false(desk_rematch(&table, ANA, &why));
    done(ANA, "{\"type\":\"resign\",\"table\":\"t\"}");
    done(BEA, "{\"type\":\"resign\",\"table\":\"t\"}");
    assert_true(desk_rematch(&table, ANA, &why) && desk_rematch(&table, BEA, &why));
    assert_false(desk_rematch(&table, LUIS, &why) || desk_rematch(&table, 0, &why));
    assert_string_equal(why.code, "not_now");
}

static void who_joins_is_told_what_came_after(void **state)
{
    struct desk_request r = read("{\"type\":\"join\",\"table\":\"t\"}");

    (void)state;
    assert_int_equal(desk_after(&table, &r), table.count);
    r = read("{\"type\":\"join\",\"table\":\"t\",\"after\":2}");
    assert_int_equal(desk_after(&table, &r), 2);
    r = read("{\"type\":\"join\",\"table\":\"t\",\"after\":-1}");
    assert_int_equal(desk_after(&table, &r), 0);
    r = read("{\"type\":\"join\",\"table\":\"t\",\"after\":99999999999}");
    assert_int_equal(desk_after(&table, &r), 0);
    r = read("{\"type\":\"join\",\"table\":\"t\",\"after\":99999}");
    assert_int_equal(desk_after(&table, &r), table.count);
}

/* The event that a seat can choose, number k, in its own words or as a number. */
static void choose(uint64_t person, uint32_t k, uint32_t at, bool words, char text[512])
{
    const struct match *m = &table.plan.match;
    char event[EVENT_TEXT_MAX];
    struct text t = text_in(event, sizeof event), out = text_in(text, 512);
    struct view v;
    event_t e;

    table_view(&table, table_seat_of(&table, person), &v);
    e = m->rules->pick(m, &v.seen, k);
    m->rules->format(m, &v.seen, e, &t);
    text_put(&out, "{\"type\":\"do\",\"table\":\"t\",\"at\":");
    text_number(&out, at);
    text_put(&out, words ? ",\"event\":\"" : ",\"number\":");
    if (words)
        text_put(&out, event);
    else
        text_number(&out, (int64_t)e);
    text_put(&out, words ? "\"}" : "}");
}

static void words_mean_what_they_meant(void **state)
{
    struct message bad = {.type = MESSAGE_DO};
    char first[512], second[512], text[512];
    struct desk_request r;
    uint32_t at;

    (void)state;
    open_table("metro", 2);
    done(ANA, "{\"type\":\"sit\",\"table\":\"t\"}");
    done(LUIS, "{\"type\":\"sit\",\"table\":\"t\"}");
    done(ANA, "{\"type\":\"start\",\"table\":\"t\"}");
    assert_false(desk_read(&bad, &r, &why));
    assert_string_equal(why.code, "bad_message");
    refused(ANA, "{\"type\":\"do\",\"table\":\"t\",\"at\":0,\"event\":\"\"}", "bad_event", "");
    refused(ANA, "{\"type\":\"do\",\"table\":\"t\",\"at\":0,\"event\":\"fly\"}", "bad_event",
            "");
    refused(BEA, "{\"type\":\"do\",\"table\":\"t\",\"at\":0,\"number\":1}", "no_seat", "");
    refused(LUIS, "{\"type\":\"do\",\"table\":\"t\",\"at\":99,\"number\":1}", "ahead", "");
    refused(ANA, "{\"type\":\"do\",\"table\":\"t\",\"at\":0,\"number\":1}", "stale", "");
    at = table.count;
    choose(ANA, 0, at, true, first);
    choose(ANA, 1, at, true, text);
    done(ANA, first);
    choose(LUIS, 0, table.count, false, second);
    done(LUIS, second);
    /* The same again, which is already done; and another choice, which is too late. */
    assert_int_equal(ask(ANA, first, &r), DESK_DONE);
    assert_int_equal(ask(LUIS, second, &r), DESK_DONE);
    refused(ANA, text, "stale", "gone on");
    choose(ANA, 0, table.count, true, text);
    done(ANA, text);
}

/* The words for keeping tickets refer to the offer. */
static void words_of_an_offer_are_read_as_it_was(void **state)
{
    char first[512], second[512];
    struct desk_request r;

    (void)state;
    open_table("europe", 2);
    done(ANA, "{\"type\":\"sit\",\"table\":\"t\"}");
    done(LUIS, "{\"type\":\"sit\",\"table\":\"t\"}");
    done(ANA, "{\"type\":\"start\",\"table\":\"t\"}");
    choose(LUIS, 0, table.count, true, first);
    done(LUIS, first);
    assert_true(table.seat[1].sealed);
    choose(ANA, 0, table.count, false, second);
    done(ANA, second);
    /* The offer is gone, but the words are those of the choice that was made. */
    assert_int_equal(ask(LUIS, first, &r), DESK_DONE);
    assert_int_equal(event_kind(r.command.event), EVENT_KEEP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_is_sorted),
        cmocka_unit_test(a_greeting_has_a_version_and_a_view),
        cmocka_unit_test(seats_are_found),
        cmocka_unit_test(who_joins_is_told_what_came_after),
        cmocka_unit_test(words_mean_what_they_meant),
        cmocka_unit_test(words_of_an_offer_are_read_as_it_was),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
