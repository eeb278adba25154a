/*
 * The built-in boards: their facts, counted, and the tables made from them.
 *
 * Run from the root of the project, or with the root as argument.
 */
#include "../../engine/board.h"
#include "../../engine/board_art.h"
#include "../support/file.h"

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

/* Loads a board with its art; the caller frees the text when the art is no longer needed. */
static char *load(const char *path)
{
    struct complaint why;
    size_t n;
    char *text = read_text(path, &n);

    if (!board_parse(text, n, &board, &art, &why))
        fail_msg("%s:%u:%u: %s", path, why.line, why.column, why.message);
    return text;
}

static const struct route *route_number(uint32_t i)
{
    return &board.routes.route[board.routes.route_at[i]];
}

/* The length of the shortest way between the cities of a ticket, by the prices of the routes. */
static uint32_t shortest(uint32_t from, uint32_t to)
{
    uint32_t far[CITIES_MAX];

    for (uint32_t c = 0; c < CITIES_MAX; c++)
        far[c] = c == from ? 0 : 10000;
    for (uint32_t round = 0; round < board.routes.cities; round++)
        for (uint32_t i = 0; i < board.routes.routes; i++) {
            const struct route *r = route_number(i);

            if (far[r->a] + r->cards < far[r->b])
                far[r->b] = far[r->a] + r->cards;
            if (far[r->b] + r->cards < far[r->a])
                far[r->a] = far[r->b] + r->cards;
        }
    return far[to];
}

/* Counts over a set of routes. */
struct tally {
    uint32_t routes, spaces, cards, tunnels, tunnel_spaces, ferries, icons, halves;
};

enum { ANY = 255 };

static struct tally count(uint32_t colour, uint32_t kind)
{
    struct tally t = {0};

    for (uint32_t i = 0; i < board.routes.routes; i++) {
        const struct route *r = route_number(i);

        if ((colour != ANY && r->colour != colour) || (kind != ANY && r->kind != kind))
            continue;
        t.routes++;
        t.spaces += r->length;
        t.cards += r->cards;
        t.tunnels += r->tunnel;
        t.tunnel_spaces += r->tunnel ? r->length : 0;
        t.ferries += r->icons > 0;
        t.icons += r->icons;
        t.halves += r->twin != NO_ROUTE;
    }
    return t;
}

static uint32_t colour(const char *name)
{
    for (uint32_t c = 0; c < board.routes.colours; c++)
        if (strcmp(board.routes.colour_name[c], name) == 0)
            return c;
    fail_msg("no colour %s", name);
    return 0;
}

static uint32_t ticket_sum(void)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < board.routes.tickets; i++)
        sum += board.routes.ticket[i].points;
    return sum;
}

/* How many tickets are worth the length of the shortest way. */
static uint32_t tickets_of_shortest(void)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < board.routes.tickets; i++) {
        const struct ticket *t = &board.routes.ticket[i];

        n += shortest(t->a, t->b) == t->points;
    }
    return n;
}

static uint64_t cities_on_tickets(void)
{
    uint64_t set = 0;

    for (uint32_t i = 0; i < board.routes.tickets; i++)
        set |= bit(board.routes.ticket[i].a) | bit(board.routes.ticket[i].b);
    return set;
}

/* The facts of the boards. */

static void europe_facts(void **state)
{
    (void)state;
    char *text = load("boards/europe.board");
    const struct routes_board *b = &board.routes;
    assert_string_equal(board.id, "europe");
    assert_int_equal(board.seats_min, 2);
    assert_int_equal(board.seats_max, 5);
    assert_int_equal(b->cities, 47);
    assert_int_equal(b->routes, 101);
    assert_int_equal(b->features, FEATURE_TUNNELS | FEATURE_FERRIES | FEATURE_STATIONS |
                                      FEATURE_LONGEST_PATH);

    struct tally all = count(ANY, ANY), grey = count(GREY, ANY);
    assert_int_equal(all.spaces, 300);
    assert_int_equal(all.tunnels, 18);
    assert_int_equal(all.tunnel_spaces, 55);
    assert_int_equal(all.ferries, 13);
    assert_int_equal(all.icons, 17);
    assert_int_equal(all.halves, 22);
    assert_int_equal(grey.routes, 37);
    assert_int_equal(grey.spaces, 122);
    assert_int_equal(grey.tunnels, 10);
    assert_int_equal(grey.ferries, 13);
    assert_int_equal(b->colours, 8);
    for (uint32_t c = 0; c < 8; c++) {
        bool more = c == colour("blue") || c == colour("green");

        assert_int_equal(count(c, ANY).routes, 8);
        assert_int_equal(count(c, ANY).spaces, more ? 23 : 22);
        assert_int_equal(count(c, ANY).tunnels, 1);
        assert_int_equal(pack_get(b->cards, c), 12);
    }
    static const uint8_t of_length[] = {0, 4, 35, 30, 29, 0, 2, 0, 1};
    static const uint8_t worth[] = {0, 1, 2, 4, 7, 0, 15, 0, 21};
    uint32_t lengths[9] = {0};
    for (uint32_t i = 0; i < b->routes; i++) {
        assert_int_equal(route_number(i)->points, worth[route_number(i)->length]);
        lengths[route_number(i)->length]++;
    }
    for (uint32_t n = 0; n < 9; n++)
        assert_int_equal(lengths[n], of_length[n]);
    assert_int_equal(b->wilds, 14);
    assert_int_equal(b->pieces[0], 45);
    assert_int_equal(b->stations, 3);
    assert_int_equal(b->station_points, 4);
    free(text);
}

static void europe_tickets(void **state)
{
    (void)state;
    char *text = load("boards/europe.board");
    const struct routes_board *b = &board.routes;
    size_t used;
    assert_int_equal(b->tickets, 46);
    assert_int_equal(bits_count(b->regular_tickets), 40);
    assert_int_equal(bits_count(b->long_tickets), 6);
    assert_int_equal(ticket_sum(), 444);
    assert_int_equal(bits_count(cities_on_tickets()), 47);
    assert_int_equal(tickets_of_shortest(), 44);
    uint32_t london = board_city(b, "london", 6, &used), wien = board_city(b, "wien", 4, &used);
    uint32_t edinburgh = board_city(b, "Edinburgh", 9, &used);
    uint32_t athina = board_city(b, "athina", 6, &used);
    for (uint32_t i = 0; i < b->tickets; i++) {
        const struct ticket *t = &b->ticket[i];

        if (t->a == london && t->b == wien)
            assert_int_equal(t->points, 10); /* as printed; the shortest way is 9 */
        if (t->a == edinburgh && t->b == athina)
            assert_int_equal(t->points, 21);
    }
    assert_int_equal(shortest(london, wien), 9);
    assert_int_equal(shortest(edinburgh, athina), 20);
    free(text);
}

static void berlin_facts(void **state)
{
    (void)state;
    char *text = load("boards/berlin.board");
    const struct routes_board *b = &board.routes;
    assert_int_equal(board.seats_max, 4);
    assert_int_equal(b->cities, 19);
    assert_int_equal(b->features, FEATURE_METRO_ROUTES);
    struct tally tram = count(ANY, 0), metro = count(ANY, 1);
    assert_int_equal(tram.routes, 31);
    assert_int_equal(tram.spaces, 64);
    assert_int_equal(tram.halves, 16);
    assert_int_equal(metro.routes, 27);
    assert_int_equal(metro.spaces, 27);
    assert_int_equal(metro.halves, 10);
    for (uint32_t c = 0; c < 6; c++) {
        assert_int_equal(count(c, 0).spaces, 8);
        assert_int_equal(count(c, 1).cards, 8);
        assert_int_equal(pack_get(b->cards, c), 6);
    }
    assert_int_equal(count(GREY, 0).spaces, 16);
    assert_int_equal(count(GREY, 1).cards, 14);
    static const uint8_t tram_worth[] = {0, 1, 2, 4, 7}, metro_worth[] = {0, 2, 3, 3, 6};
    for (uint32_t i = 0; i < b->routes; i++) {
        const struct route *r = route_number(i);

        assert_int_equal(r->points, (r->kind ? metro_worth : tram_worth)[r->cards]);
        assert_int_not_equal(tram_worth[r->cards], metro_worth[r->cards]); /* B6 */
    }
    assert_int_equal(b->pieces[0], 11);
    assert_int_equal(b->pieces[1], 5);
    assert_string_equal(b->piece_name[1], "metro car");
    assert_string_equal(b->wild_name, "bicycle");
    assert_int_equal(b->wilds, 8);
    assert_int_equal(b->tickets, 22);
    assert_int_equal(ticket_sum(), 124);
    assert_int_equal(tickets_of_shortest(), 22);
    free(text);
}

static void paris_facts(void **state)
{
    (void)state;
    char *text = load("boards/paris.board");
    const struct routes_board *b = &board.routes;
    assert_int_equal(b->cities, 17);
    assert_int_equal(b->routes, 57);
    assert_int_equal(b->features, FEATURE_FLAG);
    assert_int_equal(count(ANY, ANY).spaces, 103);
    assert_int_equal(count(ANY, ANY).halves, 50);
    assert_int_equal(count(GREY, ANY).routes, 0);
    static const struct {
        const char *name;
        uint32_t length, spaces, cards;
    } facts[] = {{"red", 1, 11, 6},    {"blue", 1, 12, 6},  {"white", 2, 22, 8},
                 {"yellow", 2, 22, 6}, {"green", 3, 18, 6}, {"purple", 3, 18, 6}};
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t c = colour(facts[i].name);

        assert_int_equal(count(c, ANY).spaces, facts[i].spaces);
        assert_int_equal(count(c, ANY).routes, facts[i].spaces / facts[i].length);
        assert_int_equal(pack_get(b->cards, c), facts[i].cards);
    }
    assert_int_equal(b->flag, pack_one(colour("blue")) + pack_one(colour("white")) +
                                  pack_one(colour("red")));
    assert_int_equal(b->flag_points, 4);
    assert_int_equal(b->wilds, 8);
    assert_int_equal(b->pieces[0], 15);
    assert_int_equal(b->tickets, 20);
    assert_int_equal(ticket_sum(), 98);
    assert_int_equal(tickets_of_shortest(), 20);
    free(text);
}

/* The tables. */

static bool has(const uint64_t *planes, uint32_t n)
{
    return bits_have(planes[n / 64], n % 64);
}

/* The tables contain what their comments promise for every route number, and nothing for other
 * numbers. */
static void check_tables(void)
{
    const struct routes_board *b = &board.routes;
    bool used[ROUTES_MAX] = {false};

    for (uint32_t i = 0; i < b->routes; i++) {
        uint32_t n = b->route_at[i];
        const struct route *r = &b->route[n];

        assert_false(used[n]);
        used[n] = true;
        assert_true(n < 64u * b->planes);
        if (r->colour == GREY)
            assert_true(n >= 64u * b->coloured_planes);
        else
            assert_true(n < 64u * b->coloured_planes && n % 64 / 8 == r->colour);
        if (r->twin != NO_ROUTE) {
            const struct route *t = &b->route[r->twin];

            assert_int_equal(t->twin, n);
            assert_true((t->a == r->a && t->b == r->b) || (t->a == r->b && t->b == r->a));
        }
    }
    for (uint32_t n = 0; n < 64u * PLANES_MAX; n++) {
        const struct route *r = &b->route[n];

        assert_int_equal(r->length > 0, used[n]);
        assert_true(r->length <= b->longest[r->kind]);
        for (uint32_t w = 0; w <= PRICE_MAX; w++)
            for (uint32_t j = 0; j <= PRICE_MAX; j++)
                assert_int_equal(has(b->payable[w][j], n), used[n] && r->cards >= j &&
                                                               r->cards - j <= w &&
                                                               r->cards - j >= r->icons);
        for (uint32_t p = 0; p <= SPACES_MAX; p++)
            for (uint32_t k = 0; k < PIECE_KINDS; k++)
                assert_int_equal(has(b->within[k][p], n),
                                 used[n] && r->kind == k && r->length <= p);
    }
}

static void tables(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        uint32_t planes, coloured, price_max;
    } boards[] = {{"boards/europe.board", 2, 1, 8},
                  {"boards/berlin.board", 2, 1, 4},
                  {"boards/paris.board", 2, 2, 3},
                  {"doc/examples/tiny.board", 2, 1, 3}};
    for (uint32_t i = 0; i < 4; i++) {
        free(load(boards[i].path));
        assert_int_equal(board.routes.planes, boards[i].planes);
        assert_int_equal(board.routes.coloured_planes, boards[i].coloured);
        assert_int_equal(board.routes.price_max, boards[i].price_max);
        check_tables();
    }
}

/* The routes of a list can be more than the planes hold, or all grey. */
static void numbering_limits(void **state)
{
    (void)state;
    static struct routes_board b;
    static struct route list[ROUTES_MAX];
    for (uint32_t i = 0; i < ROUTES_MAX; i++)
        list[i] = (struct route){
            .a = 0, .b = 1, .colour = GREY, .length = 1, .cards = 1, .twin = NO_ROUTE};
    assert_true(routes_board_finish(&b, list, ROUTES_MAX));
    assert_int_equal(b.planes, 3);
    assert_int_equal(b.coloured_planes, 0);
    list[0].colour = 7;
    assert_false(routes_board_finish(&b, list, ROUTES_MAX));
    assert_true(routes_board_finish(&b, list, 129));
    assert_int_equal(b.route_at[0], 56);
    assert_int_equal(b.route_at[1], 64);
    for (uint32_t i = 0; i < 25; i++)
        list[i].colour = 2;
    assert_true(routes_board_finish(&b, list, 24));
    assert_int_equal(b.route_at[23], 2 * 64 + 16 + 7);
    assert_false(routes_board_finish(&b, list, 25));
}

static void positions(void **state)
{
    (void)state;
    char *text = load("boards/europe.board");
    const struct routes_board *b = &board.routes;
    assert_int_equal(art.width, 1000);
    assert_int_equal(art.height, 667);
    assert_int_equal(art.space_length, 310);
    assert_int_equal(art.space_width, 106);
    assert_int_equal(art.city[0].x, 3182);
    assert_int_equal(art.city[0].label_y, 2209);
    assert_int_equal(art.city[0].anchor, ANCHOR_END);
    assert_int_equal(art.abouts, 2);
    const struct art_space *s = &art.route[b->route_at[0]].space[0];
    assert_int_equal(s->x, 3076);
    assert_int_equal(s->y, 2283);
    assert_int_equal(s->angle, 117);
    for (uint32_t i = 0; i < b->routes; i++) {
        const struct route *r = route_number(i);
        uint32_t icons = 0, placed = 0;

        for (uint32_t k = 0; k < SPACES_MAX; k++) {
            icons += art.route[b->route_at[i]].space[k].icon;
            placed += art.route[b->route_at[i]].space[k].x > 0;
        }
        assert_int_equal(icons, r->icons);
        assert_int_equal(placed, r->length);
    }
    free(text);
    text = load("boards/berlin.board");
    assert_int_equal(art.route[board.routes.route_at[1]].offset, -80);
    assert_int_equal(art.route[board.routes.route_at[3]].via_x, 1740);
    free(text);
}

/* Logs name these hashes: a change of a board's facts, or of the way they are hashed, makes all
 * recorded games refuse to load. */
static void hashes_stay(void **state)
{
    (void)state;
    free(load("boards/europe.board"));
    assert_true(board.hash == 0x8878D7603C110D41u);
    free(load("boards/berlin.board"));
    assert_true(board.hash == 0x78CD56CFB12B5723u);
    free(load("boards/paris.board"));
    assert_true(board.hash == 0x4C6FDDA50EF47921u);
}

static void finding_cities(void **state)
{
    (void)state;
    char *text = load("boards/paris.board");
    const struct routes_board *b = &board.routes;
    size_t used;
    static const char s[] = "notre-dame–saint-germain red";
    uint32_t c = board_city(b, s, sizeof s - 1, &used);
    assert_string_equal(b->city_name[c], "Notre-Dame");
    assert_int_equal(used, 10);
    c = board_city(b, s + 13, sizeof s - 14, &used);
    assert_string_equal(b->city_name[c], "Saint-Germain");
    assert_int_equal(board_city(b, "Louvres", 7, &used), CITIES_MAX);
    assert_int_equal(used, 0);
    assert_int_equal(board_city(b, "Louvreé", 8, &used), CITIES_MAX);
    c = board_city(b, "Louvre#2", 8, &used);
    assert_int_equal(used, 6);
    free(text);
    text = load("doc/examples/tiny.board");
    c = board_city(b, "zuers-osby", 10, &used);
    assert_string_equal(b->city_name[c], "Zürs");
    assert_int_equal(used, 5);
    free(text);
}

/* Metro. */

static uint32_t way(const char *square, uint32_t side)
{
    return 4 * (8 * (uint32_t)('8' - square[1]) + (uint32_t)(square[0] - 'a')) + side;
}

static void metro_squares(void **state)
{
    (void)state;
    char *text = load("boards/metro.board");
    const struct metro_board *b = &board.metro;
    assert_int_equal(board.family, FAMILY_METRO);
    assert_int_equal(board.seats_min, 2);
    assert_int_equal(board.seats_max, 6);
    assert_int_equal(b->width, 8);
    assert_int_equal(b->height, 8);
    assert_int_equal(bits_count(b->squares), 60);
    assert_int_equal(bits_count(b->border), 28);
    assert_true(b->centre == (bit(27) | bit(28) | bit(35) | bit(36)));
    assert_true((b->squares | b->centre) == ~(uint64_t)0 && (b->squares & b->centre) == 0);
    uint32_t stations = 0, centre = 0;
    for (uint32_t i = 0; i < 4 * SQUARES_MAX; i++) {
        bool square = bits_have(b->squares, i / 4);

        stations += square && b->beyond[i] == BEYOND_STATION;
        centre += square && b->beyond[i] == BEYOND_CENTRE;
    }
    assert_int_equal(stations, 32);
    assert_int_equal(centre, 8);
    assert_int_equal(b->beyond[way("c5", 1)], BEYOND_CENTRE);
    assert_int_equal(b->beyond[way("e3", 0)], BEYOND_CENTRE);
    assert_int_equal(b->beyond[way("c5", 0)], way("c6", 0) / 4);
    free(text);
}

/* In the order of the codes: aaaa aacb acba accd adad adbb baac badb bbad bbbb bcbc bcdd cbaa cbcb
 * cccc ccda cdac cddb dacc dada dbba dbcd ddbc dddd. */
static void metro_tiles(void **state)
{
    (void)state;
    static const uint8_t counts[TILE_KINDS] = {4, 4, 4, 2, 2, 2, 4, 2, 2, 2, 3, 2,
                                               4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    char *text = load("boards/metro.board");
    assert_int_equal(board.metro.tiles, 60);
    assert_memory_equal(board.metro.tile_count, counts, sizeof counts);
    assert_int_equal(bits_count(board.metro.clean[TILE_KINDS - 1]), 32); /* dddd: inside only */
    assert_int_equal(bits_count(board.metro.clean[0]), 60);              /* aaaa: anywhere */
    assert_int_equal(bits_count(board.metro.clean[9]), 56);              /* bbbb: no corner */
    free(text);
}

static void metro_stations(void **state)
{
    (void)state;
    char *text = load("boards/metro.board");
    const struct metro_board *b = &board.metro;
    assert_int_equal(b->stations, 32);
    for (uint32_t i = 0; i < 8; i++) { /* counter-clockwise from the top right */
        assert_int_equal(b->departure[i], 4 * (7 - i) + 0);
        assert_int_equal(b->departure[8 + i], 4 * (8 * i) + 3);
        assert_int_equal(b->departure[16 + i], 4 * (56 + i) + 2);
        assert_int_equal(b->departure[24 + i], 4 * (63 - 8 * i) + 1);
    }
    assert_string_equal(b->station_name[8], "Place de Clichy");
    free(text);
}

/* The overview card: stations of each seat, by number of players (M2). */
static void metro_owners(void **state)
{
    (void)state;
    static const char *const cards[] = {
        "2 1: 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31",
        "2 2: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32",
        "3 1: 1 4 6 11 15 20 23 25 28 31",
        "3 2: 2 7 9 12 14 19 22 27 29 32",
        "3 3: 3 5 8 10 13 18 21 24 26 30",
        "4 1: 4 7 11 16 20 23 27 32",
        "4 2: 3 8 12 15 19 24 28 31",
        "4 3: 1 6 10 13 18 21 25 30",
        "4 4: 2 5 9 14 17 22 26 29",
        "5 1: 1 5 10 14 22 28",
        "5 2: 6 12 18 23 27 32",
        "5 3: 3 7 15 19 25 29",
        "5 4: 2 9 13 21 26 30",
        "5 5: 4 8 11 20 24 31",
        "6 1: 1 5 10 19 27",
        "6 2: 2 11 18 25 29",
        "6 3: 4 8 14 21 26",
        "6 4: 6 15 20 24 31",
        "6 5: 3 9 13 23 30",
        "6 6: 7 12 22 28 32",
    };
    char *text = load("boards/metro.board");
    uint32_t unowned[SEATS_MAX + 1] = {0};
    for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
        uint32_t players = (uint32_t)(cards[i][0] - '0'), seat = (uint32_t)(cards[i][2] - '1');
        char line[128] = "";

        snprintf(line, sizeof line, "%u %u:", players, seat + 1);
        for (uint32_t s = 0; s < 32; s++)
            if (board.metro.owner[players][s] == seat)
                snprintf(line + strlen(line), sizeof line - strlen(line), " %u", s + 1);
        assert_string_equal(line, cards[i]);
    }
    for (uint32_t n = 2; n <= SEATS_MAX; n++)
        for (uint32_t s = 0; s < 32; s++)
            if (board.metro.owner[n][s] == NO_OWNER)
                unowned[n] |= 1u << s;
    for (uint32_t n = 2; n <= SEATS_MAX; n++)
        assert_int_equal(unowned[n], n == 2 || n == 4 ? 0 : 1u << 15 | 1u << 16);
    free(text);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        root = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metro_squares),  cmocka_unit_test(metro_tiles),
        cmocka_unit_test(metro_stations), cmocka_unit_test(metro_owners),
        cmocka_unit_test(europe_facts),   cmocka_unit_test(europe_tickets),
        cmocka_unit_test(berlin_facts),   cmocka_unit_test(paris_facts),
        cmocka_unit_test(tables),         cmocka_unit_test(numbering_limits),
        cmocka_unit_test(positions),      cmocka_unit_test(hashes_stay),
        cmocka_unit_test(finding_cities),
    };
    return cmocka_run_group_tests_name("board facts", tests, NULL, NULL);
}
