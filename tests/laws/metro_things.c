/*
 * The laws of the metro family about things: every tile is in exactly one place; following each
 * line over the tiles gives what the state says about it; and on a full board every crossing
 * belongs to one line (M11). They hold both for states met in play and for resampled ones.
 */
#include "laws.h"

#include "engine/metro/tile.h"

#include <string.h>

enum { WAYS = 4 * SQUARES_MAX, BEYOND = WAYS };

/* The way into the next square when square q is left by a side; BEYOND if there is none. */
static uint32_t next_way(const struct metro_board *b, uint32_t q, uint32_t side)
{
    uint32_t row = q / 8, column = q % 8;

    switch (side) {
    case NORTH:
        if (row == 0)
            return BEYOND;
        row--;
        break;
    case EAST:
        if (++column == b->width)
            return BEYOND;
        break;
    case SOUTH:
        if (++row == b->height)
            return BEYOND;
        break;
    default:
        if (column == 0)
            return BEYOND;
        column--;
        break;
    }
    return 4 * (8 * row + column) + (side + 2) % 4;
}

struct metro_walk metro_walk_from(const struct metro_board *b, const uint8_t *tile,
                                  uint32_t way)
{
    struct metro_walk w = {.way = way};

    while (tile[w.way / 4] != 0 && w.length <= WAYS) {
        uint32_t q = w.way / 4, side = tile_kinds[tile[q] - 1].out[w.way % 4];
        uint32_t next = next_way(b, q, side);

        w.length++;
        w.crossed[w.way / 64] |= bit(w.way % 64);
        if (next == BEYOND || bits_have(b->centre, next / 4)) {
            w.complete = true;
            w.central = next != BEYOND;
            w.end = 4 * q + side;
            break;
        }
        w.way = next;
    }
    return w;
}

static void check_lines(const struct game *g, const struct metro_state *s)
{
    const struct metro_board *b = &g->match.board->metro;

    for (uint32_t i = 0; i < b->stations; i++) {
        struct metro_walk w = metro_walk_from(b, s->tile, b->departure[i]);

        LAW(g, "a line's length is what following it gives (M9)", s->length[i] == w.length);
        LAW(g, "a line is complete where following it ends (M9)",
            (s->complete >> i & 1) == w.complete && (s->central >> i & 1) == w.central);
        LAW(g, "a line waits where following it stops", s->head[i] == (w.complete ? 0 : w.way));
    }
    for (uint32_t i = b->stations; i < METRO_STATIONS_MAX; i++)
        LAW(g, "there are no more lines than stations",
            s->head[i] == 0 && s->length[i] == 0 && !(s->complete >> i & 1));
}

/* The first of the kinds that a tile can be turned into. */
static uint32_t turned_class(uint32_t kind)
{
    uint32_t least = kind;

    for (uint32_t i = 0; i < 3; i++) {
        kind = tile_kinds[kind].turned;
        least = kind < least ? kind : least;
    }
    return least;
}

/* Tiles counted by their kind, or by the kinds that they can be turned into. */
struct tile_counts {
    bool turning;
    uint32_t of[TILE_KINDS];
};

static void count_tiles(const struct game *g, struct tile_counts *count, uint32_t tile,
                        uint32_t n)
{
    LAW(g, "a tile is of some kind", tile >= 1 && tile <= TILE_KINDS);
    count->of[count->turning ? turned_class(tile - 1) : tile - 1] += n;
}

void metro_conserved(const struct game *g, const struct state *state)
{
    const struct metro_state *s = &state->metro;
    const struct metro_board *b = &g->match.board->metro;
    bool turning = g->match.option[option_index(g->match.rules, "turning", 7)] != 0;
    struct tile_counts count = {.turning = turning}, all = {.turning = turning};
    uint32_t supply = 0;

    LAW(g, "tiles lie on squares that take them (M1)", (s->placed & ~b->squares) == 0);
    for (uint32_t q = 0; q < SQUARES_MAX; q++) {
        LAW(g, "a square is taken where a tile lies",
            bits_have(s->placed, q) == (s->tile[q] != 0));
        if (s->tile[q])
            count_tiles(g, &count, s->tile[q], 1);
    }
    for (uint32_t i = 0; i < SEATS_MAX; i++) {
        LAW(g, "a hand is no larger than agreed (M3, M13)",
            s->hand_size[i] <= (i < g->match.seats ? METRO_HAND_MAX : 0));
        for (uint32_t k = 0; k < METRO_HAND_MAX; k++) {
            LAW(g, "a hand has as many tiles as its size says",
                (s->hand[i][k] != 0) == (k < s->hand_size[i]));
            LAW(g, "a hand is in order",
                k == 0 || s->hand[i][k] == 0 || s->hand[i][k - 1] <= s->hand[i][k]);
            if (s->hand[i][k])
                count_tiles(g, &count, s->hand[i][k], 1);
        }
    }
    LAW(g, "a tile is drawn while it is to be placed (M4)",
        (s->drawn != 0) == (s->phase == METRO_DRAWN));
    if (s->drawn)
        count_tiles(g, &count, s->drawn, 1);
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        supply += s->supply[kind];
        count_tiles(g, &count, kind + 1, s->supply[kind]);
        count_tiles(g, &all, kind + 1, b->tile_count[kind]);
    }
    LAW(g, "the supply's size is right", s->supply_size == supply);
    LAW(g, "tiles are conserved by kind", memcmp(count.of, all.of, sizeof all.of) == 0);
    check_lines(g, s);
}

/* Adds the crossings of a line; no crossing belongs to two lines. */
static void add_crossed(const struct game *g, uint64_t all[4], const struct metro_walk *w)
{
    for (uint32_t i = 0; i < 4; i++) {
        LAW(g, "no crossing belongs to two lines", (all[i] & w->crossed[i]) == 0);
        all[i] |= w->crossed[i];
    }
}

/* Goes round a loop from a way in that no line has crossed; its crossings. */
static uint32_t loop(const struct game *g, uint64_t all[4], uint32_t from)
{
    const struct metro_board *b = &g->match.board->metro;
    uint32_t way = from, n = 0;

    do {
        uint32_t q = way / 4;

        LAW(g, "a loop meets no line", !bits_have(all[way / 64], way % 64));
        all[way / 64] |= bit(way % 64);
        way = next_way(b, q, tile_kinds[g->state.metro.tile[q] - 1].out[way % 4]);
        LAW(g, "what begins at no station closes on itself (M11)",
            way != BEYOND && !bits_have(b->centre, way / 4));
        n++;
    } while (way != from && way != BEYOND);
    return n;
}

/* 32 lines of stations, 8 out of the centre and closed loops make 240 crossings on the published
 * board; on any board four for each square, and no two lines end at the same place. */
void metro_crossings(const struct game *g)
{
    const struct metro_board *b = &g->match.board->metro;
    const uint8_t *tile = g->state.metro.tile;
    uint64_t all[4] = {0}, ends[4] = {0};
    uint32_t crossings = 0, lines = 0, entries = 0, central = 0;

    for (uint32_t way = 0; way < WAYS; way++) {
        if (!bits_have(b->squares, way / 4))
            continue;
        uint32_t outside = next_way(b, way / 4, way % 4);
        if (outside != BEYOND && !bits_have(b->centre, outside / 4))
            continue;
        struct metro_walk w = metro_walk_from(b, tile, way);
        LAW(g, "every line is complete at the end", w.complete);
        LAW(g, "no two lines end at the same place", !bits_have(ends[w.end / 64], w.end % 64));
        ends[w.end / 64] |= bit(w.end % 64);
        add_crossed(g, all, &w);
        crossings += w.length;
        lines++;
        entries += outside != BEYOND;
        central += w.central;
    }
    LAW(g, "a line begins at each station and each way out of the centre",
        lines == b->stations + entries);
    LAW(g, "every entry of the centre is reached", central == entries);
    for (uint32_t way = 0; way < WAYS; way++)
        if (bits_have(b->squares, way / 4) && !bits_have(all[way / 64], way % 64))
            crossings += loop(g, all, way);
    LAW(g, "all crossings are accounted for", crossings == 4 * bits_count(b->squares));
    if (bits_count(b->squares) == 60)
        LAW(g, "the published board: 32 stations, 8 central ones, 240 crossings (M1)",
            b->stations == 32 && entries == 8 && crossings == 240);
}
