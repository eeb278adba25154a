/*
 * Logs: a written log can be read back, and every mistake is refused with its line, its column
 * and a reason. The rules themselves are tested elsewhere.
 */
#include "../../table/dealer.h"
#include "../../table/log.h"
#include "../support/boards.h"
#include "spanish.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct board europe;

static int load(void **unused)
{
    (void)unused;
    load_board("europe", &europe);
    return 0;
}

/* The result of reading a log. */
struct reading {
    bool good;
    struct complaint why;
    struct log_header header;
    struct match match;
    struct state state;
    struct log_reader reader;
};

static struct reading read_bytes(const char *text, size_t n)
{
    struct reading r = {0};
    enum log_step step;
    event_t e;

    log_open(&r.reader, text, n);
    if (!log_read_header(&r.reader, &r.header, &r.why) ||
        !log_match(&r.header, &europe, &r.match, &r.why))
        return r;
    r.match.rules->start(&r.match, &r.state);
    while ((step = log_next(&r.reader, &r.match, &r.state, &e, &r.why)) < LOG_END)
        ;
    r.good = step == LOG_END;
    return r;
}

static struct reading read_log(const char *text)
{
    return read_bytes(text, strlen(text));
}

static void assert_good(const char *text, uint32_t events)
{
    struct reading r = read_log(text);

    if (!r.good)
        fail_msg("refused: %u:%u: %s", r.why.line, r.why.column, r.why.message);
    assert_int_equal(r.reader.events, events);
}

static void assert_bad(const char *text, uint32_t line, uint32_t column, const char *words)
{
    struct reading r = read_log(text);

    assert_false(r.good);
    if (r.why.line != line || r.why.column != column || !strstr(r.why.message, words))
        fail_msg("expected %u:%u with \"%s\", got %u:%u: %s", line, column, words, r.why.line,
                 r.why.column, r.why.message);
    if (spanish_fault(&r.why))
        fail_msg("in Spanish %s: %s", spanish_fault(&r.why), r.why.message);
}

#define TOP "anden log 1\ngame europe\nseats 2\n"

/* Four cards each, a market of five, four tickets each: the set-up up to the choice of tickets. */
#define SETUP                                                                                  \
    TOP "deal red\ndeal red\ndeal red\ndeal red\n"                                             \
        "deal blue\ndeal blue\ndeal blue\ndeal blue\n"                                         \
        "deal green\ndeal green\ndeal green\ndeal green\ndeal white\n"                         \
        "ticket Brest-Petrograd\nticket Lisboa-Danzig\n"                                       \
        "ticket Madrid-Dieppe\nticket Paris-Wien\nticket Berlin-Roma\n"                        \
        "ticket London-Wien\nticket Essen-Kyiv\nticket Athina-Angora\n"
enum { SETUP_EVENTS = 13 + 8, SETUP_LINES = 3 + SETUP_EVENTS };

/* A whole random game as a log, written event by event; the caller frees it. */
static char *random_log(uint64_t seed, uint32_t seats, struct state *end)
{
    struct match m = match_of(&europe, seats);
    size_t room = 1 << 18, n;
    char *text = malloc(room);
    struct log_header h;
    struct text t;
    struct rng r;

    assert_non_null(text);
    rng_seed(&r, seed, 0);
    log_header_of(&m, &h);
    strcpy(h.name[0], "Ana");
    strcpy(h.name[1], "Luis \"el #1\" \\ Güell");
    t = text_in(text, room);
    log_put_header(&t, &h);
    m.rules->start(&m, end);
    while (m.rules->actor(&m, end) != NOBODY) {
        event_t e = dealer_choose(&m, end, &r);

        log_put_event(&t, &m, end, e);
        assert_true(m.rules->apply(&m, end, e));
    }
    log_put_result(&t, &m, end);
    assert_false(t.cut);
    n = t.length;
    assert_true(n < room);
    return text;
}

static void test_round_trip(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        uint32_t seats = 2 + (uint32_t)(seed % 4);
        struct state end;
        char *text = random_log(seed, seats, &end);
        struct reading r = read_log(text);

        if (!r.good)
            fail_msg("seed %u: %u:%u: %s", (unsigned)seed, r.why.line, r.why.column,
                     r.why.message);
        assert_true(r.reader.ended);
        assert_memory_equal(&r.state, &end, sizeof end);
        assert_string_equal(r.header.name[0], "Ana");
        assert_string_equal(r.header.name[1], "Luis \"el #1\" \\ Güell");
        assert_int_equal(r.header.seats, seats);
        assert_int_equal(r.header.rules, RULES_REVISION);
        assert_true(r.header.hash == europe.hash);
        free(text);
    }
}

/* Every beginning of a log, cut anywhere, is read or refused; no byte beyond it is touched. */
static void test_cut_anywhere(void **unused)
{
    struct state end;
    char *text = random_log(3, 2, &end);
    size_t size = strlen(text);

    (void)unused;
    for (size_t n = 0; n < size; n += n < 600 ? 1 : 97) {
        char *copy = malloc(n + 1);
        struct reading r;

        assert_non_null(copy);
        memcpy(copy, text, n);
        r = read_bytes(copy, n);
        assert_true(r.good || r.why.line > 0);
        free(copy);
    }
    free(text);
}

static void test_line_ends(void **unused)
{
    (void)unused;
    assert_good(TOP "deal red\n", 1);
    assert_good(TOP "deal red", 1);
    assert_good("anden log 1\r\ngame europe\r\nseats 2\r\n\r\ndeal red\r\ndeal blue\r\n", 2);
    assert_good("\xEF\xBB\xBF" TOP "deal red\n", 1);
    assert_good("\n  \n# a comment\n\tanden log 1 # another\n  game europe\nseats 2\n\n"
                "  deal red   # the first\n#deal blue\n",
                1);
    assert_bad("\xEF\xBB\xBF" TOP "deal mauve\n", 4, 6, "");
}

static void test_first_line(void **unused)
{
    (void)unused;
    assert_bad("", 1, 1, "empty");
    assert_bad("# nothing\n\n", 1, 1, "empty");
    assert_bad("game europe\n", 1, 1, "not a log");
    assert_bad("\n anden logs 1\n", 2, 2, "not a log");
    assert_bad("anden log one\n", 1, 1, "not a log");
    assert_bad("anden log\n", 1, 1, "not a log");
    assert_bad("anden log 2\n", 1, 11, "format");
    assert_bad("anden log 1 2\n", 1, 13, "Nothing more");
    assert_bad("\x00\x01\x02", 1, 1, "");
}

static void test_header(void **unused)
{
    (void)unused;
    assert_bad("anden log 1\nseats 2\n", 2, 1, "which game");
    assert_bad("anden log 1\ngame europe\ndeal red\n", 3, 1, "how many seats");
    assert_bad("anden log 1\ngame\n", 2, 5, "name of at most 23");
    assert_bad("anden log 1\ngame Europe\n", 2, 6, "name of at most 23");
    assert_bad("anden log 1\ngame europeeuropeeuropeeurope\n", 2, 6, "name of at most 23");
    assert_bad("anden log 1\ngame europe x\n", 2, 13, "Nothing more");
    assert_bad(TOP "game europe\n", 4, 1, "already");
    assert_bad(TOP "seats 3\n", 4, 1, "already");
    assert_bad(TOP "board mars\n", 4, 7, "not that of the game");
    assert_bad("anden log 1\ngame mars\nseats 2\n", 2, 6, "another board");
    assert_bad("anden log 1\ngame europe\nseats\n", 3, 6, "number is missing");
    assert_bad("anden log 1\ngame europe\nseats two\n", 3, 7, "number is missing");
    assert_bad("anden log 1\ngame europe\nseats 2x\n", 3, 7, "number is missing");
    assert_bad("anden log 1\ngame europe\nseats -2\n", 3, 7, "number is missing");
    assert_bad("anden log 1\ngame europe\nseats 99999999999\n", 3, 7, "number is missing");
    assert_bad("anden log 1\ngame europe\nseats 0\n", 3, 7, "so many");
    assert_bad("anden log 1\ngame europe\nseats 7\n", 3, 7, "so many");
    assert_bad("anden log 1\ngame europe\nseats 1\n", 3, 7, "");
    assert_bad("anden log 1\ngame europe\nseats 6\n", 3, 7, "");
    assert_bad(TOP "deal red\nseats 2\n", 5, 1, "before the first event");
    assert_bad(TOP "deal red\n  name 1 Ana\n", 5, 3, "before the first event");
}

static void test_board_hash_and_rules(void **unused)
{
    char text[256];

    (void)unused;
    assert_good(TOP "board europe\nrules 1\n", 0);
    snprintf(text, sizeof text, TOP "board europe %016llx\n", (unsigned long long)europe.hash);
    assert_good(text, 0);
    snprintf(text, sizeof text, TOP "board europe %016llx\n",
             (unsigned long long)(europe.hash ^ 1));
    assert_bad(text, 4, 14, "hash differs");
    assert_bad(TOP "board europe 123\n", 4, 14, "16 hexadecimal");
    assert_bad(TOP "board europe 0123456789abcdeg\n", 4, 14, "16 hexadecimal");
    assert_bad(TOP "board europe 0123456789abcdef 1\n", 4, 31, "Nothing more");
    assert_bad(TOP "rules 99\n", 4, 7, "revision");
    assert_bad(TOP "board europe 0000000000000000\n", 4, 14, "hash differs");
    assert_bad(TOP "rules 0\n", 4, 7, "revision");
}

static void test_names(void **unused)
{
    struct reading r;

    (void)unused;
    r = read_log(TOP "name 2 \"Luis # Miguel\" # a comment\nname 1 Ana María # another\n");
    assert_true(r.good);
    assert_string_equal(r.header.name[0], "Ana María");
    assert_string_equal(r.header.name[1], "Luis # Miguel");
    r = read_log(TOP "name 1 \"a \\\"b\\\" \\\\\"\n");
    assert_true(r.good);
    assert_string_equal(r.header.name[0], "a \"b\" \\");
    assert_bad(TOP "name Ana\n", 4, 6, "number of a seat");
    assert_bad(TOP "name 0 Ana\n", 4, 6, "number of a seat");
    assert_bad(TOP "name 7 Ana\n", 4, 6, "number of a seat");
    assert_bad(TOP "name 3 Ana\n", 4, 8, "fewer seats");
    assert_bad(TOP "name 1 Ana\nname 1 Eva\n", 5, 6, "already");
    assert_bad(TOP "name 1\n", 4, 7, "1 to 39 bytes");
    assert_bad(TOP "name 1 \"\"\n", 4, 8, "1 to 39 bytes");
    assert_bad(TOP "name 1 \"Ana\n", 4, 8, "1 to 39 bytes");
    assert_bad(TOP "name 1 \"Ana\\\n", 4, 8, "1 to 39 bytes");
    assert_bad(TOP "name 1 \"Ana\" Eva\n", 4, 14, "Nothing more");
    assert_bad(TOP "name 1 Anaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", 4, 8, "39 bytes");
    assert_bad(TOP "name 1 A\x1B[31mna\n", 4, 8, "39 bytes");
    assert_bad(TOP "name 1 A\xC2\x9Bna\n", 4, 8, "39 bytes");
    assert_bad(TOP "name 1 A\xFFna\n", 4, 8, "39 bytes");
}

static void test_players(void **unused)
{
    struct reading r;

    (void)unused;
    r = read_log(TOP "player 2 rollout:time=1s,seed=3 # strong\nplayer 1 human\n");
    assert_true(r.good);
    assert_string_equal(r.header.player[0], "human");
    assert_string_equal(r.header.player[1], "rollout:time=1s,seed=3");
    assert_bad(TOP "player human\n", 4, 8, "number of a seat");
    assert_bad(TOP "player 7 human\n", 4, 8, "number of a seat");
    assert_bad(TOP "player 3 human\n", 4, 10, "fewer seats");
    assert_bad(TOP "player 1 human\nplayer 1 easy\n", 5, 8, "already");
    assert_bad(TOP "player 1\n", 4, 9, "player is expected");
    assert_bad(TOP "player 1 human easy\n", 4, 16, "Nothing more");
}

static void test_options(void **unused)
{
    struct reading r;

    (void)unused;
    r = read_log(TOP "option first 2\n");
    assert_true(r.good);
    assert_int_equal(r.match.option[0], 2);
    assert_bad(TOP "option second 2\n", 4, 8, "no such option");
    assert_bad(TOP "option first\n", 4, 13, "number is missing");
    assert_bad(TOP "option first 200\n", 4, 14, "from 0 to");
    assert_bad(TOP "option first 3\n", 3, 7, "");
    assert_bad(TOP "option first 1\noption first 1\n", 5, 8, "already");
    assert_bad(TOP "option\n", 4, 7, "name of at most");
}

static void test_seat_before_an_event(void **unused)
{
    (void)unused;
    assert_good(SETUP "1: keep 1 2\n2: keep 1 2 3\n", SETUP_EVENTS + 2);
    assert_good(SETUP "1:keep 1 2\n  keep 1 2 3\n", SETUP_EVENTS + 2);
    assert_bad(SETUP "2: keep 1 2\n", SETUP_LINES + 1, 1, "turn of seat 1, not of seat 2");
    assert_bad(SETUP "  9: keep 1 2\n", SETUP_LINES + 1, 3, "turn of seat 1, not of seat 9");
    assert_bad(TOP "1: deal red\n", 4, 1, "Chance acts here");
    assert_bad(SETUP "1:\n", SETUP_LINES + 1, 3, "");
}

static void test_bad_events(void **unused)
{
    struct reading r;

    (void)unused;
    assert_bad(TOP "deal\n", 4, 5, "");
    assert_bad(TOP "frobnicate\n", 4, 1, "");
    assert_bad(TOP "  draw 1\n", 4, 3, "");
    assert_bad(SETUP "1: keep 1\n", SETUP_LINES + 1, 4, "");
    r = read_log(SETUP "1: keep 1\n");
    assert_string_equal(r.why.rule, "E3");
    r = read_log(TOP "deal red\n1: draw 1\n");
    assert_false(r.good);
    assert_int_equal(r.reader.events, 1);
}

/* The state is the one before the bad line. */
static void test_nothing_changes(void **unused)
{
    struct reading good = read_log(SETUP);
    struct reading bad = read_log(SETUP "1: keep 1\n");

    (void)unused;
    assert_true(good.good);
    assert_false(bad.good);
    assert_memory_equal(&good.state, &bad.state, sizeof good.state);
}

static uint32_t lines_of(const char *text)
{
    uint32_t n = 1;

    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void test_result(void **unused)
{
    struct state end;
    char *text = random_log(11, 2, &end);
    uint32_t last = lines_of(text) - 1;
    char *result = strstr(text, "\nresult") + 1; /* replaced again and again */
    char line[64];
    struct match m = match_of(&europe, 2);
    struct sheet sheet;

    (void)unused;
    m.rules->score(&m, &end, &sheet);
    assert_bad(TOP "result 0 0\n", 4, 1, "not over yet");
    snprintf(line, sizeof line, "result %d %d\n", sheet.seat[0].total, sheet.seat[1].total + 1);
    strcpy(result, line);
    snprintf(line, sizeof line, "result %d ", sheet.seat[0].total);
    assert_bad(text, last, (uint32_t)strlen(line) + 1, "for seat 2, but the game gives");
    snprintf(line, sizeof line, "result %d\n", sheet.seat[0].total);
    strcpy(result, line);
    assert_bad(text, last, (uint32_t)strlen(line), "one whole number for each seat");
    strcpy(result, "result\n");
    assert_bad(text, last, 7, "one whole number for each seat");
    strcpy(result, "result - 1\n");
    assert_bad(text, last, 8, "one whole number for each seat");
    strcpy(result, "result +1 1\n");
    assert_bad(text, last, 8, "one whole number for each seat");
    strcpy(result, "result 1000000000000 1\n");
    assert_bad(text, last, 8, "one whole number for each seat");
    strcpy(result, "1: draw deck\n");
    assert_bad(text, last, 1, "game is over");
    strcpy(result, "# no result\n");
    assert_true(read_log(text).good);
    free(text);
}

static void test_after_the_result(void **unused)
{
    struct state end;
    char *text = random_log(12, 3, &end);
    uint32_t next = lines_of(text);
    size_t n = strlen(text);

    (void)unused;
    strcpy(text + n, "\n# a comment\n\n");
    assert_true(read_log(text).good);
    strcpy(text + n, "result 1 2 3\n");
    assert_bad(text, next, 1, "Nothing can follow");
    strcpy(text + n, "\n  rubbish\n");
    assert_bad(text, next + 1, 3, "Nothing can follow");
    strcpy(text + n - 1, " 7\n");
    assert_int_equal(read_log(text).why.line, next - 1);
    free(text);
}

static void test_huge_lines(void **unused)
{
    size_t n = 1 << 20;
    char *text = malloc(n + 64);

    (void)unused;
    assert_non_null(text);
    strcpy(text, TOP);
    memset(text + strlen(TOP), 'x', n);
    text[n] = '\0';
    assert_bad(text, 4, 1, "too long");
    memcpy(text + strlen(TOP), "name 1 ", 7);
    assert_bad(text, 4, 1, "too long");
    text[strlen(TOP)] = '#';
    assert_true(read_log(text).good);
    memset(text + strlen(TOP), ' ', n - strlen(TOP));
    assert_true(read_log(text).good);
    memset(text, '\n', n);
    assert_bad(text, 1, 1, "empty");
    free(text);
}

/* The number of a seeded dealer is part of the header; the seed of a table is not. */
static void test_seed(void **unused)
{
    struct reading r = read_log(TOP "seed 18446744073709551615 # the largest\n");
    char header[LOG_HEADER_MAX];
    struct text t = text_in(header, sizeof header);

    (void)unused;
    assert_true(r.good);
    assert_true(r.header.place[LOG_SEED].line == 4 && r.header.seed == UINT64_MAX);
    log_put_header(&t, &r.header);
    assert_non_null(strstr(header, "\nseed 18446744073709551615\n"));
    r = read_log(TOP "seed 0\n");
    assert_true(r.good && r.header.place[LOG_SEED].line == 4 && r.header.seed == 0);
    r = read_log(TOP);
    assert_true(r.good && !r.header.place[LOG_SEED].line);
    r = read_log(TOP "seed 0123456789012345678901234567890123456789012345678901234567890123\n");
    assert_true(r.good && !r.header.place[LOG_SEED].line && r.reader.has_seed);

    assert_bad(TOP "seed\n", 4, 5, "whole number");
    assert_bad(TOP "seed x\n", 4, 6, "whole number");
    assert_bad(TOP "seed -1\n", 4, 6, "whole number");
    assert_bad(TOP "seed 18446744073709551616\n", 4, 6, "whole number");
    assert_bad(TOP "seed 1 2\n", 4, 8, "Nothing more");
    assert_bad(TOP "seed 1\nseed 1\n", 5, 1, "said this already");
    assert_bad(TOP "deal red\nseed 1\n", 5, 6, "64 hexadecimal");
}

/* Seats that resign or run out of time. */
static void test_out(void **unused)
{
    const char *three = "anden log 1\ngame europe\nseats 3\ndeal red\n";
    char text[256];
    struct reading r;

    (void)unused;
    snprintf(text, sizeof text, "%sresign 2\ndeal red\ntimeout 3 # too slow\n", three);
    r = read_log(text);
    assert_true(r.good);
    assert_int_equal(r.reader.events, 2);
    assert_int_equal(r.reader.out, 6);
    assert_true(log_is_over(text, strlen(text)));
    strcat(text, "deal red\n");
    assert_bad(text, 8, 1, "all seats but one");

    snprintf(text, sizeof text, "%sresign 2\n", three);
    assert_good(text, 1);
    assert_false(log_is_over(text, strlen(text)));
    strcat(text, "resign 2\n");
    assert_false(log_is_over(text, strlen(text)));
    assert_bad(text, 6, 8, "out of the game already");
    assert_bad(TOP "deal red\nresign 0\n", 5, 8, "fewer seats");
    assert_bad(TOP "deal red\nresign 3\n", 5, 8, "fewer seats");
    assert_bad(TOP "deal red\ntimeout\n", 5, 8, "number is missing");
    assert_bad(TOP "deal red\nresign two\n", 5, 8, "number is missing");
    assert_false(log_is_over("rubbish", 7));
    assert_false(log_is_over(TOP "resign 3\n# result\n", sizeof TOP + 18));
    assert_true(log_is_over(TOP "resign 2\n", sizeof TOP + 8));
    assert_true(log_is_over(TOP "result 1 2\n", sizeof TOP + 10));
}

/* The header of the longest names fits LOG_HEADER_MAX. */
static void test_header_fits(void **unused)
{
    struct match m = match_of(&europe, 5);
    char buffer[LOG_HEADER_MAX];
    struct log_header h;
    struct text t = text_in(buffer, sizeof buffer);

    (void)unused;
    log_header_of(&m, &h);
    h.seats = SEATS_MAX;
    memset(h.game, 'x', ID_SIZE - 1);
    memset(h.board, 'x', ID_SIZE - 1);
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        memset(h.name[seat], '"', NAME_SIZE - 1);
    for (uint32_t seat = 0; seat < SEATS_MAX; seat++)
        memset(h.player[seat], 'x', LOG_PLAYER - 1);
    h.place[LOG_SEED_HASH].line = h.place[LOG_SEED].line = 1;
    h.seed = UINT64_MAX;
    h.options = OPTIONS_MAX;
    for (uint32_t i = 0; i < OPTIONS_MAX; i++) {
        memset(h.option[i].name, 'x', ID_SIZE - 1);
        h.option[i].value = UINT32_MAX;
    }
    log_put_header(&t, &h);
    assert_false(t.cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_cut_anywhere),
        cmocka_unit_test(test_line_ends),  cmocka_unit_test(test_first_line),
        cmocka_unit_test(test_header),     cmocka_unit_test(test_board_hash_and_rules),
        cmocka_unit_test(test_names),      cmocka_unit_test(test_players),
        cmocka_unit_test(test_options),    cmocka_unit_test(test_seat_before_an_event),
        cmocka_unit_test(test_bad_events), cmocka_unit_test(test_nothing_changes),
        cmocka_unit_test(test_result),     cmocka_unit_test(test_after_the_result),
        cmocka_unit_test(test_huge_lines), cmocka_unit_test(test_header_fits),
        cmocka_unit_test(test_seed),       cmocka_unit_test(test_out),
    };

    return cmocka_run_group_tests_name("log", tests, load, NULL);
}
