/*
 * The foundations of the players of the route games: plans join the cities that they should,
 * guessed tickets agree with the view, candidates for a search are legal; and the search finds
 * better moves than the planner. Games have fixed seeds and everything is whole numbers: the
 * same results everywhere.
 */
#include "../../ai/race.h"
#include "../../ai/routes/block.h"
#include "../../ai/routes/candidates.h"
#include "../../ai/routes/guess.h"
#include "../../engine/routes/queries.h"
#include "../../table/dealer.h"
#include "../support/players.h"

#include <string.h>

static struct board board;

static void load(const char *id)
{
    load_board(id, &board);
}

static void measures_here(struct measures *measures)
{
    struct tuning tuning;

    tuning_presets(routes_constants, &tuning);
    measures_of(&board.routes, &tuning, measures);
}

/* Plays a game and shows every position in which a seat acts. */
static void play(const struct match *m, const struct bot *who, uint64_t seed,
                 void (*look)(const struct match *, const struct state *, uint32_t),
                 struct sheet *sheet)
{
    struct state s;
    struct rng dealer, dice[SEATS_MAX];
    uint32_t actor, events = 0;

    rng_seed(&dealer, seed, 0);
    for (uint32_t i = 0; i < m->seats; i++)
        rng_seed(&dice[i], seed, i + 1);
    m->rules->start(m, &s);
    while ((actor = m->rules->actor(m, &s)) != NOBODY && events++ < 20000) {
        event_t e;

        if (actor == NATURE) {
            e = dealer_choose(m, &s, &dealer);
        } else {
            struct budget budget = {.dice = rng_dice(&dice[actor])};
            struct view v;

            m->rules->view(m, &s, actor, &v);
            if (look)
                look(m, &s, actor);
            e = bot_choose(&who[actor], m, &v, &budget);
        }
        assert_true(m->rules->apply(m, &s, e));
    }
    assert_int_equal(actor, NOBODY);
    m->rules->score(m, &s, sheet);
}

/* Planners and others on every board with every number of seats. */
static void on_all_boards(void (*look)(const struct match *, const struct state *, uint32_t))
{
    static const char *const ids[] = {"europe", "berlin", "paris"};
    static const char *const names[] = {"planner", "greedy", "random"};

    for (uint32_t i = 0; i < 3; i++) {
        load(ids[i]);
        for (uint32_t seats = board.seats_min; seats <= board.seats_max; seats++) {
            struct match m = match_of(&board, seats);
            struct bot who[SEATS_MAX];
            struct sheet sheet;

            for (uint32_t k = 0; k < seats; k++)
                who[k] = bot_named(names[k % 3]);
            for (uint64_t seed = 0; seed < 3; seed++)
                play(&m, who, seed, look, &sheet);
        }
    }
}

/* The routes of a network are free, there are the pieces for them, and they complete its
 * tickets. */
static void look_at_network(const struct match *m, const struct state *s, uint32_t seat)
{
    const struct routes_board *b = &board.routes;
    const struct routes_seat *me = &s->routes.seat[seat];
    struct measures measures;
    struct mind mind = {0};
    struct thought t;
    uint64_t all[PLANES_MAX];
    uint8_t label[CITIES_MAX];
    uint32_t pieces[PIECE_KINDS] = {0};

    measures_here(&measures);
    planner_think(m, s, seat, &measures, &mind, false, &t);
    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        assert_int_equal(mind.network.routes[p] & ~(s->routes.open[p] & ~me->barred[p]), 0);
        all[p] = mind.network.routes[p] | me->owned[p];
        for (uint64_t left = mind.network.routes[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];

            pieces[r->kind] += r->length;
        }
    }
    assert_true(pieces[0] <= me->pieces[0] && pieces[1] <= me->pieces[1]);
    assert_int_equal(mind.network.tickets & mind.network.lost, 0);
    assert_int_equal(mind.network.tickets | mind.network.lost, mind.undone);
    routes_labels(b, all, label);
    for (uint64_t left = me->tickets & ~mind.network.lost; left; left &= left - 1) {
        const struct ticket *ticket = &b->ticket[bits_first(left)];

        assert_int_equal(label[ticket->a], label[ticket->b]);
    }
}

static void test_plans_join_their_tickets(void **unused)
{
    (void)unused;
    on_all_boards(look_at_network);
}

/* Guessed tickets: the view stays the same, and no ticket is in two places. */
static void look_at_guess(const struct match *m, const struct state *s, uint32_t seat)
{
    struct guess guess;
    struct view v, again;
    struct state deal;
    struct chance chance = {state_hash(s)};
    struct dice dice = chance_dice(&chance);
    uint64_t seen = 0;

    if (s->routes.phase <= PHASE_CHOOSE)
        return;
    m->rules->view(m, s, seat, &v);
    guess_of(m, &v.seen.routes, &guess);
    m->rules->resample(m, &v, &dice, &deal);
    guess_tickets(m, &guess, seat, &chance, &deal);
    m->rules->view(m, &deal, seat, &again);
    assert_memory_equal(&v, &again, sizeof v);
    for (uint32_t i = 0; i < m->seats; i++) {
        assert_int_equal(seen & deal.routes.seat[i].tickets, 0);
        seen |= deal.routes.seat[i].tickets;
    }
    assert_int_equal(seen & deal.routes.ticket_deck, 0);
}

static void test_guesses_agree_with_the_view(void **unused)
{
    (void)unused;
    on_all_boards(look_at_guess);
}

/* A ticket that the network has joined is guessed more often than one it does not touch. */
static void test_guesses_follow_the_network(void **unused)
{
    uint32_t joined = 0, apart = 0, other = 0;
    struct state s;
    struct guess guess;
    struct chance chance = {1};
    struct measures measures;
    struct mind mind = {0};
    struct thought t;

    (void)unused;
    load("paris");
    struct match m = match_of(&board, 2);
    const struct routes_board *b = &board.routes;
    struct routes_seat *seat = &s.routes.seat[1];
    m.rules->start(&m, &s);
    s.routes.phase = PHASE_TURN;
    seat->tickets = bit(0);
    measures_here(&measures);
    planner_think(&m, &s, 1, &measures, &mind, false, &t);
    memcpy(seat->owned, mind.network.routes, sizeof mind.network.routes);
    guess_of(&m, &s.routes, &guess);
    for (uint32_t i = 1; i < b->tickets; i++)
        if (guess.weight[1][i] == 1)
            other = i;
    assert_true(other > 0);
    for (uint32_t k = 0; k < 2000; k++) {
        seat->tickets = bit(other);
        s.routes.ticket_deck = b->regular_tickets & ~bit(other);
        guess_tickets(&m, &guess, 0, &chance, &s);
        assert_int_equal(bits_count(seat->tickets), 1);
        joined += bits_have(seat->tickets, 0);
        apart += bits_have(seat->tickets, other);
    }
    assert_true(joined > 10 * apart);
}

/* All candidates for a search are legal, and none is listed twice. */
static void look_at_candidates(const struct match *m, const struct state *s, uint32_t seat)
{
    uint32_t wanted[ROUTES_MAX];
    event_t list[RACE_MAX];
    struct measures measures;
    struct mind mind = {0};
    struct thought t;

    for (uint32_t i = 0; i < ROUTES_MAX; i++)
        wanted[i] = i % 7;
    measures_here(&measures);
    planner_think(m, s, seat, &measures, &mind, false, &t);
    uint32_t n = routes_candidates(&t, wanted, list, RACE_MAX);
    assert_true(n > 0);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(routes_allows(m, &s->routes, list[i]));
        for (uint32_t k = 0; k < i; k++)
            assert_int_not_equal(list[i], list[k]);
    }
}

static void test_candidates_are_legal(void **unused)
{
    (void)unused;
    on_all_boards(look_at_candidates);
}

/* What a seat expects claims to cost the other follows from what it sees: it is the same when
 * the rest is dealt again, and never a gain. */
static void look_at_harm(const struct match *m, const struct state *s, uint32_t seat)
{
    int32_t harm[ROUTES_MAX], again[ROUTES_MAX];
    uint64_t some[PLANES_MAX];
    struct chance chance = {state_hash(s)};
    struct dice dice = chance_dice(&chance);
    struct measures measures;
    struct outlook o;
    struct state deal;
    struct view v;

    if (m->seats != 2 || s->routes.phase != PHASE_TURN)
        return;
    measures_here(&measures);
    m->rules->view(m, s, seat, &v);
    m->rules->resample(m, &v, &dice, &deal);
    outlook_of(m, &s->routes, seat, &measures, &o);
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        some[p] = o.free[p] & chance_next(&chance);
    block_harm(&o, some, harm);
    outlook_of(m, &deal.routes, seat, &measures, &o);
    block_harm(&o, some, again);
    assert_memory_equal(harm, again, sizeof harm);
    for (uint32_t i = 0; i < ROUTES_MAX; i++)
        assert_true(harm[i] >= 0 && (harm[i] == 0 || bits_have(some[i / 64], i % 64)));
}

static void test_harm_follows_from_the_view(void **unused)
{
    (void)unused;
    on_all_boards(look_at_harm);
}

/* A position of two seats in which a turn begins and the one who acts has cards for all routes. */
static struct state many_cards(const struct match *m)
{
    struct state s;
    struct rng dealer;

    rng_seed(&dealer, 1, 0);
    m->rules->start(m, &s);
    while (s.routes.phase != PHASE_TURN) {
        bool chance = m->rules->actor(m, &s) == NATURE;
        event_t e = chance ? dealer_choose(m, &s, &dealer) : m->rules->pick(m, &s, 0);

        assert_true(m->rules->apply(m, &s, e));
    }
    struct routes_seat *me = &s.routes.seat[s.routes.turn];
    me->hand = me->wild = me->hand_size = 0;
    for (uint32_t c = 0; c < board.routes.colours; c++) {
        me->hand += pack_some(c, 3);
        me->hand_size = (uint8_t)(me->hand_size + 3);
    }
    return s;
}

/* What the planner does if it may block by these routes only. */
static event_t choice_with(const struct match *m, const struct state *s, uint64_t routes)
{
    const uint64_t some[PLANES_MAX] = {routes};
    int32_t harm[ROUTES_MAX];
    struct tuning tuning;
    struct measures measures;
    struct mind mind = {0};
    struct thought t;

    tuning_of_match(m, &tuning);
    measures_of(&board.routes, &tuning, &measures);
    planner_think(m, s, s->routes.turn, &measures, &mind, false, &t);
    planner_block(&t, some, harm);
    return planner_choose(&t);
}

/* Does the planner claim the one route that the other seat lacks, and only because of that? Then
 * it also does if it considers no other route, and does not if that one is left out. */
static bool blocks(const struct match *m, const struct state *before, uint64_t others,
                   uint32_t lacking)
{
    const struct bot one = bot_named("planner"), two = bot_named("planner:block=0");
    const struct budget budget = {0};
    struct state s = *before;
    struct view v;

    s.routes.seat[1 - s.routes.turn].owned[0] = others;
    s.routes.open[0] &= ~others;
    m->rules->view(m, &s, s.routes.turn, &v);
    event_t with = bot_choose(&one, m, &v, &budget), without = bot_choose(&two, m, &v, &budget);
    assert_true(routes_allows(m, &s.routes, with));
    if (with == without || event_kind(with) != EVENT_CLAIM || event_arg(with) != lacking)
        return false;
    assert_int_equal(choice_with(m, &v.seen, bit(lacking)), with);
    assert_int_equal(choice_with(m, &v.seen, 0), without);
    return true;
}

/* The other seat has the whole way of a ticket except for one route in the middle. That is not
 * worth a turn in all cases. */
static void test_planner_blocks(void **unused)
{
    const struct routes_board *b = &board.routes;
    struct measures measures;
    struct outlook o;
    uint32_t cases = 0, blocked = 0;

    (void)unused;
    load("paris");
    struct match m = match_of(&board, 2);
    struct state s = many_cards(&m);
    measures_here(&measures);
    outlook_of(&m, &s.routes, 1 - s.routes.turn, &measures, &o);
    outlook_prices(&o);
    for (uint32_t k = 0; k < b->tickets; k++) {
        const struct ticket *t = &b->ticket[k];
        struct network p = {0};

        if (bits_have(s.routes.seat[s.routes.turn].tickets, k) || !network_add(&o, k, &p))
            continue;
        uint64_t inside = p.routes[0] & ~b->touching[t->a][0] & ~b->touching[t->b][0];
        for (; inside; inside &= inside - 1) {
            cases++;
            blocked += blocks(&m, &s, p.routes[0] & ~(inside & -inside), bits_first(inside));
        }
    }
    assert_true(cases > 10 && blocked > cases / 10);
}

/* How many of n games the first player wins against the second, seats taken in turn. */
static uint32_t wins(const char *first, const char *second, uint32_t n)
{
    uint32_t won = 0;

    for (uint32_t game = 0; game < n; game++) {
        struct match m = match_of(&board, 2);
        uint32_t seat = game % 2;
        struct bot who[2];
        struct sheet sheet;

        who[seat] = bot_named(first);
        who[1 - seat] = bot_named(second);
        play(&m, who, game / 2, NULL, &sheet);
        won += sheet.seat[seat].rank == 1 && sheet.seat[1 - seat].rank == 2;
    }
    return won;
}

/* What a level did in games of four: cards in hand at the end, games, the pieces of those who set
 * off the last round, choices of a card, and blind draws although a colour of the plan was face
 * up. */
static struct {
    uint32_t hands, ended, pieces, draws, blind;
} seen;
static struct bot watched;

static void look_at_draw(const struct match *m, const struct state *s, uint32_t seat)
{
    const struct routes_state *r = &s->routes;
    bool lies = false;
    struct tuning tuning;
    struct measures measures;
    struct mind mind = {0};
    struct thought t;
    struct view v;
    struct rng dice;

    if (r->phase != PHASE_TURN && r->phase != PHASE_SECOND)
        return;
    rng_seed(&dice, state_hash(s), 9);
    struct budget budget = {.dice = rng_dice(&dice)};
    m->rules->view(m, s, seat, &v);
    event_t e = bot_choose(&watched, m, &v, &budget);
    if (event_kind(e) != EVENT_DRAW)
        return;
    const struct bot real = bot_for(&watched, m);
    bot_tuning(&real, m, &tuning);
    measures_of(&board.routes, &tuning, &measures);
    planner_think(m, &v.seen, seat, &measures, &mind, false, &t);
    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++) {
        uint32_t card = r->market[slot];

        lies |= card < WILD && t.need[card] > pack_get(r->seat[seat].hand, card);
    }
    seen.draws++;
    seen.blind += lies && event_arg(e) == SLOT_DECK;
}

static void look_at_end(const struct match *m, const struct state *s, uint32_t seat)
{
    const struct routes_state *r = &s->routes;

    look_at_draw(m, s, seat);
    if (r->phase != PHASE_TURN || r->last_turns == 0 || r->last_turns > m->seats)
        return;
    seen.hands += r->seat[seat].hand_size; /* at its last turn: at most one more or less */
    seen.ended++;
    for (uint32_t i = 0; i < m->seats; i++)
        if (r->seat[i].pieces[0] + r->seat[i].pieces[1] <= board.routes.last_round_at)
            seen.pieces = 1;
}

/* Levels lose as people do: they don't hoard cards or draw them blind. */
static void test_levels_play_like_people(void **unused)
{
    static const struct {
        const char *name;
        uint32_t cards;
    } levels[] = {{"easy", 12}, {"medium", 10}};

    (void)unused;
    load("europe");
    struct match m = match_of(&board, 4);
    for (uint32_t i = 0; i < 2; i++) {
        struct bot who[SEATS_MAX];
        struct sheet sheet;

        memset(&seen, 0, sizeof seen);
        watched = bot_named(levels[i].name);
        for (uint32_t k = 0; k < m.seats; k++)
            who[k] = watched;
        for (uint64_t seed = 0; seed < 5; seed++)
            play(&m, who, seed, look_at_end, &sheet);
        assert_true(seen.ended == 20 && seen.pieces);
        assert_true(seen.hands >= 1 && seen.hands <= seen.ended * levels[i].cards);
        assert_true(seen.draws > 500 && seen.blind < seen.draws / 10);
    }
}

/* Each level beats the one below it; a greedy player has a chance against the lowest. */
static void test_levels_are_in_order(void **unused)
{
    static const char *const ids[] = {"europe", "berlin", "paris"};

    (void)unused;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t won;

        load(ids[i]);
        won = wins("hard", "medium", 100);
        assert_true(won >= 60 && won <= 92);
        won = wins("medium", "easy", 100);
        assert_true(won >= 60 && won <= 92);
        if (i == 0)
            continue;
        won = wins("greedy", "easy", 500);
        assert_true(won >= 150 && won <= 375);
    }
}

static void test_search_beats_planner(void **unused)
{
    (void)unused;
    load("paris");
    assert_true(wins("rollout:iterations=150", "planner", 40) >= 22);
}

static bool at_once(void *context)
{
    ++*(uint32_t *)context;
    return true;
}

/* A search whose time is up at once still chooses; and a ranking begins with the choice. */
static void test_search_without_time(void **unused)
{
    (void)unused;
    load("europe");
    struct match m = match_of(&board, 3);
    struct bot bot = bot_named("rollout:iterations=1000000,seed=5");
    struct candidate list[4];
    struct rng dealer;
    struct state s;
    struct view v;
    uint32_t actor, asked = 0;
    rng_seed(&dealer, 3, 0);
    m.rules->start(&m, &s);
    while ((actor = m.rules->actor(&m, &s)) == NATURE)
        assert_true(m.rules->apply(&m, &s, dealer_choose(&m, &s, &dealer)));
    m.rules->view(&m, &s, actor, &v);
    struct budget budget = {.dice = rng_dice(&dealer), .enough = at_once, .context = &asked};
    event_t e = bot_choose(&bot, &m, &v, &budget);
    assert_int_equal(asked, 1);
    assert_true(routes_allows(&m, &s.routes, e));
    assert_true(bot_rank(&bot, &m, &v, &budget, list, 4) > 1);
    assert_int_equal(list[0].event, e);
    assert_true(list[0].chance <= 1000 && list[0].visits > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plans_join_their_tickets),
        cmocka_unit_test(test_guesses_agree_with_the_view),
        cmocka_unit_test(test_guesses_follow_the_network),
        cmocka_unit_test(test_candidates_are_legal),
        cmocka_unit_test(test_harm_follows_from_the_view),
        cmocka_unit_test(test_planner_blocks),
        cmocka_unit_test(test_levels_play_like_people),
        cmocka_unit_test(test_levels_are_in_order),
        cmocka_unit_test(test_search_beats_planner),
        cmocka_unit_test(test_search_without_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
