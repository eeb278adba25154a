/*
 * The JSON writer, and positions as JSON: the output is always well formed, and the output for
 * a viewer does not depend on anything that the viewer may not know.
 */
#include "../../protocol/json.h"
#include "../../protocol/view_json.h"
#include "../../table/dealer.h"
#include "../support/boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void test_values(void **unused)
{
    char buffer[512];
    struct json j = json_in(buffer, sizeof buffer);

    (void)unused;
    json_object(&j, NULL);
    json_text(&j, "text", "a \"b\" \\ \n\t\x01 é");
    json_array(&j, "numbers");
    json_number(&j, NULL, 0);
    json_number(&j, NULL, -7);
    json_number(&j, NULL, INT64_MAX);
    json_number(&j, NULL, INT64_MIN);
    json_end(&j);
    json_array(&j, "thousandths");
    json_thousandths(&j, NULL, 1000);
    json_thousandths(&j, NULL, 1250);
    json_thousandths(&j, NULL, -5);
    json_thousandths(&j, NULL, 100);
    json_end(&j);
    json_millionths(&j, "millionth", -2000001);
    json_object(&j, "nothing");
    json_end(&j);
    json_bool(&j, "yes", true);
    json_bool(&j, "no", false);
    json_null(&j, "null");
    json_hash(&j, "hash", 0xABCDEF);
    json_end(&j);
    assert_true(json_done(&j));
    assert_string_equal(buffer, "{\"text\":\"a \\\"b\\\" \\\\ \\n\\t\\u0001 é\","
                                "\"numbers\":[0,-7,9223372036854775807,-9223372036854775808],"
                                "\"thousandths\":[1,1.25,-0.005,0.1],"
                                "\"millionth\":-2.000001,"
                                "\"nothing\":{},\"yes\":true,\"no\":false,\"null\":null,"
                                "\"hash\":\"0000000000abcdef\"}");
}

static void assert_text(const char *s, size_t n, const char *expected)
{
    char buffer[64];
    struct json j = json_in(buffer, sizeof buffer);

    json_some_text(&j, NULL, s, n);
    assert_true(json_done(&j));
    assert_string_equal(buffer, expected);
}

static void test_bytes_that_are_no_text(void **unused)
{
    (void)unused;
    assert_text("\xFF", 1, "\"\xEF\xBF\xBD\"");
    assert_text("a\xC3", 2, "\"a\xEF\xBF\xBD\"");
    assert_text("\xC0\x80", 2, "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    assert_text("\xED\xA0\x80", 3, "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    assert_text("\xF4\x90\x80\x80", 4, "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    assert_text("\xF0\x9F\x9A\x82", 4, "\"\xF0\x9F\x9A\x82\"");
    assert_text("\0", 1, "\"\\u0000\"");
    assert_text("\x7F", 1, "\"\\u007f\"");
}

static void test_too_small(void **unused)
{
    char buffer[16];

    (void)unused;
    for (size_t size = 1; size <= 8; size++) {
        struct json j = json_in(buffer, size);

        memset(buffer, '#', sizeof buffer);
        json_text(&j, NULL, "12345");
        assert_int_equal(json_done(&j), size == 8);
        assert_int_equal(buffer[size], '#');
    }
}

static void test_wrong_nesting(void **unused)
{
    char buffer[256];
    struct json j = json_in(buffer, sizeof buffer);

    (void)unused;
    assert_false(json_done(&j)); /* nothing at all */
    j = json_in(buffer, sizeof buffer);
    json_end(&j);
    assert_false(json_done(&j));
    j = json_in(buffer, sizeof buffer);
    json_object(&j, NULL);
    assert_false(json_done(&j)); /* not closed */
    j = json_in(buffer, sizeof buffer);
    json_object(&j, NULL);
    json_number(&j, NULL, 1); /* no key */
    json_end(&j);
    assert_false(json_done(&j));
    j = json_in(buffer, sizeof buffer);
    json_array(&j, NULL);
    json_number(&j, "key", 1);
    json_end(&j);
    assert_false(json_done(&j));
    j = json_in(buffer, sizeof buffer);
    json_null(&j, NULL);
    json_null(&j, NULL); /* two values */
    assert_false(json_done(&j));
    j = json_in(buffer, sizeof buffer);
    for (int i = 0; i < 40; i++)
        json_array(&j, NULL);
    for (int i = 0; i < 40; i++)
        json_end(&j);
    assert_false(json_done(&j)); /* too deep */
}

struct pile {
    char text[1 << 17];
    size_t length;
};

static void collect(void *context, const char *at, size_t n)
{
    struct pile *p = context;

    assert_true(p->length + n < sizeof p->text);
    memcpy(p->text + p->length, at, n);
    p->length += n;
    p->text[p->length] = '\0';
}

/* The size of the buffer makes no difference. */
static void test_flush(void **unused)
{
    static struct pile pile;
    char all[256], buffer[64];

    (void)unused;
    for (size_t size = sizeof all; size >= 2; size = size > 64 ? 64 : size - 1) {
        struct json j = size > 64 ? json_in(all, size) : json_to(buffer, size, collect, &pile);

        pile.length = 0;
        json_array(&j, NULL);
        json_text(&j, NULL, "München–Wien");
        json_number(&j, NULL, -123456);
        json_end(&j);
        assert_true(json_done(&j));
        if (size <= 64)
            assert_string_equal(pile.text, all);
    }
}

static void write_view(const struct match *m, const struct state *s, uint32_t seat,
                       struct pile *pile)
{
    char buffer[512];
    struct json j = json_to(buffer, sizeof buffer, collect, pile);
    struct view v;
    struct position p = {.match = m, .view = &v, .events = 1};

    for (uint32_t i = 0; i < SEATS_MAX; i++)
        p.name[i] = "Ana";
    m->rules->view(m, s, seat, &v);
    pile->length = 0;
    view_json(&j, &p);
    assert_true(json_done(&j));
}

/* A seat gets the same output for two states that differ only in what it can't see (C13, C17R). */
static void hidden_stays_hidden(const struct board *board, uint32_t seats, uint64_t seed)
{
    static struct pile before, after;
    struct match m = match_of(board, seats);
    struct state s, other;
    struct rng r;
    struct dice dice = rng_dice(&r);
    uint32_t n = 0;

    rng_seed(&r, seed, 0);
    m.rules->start(&m, &s);
    for (; m.rules->actor(&m, &s) != NOBODY; n++) {
        if (n % 7 == 0) {
            uint32_t viewer = rng_below(&r, seats + 1);
            struct view v;

            viewer = viewer == seats ? (uint32_t)SPECTATOR : viewer;
            m.rules->view(&m, &s, viewer, &v);
            m.rules->resample(&m, &v, &dice, &other);
            write_view(&m, &s, viewer, &before);
            write_view(&m, &other, viewer, &after);
            assert_string_equal(before.text, after.text);
        }
        m.rules->apply(&m, &s, dealer_choose(&m, &s, &r));
    }
}

static void test_views(void **unused)
{
    static struct board board;
    struct complaint why;

    (void)unused;
    for (size_t i = 0; embedded_boards[i].id; i++) {
        assert_true(
            board_parse(embedded_boards[i].text, embedded_boards[i].size, &board, NULL, &why));
        for (uint32_t seats = board.seats_min; seats <= board.seats_max; seats++)
            for (uint64_t seed = 1; seed <= 4; seed++)
                hidden_stays_hidden(&board, seats, seed);
    }
}

static void write_preview(const struct match *m, const struct state *s, event_t e,
                          struct pile *pile)
{
    char buffer[512];
    struct json j = json_to(buffer, sizeof buffer, collect, pile);
    struct view v;
    struct position p = {m, &v, {"Ana", "Luis", "Chen"}, 0, 1, ENGLISH, true};

    m->rules->view(m, s, m->rules->actor(m, s), &v);
    pile->length = 0;
    preview_json(&j, NULL, &p, e);
    assert_true(json_done(&j));
}

/* The number of lines in a preview; each must be word for word in the position that follows. */
static uint32_t lines_in_both(char *preview, const char *position)
{
    uint32_t lines = 0;

    for (char *at = preview; (at = strstr(at, "\"line\":{")); lines++) {
        char *object = at + strlen("\"line\":"), *end = strstr(object, "]}}");

        assert_non_null(end);
        end[2] = 0;
        assert_non_null(strstr(position, object));
        at = end + 3;
    }
    return lines;
}

static void test_preview(void **unused)
{
    static struct pile preview, after;
    static struct board board;
    struct match m;
    struct state s;
    struct rng r;
    uint32_t lines = 0;

    (void)unused;
    load_board("metro", &board);
    m = match_of(&board, 3);
    rng_seed(&r, 5, 0);
    m.rules->start(&m, &s);
    while (m.rules->actor(&m, &s) != NOBODY) {
        event_t e = dealer_choose(&m, &s, &r);
        uint32_t actor = m.rules->actor(&m, &s);

        if (event_kind(e) == EVENT_PLACE)
            write_preview(&m, &s, e, &preview);
        assert_true(m.rules->apply(&m, &s, e));
        if (event_kind(e) != EVENT_PLACE)
            continue;
        write_view(&m, &s, actor, &after);
        lines += lines_in_both(preview.text, after.text);
        if (m.rules->actor(&m, &s) < m.seats) {
            write_preview(&m, &s, e, &preview); /* the square is taken now */
            assert_string_equal(preview.text, "[]");
        }
    }
    assert_true(lines > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),    cmocka_unit_test(test_bytes_that_are_no_text),
        cmocka_unit_test(test_too_small), cmocka_unit_test(test_wrong_nesting),
        cmocka_unit_test(test_flush),     cmocka_unit_test(test_views),
        cmocka_unit_test(test_preview),
    };

    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
