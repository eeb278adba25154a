/*
 * The JSON reader: what it accepts and refuses, the place of a mistake, and the questions about
 * a value. Where jansson is installed, both judge the same texts, and many thousands that were
 * damaged at random.
 */
#include "protocol/json_read.h"
#include "table/dealer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef HAVE_JANSSON
#include <jansson.h>
#endif

static struct json_value open_good(const char *text)
{
    struct complaint why;
    struct json_value v;

    if (!json_read_open(text, strlen(text), &v, &why))
        fail_msg("%s: %u: %s", text, why.column, why.message);
    return v;
}

static const char *const good[] = {
    "{}",
    " [ ] ",
    "\t\n\r\"a\" ",
    "0",
    "-0",
    "-12.5e-3",
    "9007199254740992",
    "-9007199254740992",
    "1e15",
    "0e999999999999",
    "0.000000000000000000000000000000001",
    "1e-999999999999999",
    "true",
    "false",
    "null",
    "[1,[2,[3,{\"a\":[]}]]]",
    "{\"a\":1,\"b\":{\"a\":2}, \"\\u0061b\" : [null]}",
    "\"\\ud83d\\ude80 \\u00e9 \\\" \\\\ \\/ \\b\\f\\n\\r\\t\"",
    "\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x9A\x80 \x7F\"",
    "[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]",
};

/* A text and the byte, from 1, where it is wrong. */
static const struct {
    const char *text;
    uint32_t column;
} bad[] = {
    {"", 1},
    {"  ", 3},
    {"{", 2},
    {"[1", 3},
    {"[1,]", 4},
    {"[,1]", 2},
    {"{\"a\"}", 5},
    {"{\"a\":}", 6},
    {"{\"a\":1,}", 8},
    {"{a:1}", 2},
    {"{\"a\":1 \"b\":2}", 8},
    {"[1}", 3},
    {"{\"a\":1]", 7},
    {"1 2", 3},
    {"{}{}", 3},
    {"01", 1},
    {"-", 1},
    {"+1", 1},
    {".5", 1},
    {"1.", 1},
    {"1e", 1},
    {"1e+", 1},
    {"0x10", 2},
    {"NaN", 1},
    {"Infinity", 1},
    {"tru", 1},
    {"nulll", 5},
    {"9007199254740993", 1},
    {"9007199254740992.1", 1},
    {"[1e16]", 2},
    {"1e999999999999", 1},
    {"\"a", 1},
    {"\"\\x\"", 2},
    {"\"\\u12g4\"", 2},
    {"\"\\u0000\"", 2},
    {"\"\\ud83d\"", 2},
    {"\"\\ud83dx\"", 2},
    {"\"\\ude80\\ud83d\"", 2},
    {"\"\\ud83d\\u0041\"", 2},
    {"\"\n\"", 2},
    {"\"\xC3(\"", 2},
    {"\"\xC0\x80\"", 2},
    {"\"\xED\xA0\x80\"", 2},
    {"\"\xF5\x80\x80\x80\"", 2},
    {"'a'", 1},
    {"[1] // x", 5},
    {"{\"a\":1,\"a\":2}", 8},
    {"{\"ab\":1,\"a\\u0062\":2}", 9},
    {"[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", 17},
    {"\xEF\xBB\xBF{}", 1},
};

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_not_equal(open_good(good[i]).kind, JSON_IS_NOTHING);
}

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct complaint why = {0};
        struct json_value v = {.kind = JSON_IS_TEXT};

        if (json_read_open(bad[i].text, strlen(bad[i].text), &v, &why))
            fail_msg("accepted: %s", bad[i].text);
        if (why.column != bad[i].column || strlen(why.message) < 10)
            fail_msg("%s: column %u, not %u: %s", bad[i].text, why.column, bad[i].column,
                     why.message);
        assert_int_equal(v.kind, JSON_IS_NOTHING);
    }
}

/* A valid text without its end is no longer valid (but a number may be). */
static void test_cut(void **state)
{
    const char *text = "{\"a\":[1,\"b\\u00e9\",true,null,{\"c\":-1.5e3}]}";
    struct complaint why;
    struct json_value v;

    (void)state;
    for (size_t n = 0; n < strlen(text); n++) {
        char *part = malloc(n + 1);

        memcpy(part, text, n);
        char *exact = realloc(part, n ? n : 1); /* the sanitizer notices a read beyond it */
        assert_false(json_read_open(exact, n, &v, &why));
        free(exact);
    }
}

static void test_many_keys(void **state)
{
    char text[4096] = "{";
    struct complaint why;
    struct json_value v;
    size_t n = 1;

    (void)state;
    for (int i = 0; i <= JSON_READ_KEYS; i++) {
        n += (size_t)sprintf(text + n, "%s\"k%d\":%d", i ? "," : "", i, i);
        text[n] = '}';
        assert_int_equal(json_read_open(text, n + 1, &v, &why), i < JSON_READ_KEYS);
    }
}

static void test_asking(void **state)
{
    struct json_value v = open_good("{\"type\" : \"do\", \"n\": -12, \"list\":[1 , \"x]\\\"\","
                                    "{\"y\":[]},false],\"half\":0.5,\"k\":1.2e1,\"z\":null}");
    struct json_value m, key;
    int64_t number = 7;
    char buffer[8];
    size_t length;
    bool yes = true;
    int count = 0;

    (void)state;
    assert_true(json_member(&v, "type", &m) && json_is(&m, "do"));
    assert_false(json_is(&m, "d") || json_is(&m, "dog") || json_is(&m, ""));
    assert_true(json_read_text(&m, buffer, 3, &length));
    assert_string_equal(buffer, "do");
    assert_int_equal(length, 2);
    assert_false(json_read_text(&m, buffer, 2, NULL));
    assert_false(json_read_number(&m, &number) || json_read_bool(&m, &yes));
    assert_true(json_member(&v, "n", &m) && json_read_number(&m, &number));
    assert_int_equal(number, -12);
    assert_false(json_read_text(&m, buffer, 8, NULL) || json_is(&m, "-12"));
    assert_true(json_member(&v, "half", &m));
    assert_false(json_read_number(&m, &number));
    assert_true(json_member(&v, "k", &m) && json_read_number(&m, &number));
    assert_int_equal(number, 12);
    assert_true(json_member(&v, "z", &m));
    assert_int_equal(m.kind, JSON_IS_NULL);
    assert_false(json_member(&v, "nothing", &m));
    assert_int_equal(m.kind, JSON_IS_NOTHING);
    assert_false(json_member(&m, "type", &m));

    assert_true(json_member(&v, "list", &v));
    static const enum json_kind kinds[] = {JSON_IS_NUMBER, JSON_IS_TEXT, JSON_IS_OBJECT,
                                           JSON_IS_BOOL};
    for (struct json_items i = json_items(&v); json_next(&i, &key, &m); count++) {
        assert_int_equal(m.kind, kinds[count]);
        assert_int_equal(key.kind, JSON_IS_NOTHING);
    }
    assert_int_equal(count, 4);
    assert_true(json_read_bool(&m, &yes));
    assert_false(yes);
    struct json_items none = json_items(&m);
    assert_false(json_next(&none, &key, &m));
}

static void test_escapes(void **state)
{
    struct json_value v = open_good("\"a\\u00e9\\ud83d\\ude80\\n\xE2\x82\xAC\\u20AC\"");
    char buffer[32];

    (void)state;
    assert_true(json_read_text(&v, buffer, sizeof buffer, NULL));
    assert_string_equal(buffer, "a\xC3\xA9\xF0\x9F\x9A\x80\n\xE2\x82\xAC\xE2\x82\xAC");
    assert_true(json_is(&v, buffer));
}

#ifdef HAVE_JANSSON

/* Is everything that jansson found within the limits of our reader? */
static bool within(const json_t *v, int depth)
{
    const char *key;
    json_t *value;
    size_t i;

    if (json_is_array(v)) {
        json_array_foreach(v, i, value) if (!within(value, depth + 1)) return false;
        return depth < JSON_READ_DEPTH;
    }
    if (json_is_object(v)) {
        json_object_foreach((json_t *)v, key,
                            value) if (!within(value, depth + 1)) return false;
        return depth < JSON_READ_DEPTH && json_object_size(v) <= JSON_READ_KEYS;
    }
    return !json_is_number(v) ||
           (json_number_value(v) <= 0x1p53 && json_number_value(v) >= -0x1p53 &&
            !(json_is_integer(v) && llabs(json_integer_value(v)) > 1LL << 53));
}

/* jansson has rounded the number: it may have been larger. */
static bool unsure(const json_t *v)
{
    const char *key;
    json_t *value;
    size_t i;

    json_array_foreach(v, i, value) if (unsure(value)) return true;
    json_object_foreach((json_t *)v, key, value) if (unsure(value)) return true;
    return json_is_real(v) && (json_real_value(v) == 0x1p53 || json_real_value(v) == -0x1p53);
}

/* Does our reader find what jansson has found? */
static void same_value(const struct json_value *v, const json_t *j)
{
    struct json_value key, m;
    char buffer[512];
    int64_t number;
    size_t n = 0;
    bool yes;

    if (json_is_object(j)) {
        for (struct json_items i = json_items(v); json_next(&i, &key, &m); n++) {
            assert_true(json_read_text(&key, buffer, sizeof buffer, NULL));
            assert_non_null(json_object_get(j, buffer));
            same_value(&m, json_object_get(j, buffer));
        }
        assert_int_equal(n, json_object_size(j));
    } else if (json_is_array(j)) {
        for (struct json_items i = json_items(v); json_next(&i, NULL, &m); n++)
            same_value(&m, json_array_get(j, n));
        assert_int_equal(n, json_array_size(j));
    } else if (json_is_string(j)) {
        assert_true(json_read_text(v, buffer, sizeof buffer, NULL));
        assert_string_equal(buffer, json_string_value(j));
    } else if (json_is_integer(j)) {
        assert_true(json_read_number(v, &number));
        assert_true(number == json_integer_value(j));
    } else if (json_is_boolean(j)) {
        assert_true(json_read_bool(v, &yes));
        assert_int_equal(yes, json_is_true(j));
    } else if (json_is_null(j)) {
        assert_int_equal(*v->at, 'n');
    }
}

static void compare(const char *text, size_t n)
{
    struct complaint why;
    struct json_value v;
    json_error_t error;
    json_t *j = json_loadb(text, n, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    bool ours = json_read_open(text, n, &v, &why);

    if (j && unsure(j)) {
        json_decref(j);
        return;
    }
    if (ours != (j && within(j, 0)))
        fail_msg("%.*s: jansson says %s, we say %s", (int)n, text, j ? "good" : error.text,
                 ours ? "good" : why.message);
    if (ours)
        same_value(&v, j);
    json_decref(j);
}

static void test_like_jansson(void **state)
{
    static const char letters[] = "{}[]\",:\\u0019.-+eE truefalsnx\n\xC3\xA9\xF0\x9F\x80/\x01";
    const char *scale = getenv("ANDEN_TEST_SCALE");
    int rounds = 3000 * (scale ? atoi(scale) : 100) / 100;
    struct rng r;

    (void)state;
    rng_seed(&r, 1, 0);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        compare(good[i], strlen(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        compare(bad[i].text, strlen(bad[i].text));
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
            char text[256];
            uint32_t n = (uint32_t)strlen(good[i]);

            memcpy(text, good[i], n);
            for (uint32_t k = rng_below(&r, 3) + 1; k > 0 && n > 1; k--) {
                uint32_t at = rng_below(&r, n);
                char c = letters[rng_below(&r, sizeof letters - 1)];

                switch (rng_below(&r, 3)) {
                case 0:
                    text[at] = c;
                    break;
                case 1:
                    memmove(text + at, text + at + 1, --n - at);
                    break;
                default:
                    memmove(text + at + 1, text + at, n++ - at);
                    text[at] = c;
                }
            }
            compare(text, n);
        }
    }
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),         cmocka_unit_test(test_bad),
        cmocka_unit_test(test_cut),          cmocka_unit_test(test_many_keys),
        cmocka_unit_test(test_asking),       cmocka_unit_test(test_escapes),
#ifdef HAVE_JANSSON
        cmocka_unit_test(test_like_jansson),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
