/*
 * Hints: every reason has its words, and all its values can be filled in; and the reasons in
 * positions where the effect of an event is obvious.
 */
#include "../../protocol/hint.h"

#include "../../ai/metro/metro_players.h"
#include "../../ai/routes/routes_players.h"
#include "../../engine/routes/queries.h"
#include "../../table/dealer.h"
#include "../support/boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct board europe, metro;

/* A match of the family that a kind of reason belongs to. */
static struct match match_for(int kind)
{
    return match_of(kind < REASON_LINE_CENTRE ? &europe : &metro, 2);
}

static const char *key_of(int kind)
{
    struct match m = match_for(kind);

    return hint_key(&m, (enum reason_kind)kind);
}

static void test_words(void **unused)
{
    static const char *const names[SEATS_MAX] = {"Ana", "Luis"};

    (void)unused;
    assert_string_equal(key_of(REASON_NONE), "");
    for (int kind = 1; kind < REASON_KINDS; kind++) {
        struct match m = match_for(kind);
        struct reason r = {.kind = (uint8_t)kind, .seat = 1, .points = 1, .count = 2};
        char words[256], object[512];
        struct text t = text_in(words, sizeof words);
        struct candidate c = {.event = event_make(EVENT_REDRAW, 0), .reason = r};
        struct json j = json_in(object, sizeof object);
        struct view v;

        assert_true(key_of(kind)[0] != 0);
        for (int other = 1; other < kind; other++)
            assert_string_not_equal(key_of(kind), key_of(other));
        hint_words(ENGLISH, &m, names, &r, &t);
        assert_true(t.length > 10 && !t.cut);
        assert_null(strpbrk(words, "{}|"));
        assert_null(strstr(words, "1 points"));
        if (kind < REASON_LINE_CENTRE)
            c.event = event_make(EVENT_TICKETS, 0);
        memset(&v, 0, sizeof v);
        hint_json(&j, NULL, &m, &v, names, &c);
        assert_true(json_done(&j));
        assert_non_null(strstr(object, words));
        assert_non_null(strstr(object, key_of(kind)));
    }
}

static uint32_t city(const char *name)
{
    size_t used;
    uint32_t c = board_city(&europe.routes, name, strlen(name), &used);

    assert_true(c < CITIES_MAX);
    return c;
}

static uint32_t route(const char *a, const char *b)
{
    uint32_t x = city(a), y = city(b);

    for (uint32_t i = 0; i < europe.routes.routes; i++) {
        const struct route *r = &europe.routes.route[europe.routes.route_at[i]];

        if ((r->a == x && r->b == y) || (r->a == y && r->b == x))
            return europe.routes.route_at[i];
    }
    fail_msg("no route %s-%s", a, b);
    return 0;
}

static uint32_t ticket(const char *a, const char *b)
{
    uint32_t x = city(a), y = city(b);

    for (uint32_t i = 0; i < europe.routes.tickets; i++) {
        const struct ticket *t = &europe.routes.ticket[i];

        if ((t->a == x && t->b == y) || (t->a == y && t->b == x))
            return i;
    }
    fail_msg("no ticket %s-%s", a, b);
    return 0;
}

/* A game of two that has come to the first turn; seat 0 has the ticket and no other. */
static void begin(const struct match *m, struct state *s, uint32_t t)
{
    struct rng r;

    rng_seed(&r, 4, 0);
    m->rules->start(m, s);
    while (s->routes.phase != PHASE_TURN) {
        uint32_t actor = m->rules->actor(m, s);
        event_t e = actor == NATURE ? dealer_choose(m, s, &r) : m->rules->pick(m, s, 0);

        assert_true(m->rules->apply(m, s, e));
    }
    s->routes.turn = 0;
    s->routes.seat[0].tickets = bit(t);
}

static void own(struct state *s, uint32_t seat, uint32_t n)
{
    s->routes.seat[seat].owned[n / 64] |= bit(n % 64);
    s->routes.open[n / 64] &= ~bit(n % 64);
}

static struct reason reason_of(const struct match *m, const struct state *s, event_t e)
{
    struct view v;

    m->rules->view(m, s, 0, &v);
    return routes_reason(m, &v, e);
}

static void test_routes(void **unused)
{
    struct match m = match_of(&europe, 2);
    uint32_t t = ticket("Kobenhavn", "Erzurum"), goal = city("Kobenhavn");
    uint32_t way = route("Kobenhavn", "Stockholm");
    event_t claim = event_pay(EVENT_CLAIM, way, 0, 0);
    struct state s;
    struct reason r;

    (void)unused;
    /* all ways into Kobenhavn but one are gone */
    begin(&m, &s, t);
    for (uint32_t i = 0; i < europe.routes.routes; i++) {
        uint32_t n = europe.routes.route_at[i];
        const struct route *one = &europe.routes.route[n];

        if (n != way && (one->a == goal || one->b == goal))
            own(&s, 1, n);
    }
    r = reason_of(&m, &s, claim);
    assert_int_equal(r.kind, REASON_LAST_WAY);
    assert_int_equal(r.ticket, t);
    assert_int_equal(r.city, goal);
    /* a ticket that the route completes */
    begin(&m, &s, ticket("Stockholm", "Wien"));
    own(&s, 0, route("Stockholm", "Petrograd"));
    own(&s, 0, route("Petrograd", "Wilno"));
    own(&s, 0, route("Wilno", "Warszawa"));
    r = reason_of(&m, &s, event_pay(EVENT_CLAIM, route("Warszawa", "Wien"), 0, 0));
    assert_int_equal(r.kind, REASON_TICKET_DONE);
    assert_int_equal(r.ticket, ticket("Stockholm", "Wien"));
    assert_int_equal(r.points, europe.routes.ticket[r.ticket].points);
    /* a route far from every ticket */
    r = reason_of(&m, &s, event_pay(EVENT_CLAIM, route("Cadiz", "Lisboa"), 0, 0));
    assert_int_equal(r.kind, REASON_ROUTE_POINTS);
    /* the same route if it lengthens one's own path, and if it uses up the pieces */
    own(&s, 0, route("Lisboa", "Madrid"));
    r = reason_of(&m, &s, event_pay(EVENT_CLAIM, route("Cadiz", "Lisboa"), 0, 0));
    assert_int_equal(r.kind, REASON_LONGEST);
    assert_int_equal(r.points, europe.routes.express_points);
    s.routes.seat[0].pieces[0] = 4;
    r = reason_of(&m, &s, event_pay(EVENT_CLAIM, route("Cadiz", "Lisboa"), 0, 0));
    assert_int_equal(r.kind, REASON_ENDS);
    /* the other has reached both ends of a ticket, and lacks one route between them */
    begin(&m, &s, ticket("Stockholm", "Wien"));
    own(&s, 1, route("Palermo", "Smyrna"));
    own(&s, 1, route("Angora", "Erzurum"));
    own(&s, 1, route("Angora", "Constantinople"));
    own(&s, 1, route("Roma", "Palermo"));
    r = reason_of(&m, &s, event_pay(EVENT_CLAIM, route("Constantinople", "Smyrna"), 0, 0));
    assert_int_equal(r.kind, REASON_BLOCK);
    /* a planned route that can be paid at the start of a game can wait; no card is drawn for it */
    begin(&m, &s, ticket("Stockholm", "Wien"));
    s.routes.seat[0].hand = s.routes.seat[0].wild = s.routes.seat[0].hand_size = 0;
    r = reason_of(&m, &s, event_make(EVENT_DRAW, SLOT_DECK));
    assert_int_equal(r.kind, REASON_SOME_CARD);
    s.routes.seat[0].wild = s.routes.seat[0].hand_size = 6;
    for (uint32_t c = 0; c < europe.routes.colours; c++) {
        s.routes.seat[0].hand += pack_some(c, 2);
        s.routes.seat[0].hand_size = (uint8_t)(s.routes.seat[0].hand_size + 2);
    }
    r = reason_of(&m, &s, event_make(EVENT_DRAW, SLOT_DECK));
    assert_int_equal(r.kind, REASON_WAIT);
    /* no ticket left to do */
    s.routes.seat[0].tickets = 0;
    r = reason_of(&m, &s, event_make(EVENT_TICKETS, 0));
    assert_int_equal(r.kind, REASON_TICKETS_DRAW);
}

static void test_metro(void **unused)
{
    static const char *const events[] = {
        "deal aaaa",     "deal aaaa",     "place h8 aaaa", "deal aaaa",     "place h7 aaaa",
        "deal cbcb",     "place h6 aaaa", "deal aacb",     "place h5 cbcb", "deal acba",
        "place g5 aacb", "deal aaaa",     "place a3 acba", "deal bbbb",
    };
    struct match m = match_of(&metro, 2);
    struct complaint why;
    struct state s;
    struct view v;
    struct reason r;
    uint32_t n, centre = 0;

    (void)unused;
    m.option[0] = 1; /* seat 1 begins */
    m.rules->start(&m, &s);
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        event_t e = m.rules->parse(&m, &s, events[i], strlen(events[i]), &why);

        assert_true(m.rules->apply(&m, &s, e));
    }
    m.rules->view(&m, &s, 0, &v);
    n = m.rules->count(&m, &v.seen);
    for (uint32_t k = 0; k < n; k++) {
        event_t e = m.rules->pick(&m, &v.seen, k);
        struct state after = s;

        assert_true(m.rules->apply(&m, &after, e));
        r = metro_reason(&m, &v, e);
        if (event_kind(e) == EVENT_REDRAW) {
            assert_int_equal(r.kind, REASON_NEW_TILE);
        } else if (after.metro.central) {
            assert_int_equal(r.kind, REASON_LINE_CENTRE);
            assert_int_equal(r.station, 0);
            assert_int_equal(r.points, after.metro.points[0]);
            centre++;
        } else {
            assert_int_not_equal(r.kind, REASON_LINE_CENTRE);
        }
    }
    assert_int_equal(centre, 1);
}

static int read_boards(void **unused)
{
    (void)unused;
    load_board("europe", &europe);
    load_board("metro", &metro);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_routes),
        cmocka_unit_test(test_metro),
    };

    return cmocka_run_group_tests_name("hint", tests, read_boards, NULL);
}
