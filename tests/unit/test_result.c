/*
 * The result of a game in words: who wins, and which tie-break decided; and the routes of the
 * longest path.
 */
#include "../../engine/bits.h"
#include "../../engine/routes/queries.h"
#include "../../protocol/result_words.h"
#include "../../table/dealer.h"
#include "../support/boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct board europe, berlin, paris, metro;

struct told_result {
    char result[400], tie[400];
};

static struct told_result tell(const struct match *m, const struct state *s, enum language l)
{
    struct told_result told = {0};
    struct view v;
    struct position p = {.match = m,
                         .view = &v,
                         .name = {"Ana", "Luis", "Chen", "Marta", "Eva", "Sol"},
                         .language = l};
    struct text result = text_in(told.result, sizeof told.result);
    struct text tie = text_in(told.tie, sizeof told.tie);

    m->rules->view(m, s, SPECTATOR, &v);
    result_words(&p, &result);
    tie_words(&p, &tie);
    return told;
}

/* A position of Europe at its end in which nobody has anything. */
static struct state ended(const struct match *m, uint32_t stations)
{
    struct state s;

    m->rules->start(m, &s);
    s.routes.phase = PHASE_OVER;
    for (uint32_t i = 0; i < m->seats; i++)
        s.routes.seat[i].stations_left = (uint8_t)stations;
    return s;
}

/* Gives a seat a route of this length that touches none of its cities. */
static void give_route(struct state *s, uint32_t seat, uint32_t length, uint64_t *cities)
{
    for (uint32_t i = 0; i < 64u * europe.routes.planes; i++) {
        const struct route *r = &europe.routes.route[i];
        uint64_t ends = bit(r->a) | bit(r->b);

        if (r->length != length || (*cities & ends))
            continue;
        *cities |= ends;
        s->routes.seat[seat].owned[i / 64] |= bit(i % 64);
        return;
    }
    fail();
}

static void test_going_on(void **unused)
{
    struct match m = match_of(&europe, 2);
    struct state s;

    (void)unused;
    m.rules->start(&m, &s);
    assert_string_equal(tell(&m, &s, ENGLISH).result, "");
    assert_string_equal(tell(&m, &s, ENGLISH).tie, "");
}

static void test_points(void **unused)
{
    struct match m = match_of(&europe, 3);
    struct state s = ended(&m, 3);
    uint64_t cities = 0;

    (void)unused;
    give_route(&s, 1, 1, &cities);
    assert_string_equal(tell(&m, &s, ENGLISH).result, "Luis wins with 23 points.");
    assert_string_equal(tell(&m, &s, SPANISH).result, "Gana Luis con 23 puntos.");
    assert_string_equal(tell(&m, &s, ENGLISH).tie, "");
}

/* A reader without a name is called "you"; others are called by their names. */
static void test_you(void **unused)
{
    struct match m = match_of(&europe, 2);
    struct state s = ended(&m, 3);
    uint64_t cities = 0;
    char said[400];
    struct text t = text_in(said, sizeof said);
    struct view v;
    struct position p = {
        .match = &m, .view = &v, .name = {"You", "Bot 2"}, .nameless = 1, .language = ENGLISH};

    (void)unused;
    give_route(&s, 0, 3, &cities);
    give_route(&s, 1, 3, &cities);
    give_route(&s, 1, 3, &cities);
    s.routes.seat[1].stations_left = 2;
    m.rules->view(&m, &s, 0, &v);
    result_words(&p, &t);
    text_char(&t, ' ');
    tie_words(&p, &t);
    assert_string_equal(said,
                        "You win with 26 points. You and Bot 2 have 26 points; you have more "
                        "stations left (3 to 2).");
    p.name[0] = "Tú";
    p.language = SPANISH;
    t = text_in(said, sizeof said);
    result_words(&p, &t);
    assert_string_equal(said, "Ganas con 26 puntos.");
    m.rules->view(&m, &s, 1, &v);
    t = text_in(said, sizeof said);
    result_words(&p, &t);
    assert_string_equal(said, "Gana Tú con 26 puntos.");
}

static void test_nothing_decides(void **unused)
{
    struct match m = match_of(&europe, 3);
    struct state s = ended(&m, 3);

    (void)unused;
    assert_string_equal(tell(&m, &s, ENGLISH).result,
                        "Ana, Luis and Chen share the win with 12 points.");
    assert_string_equal(
        tell(&m, &s, ENGLISH).tie,
        "Ana, Luis and Chen have 12 points; nothing else decides between them.");
    assert_string_equal(tell(&m, &s, SPANISH).tie,
                        "Ana, Luis y Chen tienen 12 puntos; nada más decide entre ellos.");
}

/* Two routes of 4 points and two stations against one route and three stations. */
static void test_stations_decide(void **unused)
{
    struct match m = match_of(&europe, 2);
    struct state s = ended(&m, 3);
    uint64_t cities = 0;

    (void)unused;
    give_route(&s, 0, 3, &cities);
    give_route(&s, 0, 3, &cities);
    give_route(&s, 1, 3, &cities);
    s.routes.seat[0].stations_left = 2;
    assert_string_equal(tell(&m, &s, ENGLISH).result, "Luis wins with 26 points.");
    assert_string_equal(tell(&m, &s, ENGLISH).tie,
                        "Ana and Luis have 26 points; Luis has more stations left (3 to 2).");
    assert_string_equal(
        tell(&m, &s, SPANISH).tie,
        "Ana y Luis tienen 26 puntos; a Luis le quedan más estaciones (3 contra 2).");
}

/* Random games: the result names the seats that the engine ranks first; a tie names all with
 * the most points. */
static void check_end(const struct match *m, const struct state *s, uint32_t *ties,
                      uint32_t *decided)
{
    static const char *const names[] = {"Ana", "Luis", "Chen", "Marta", "Eva", "Sol"};
    struct told_result told = tell(m, s, ENGLISH);
    const char *last = strrchr(told.tie, ';');
    struct sheet sheet;
    int32_t most = -1000;
    uint32_t ahead = 0, won = 0;

    m->rules->score(m, s, &sheet);
    for (uint32_t i = 0; i < m->seats; i++)
        most = sheet.seat[i].total > most ? sheet.seat[i].total : most;
    for (uint32_t i = 0; i < m->seats; i++) {
        ahead += sheet.seat[i].total == most;
        won += sheet.seat[i].rank == 1;
        assert_int_equal(strstr(told.result, names[i]) != NULL, sheet.seat[i].rank == 1);
        if (told.tie[0])
            assert_int_equal(strstr(told.tie, names[i]) != NULL, sheet.seat[i].total == most);
    }
    assert_int_equal(told.tie[0] != 0, ahead > 1);
    if (ahead > 1 && won == 1) {
        for (uint32_t i = 0; i < m->seats; i++)
            assert_int_equal(strstr(last, names[i]) != NULL, sheet.seat[i].rank == 1);
        ++*decided;
    }
    if (ahead > 1)
        assert_int_equal(strstr(told.tie, "nothing else") != NULL, won > 1);
    *ties += ahead > 1;
}

static void test_random_games(void **unused)
{
    const struct board *boards[] = {&europe, &berlin, &paris, &metro};
    uint32_t ties = 0, decided = 0;

    (void)unused;
    for (uint32_t game = 0; game < 4000; game++) {
        const struct board *b = boards[game % 4];
        struct match m = match_of(b, b->seats_max - game / 4 % 2);
        struct state s;
        struct rng r;

        rng_seed(&r, game, 77);
        m.rules->start(&m, &s);
        while (m.rules->actor(&m, &s) != NOBODY)
            m.rules->apply(&m, &s, dealer_choose(&m, &s, &r));
        check_end(&m, &s, &ties, &decided);
    }
    assert_true(ties > 50 && decided > 10);
}

/* The routes of a longest path are as long as it is, and can be walked: they are connected, and
 * at most two cities have an odd number of them. */
static void test_trail(void **unused)
{
    const struct routes_board *b = &europe.routes;
    struct match m = match_of(&europe, 5);
    struct sheet sheet;
    struct rng r;

    (void)unused;
    for (uint32_t game = 0; game < 100; game++) {
        struct state s;

        rng_seed(&r, game, 78);
        m.rules->start(&m, &s);
        while (m.rules->actor(&m, &s) != NOBODY)
            m.rules->apply(&m, &s, dealer_choose(&m, &s, &r));
        m.rules->score(&m, &s, &sheet);
        for (uint32_t seat = 0; seat < m.seats; seat++) {
            struct trail trail;
            uint64_t odd = 0;
            uint8_t label[CITIES_MAX];
            uint32_t length = 0, start = CITIES_MAX;

            longest_trail(b, s.routes.seat[seat].owned, &trail);
            assert_true(trail.exact);
            routes_labels(b, trail.routes, label);
            for (uint32_t i = 0; i < 64u * b->planes; i++) {
                if (!(trail.routes[i / 64] >> i % 64 & 1))
                    continue;
                assert_true(s.routes.seat[seat].owned[i / 64] >> i % 64 & 1);
                start = start == CITIES_MAX ? b->route[i].a : start;
                assert_int_equal(label[b->route[i].a], label[start]);
                length += b->route[i].length;
                odd ^= bit(b->route[i].a) ^ bit(b->route[i].b);
            }
            assert_int_equal(length, sheet.seat[seat].longest);
            assert_true(bits_count(odd) <= 2);
        }
    }
}

static int read_boards(void **unused)
{
    (void)unused;
    load_board("europe", &europe);
    load_board("berlin", &berlin);
    load_board("paris", &paris);
    load_board("metro", &metro);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_going_on),
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_nothing_decides),
        cmocka_unit_test(test_stations_decide),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_trail),
        cmocka_unit_test(test_you),
    };

    return cmocka_run_group_tests_name("result", tests, read_boards, NULL);
}
