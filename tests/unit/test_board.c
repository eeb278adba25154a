/*
 * Reading board files: every kind of complaint with its place, the forms that are accepted, the
 * hash, damaged files. The facts of the built-in boards are tested in test_board_facts.c.
 *
 * Run from the root of the project, or with the root as argument.
 */
#define _POSIX_C_SOURCE 200809L

#include "../../engine/board.h"
#include "../../engine/board_art.h"
#include "../support/file.h"
#include "board_mistakes.h"
#include "metro_mistakes.h"
#include "spanish.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *root = ".";
static struct board board;
static struct board_art art;

static char *read_text(const char *path, size_t *n)
{
    char full[512];

    snprintf(full, sizeof full, "%s/%s", root, path);
    return load_file(full, n);
}

/* Parses a copy of the exact size, so that reading past the end is noticed. */
static bool parse_exact(const char *text, size_t n, struct complaint *why)
{
    char *copy = malloc(n ? n : 1);

    assert_non_null(copy);
    memcpy(copy, text, n);
    bool good = board_parse(copy, n, &board, &art, why);
    free(copy);
    return good;
}

/* Complaints. */

/* Replaces a text; the caller frees the result. Gives the place of the replacement. */
static char *edited(const char *text, const char *find, const char *put, size_t *at)
{
    const char *from = strstr(text, find);
    size_t n = strlen(put);

    if (!from)
        fail_msg("the example has no \"%s\"", find);
    bool cut = n > 0 && put[n - 1] == '\f';
    size_t head = (size_t)(from - text);
    const char *rest = cut ? "" : from + strlen(find);
    char *out = malloc(strlen(text) + n + 1);
    assert_non_null(out);
    memcpy(out, text, head);
    memcpy(out + head, put, n - cut);
    strcpy(out + head + n - cut, rest);
    *at = head;
    return out;
}

/* Line and column of a place in a text. A line feed counts as the end of its line. */
static void place_of(const char *text, size_t at, uint32_t *line, uint32_t *column)
{
    *line = *column = 1;
    for (size_t i = 0; i < at; i++) {
        bool end = text[i] == '\n';

        *line += end;
        *column = end ? 1 : *column + (((unsigned char)text[i] & 0xC0) != 0x80);
    }
}

static void check_mistake(const char *text, const struct mistake *m)
{
    struct complaint why;
    size_t at;
    uint32_t line, column;
    char *bad = edited(text, m->find, m->put, &at);
    size_t n = strlen(bad);

    if (parse_exact(bad, n, &why))
        fail_msg("accepted: \"%s\" for \"%s\"", m->put, m->find);
    if (m->where) {
        while (at > 0 && bad[at - 1] != '\n')
            at--;
        const char *there = strstr(bad + at, m->where);
        if (!there)
            there = strstr(bad, m->where);
        assert_non_null(there);
        place_of(bad, (size_t)(there - bad), &line, &column);
    } else {
        place_of(bad, n && bad[n - 1] == '\n' ? n - 1 : n, &line, &column);
        column = 1;
        if (!n)
            line = 1;
    }
    if (why.line != line || why.column != column ||
        strncmp(why.message, m->message, strlen(m->message)) != 0)
        fail_msg("\"%s\" for \"%s\":\n got %u:%u: %s\nwant %u:%u: %s", m->put, m->find,
                 why.line, why.column, why.message, line, column, m->message);
    size_t end = strlen(why.message);
    if (why.message[end - 1] != '.' && why.message[end - 1] != '?')
        fail_msg("no whole sentence: %s", why.message);
    if (spanish_fault(&why))
        fail_msg("in Spanish %s: %s", spanish_fault(&why), why.message);
    free(bad);
}

static void complaints(void **state)
{
    (void)state;
    size_t n;
    char *text = read_text("doc/examples/tiny.board", &n);
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        check_mistake(text, &mistakes[i]);
    free(text);
}

static void metro_complaints(void **state)
{
    (void)state;
    size_t n;
    char *text = read_text("doc/examples/loop.board", &n);
    for (size_t i = 0; i < sizeof metro_mistakes / sizeof *metro_mistakes; i++)
        check_mistake(text, &metro_mistakes[i]);
    free(text);
}

/* Boards without positions, written here. */

static char *built; /* the text being written */
static size_t built_size;

/* A map without positions: a head, and the lines that a test adds. */
static FILE *begin(void)
{
    FILE *f = open_memstream(&built, &built_size);

    assert_non_null(f);
    fputs("andenboard 1\nid x\nname X\nfamily routes\nseats 2 2\nlast_round_at 2\nhand 2\n"
          "pieces train 20\nfirst_tickets 0 1 keep 1 leave\ndraw_tickets 1\nticket_counts "
          "public\n"
          "both_halves_from 3\npoints 1 1\npoints 2 2\ncard red 10\ncard blue 10\nwild engine "
          "5\n",
          f);
    return f;
}

/* Parses the text; the complaint's message must begin like this (null: there is none). */
static void end(FILE *f, const char *message)
{
    struct complaint why;

    fclose(f);
    bool good = parse_exact(built, built_size, &why);
    if (!message && !good)
        fail_msg("%u:%u: %s", why.line, why.column, why.message);
    if (message && (good || strncmp(why.message, message, strlen(message)) != 0))
        fail_msg("want: %s\n got: %s", message, good ? "nothing" : why.message);
    if (!good && spanish_fault(&why))
        fail_msg("in Spanish %s: %s", spanish_fault(&why), why.message);
    free(built);
}

static void no_positions(void **state)
{
    (void)state;
    static const char towns[] =
        "city A\ncity B alias Bee\ncity C\nroute A B red 1\nroute b c grey 2\n"
        "ticket A bee 1\nticket A C 3\n";
    FILE *f = begin();
    fputs(towns, f);
    end(f, NULL);
    assert_int_equal(art.width, 0);
    assert_string_equal(board.routes.city_alias[1], "Bee");

    f = begin();
    fprintf(f, "frame 100 100\n%s", towns);
    end(f, NULL);
    assert_int_equal(art.width, 0);
    f = begin();
    fprintf(f, "%s at 1 2 3\n", towns);
    end(f, "A route has positions only if the cities have them.");
    f = begin();
    fprintf(f, "%sframe 100 100\n", towns);
    end(f, "The line \"frame\" must come before the cities.");
}

static void ambiguous_names(void **state)
{
    (void)state;
    FILE *f = begin();
    fputs("city Saint\ncity Germain\ncity Saint-Germain\ncity Bad\ncity \"Bad Ems\"\n"
          "route Saint Saint-Germain red 1\nroute Bad \"Bad Ems\" red 1\n"
          "ticket Saint Saint-Germain 1\nticket Bad \"bad ems\" 2\n",
          f);
    end(f, NULL); /* the names alone do no harm */
    f = begin();
    fputs("city Saint\ncity Germain\ncity Saint-Germain\nroute Saint Saint-Germain red 1\n"
          "route Saint Germain red 1\nticket Saint Saint-Germain 1\nticket Saint Germain 2\n",
          f);
    end(f, "\"Saint-Germain\" could be read as other cities too");
    f = begin();
    fputs("city A\ncity A-B\ncity B-C\ncity C\nroute A B-C red 1\nroute A-B C red 1\n"
          "ticket A B-C 1\nticket A-B C 2\n",
          f);
    end(f, "\"A-B-C\" could be read as other cities too");
    f = begin();
    fputs("city Bad\ncity \"Bad Red\"\ncity C\nroute Bad \"Bad Red\" red 1\nroute Bad C red 1\n"
          "ticket Bad \"Bad Red\" 1\nticket Bad C 1\n",
          f);
    end(f, "The city \"Bad Red\" could be read as the city \"Bad\" and a card");
}

static void limits(void **state)
{
    (void)state;
    FILE *f = begin();
    for (int i = 0; i <= CITIES_MAX; i++)
        fprintf(f, "city c%d\n", i);
    end(f, "A board has at most 64 cities.");

    f = begin();
    for (int i = 0; i < 24; i++)
        fprintf(f, "city c%d\n", i);
    for (int i = 0; i <= TICKETS_MAX; i++)
        fprintf(f, "ticket c%d c%d 1\n", i / 16, 8 + i % 16);
    end(f, "A board has at most 64 tickets.");

    f = begin();
    for (int i = 0; i < 64; i++)
        fprintf(f, "city c%d\n", i);
    for (int i = 0; i < 17; i++)
        fprintf(f, "route c%d c%d red 1\n", i, i + 1);
    for (int i = 0; i < 65; i++)
        fprintf(f, "route c%d c%d grey 1\n", i / 40, 20 + i % 40);
    end(f, "There are too many routes: a board holds 24 of each colour");

    f = begin();
    fputs("features metro_routes\nmetro_pieces car 60\ncity A\ncity B\nroute A B red 1\n"
          "ticket A B 1\n",
          f);
    end(f, "There are too few regular tickets: 2 players need 2, and there are 1.");
    f = begin();
    fputs(
        "features metro_routes\nmetro_pieces car 60\ncity A\ncity B\ncity C\nroute A B red 1\n"
        "route B C red 1\nticket A B 1\nticket A C 1\n",
        f);
    end(f, "A player has at most 64 pieces, both kinds together.");
    f = begin();
    fputs(
        "features metro_routes\nmetro_pieces car 6\nmetro_points 3 5\ncity A\ncity B\ncity C\n"
        "route A B red 1 metro 4\nroute B C red 1\nticket A B 1\nticket A C 1\n",
        f);
    end(f, "There are no points for this route: add a line \"metro_points 4 ...\".");

    /* For the longest path, pieces of both kinds may be enough for 40 routes. */
    for (int cars = 38; cars <= 39; cars++) {
        f = begin();
        fprintf(f, "features metro_routes longest_path\nexpress 10\nmetro_pieces car %d\n",
                cars);
        fputs("metro_points 1 1\n", f);
        for (int i = 0; i < 45; i++)
            fprintf(f, "city c%d\n", i);
        for (int i = 0; i < 40; i++)
            fprintf(f, "route c%d c%d grey 1 metro 1\n", i, i + 1);
        fputs("route c40 c41 red 1\nroute c41 c42 red 1\n", f);
        fputs("ticket c0 c1 1\nticket c0 c2 1\n", f);
        end(f, cars == 38
                   ? NULL
                   : "A player could own 41 routes here; with longest_path it must be at "
                     "most 40.");
    }
}

/* Forms that are accepted. */

static void other_forms(void **state)
{
    (void)state;
    size_t n, m = 0;
    struct complaint why;
    char *text = read_text("doc/examples/tiny.board", &n);
    assert_true(parse_exact(text, n, &why));
    uint64_t hash = board.hash;
    assert_string_equal(board.name, "Tiny Lake");
    assert_int_equal(art.shapes, 5);

    char *other = malloc(2 * n + 3); /* a byte order mark, CRLF, no line end at the end */
    assert_non_null(other);
    memcpy(other, "\xEF\xBB\xBF", 3);
    m = 3;
    for (size_t i = 0; i + 1 < n; i++) {
        if (text[i] == '\n')
            other[m++] = '\r';
        other[m++] = text[i];
    }
    if (!parse_exact(other, m, &why))
        fail_msg("%u:%u: %s", why.line, why.column, why.message);
    assert_true(board.hash == hash);
    free(other);
    free(text);

    static const char null_board[] = "andenboard 1\nid null\nname Null\nfamily null\n";
    assert_true(parse_exact(null_board, sizeof null_board - 1, &why));
    assert_int_equal(board.family, FAMILY_NULL);
    assert_int_equal(board.seats_max, SEATS_MAX);
    static const char more[] = "andenboard 1\nid null\nname Null\nfamily null\nhand 3\n";
    assert_false(parse_exact(more, sizeof more - 1, &why));
    assert_int_equal(why.line, 5);
}

/* The hash. */

static void hash_of_facts(void **state)
{
    (void)state;
    static const struct {
        const char *find, *put;
        bool same;
    } edits[] = {
        {"# Points by length.", "", true},
        {"hand 3", "   hand\t3   # cards", true},
        {"frame 400 300", "frame 500 300", true},
        {"space 38 12", "space 30 9.5", true},
        {"at 257.2 63.7 24", "at 257.3 64 25", true},
        {"label 200 31 middle", "label 2 3 start", true},
        {" alias Zuers", "", true},
        {"decor peak 215 268 1\n", "", true},
        {"name \"Tiny Lake\"", "name Tiny", true},
        {"pieces train 12", "pieces wagon 12", true},
        {"points 3 4", "points 3 4\npoints 9 1", true},
        {"route Nordhavn Osby", "route nordhavn osby", true},
        {"seats 2 3", "seats 2 2", false},
        {"seats 2 3", "seats 3 3", false},
        {"tunnels ferries", "tunnels ferries stations\nstations 3 4", false},
        {"pieces train 12", "pieces train 13", false},
        {"hand 3", "hand 2", false},
        {"keep 1 bottom", "keep 2 bottom", false},
        {"keep 1 bottom", "keep 1 leave", false},
        {"draw_tickets 2", "draw_tickets 3", false},
        {"ticket_counts public", "ticket_counts secret", false},
        {"both_halves_from 3", "both_halves_from 2", false},
        {"last_round_at 2", "last_round_at 1", false},
        {"points 2 2", "points 2 3", false},
        {"card blue 8", "card blue 9", false},
        {"card red 8\ncard blue 8", "card blue 8\ncard red 8", false},
        {"wild engine 6", "wild engine 7", false},
        {"wild engine 6", "wild motor 6", false},
        {"city Osby", "city Ösby", false},
        {"Westend Nordhavn green", "Westend Nordhavn blue", false},
        {"Westend Nordhavn green", "Nordhavn Westend green", false},
        {"grey 3 tunnel", "grey 3", false},
        {"ticket Osby Zürs 4", "ticket Osby Zürs 5", false},
        {"ticket Westend Osby 3\n", "", false},
    };
    struct complaint why;
    size_t n, at;
    char *text = read_text("doc/examples/tiny.board", &n);
    assert_true(parse_exact(text, n, &why));
    uint64_t hash = board.hash;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char *other = edited(text, edits[i].find, edits[i].put, &at);

        if (!parse_exact(other, strlen(other), &why))
            fail_msg("%s: %u:%u: %s", edits[i].put, why.line, why.column, why.message);
        if ((board.hash == hash) != edits[i].same)
            fail_msg("\"%s\" for \"%s\" %s the hash", edits[i].put, edits[i].find,
                     edits[i].same ? "changes" : "does not change");
        free(other);
    }
    free(text);
}

/* Damaged files. */

static void truncations(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        size_t step;
    } files[] = {{"doc/examples/tiny.board", 1}, {"doc/examples/loop.board", 1},
                 {"boards/metro.board", 17},     {"boards/europe.board", 211},
                 {"boards/berlin.board", 101},   {"boards/paris.board", 101}};
    struct complaint why;
    for (uint32_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t n;
        char *text = read_text(files[i].path, &n);

        for (size_t cut = 0; cut < n; cut += files[i].step) {
            why.message[0] = 0;
            if (!parse_exact(text, cut, &why))
                assert_true(why.message[0] && why.line > 0 && why.column > 0);
        }
        free(text);
    }
}

static void damage(const char *path)
{
    static const char bytes[] = {'"', '#', ' ',  '\n',       '\r',
                                 '9', '-', '\0', (char)0xC3, (char)0xFF};
    struct complaint why;
    size_t n;
    char *text = read_text(path, &n);

    for (size_t i = 0; i < n; i++) {
        char kept = text[i];

        for (size_t k = 0; k < sizeof bytes; k++) {
            text[i] = bytes[k];
            why.message[0] = 0;
            if (!parse_exact(text, n, &why))
                assert_true(why.message[0] && why.line > 0 && why.column > 0);
        }
        text[i] = kept;
    }
    free(text);
}

static void damaged_bytes(void **state)
{
    (void)state;
    damage("doc/examples/tiny.board");
    damage("doc/examples/loop.board");
}

static void metro_hash(void **state)
{
    (void)state;
    static const struct {
        const char *find, *put;
        bool same;
    } edits[] = {
        {"name \"Little Loop\"", "name Loop", true},
        {" \"Harbour Street\"", "", true},
        {"about \"An example", "about \"No example", true},
        {"tile aaaa 2\ntile aacb 2", "tile aacb 2\n  tile aaaa 2 # two", true},
        {"owners 2 1 1 3 5", "owners 2 1 5 3 1", true},
        {"tile aaaa 2", "tile aaaa 1", false},
        {"tile aaaa 2", "tile accd 2", false},
        {"centre c2 c3", "centre b2 c3", false},
        {"station 1 e4 north\nstation 2 d4 north", "station 2 e4 north\nstation 1 d4 north",
         false},
        {"owners 3 1 1 4 8 11 15", "owners 3 1 1 4 8 11", false},
        {"seats 2 3", "seats 2 2", false},
    };
    struct complaint why;
    size_t n, at;
    char *text = read_text("doc/examples/loop.board", &n);
    assert_true(parse_exact(text, n, &why));
    uint64_t hash = board.hash;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char *other = edited(text, edits[i].find, edits[i].put, &at);

        if (!parse_exact(other, strlen(other), &why))
            fail_msg("%s: %u:%u: %s", edits[i].put, why.line, why.column, why.message);
        if ((board.hash == hash) != edits[i].same)
            fail_msg("\"%s\" for \"%s\" %s the hash", edits[i].put, edits[i].find,
                     edits[i].same ? "changes" : "does not change");
        free(other);
    }
    free(text);
}

/* A draft: every mistake is reported with its line, and the correct lines are read. */
static void drafts(void **unused)
{
    static const char *const changes[][2] = {
        {"points 3 4", "points 3 x"},
        {"city Osby 345 120 label 345 106 middle", "city Osby 345 120 label 345 106 centre"},
        {"route Zürs Westend red 1", "route Zürs Westend rde 1"},
        {"  at 194.5 253 2\n", "\n"},
        {"ticket Westend Osby 3", "ticket Westend Nowhere 3"},
    };
    static const char *const words[] = {"The points", "The side of the label",
                                        "did you mean \"red\"?", "has 3 spaces, but 2 lines",
                                        "There is no city called"};
    struct complaint why[16];
    size_t n, at;
    char *text = read_text("doc/examples/tiny.board", &n);

    (void)unused;
    assert_int_equal(board_draft(text, n, &board, &art, why, 16), 0);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *next = edited(text, changes[i][0], changes[i][1], &at);

        free(text);
        text = next;
    }
    uint32_t found = board_draft(text, strlen(text), &board, &art, why, 16);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        uint32_t k = 0;

        while (k < found && !strstr(why[k].message, words[i]))
            k++;
        if (k == found)
            fail_msg("nobody complains: %s", words[i]);
        assert_true(why[k].line > 1 && why[k].line < 90);
    }
    assert_int_equal(found, sizeof words / sizeof *words);
    assert_int_equal(board.family, FAMILY_ROUTES);
    assert_int_equal(board.routes.cities, 5);
    assert_int_equal(board.routes.routes, 6);
    assert_int_equal(board.routes.tickets, 6);
    assert_int_equal(board_draft(text, strlen(text), &board, &art, why, 2), 2);
    assert_int_equal(
        board_draft("andenboard 1\nfamily metro\nsize 0 0\n", 35, &board, &art, why, 16), 2);
    assert_int_equal(board.family, 0);
    free(text);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        root = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(complaints),      cmocka_unit_test(metro_complaints),
        cmocka_unit_test(metro_hash),      cmocka_unit_test(no_positions),
        cmocka_unit_test(ambiguous_names), cmocka_unit_test(limits),
        cmocka_unit_test(other_forms),     cmocka_unit_test(hash_of_facts),
        cmocka_unit_test(drafts),          cmocka_unit_test(truncations),
        cmocka_unit_test(damaged_bytes),
    };
    return cmocka_run_group_tests_name("boards", tests, NULL, NULL);
}
