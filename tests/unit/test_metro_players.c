/*
 * The metro players: their choices are legal in every variant, the same for the same view and
 * dice, and sensible where the right choice is obvious. Their strength is measured elsewhere;
 * this only tests that greedy beats random.
 */
#include "../../ai/bot.h"
#include "../../ai/metro/forecast.h"
#include "../../engine/metro/queries.h"
#include "../../table/dealer.h"
#include "../support/boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { TURNING = 1, HAND = 2 }; /* options of the family, in its order */

static struct board board;

static int read_board(void **unused)
{
    (void)unused;
    load_board("metro", &board);
    return 0;
}

static const char *const all[] = {"greedy", "flat:iterations=2", "random"};

static event_t choose(const char *spec, const struct match *m, const struct view *v,
                      struct rng *r)
{
    struct budget budget = {.dice = rng_dice(r)};
    struct complaint why;
    struct bot bot;

    assert_true(bot_parse(spec, strlen(spec), &bot, &why));
    return bot_choose(&bot, m, v, &budget);
}

/* Chooses twice with the same dice, from the view alone; both must be the same legal event. */
static event_t choose_twice(const char *spec, const struct match *m, const struct state *s,
                            struct rng *r)
{
    struct rng again = *r;
    struct view v;

    m->rules->view(m, s, m->rules->actor(m, s), &v);
    event_t e = choose(spec, m, &v, r);
    assert_int_equal(e, choose(spec, m, &v, &again));
    return e;
}

/* What a seat does in its turn; the dice are for its choices. */
typedef event_t turn(const struct match *m, const struct state *s, struct rng *own,
                     void *context);

/* Plays a game to its end. */
static void play_turns(const struct match *m, uint64_t seed, turn *choice, void *context,
                       struct state *s)
{
    struct rng chance, own;
    uint32_t actor;

    rng_seed(&chance, seed, 0);
    rng_seed(&own, seed, 1);
    m->rules->start(m, s);
    while ((actor = m->rules->actor(m, s)) != NOBODY) {
        event_t e =
            actor == NATURE ? dealer_choose(m, s, &chance) : choice(m, s, &own, context);

        assert_true(m->rules->apply(m, s, e));
    }
}

static event_t turn_of_seat(const struct match *m, const struct state *s, struct rng *own,
                            void *context)
{
    const char *const *seat = context;

    return choose_twice(seat[m->rules->actor(m, s)], m, s, own);
}

/* Plays a game; seat i is played by seat[i]. */
static void play(const struct match *m, const char **seat, uint64_t seed, struct state *s)
{
    play_turns(m, seed, turn_of_seat, seat, s);
}

static void test_legal_and_repeatable(void **unused)
{
    (void)unused;
    for (uint32_t seats = 2; seats <= SEATS_MAX; seats += 2) {
        for (uint32_t variant = 0; variant < 6; variant++) {
            struct match m = match_of(&board, seats);
            const char *seat[SEATS_MAX] = {0};
            struct state s;

            m.option[TURNING] = (uint8_t)(variant & 1);
            m.option[HAND] = (uint8_t)(1 + variant / 2);
            for (uint32_t i = 0; i < SEATS_MAX; i++)
                seat[i] = all[(i + variant) % 3];
            play(&m, seat, 100 * seats + variant, &s);
        }
    }
}

/* Other states that look the same to the seat: how many have differed, and dice to make them. */
struct others {
    struct rng dice;
    uint32_t compared;
};

static event_t turn_in_two_states(const struct match *m, const struct state *s, struct rng *own,
                                  void *context)
{
    struct others *others = context;
    uint32_t actor = m->rules->actor(m, s);
    const char *spec = all[actor % 2];
    struct dice dice = rng_dice(&others->dice);
    struct rng again = *own;
    struct state other;
    struct view v;

    m->rules->view(m, s, actor, &v);
    m->rules->resample(m, &v, &dice, &other);
    event_t e = choose_twice(spec, m, s, own);
    assert_int_equal(e, choose_twice(spec, m, &other, &again));
    others->compared += memcmp(s, &other, sizeof other) != 0;
    return e;
}

/* Another seat's hand must not change a choice: asks in two states that look the same. */
static void test_sees_no_other_hand(void **unused)
{
    struct match m = match_of(&board, 3);
    struct others others = {.compared = 0};
    struct state s;

    (void)unused;
    rng_seed(&others.dice, 5, 2);
    play_turns(&m, 5, turn_in_two_states, &others, &s);
    assert_true(others.compared > 20);
}

/* Games won by the first player against the second, on both sides of each deal. */
static uint32_t wins(const char *one, const char *two, struct match m, uint32_t deals)
{
    uint32_t won = 0;

    for (uint32_t i = 0; i < 2 * deals; i++) {
        const char *seat[2] = {i % 2 ? two : one, i % 2 ? one : two};
        struct state s;

        play(&m, seat, 1000 + i / 2, &s);
        won += s.metro.points[i % 2] > s.metro.points[1 - i % 2];
    }
    return won;
}

static void test_greedy_beats_random(void **unused)
{
    struct match m = match_of(&board, 2);

    (void)unused;
    assert_true(wins("greedy", "random", m, 10) >= 19);
    m.option[TURNING] = 1;
    m.option[HAND] = 3;
    assert_true(wins("greedy", "random", m, 5) >= 9);
}

static uint32_t kind_of(const char *code)
{
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
        if (strcmp(tile_kinds[kind].code, code) == 0)
            return kind;
    fail_msg("no tile %s", code);
    return 0;
}

/* A position of two seats without hidden tiles: seat 1 is to place a tile. */
struct position {
    struct match m;
    struct state s;
};

static void event_of(struct position *p, const char *text)
{
    struct complaint why;
    event_t e = p->m.rules->parse(&p->m, &p->s, text, strlen(text), &why);

    if (!p->m.rules->apply(&p->m, &p->s, e))
        fail_msg("not legal: %s", text);
}

static void position_make(struct position *p, const char *const *events)
{
    p->m = match_of(&board, 2);
    p->m.option[0] = 1; /* seat 1 begins */
    p->m.rules->start(&p->m, &p->s);
    for (; *events; events++)
        event_of(p, *events);
    assert_int_equal(p->m.rules->actor(&p->m, &p->s), 0);
}

/* The line of station 1 waits in front of the centre, after so long a way that one more tile makes
 * 50 points. */
static void position_before_centre(struct position *p)
{
    static const char *const events[] = {
        "deal aaaa",     "deal aaaa",     "place h8 aaaa", "deal aaaa",     "place h7 aaaa",
        "deal cbcb",     "place h6 aaaa", "deal aacb",     "place h5 cbcb", "deal acba",
        "place g5 aacb", "deal aaaa",     "place a3 acba", "deal bbbb",     NULL,
    };

    position_make(p, events);
    p->s.metro.length[0] = 24; /* five tiles lie there: as if it had crossed more */
}

static void test_takes_the_centre(void **unused)
{
    struct position p;

    (void)unused;
    position_before_centre(&p);
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct rng r;

        rng_seed(&r, seed, 1);
        for (uint32_t i = 0; i < 2; i++) {
            struct state s = p.s;
            event_t e = choose_twice(i ? "flat:iterations=200" : "greedy", &p.m, &s, &r);

            assert_true(p.m.rules->apply(&p.m, &s, e));
            assert_int_equal(event_kind(e), EVENT_PLACE);
            assert_int_equal(s.metro.points[0], 50);
        }
    }
}

/* Choices that are clearly worse are soon out, and the search ends when one is left. */
static void test_stops_when_it_is_clear(void **unused)
{
    struct candidate out[WEIGHED_MAX];
    struct position p;
    struct complaint why;
    struct bot bot;
    struct view v;
    struct rng r;
    const char spec[] = "flat:iterations=5000";

    (void)unused;
    position_before_centre(&p);
    rng_seed(&r, 1, 1);
    struct budget budget = {.dice = rng_dice(&r)};
    assert_true(bot_parse(spec, strlen(spec), &bot, &why));
    p.m.rules->view(&p.m, &p.s, 0, &v);
    uint32_t n = bot_rank(&bot, &p.m, &v, &budget, out, WEIGHED_MAX);
    assert_true(n > 2);
    assert_true(p.m.rules->apply(&p.m, &p.s, out[0].event));
    assert_int_equal(p.s.metro.points[0], 50);
    assert_true(out[0].visits <= 500);
    assert_true(out[n - 1].visits >= 1 && out[n - 1].visits <= out[0].visits);
}

/* The tile in hand could end the own line of station 5 for two points, at c8; or go elsewhere. */
static void test_ends_no_line_short(void **unused)
{
    static const char *const events[] = {
        "deal cbcb", "deal aaaa", "place d8 cbcb", "deal acba", "place a3 aaaa",
        "deal bbbb", NULL,
    };
    struct position p;

    (void)unused;
    position_make(&p, events);
    struct state ended = p.s;
    assert_true(p.m.rules->apply(&p.m, &ended, event_place(2, kind_of("acba"), 0)));
    assert_int_equal(ended.metro.points[0], 2);
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct rng r;

        rng_seed(&r, seed, 1);
        for (uint32_t i = 0; i < 2; i++) {
            struct state s = p.s;
            event_t e = choose_twice(i ? "flat:iterations=10" : "greedy", &p.m, &s, &r);

            assert_true(p.m.rules->apply(&p.m, &s, e));
            assert_int_equal(s.metro.points[0], 0);
        }
    }
}

/* The forecast for the seat to act. */
static void forecast_of(struct forecast *f, const struct match *m, const struct state *s,
                        struct view *v)
{
    struct tuning tuning;

    tuning_of_match(m, &tuning);
    memset(f, 0, sizeof *f);
    m->rules->view(m, s, m->rules->actor(m, s), v);
    forecast_prepare(f, m, v->metro.tiles, &tuning);
    forecast_for(f, m, s->metro.turn);
    forecast_make(f, &s->metro);
}

/* What a tile adds by a quick look is nearly what it adds once it is in place, and a look changes
 * nothing. */
static void compare_looks(const struct match *m, const struct state *s, struct forecast *f,
                          double error[2])
{
    const uint32_t kind = s->metro.hand[s->metro.turn][0] - 1u;
    const struct forecast before = *f;
    struct placements may;

    metro_placements(m, &s->metro, kind, &may);
    for (uint64_t left = may.squares[0]; left; left &= left - 1) {
        uint32_t square = bits_first(left);
        struct state after = *s;
        struct forecast g = *f;

        assert_true(m->rules->apply(m, &after, event_place(square, kind, 0)));
        forecast_place(&g, &after.metro, square);
        double gain = forecast_sum(&g, &after.metro) - forecast_sum(f, &s->metro);
        double look = forecast_look(f, &s->metro, square, kind) - gain;
        double glance = forecast_gain(f, &s->metro, square, kind) - gain;
        error[0] += look * look;
        error[1] += glance * glance;
        assert_memory_equal(f, &before, sizeof before);
    }
}

static event_t turn_with_looks(const struct match *m, const struct state *s, struct rng *own,
                               void *context)
{
    struct forecast f;
    struct view v;

    forecast_of(&f, m, s, &v);
    if (s->metro.phase == METRO_TURN)
        compare_looks(m, s, &f, context);
    return choose("greedy", m, &v, own);
}

static void test_looks_more_closely(void **unused)
{
    struct match m = match_of(&board, 2);
    double error[2] = {0};
    struct state s;

    (void)unused;
    play_turns(&m, 3, turn_with_looks, error, &s);
    assert_true(error[0] < error[1] / 4);
}

/* Where a line comes that waits at a free square and leaves it by a side. */
static uint32_t walk(const struct metro_state *s, uint32_t side, double *crossings)
{
    const struct metro_board *b = &board.metro;

    for (*crossings = 1;; ++*crossings) {
        uint32_t next = b->beyond[side], in = (side + 2) % 4;

        if (next == BEYOND_CENTRE || next == BEYOND_STATION)
            return next == BEYOND_CENTRE ? AT_CENTRE : AT_STATION;
        if (s->tile[next] == 0)
            return 4 * next + in;
        side = 4 * next + tile_kinds[s->tile[next] - 1].out[in];
    }
}

/* What the forecast knows about a way, one number at a time. */
struct slow {
    double centre[PLACES], more[PLACES];
};

static void slow_step(const struct slow *slow, struct slow *after, const struct metro_state *s,
                      const uint8_t tiles[TILE_KINDS], const struct tuning *tuning,
                      uint32_t way)
{
    const uint8_t *beyond = &board.metro.beyond[way & ~3u];
    double sum = 0, centre = 0, more = 0, length;

    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        uint32_t out = tile_kinds[kind].out[way % 4], to = walk(s, (way & ~3u) + out, &length);
        double odds = tiles[kind] * (to == AT_CENTRE    ? tuning->value[CENTRE_ODDS]
                                     : to == AT_STATION ? tuning->value[END_ODDS]
                                                        : 32);

        if (beyond[way % 4] == BEYOND_STATION && beyond[out] == BEYOND_STATION)
            continue;
        sum += odds;
        centre += odds * slow->centre[to];
        more += odds * (length * (1 + slow->centre[to]) + slow->more[to]);
    }
    after->centre[way] = sum > 0 ? centre / sum : 0;
    after->more[way] = sum > 0 ? more / sum : 0;
}

/* All ways into a square take their step from the same numbers. */
static void slow_square(struct slow *slow, const struct metro_state *s,
                        const uint8_t tiles[TILE_KINDS], const struct tuning *tuning,
                        uint32_t square)
{
    struct slow after = *slow;

    for (uint32_t in = 0; in < 4; in++)
        slow_step(slow, &after, s, tiles, tuning, 4 * square + in);
    *slow = after;
}

static bool near(double a, double b)
{
    double off = a > b ? a - b : b - a;

    return off < 1e-4 * (1 + b);
}

static event_t turn_with_twin(const struct match *m, const struct state *s, struct rng *own,
                              void *context)
{
    const uint64_t open = board.metro.squares & ~s->metro.placed;
    struct slow slow = {.centre[AT_CENTRE] = 1};
    struct tuning tuning;
    struct forecast f;
    struct view v;

    (void)context;
    tuning_of_match(m, &tuning);
    forecast_of(&f, m, s, &v);
    event_t e = choose("greedy", m, &v, own);
    if (s->metro.supply_size == 0 && bits_count(open) == 1) /* the last tile: any may come */
        memset(v.metro.tiles, 1, sizeof v.metro.tiles);
    for (uint32_t i = 0; i < SWEEPS; i++)
        for (uint64_t left = open; left; left &= left - 1)
            slow_square(&slow, &s->metro, v.metro.tiles, &tuning, bits_first(left));
    for (uint64_t left = open; left; left &= left - 1) {
        for (uint32_t way = 4 * bits_first(left); way < 4 * bits_first(left) + 4; way++) {
            assert_true(near(f.centre[way], slow.centre[way]));
            assert_true(near(f.more[way], slow.more[way]));
        }
    }
    return e;
}

static void test_forecasts_like_a_slow_twin(void **unused)
{
    struct match m = match_of(&board, 2);
    struct state s;

    (void)unused;
    play_turns(&m, 4, turn_with_twin, NULL, &s);
}

/* A forecast that has followed a tile knows the same lines and ways as one that is made anew. */
static event_t turn_with_place(const struct match *m, const struct state *s, struct rng *own,
                               void *context)
{
    struct forecast f, fresh;
    struct state after = *s;
    struct view v;

    (void)context;
    forecast_of(&f, m, s, &v);
    event_t e = choose("greedy", m, &v, own);
    if (event_kind(e) != EVENT_PLACE)
        return e;
    fresh = f;
    assert_true(m->rules->apply(m, &after, e));
    forecast_place(&f, &after.metro, event_arg(e));
    forecast_make(&fresh, &after.metro);
    assert_memory_equal(f.line, fresh.line, sizeof f.line);
    for (uint64_t left = board.metro.squares & ~after.metro.placed; left; left &= left - 1) {
        uint32_t first = 4 * bits_first(left);

        assert_memory_equal(&f.run_to[first], &fresh.run_to[first], 4 * sizeof f.run_to[0]);
        assert_memory_equal(&f.run_length[first], &fresh.run_length[first],
                            4 * sizeof f.run_length[0]);
        assert_memory_equal(f.share[first], fresh.share[first], 4 * sizeof f.share[0]);
    }
    return e;
}

static void test_follows_a_tile(void **unused)
{
    struct match m = match_of(&board, 2);
    struct state s;

    (void)unused;
    for (uint64_t seed = 0; seed < 3; seed++)
        play_turns(&m, seed, turn_with_place, NULL, &s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal_and_repeatable),
        cmocka_unit_test(test_sees_no_other_hand),
        cmocka_unit_test(test_greedy_beats_random),
        cmocka_unit_test(test_takes_the_centre),
        cmocka_unit_test(test_stops_when_it_is_clear),
        cmocka_unit_test(test_ends_no_line_short),
        cmocka_unit_test(test_looks_more_closely),
        cmocka_unit_test(test_forecasts_like_a_slow_twin),
        cmocka_unit_test(test_follows_a_tile),
    };

    return cmocka_run_group_tests_name("metro players", tests, read_board, NULL);
}
