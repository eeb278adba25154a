/*
 * Words: sentences with places, plurals, contexts, languages; complaints in two languages.
 */
#include "../../boards/boards.h"
#include "../../engine/game.h"
#include "../../engine/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *said(enum language l, const char *sentence, const struct said *values)
{
    static char buffer[256];
    struct text t = text_in(buffer, sizeof buffer);

    words_put(&t, l, sentence, values);
    return buffer;
}

static void places(void **state)
{
    (void)state;
    struct said one[] = {say_number(1), say_text("Wien")};
    struct said two[] = {say_number(2), say_text("Roma")};

    assert_string_equal(said(ENGLISH, "{0} {0|way|ways} to {1}.", one), "1 way to Wien.");
    assert_string_equal(said(ENGLISH, "{0} {0|way|ways} to {1}.", two), "2 ways to Roma.");
    one[0] = say_text("1"); /* a large number is a text */
    two[0] = say_text("12");
    assert_string_equal(said(ENGLISH, "{0} {0|way|ways}", one), "1 way");
    assert_string_equal(said(ENGLISH, "{0} {0|way|ways}", two), "12 ways");
    two[0] = say_number(2);
    assert_string_equal(said(ENGLISH, "{1}{0}{1}", two), "Roma2Roma");
    assert_string_equal(said(ENGLISH, "nothing to fill", 0), "nothing to fill");
    assert_string_equal(said(ENGLISH, "", 0), "");
}

static void counts(void **state)
{
    (void)state;
    struct said bus = say_count(2, "bus"), one = say_count(1, "bus");
    struct said train = say_count(0, "train"), red = say_cards(1, "red"),
                reds = say_cards(3, "red"), unknown = say_cards(3, "turquoise");

    assert_string_equal(said(ENGLISH, "{0}", &bus), "2 buses");
    assert_string_equal(said(ENGLISH, "{0}", &one), "1 bus");
    assert_string_equal(said(ENGLISH, "{0}", &train), "0 trains");
    assert_string_equal(said(ENGLISH, "{0}", &reds), "3 red");
    assert_string_equal(said(SPANISH, "{0}", &bus), "2 autobuses");
    assert_string_equal(said(SPANISH, "{0}", &one), "1 autobús");
    assert_string_equal(said(SPANISH, "{0}", &red), "1 roja");
    assert_string_equal(said(SPANISH, "{0}", &reds), "3 rojas");
    assert_string_equal(said(SPANISH, "{0}", &unknown), "3 turquoise");
}

static void contexts(void **state)
{
    (void)state;
    assert_string_equal(words_in(ENGLISH, "card\4white"), "white");
    assert_string_equal(words_in(SPANISH, "card\4white"), "blanca");
    assert_string_equal(words_in(SPANISH, "white"), "blanco");
    assert_string_equal(words_in(SPANISH, "card\4puce"), "puce");
    assert_string_equal(words_in(SPANISH, "a sentence that nobody says"),
                        "a sentence that nobody says");
}

static void languages(void **state)
{
    (void)state;
    assert_int_equal(language_of("es"), SPANISH);
    assert_int_equal(language_of("es_MX.UTF-8"), SPANISH);
    assert_int_equal(language_of("en_GB"), ENGLISH);
    assert_int_equal(language_of("fr"), ENGLISH);
    assert_int_equal(language_of(""), ENGLISH);
}

/* A complaint says the same in both languages, including its quotes. */
static void complaints(void **state)
{
    (void)state;
    static struct board board;
    struct complaint why;
    struct state s;
    char spanish[256];
    struct text t = text_in(spanish, sizeof spanish);

    assert_true(board_parse(embedded_boards[0].text, embedded_boards[0].size, &board, 0, &why));
    struct match m = match_of(&board, 2);
    m.rules->start(&m, &s);
    assert_int_equal(m.rules->parse(&m, &s, "claim Atlantis-Wien red", 23, &why), 0);
    assert_string_equal(why.message,
                        "There is no city called \"Atlantis-Wien\" on this board.");
    complaint_put(&t, SPANISH, &why);
    assert_string_equal(spanish,
                        "En este tablero no hay ninguna ciudad llamada «Atlantis-Wien».");
    m.seats = 9;
    t = text_in(spanish, sizeof spanish);
    assert_false(m.rules->check(&m, &why));
    complaint_put(&t, SPANISH, &why);
    assert_string_equal(spanish, "Este tablero es para 2 a 5 jugadores, no para 9.");
    assert_string_equal(why.message, "This board is for 2 to 5 players, not for 9.");
}

/* A complaint, and a copy of it, keeps the quoted text, shortened after a whole character; if
 * values are too long together, only they are cut. */
static void quotes(void **state)
{
    (void)state;
    struct complaint why, copy;
    char many[201], long_list[400], words[256];
    struct text t = text_in(words, sizeof words), list;

    many[0] = 'a';
    for (size_t i = 1; i < sizeof many; i += 2)
        memcpy(many + i, "ñ", 2);
    COMPLAIN(&why, GROUND("one", ""), "{0} and {1}", say_quote(many, sizeof many),
             say_quote("Wien", 4));
    copy = why;
    memset(many, 'x', sizeof many);
    memset(&why, 'x', sizeof why);
    complaint_put(&t, SPANISH, &copy);
    assert_string_equal(words, "añññññññññññññññññññ... y Wien");
    assert_string_equal(copy.message, "añññññññññññññññññññ... and Wien");

    list = text_in(long_list, sizeof long_list);
    while (!list.cut)
        text_put(&list, "red, ");
    COMPLAIN(&why, GROUND("two", "E6"), "{0} and {1}", say_piece(&list), say_quote("Wien", 4));
    assert_int_equal(strlen(why.kept), sizeof why.kept - 1);
    assert_string_equal(why.rule, "E6");
    assert_string_equal(why.code, "two");
    t = text_in(words, sizeof words);
    complaint_put(&t, SPANISH, &why);
    assert_true(t.cut || strlen(words) >= sizeof why.kept - 1);
}

/* A first seat that does not exist is refused by the rule of each game. */
static void first_seats(void **state)
{
    static const char *const rule[][2] = {
        {"europe", "E4"}, {"berlin", "B3"}, {"paris", "P5"}, {"metro", "M3"}};
    static struct board board;
    struct complaint why;

    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        const struct embedded_board *b = boards_find(rule[i][0], strlen(rule[i][0]));

        assert_true(board_parse(b->text, b->size, &board, 0, &why));
        struct match m = match_of(&board, 2);
        m.option[option_index(m.rules, "first", 5)] = 3;
        assert_false(m.rules->check(&m, &why));
        assert_string_equal(why.code, "no_first_seat");
        assert_string_equal(why.rule, rule[i][1]);
    }
}

/* Marks note what the words name, also inside a part of a sentence; without a place for marks
 * the words are plain. */
static void marks(void **state)
{
    (void)state;
    const struct saying route = {"{0}–{1}", {say_text("Wien"), say_text("Roma")}};
    const struct saying paid = {"{0} and {1}",
                                {say_mark(say_cards(2, "red"), MARK_CARD, 5),
                                 say_mark(say_count(1, "locomotive"), MARK_CARD, 8)}};
    const struct said values[] = {say_mark(say_text("Ana"), MARK_SEAT, 1),
                                  say_mark(say_saying(&route), MARK_ROUTE, 70),
                                  say_saying(&paid)};
    static const char *const named[] = {"Ana", "Wien–Roma", "rojas", "locomotora", "Wien–Roma"};
    static const struct mark wanted[] = {
        {.kind = MARK_SEAT, .of = 1},   {.kind = MARK_ROUTE, .of = 70},
        {.kind = MARK_CARD, .of = 5},   {.kind = MARK_CARD, .of = 8},
        {.kind = MARK_ROUTE, .of = 70},
    };
    char buffer[256];
    struct mark mark[5];
    struct marks noted = {mark, 5, 0};
    struct text t = text_in(buffer, sizeof buffer);

    assert_string_equal(said(SPANISH, "{0}: {1}, {2}; {1}.", values),
                        "Ana: Wien–Roma, 2 rojas y 1 locomotora; Wien–Roma.");
    t.marks = &noted;
    words_put(&t, SPANISH, "{0}: {1}, {2}; {1}.", values);
    assert_string_equal(buffer, "Ana: Wien–Roma, 2\u00a0rojas y 1\u00a0locomotora; Wien–Roma.");
    assert_int_equal(noted.count, 5);
    for (uint32_t i = 0; i < noted.count; i++) {
        assert_int_equal(mark[i].kind, wanted[i].kind);
        assert_int_equal(mark[i].of, wanted[i].of);
        assert_int_equal(mark[i].to - mark[i].from, strlen(named[i]));
        assert_memory_equal(buffer + mark[i].from, named[i], strlen(named[i]));
    }
    words_put(&t, SPANISH, "{0}", values); /* no room for more: the words stay whole */
    assert_int_equal(noted.count, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),    cmocka_unit_test(counts),      cmocka_unit_test(contexts),
        cmocka_unit_test(languages), cmocka_unit_test(complaints),  cmocka_unit_test(quotes),
        cmocka_unit_test(marks),     cmocka_unit_test(first_seats),
    };

    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
