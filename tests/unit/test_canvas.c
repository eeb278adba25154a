/*
 * Pictures made of characters (cli/window/): cells, widths, words, pixels and dots, fewer colours,
 * shapes of the art, and places for names.
 */
#include "../../cli/window/colours.h"
#include "../../cli/window/labels.h"
#include "../../cli/window/print.h"
#include "../../cli/window/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 12, HEIGHT = 4 };

static struct cell cells[WIDTH * HEIGHT];
static struct canvas canvas = {cells, WIDTH, HEIGHT, true};
static const struct look plain = {0xFFFFFF, COLOUR_OWN, 0};

/* Replaces the program's function; here there is always enough memory. */
void *cli_need(void *memory);
void *cli_need(void *memory)
{
    assert_non_null(memory);
    return memory;
}

/* The canvas as text without colours. */
static const char *text_of(void)
{
    static char text[WIDTH * HEIGHT * 4 + HEIGHT + 1];
    FILE *out = fmemopen(text, sizeof text, "w");

    canvas_print(out, &canvas, DEPTH_NONE);
    fclose(out);
    return text;
}

static int blank(void **state)
{
    (void)state;
    canvas_clear(&canvas, 0);
    return 0;
}

static void texts(void **state)
{
    (void)state;
    assert_int_equal(canvas_text(&canvas, 0, 0, 5, "Málaga", plain), 5);
    assert_int_equal(canvas_text(&canvas, 9, 1, 12, "Wien", plain), 4); /* cut by the edge */
    canvas_right(&canvas, 12, 2, "+15", plain);
    assert_int_equal(canvas_text(&canvas, 0, 3, 12, "a\033[31m\tb", plain), 6); /* no control */
    assert_string_equal(text_of(), "Málag\n         Wie\n         +15\na[31mb\n");
}

static void wide_characters(void **state)
{
    (void)state;
    assert_int_equal(canvas_width("東京 e\xCC\x81"), 6);
    assert_int_equal(canvas_text(&canvas, 0, 0, 3, "東京", plain), 2); /* no half of one */
    assert_int_equal(cells[1].sign, CANVAS_REST);
    assert_string_equal(text_of(), "東\n\n\n\n");
    assert_int_equal(canvas_width("\xFF"), 1);
}

static void words(void **state)
{
    struct area a = {1, 0, 8, 2};

    (void)state;
    assert_int_equal(canvas_words(&canvas, a, "one two three four", plain), 3);
    assert_string_equal(text_of(), " one two\n three\n\n\n");
    assert_int_equal(canvas_words(&canvas, a, "", plain), 0);
}

static void pixels_and_dots(void **state)
{
    (void)state;
    canvas_pixel(&canvas, 0, 0, 0xFF0000);
    canvas_pixel(&canvas, 1, 1, 0xFF0000);
    canvas_pixel(&canvas, 2, 0, 0xFF0000);
    canvas_pixel(&canvas, 2, 1, 0xFF0000);
    canvas_dot(&canvas, 6, 0, 0x00FF00);
    canvas_dot(&canvas, 7, 3, 0x00FF00);
    assert_int_equal(cell_shown(&cells[0]).sign, SIGN_UPPER);
    assert_int_equal(cell_shown(&cells[1]).paper, 0xFF0000);
    assert_int_equal(cell_shown(&cells[2]).sign, ' ');
    assert_int_equal(cell_shown(&cells[2]).paper, 0xFF0000);
    assert_int_equal(cell_shown(&cells[3]).sign, 0x2881);
    canvas_text(&canvas, 3, 0, 1, "x", plain); /* a sign hides dots and keeps them away */
    canvas_dot(&canvas, 6, 1, 0x00FF00);
    assert_int_equal(cell_shown(&cells[3]).sign, 'x');
    canvas_pixel(&canvas, -1, -1, 1); /* outside: nothing */
    canvas_dot(&canvas, 2 * WIDTH, 0, 1);
    canvas_sign(&canvas, 0, HEIGHT, 'x', plain);
}

static void one_sgr(struct shown s, enum depth depth, const char *expected)
{
    char out[SGR_SIZE + 1];

    out[sgr_of(&s, depth, out)] = '\0';
    assert_string_equal(out, expected);
}

static void fewer_colours(void **state)
{
    struct shown s = {'x', 0xF5C542, 0x1B2127, CANVAS_BOLD | CANVAS_UNDERLINE};

    (void)state;
    one_sgr(s, DEPTH_TRUE, "\033[0;1;4;38;2;245;197;66;48;2;27;33;39m");
    one_sgr(s, DEPTH_256, "\033[0;1;4;38;5;221;48;5;235m");
    one_sgr(s, DEPTH_16, "\033[0;1;4;93;40m");
    one_sgr(s, DEPTH_NONE, "\033[0;1;4m");
    s = (struct shown){'x', COLOUR_OWN, COLOUR_OWN, 0};
    one_sgr(s, DEPTH_TRUE, "\033[0m");
    /* A sign never has the colour of its background; land and sea may look the same. */
    s = (struct shown){'x', 0x101010, 0x000000, 0};
    one_sgr(s, DEPTH_16, "\033[0;37;40m");
    s.sign = SIGN_UPPER;
    one_sgr(s, DEPTH_16, "\033[0;30;40m");
}

/* The colours of the seats must differ even if there are only 16 colours. */
static void seats_stay_apart(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SEATS_MAX; i++) {
        for (uint32_t k = 0; k < i; k++) {
            struct shown a = {'x', 0, theme_dark.seat[i], 0};
            struct shown b = {'x', 0, theme_dark.seat[k], 0};
            char x[SGR_SIZE], y[SGR_SIZE];
            size_t n = sgr_of(&a, DEPTH_16, x), m = sgr_of(&b, DEPTH_16, y);

            assert_false(n == m && memcmp(x, y, n) == 0);
        }
    }
}

static void environment(void **state)
{
    static const struct {
        const char *term, *colorterm, *no_color;
        enum depth depth;
    } cases[] = {
        {"xterm-256color", "truecolor", NULL, DEPTH_TRUE},
        {"tmux-256color", NULL, NULL, DEPTH_256},
        {"linux", NULL, NULL, DEPTH_16},
        {"dumb", NULL, NULL, DEPTH_NONE},
        {"vt220", NULL, NULL, DEPTH_NONE},
        {"xterm-256color", NULL, "1", DEPTH_NONE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsetenv("COLORTERM");
        unsetenv("NO_COLOR");
        setenv("TERM", cases[i].term, 1);
        if (cases[i].colorterm)
            setenv("COLORTERM", cases[i].colorterm, 1);
        if (cases[i].no_color)
            setenv("NO_COLOR", cases[i].no_color, 1);
        assert_int_equal(depth_of_environment(), cases[i].depth);
    }
    setenv("COLORFGBG", "0;15", 1);
    assert_true(environment_is_light());
    setenv("COLORFGBG", "15;0", 1);
    assert_false(environment_is_light());
}

/* Draws a path on the canvas, where a unit is a cell wide and half a cell high; # is painted. */
static void path(const char *data, int16_t width, const char *expected)
{
    const struct frame f = {{0, 0, WIDTH, HEIGHT}, 0, 0, 1, 0.5};
    struct art_shape s = {.size = width, .at = data, .length = (uint32_t)strlen(data)};
    char rows[2 * HEIGHT * (WIDTH + 1) + 1], *at = rows;

    canvas_clear(&canvas, 0);
    shape_paint(&canvas, &f, &s, 1);
    for (int y = 0; y < 2 * HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const struct cell *c = canvas_at(&canvas, x, y / 2);

            *at++ = (y % 2 ? c->lower : c->upper) ? '#' : '.';
        }
        *at++ = '\n';
    }
    *at = '\0';
    assert_string_equal(rows, expected);
}

static void shapes(void **state)
{
    static const char square[] = "............\n"
                                 ".####.......\n.####.......\n.####.......\n.####.......\n"
                                 "............\n............\n............\n";

    (void)state;
    path("M1 1H5V5H1z", 0, square);
    path("m1 1h4v4h-4Z", 0, square);
    path("M1,1 5,1L5 5l-4 0 0-4", 0, square);
    path("M1 1C2 1 4 1 5 1S5 4 5 5Q3 5 1 5L1 5T1 1", 0, square);
    path("M1 1A9 9 0 0 1 5 1V5H1", 0, square);
    path("M1 1H5V5H1z M2 2H4V4H2z", 0, /* a hole */
         "............\n.####.......\n.#..#.......\n.#..#.......\n.####.......\n............\n"
         "............\n............\n");
    path("M-50-50H50V50H-50z", 0,
         "############\n############\n############\n############\n############\n############\n"
         "############\n############\n");
    path("M0 2H11.9", 10,
         "............\n............\n############\n............\n............\n............\n"
         "............\n............\n");
    path("no path", 0,
         "............\n............\n............\n............\n............\n............\n"
         "............\n............\n");
}

static void names(void **state)
{
    uint8_t kind[3 * 12] = {0};
    struct terrain t = {kind, 12, 3};
    struct label l = {.name = "Lisboa", .x = 1, .y = 1, .dx = 1, .dy = 0};

    (void)state;
    terrain_take(&t, 1, 1, TERRAIN_TAKEN);
    label_place(&t, &l); /* in the same place as on the printed map */
    assert_int_equal(l.at_y, 1);
    assert_int_equal(l.width, 6);
    assert_true(l.at_x > 1);
    l.name = "Lisbonne";
    label_place(&t, &l); /* the next one goes elsewhere */
    assert_int_not_equal(l.at_y, 1);
    assert_int_equal(l.width, 8);
    for (int x = 3; x < 12; x++) /* and where there is no room, names are cut ... */
        for (int y = 0; y < 3; y++)
            terrain_take(&t, x, y, TERRAIN_TAKEN);
    memset(kind, 0, 3);
    l.name = "Madrid";
    label_place(&t, &l);
    assert_int_equal(l.width, 3);
    l.whole = true; /* ... or left out */
    memset(kind, 0, 3);
    label_place(&t, &l);
    assert_int_equal(l.width, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(texts, blank),
        cmocka_unit_test_setup(wide_characters, blank),
        cmocka_unit_test_setup(words, blank),
        cmocka_unit_test_setup(pixels_and_dots, blank),
        cmocka_unit_test(fewer_colours),
        cmocka_unit_test(seats_stay_apart),
        cmocka_unit_test(environment),
        cmocka_unit_test_setup(shapes, blank),
        cmocka_unit_test(names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
