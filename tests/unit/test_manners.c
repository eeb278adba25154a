/*
 * The manners of the cast show in their games and cost little: each character plays against the
 * plain level. Games have fixed seeds, so the counts are the same everywhere.
 *
 *     test_manners europe 1000 otto medium      prints the habits of these players in so many games
 */
#include "../../engine/routes/queries.h"
#include "../../table/dealer.h"
#include "../support/players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EARLY = 10 }; /* turns */

static struct board board;

/* What a player did in all of its games. */
struct record {
    uint32_t games, won; /* in 60ths */
    int32_t points;
    uint32_t early;   /* claims before its turn 10 */
    uint32_t cards;   /* in hand at the end */
    uint32_t tickets; /* how often it drew some */
    uint32_t blocks;  /* claims that made somebody's ticket longer, or impossible */
    uint32_t ended;   /* games whose last round it set off ... */
    uint32_t pieces;  /* ... and the pieces it had left after them */
};

/* A game in progress. */
struct game {
    struct match m;
    struct state s;
    uint32_t turns[SEATS_MAX];
    uint32_t ends; /* who set off the last round, or NOBODY */
};

/* Pieces that all tickets of a seat still take; a large number for each that is cut off. */
static uint32_t pieces_to_lay(const struct match *m, const struct state *s, uint32_t seat)
{
    uint32_t sum = 0;

    for (uint64_t left = s->routes.seat[seat].tickets; left; left &= left - 1) {
        const struct ticket *t = &board.routes.ticket[bits_first(left)];
        struct routes_way way;

        sum += routes_way(m, &s->routes, seat, t->a, t->b, &way) ? way.pieces : 1000u;
    }
    return sum;
}

static bool blocks(const struct game *g, uint32_t seat, event_t claim)
{
    uint32_t route = event_arg(claim), twin = board.routes.route[route].twin;
    struct state after = g->s;

    routes_suppose(&after.routes, seat, claim);
    after.routes.open[route / 64] &= ~bit(route % 64);
    if (twin != NO_ROUTE && routes_half_closes(&g->m))
        after.routes.open[twin / 64] &= ~bit(twin % 64);
    for (uint32_t i = 0; i < g->m.seats; i++)
        if (i != seat && pieces_to_lay(&g->m, &after, i) > pieces_to_lay(&g->m, &g->s, i))
            return true;
    return false;
}

static void note(struct game *g, uint32_t seat, event_t e, struct record *r)
{
    bool claim = event_kind(e) == EVENT_CLAIM;

    g->turns[seat] += g->s.routes.phase == PHASE_TURN;
    r->tickets += event_kind(e) == EVENT_TICKETS;
    r->early += claim && g->turns[seat] < EARLY;
    r->blocks += claim && blocks(g, seat, e);
}

static void note_end(const struct game *g, uint32_t seat, const struct sheet *sheet,
                     struct record *r)
{
    const struct routes_seat *me = &g->s.routes.seat[seat];
    uint32_t winners = 0;

    for (uint32_t i = 0; i < g->m.seats; i++)
        winners += sheet->seat[i].rank == 1;
    r->games++;
    r->won += sheet->seat[seat].rank == 1 ? 60 / winners : 0;
    r->points += sheet->seat[seat].total;
    r->cards += me->hand_size;
    r->ended += g->ends == seat;
    r->pieces += g->ends == seat ? me->pieces[0] + (uint32_t)me->pieces[1] : 0;
}

/* Plays one game; record[i] is for who[i], who sits `shift` seats further. */
static void play(const struct bot *who, uint32_t seats, uint32_t shift, uint64_t seed,
                 struct record *record)
{
    struct game g = {.m = match_of(&board, seats), .ends = NOBODY};
    struct rng dealer, dice[SEATS_MAX];
    struct sheet sheet;
    uint32_t actor;

    rng_seed(&dealer, seed, 0);
    for (uint32_t i = 0; i < seats; i++)
        rng_seed(&dice[i], seed, i + 1);
    g.m.rules->start(&g.m, &g.s);
    while ((actor = g.m.rules->actor(&g.m, &g.s)) != NOBODY) {
        uint32_t turn = g.s.routes.turn, player = (turn + shift) % seats;
        event_t e;

        if (actor == NATURE) {
            e = dealer_choose(&g.m, &g.s, &dealer);
        } else {
            struct budget budget = {.dice = rng_dice(&dice[actor])};
            struct view v;

            g.m.rules->view(&g.m, &g.s, actor, &v);
            e = bot_choose(&who[player], &g.m, &v, &budget);
            note(&g, actor, e, &record[player]);
        }
        assert_true(g.m.rules->apply(&g.m, &g.s, e));
        if (g.ends == NOBODY && g.s.routes.last_turns)
            g.ends = turn;
    }
    g.m.rules->score(&g.m, &g.s, &sheet);
    for (uint32_t i = 0; i < seats; i++)
        note_end(&g, i, &sheet, &record[(i + shift) % seats]);
}

static void play_many(const struct bot *who, uint32_t seats, uint32_t games,
                      struct record *record)
{
    for (uint32_t i = 0; i < games; i++)
        play(who, seats, i % seats, i / seats, record);
}

/* A character and the plain level, in games for two. */
static void compare(const char *id, const char *name, struct record record[2])
{
    struct bot who[2] = {bot_named(name)};

    load_board(id, &board);
    who[1] = bot_named(level_name(who[0].player->level));
    memset(record, 0, 2 * sizeof record[0]);
    play_many(who, 2, 120, record);
    assert_true(record[0].won >= 60 * 120 * 38 / 100 && record[0].won <= 60 * 120 * 64 / 100);
}

static void test_manners_show(void **unused)
{
    static const char *const ids[] = {"europe", "berlin"};
    struct record r[2];

    (void)unused;
    for (uint32_t i = 0; i < 2; i++) {
        compare(ids[i], "tilde", r);
        assert_true(r[0].tickets > r[1].tickets);
        compare(ids[i], "pim", r);
        assert_true(r[0].early > r[1].early);
        compare(ids[i], "otto", r);
        assert_true(r[0].early < r[1].early);
        compare(ids[i], "greta", r);
        assert_true(r[0].blocks > r[1].blocks);
        compare(ids[i], "carmen", r);
        assert_true(r[0].blocks > r[1].blocks);
    }
}

static void print(const char *name, const struct record *r)
{
    double n = r->games;

    printf("%-8s won %.1f %%, points %.1f, claims before turn 10 %.1f, cards at the end %.1f, "
           "tickets drawn %.2f, blocks %.2f, ended %.0f %% with %.1f pieces left\n",
           name, r->won / n / 0.6, r->points / n, r->early / n, r->cards / n, r->tickets / n,
           r->blocks / n, 100 * r->ended / n, r->ended ? (double)r->pieces / r->ended : 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_manners_show)};
    struct record record[SEATS_MAX] = {0};
    struct bot who[SEATS_MAX];
    uint32_t seats = (uint32_t)argc - 3;

    if (argc < 5 || seats > SEATS_MAX)
        return cmocka_run_group_tests(tests, NULL, NULL);
    load_board(argv[1], &board);
    for (uint32_t i = 0; i < seats; i++)
        who[i] = bot_named(argv[3 + i]);
    play_many(who, seats, (uint32_t)atoi(argv[2]), record);
    for (uint32_t i = 0; i < seats; i++)
        print(argv[3 + i], &record[i]);
    return 0;
}
