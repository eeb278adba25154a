/*
 * Text: names as people spell them, plain forms, distances, and writing into a buffer.
 */
#include "../../engine/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void spelling(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
        size_t used;
    } cases[] = {
        {"Munchen", "München", 7},
        {"MÜNCHEN", "münchen", 8},
        {"Mu\xCC\x88nchen", "München", 9}, /* decomposed */
        {"Cafe\xCC\x81-X", "Café", 6},     /* the accent belongs to the last letter */
        {"kobenhavn red", "København", 9},
        {"Friedrichstrasse", "Friedrichstraße", 16},
        {"FRIEDRICHSTRAẞE", "Friedrichstraße", 17},
        {"Friedrichstraße", "friedrichstrasse", 16},
        {"straß", "stras", 0}, /* would end within a letter */
        {"Łodz", "Łódź", 5},
        {"Lodz", "Łódź", 4},
        {"Bucuresti", "București", 9},
        {"aeroskobing", "Ærøskøbing", 11},
        {"Oeuvre", "œuvre", 6},
        {"Istanbul", "İstanbul", 8},
        {"Père–Lachaise", "Père-Lachaise", 16},
        {"Pere\xE2\x80\x91Lachaise", "Père-Lachaise", 15},
        {"Gare  du\tNord", "Gare du Nord", 13},
        {"Gare du\xC2\xA0Nord", "Gare du Nord", 13},
        {"Paris-Wien", "Paris", 5},
        {"Pari", "Paris", 0},
        {"", "Paris", 0},
        {"Paris", "", 0},
        {"\xFF\xFE", "Paris", 0},
        {"Mosk\xFFva", "Moskva", 0},
        {"Москва", "Москва", 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t used = text_spells(cases[i].text, strlen(cases[i].text), cases[i].name);

        if (used != cases[i].used)
            fail_msg("\"%s\" for \"%s\": %zu", cases[i].text, cases[i].name, used);
    }
    char plain[40];
    struct text t = text_in(plain, sizeof plain);
    text_plain(&t, "København Ærø straße Łódź");
    assert_string_equal(plain, "Kobenhavn Aero strasse Lodz");
    assert_int_equal(text_distance("Pariss", 6, "Paris"), 1);
    assert_int_equal(text_distance("Praís", 6, "Paris"), 1);
    assert_int_equal(text_distance("", 0, "Paris"), 5);
}

static void writing(void **state)
{
    (void)state;
    char small[8];
    struct text t = text_in(small, sizeof small);
    text_put(&t, "Zür");
    text_number(&t, -12);
    assert_string_equal(small, "Zür-12");
    text_put(&t, "é"); /* would need two bytes and has one */
    assert_true(t.cut);
    assert_string_equal(small, "Zür…");
    text_char(&t, 'x');
    assert_string_equal(small, "Zür…");
    t = text_in(small, sizeof small);
    text_put(&t, "Zürich is large");
    assert_string_equal(small, "Zür…");
    t = text_in(small, sizeof small);
    text_put(&t, "ab");
    text_put(&t, "ééééé"); /* the room for the end would be half a character */
    assert_string_equal(small, "abé…");
    t = text_in(small, 3); /* too small for a mark */
    text_put(&t, "abc");
    assert_true(t.cut);
    assert_string_equal(small, "ab");
    char large[64];
    t = text_in(large, sizeof large);
    text_number(&t, INT64_MIN);
    text_char(&t, ' ');
    text_count(&t, 1, "card");
    text_char(&t, ' ');
    text_count(&t, 3, "card");
    assert_string_equal(large, "-9223372036854775808 1 card 3 cards");
    uint32_t value = 7;
    assert_int_equal(text_digits("123x", 4, &value), 3);
    assert_int_equal(value, 123);
    assert_int_equal(text_digits("1234567890", 10, &value), 0);
    assert_int_equal(text_digits("x", 1, &value), 0);
}

static void words_and_blanks(void **unused)
{
    (void)unused;
    assert_int_equal(text_blanks(" \t x", 4), 3);
    assert_int_equal(text_blanks("  ", 2), 2);
    assert_int_equal(text_blanks("x ", 2), 0);
    assert_int_equal(text_word("Wien red", 8), 4);
    assert_int_equal(text_word("a\tb", 3), 1);
    assert_int_equal(text_word("Wien", 2), 2); /* not past the end */
    assert_int_equal(text_word(" x", 2), 0);
    assert_int_equal(text_word("", 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spelling),
        cmocka_unit_test(writing),
        cmocka_unit_test(words_and_blanks),
    };

    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
