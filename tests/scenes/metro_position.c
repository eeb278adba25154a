/*
 * Positions of the metro family: from "hand 1 aacb" and "tiles c4 aaaa, c5 dddd" to a complete
 * state; readers for squares and tiles; and the test whether a state is sound. Lines are
 * followed here port by port, so that no position relies on the engine's own method.
 */
#include "scene.h"

#include "engine/metro/tile.h"

#include <string.h>

static size_t length_of(struct reader word)
{
    return (size_t)(word.end - word.at);
}

bool scan_tile(struct scene *scene, struct reader *r, uint32_t *kind)
{
    struct reader word = next_word(r);
    for (*kind = 0; *kind < TILE_KINDS; ++*kind)
        if (text_is(word.at, length_of(word), tile_kinds[*kind].code))
            return true;

    return fault(scene, "expected a tile, found \"%.*s\"", (int)length_of(word), word.at);
}

bool scan_square(struct scene *scene, const struct match *m, struct reader *r, uint32_t *square)
{
    const struct metro_board *b = &m->board->metro;
    struct reader word = next_word(r);

    if (length_of(word) == 2) {
        uint32_t column = (uint32_t)(word.at[0] - 'a'), row = (uint32_t)(word.at[1] - '1');

        *square = 8 * (b->height - 1 - row) + column;
        if (column < b->width && row < b->height && bits_have(b->squares, *square))
            return true;
    }
    return fault(scene, "expected a square, found \"%.*s\"", (int)length_of(word), word.at);
}

/* Where a wagon leaves that enters a square by a side: ports clockwise from the top left; it
 * comes in by the even port of a side and leaves by an odd one. */
static uint32_t side_out(uint32_t tile, uint32_t side)
{
    uint32_t step = 0; /* sides clockwise */

    switch (tile_kinds[tile - 1].code[side]) {
    case 'a':
        step = 2;
        break;
    case 'b':
        step = 1;
        break;
    case 'c':
        step = 3;
        break;
    default:
        break;
    }
    return (side + step) % 4;
}

struct line metro_line(const struct match *m, const uint8_t *tile, uint32_t station)
{
    const struct metro_board *b = &m->board->metro;
    int row = b->departure[station] / 32, column = b->departure[station] / 4 % 8;
    struct line line = {.side = b->departure[station] % 4};

    for (;;) {
        line.square = (uint32_t)(8 * row + column);
        if (!tile[line.square])
            return line;
        uint32_t out = side_out(tile[line.square], line.side);
        line.length++;
        row += out == SOUTH ? 1 : out == NORTH ? -1 : 0;
        column += out == EAST ? 1 : out == WEST ? -1 : 0;
        bool inside = row >= 0 && column >= 0 && row < b->height && column < b->width;
        line.central = inside && bits_have(b->centre, (uint32_t)(8 * row + column));
        line.complete = !inside || line.central;
        if (line.complete)
            return line;
        line.side = (out + 2) % 4;
    }
}

/* "hand 1 aacb aaaa" or "none". */
bool metro_do_hand(struct metro_building *g, struct reader *r)
{
    struct metro_state *s = g->s;

    if (take(r, "none"))
        return true;
    do {
        uint32_t kind, n = s->hand_size[g->seat];

        if (!scan_tile(g->scene, r, &kind))
            return false;
        if (n == METRO_HAND_MAX)
            return fault(g->scene, "a hand has at most %d tiles", METRO_HAND_MAX);
        for (; n > 0 && s->hand[g->seat][n - 1] > kind + 1; n--)
            s->hand[g->seat][n] = s->hand[g->seat][n - 1];
        s->hand[g->seat][n] = (uint8_t)(kind + 1);
        s->hand_size[g->seat]++;
        g->used[kind]++;
    } while (!at_end(r));
    return true;
}

/* "tiles c4 aacb, d4 aaaa 1": square, tile, clockwise quarter turns. */
bool metro_do_tiles(struct metro_building *g, struct reader *r)
{
    do {
        uint32_t square = 0, kind;
        int32_t turns = 0;

        if (!scan_square(g->scene, g->m, r, &square) || !scan_tile(g->scene, r, &kind))
            return false;
        if (g->s->tile[square])
            return fault(g->scene, "two tiles on one square");
        g->used[kind]++;
        take_number(r, &turns);
        /* A quarter turn: the letter of each side moves to the next side clockwise. */
        char code[5] = "", turned[5] = "";
        memcpy(code, tile_kinds[kind].code, 5);
        for (; turns > 0; turns--) {
            for (uint32_t side = 0; side < 4; side++)
                turned[(side + 1) % 4] = code[side];
            memcpy(code, turned, 5);
        }
        struct reader word = {code, code + 4};
        if (!scan_tile(g->scene, &word, &kind))
            return false;
        g->s->tile[square] = (uint8_t)(kind + 1);
        g->s->placed |= bit(square);
    } while (take_mark(r, ','));
    return true;
}

bool metro_do_turn(struct metro_building *g, struct reader *r)
{
    uint32_t seat;

    if (!scan_seat(g->scene, g->m, r, &seat))
        return false;
    g->s->turn = (uint8_t)seat;
    return true;
}

/* Removes the set-up from a fresh state: no hands, and seat 1 begins its turn. */
void metro_empty(struct metro_building *g, struct world *w)
{
    g->m = &w->match;
    g->s = &w->state.metro;
    g->s->phase = METRO_TURN;
    g->s->turn = 0;
}

/* Tiles that are not mentioned are the supply; lines and points follow from the tiles. */
bool metro_finish(struct metro_building *g)
{
    const struct metro_board *b = &g->m->board->metro;
    struct metro_state *s = g->s;

    s->supply_size = 0;
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        if (g->used[kind] > b->tile_count[kind])
            return fault(g->scene, "%u tiles %s are placed, there are %u", g->used[kind],
                         tile_kinds[kind].code, b->tile_count[kind]);
        s->supply[kind] = (uint8_t)(b->tile_count[kind] - g->used[kind]);
        s->supply_size = (uint8_t)(s->supply_size + s->supply[kind]);
    }
    for (uint32_t i = 0; i < b->stations; i++) {
        struct line line = metro_line(g->m, s->tile, i);
        uint32_t owner = b->owner[g->m->seats][i];

        s->length[i] = (uint8_t)line.length;
        s->head[i] = (uint8_t)(line.complete ? 0 : 4 * line.square + line.side);
        s->complete |= (uint32_t)line.complete << i;
        s->central |= (uint32_t)line.central << i;
        if (line.complete && owner != NO_OWNER)
            s->points[owner] =
                (uint16_t)(s->points[owner] + line.length * (line.central ? 2 : 1));
    }
    if (!s->hand_size[s->turn])
        return fault(g->scene, "seat %u is to place a tile and has none", s->turn + 1);
    return metro_sound(g->scene, g->m, s);
}

static bool lines_sound(struct scene *scene, const struct match *m, const struct metro_state *s)
{
    const struct metro_board *b = &m->board->metro;
    uint32_t points[SEATS_MAX] = {0};

    for (uint32_t i = 0; i < b->stations; i++) {
        struct line line = metro_line(m, s->tile, i);
        uint32_t head = line.complete ? 0 : 4 * line.square + line.side;
        uint32_t owner = b->owner[m->seats][i];

        if (s->length[i] != line.length || s->head[i] != head ||
            (s->complete >> i & 1) != line.complete || (s->central >> i & 1) != line.central)
            return fault(scene, "unsound: the line of station %u", i + 1);
        if (line.complete && owner != NO_OWNER)
            points[owner] += line.length * (line.central ? 2 : 1);
    }
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        if (s->points[i] != points[i])
            return fault(scene, "unsound: points of seat %u (M9)", i + 1);
    return true;
}

bool metro_sound(struct scene *scene, const struct match *m, const struct metro_state *s)
{
    const struct metro_board *b = &m->board->metro;
    uint32_t tiles = s->supply_size + (s->drawn ? 1u : 0u), supply = 0;

    for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
        supply += s->supply[kind];
    if (supply != s->supply_size)
        return fault(scene, "unsound: size of the supply");
    for (uint32_t q = 0; q < SQUARES_MAX; q++)
        if (bits_have(s->placed, q) != (s->tile[q] != 0))
            return fault(scene, "unsound: the set of squares with a tile");
    tiles += bits_count(s->placed);
    for (uint32_t i = 0; i < m->seats; i++)
        tiles += s->hand_size[i];
    if (tiles != b->tiles)
        return fault(scene, "unsound: tiles are lost or made");
    return lines_sound(scene, m, s);
}
