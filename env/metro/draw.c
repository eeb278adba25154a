/*
 * A position of the metro family as SVG: tiles with their tracks, and the lines of the seats. A
 * square is 100 units. Wagons keep to the right: they come in 32 units from the left of a side as
 * seen from outside, and leave 68 units from it.
 */
#include "../draw.h"
#include "../../engine/metro/queries.h"
#include "metro_env.h"

enum { SQUARE = 100, IN = 32, OUT = SQUARE - IN, DEEP = 45, MARGIN = 40 };

/* Puts a point that is given for the northern side (x along it, `deep` into the tile) for another
 * side. */
static void put_point(struct text *t, uint32_t square, uint32_t side, int32_t x, int32_t deep)
{
    const int32_t at[4][2] = {
        {x, deep}, {SQUARE - deep, x}, {SQUARE - x, SQUARE - deep}, {deep, SQUARE - x}};

    text_number(t, MARGIN + SQUARE * (int32_t)(square % 8) + at[side][0]);
    text_char(t, ' ');
    text_number(t, MARGIN + SQUARE * (int32_t)(square / 8) + at[side][1]);
    text_char(t, ' ');
}

/* The track of a tile from the side where a wagon comes in to the side where it leaves. */
static void put_track(struct text *t, uint32_t square, uint32_t in, uint32_t out,
                      const char *colour, uint32_t width)
{
    text_put(t, "<path fill=\"none\" stroke=\"");
    text_put(t, colour);
    text_put(t, "\" stroke-width=\"");
    text_number(t, width);
    text_put(t, "\" d=\"M");
    put_point(t, square, in, IN, 0);
    text_char(t, 'C');
    put_point(t, square, in, IN, DEEP);
    put_point(t, square, out, OUT, DEEP);
    put_point(t, square, out, OUT, 0);
    text_put(t, "\"/>\n");
}

static void put_square(struct text *t, uint32_t square, const char *fill)
{
    text_put(t, "<rect width=\"96\" height=\"96\" rx=\"5\" x=\"");
    text_number(t, MARGIN + SQUARE * (int32_t)(square % 8) + 2);
    text_put(t, "\" y=\"");
    text_number(t, MARGIN + SQUARE * (int32_t)(square / 8) + 2);
    text_put(t, "\" fill=\"");
    text_put(t, fill);
    text_put(t, "\"/>\n");
}

static void put_tile(const struct metro_state *s, uint32_t square, struct text *t)
{
    const struct tile_kind *tile = &tile_kinds[s->tile[square] - 1];

    put_square(t, square, "#f7f3e8");
    for (uint32_t in = 0; in < 4; in++)
        put_track(t, square, in, tile->out[in], "#c4bcaa", 9);
}

/* The line of a station, with the number of its seat where it starts. */
static void put_line(const struct env *env, const struct metro_state *s, uint32_t station,
                     struct text *t)
{
    uint32_t owner = metro_owner(&env->match, station);
    uint32_t start = env->board.metro.departure[station];
    uint8_t ways[LINE_MAX];

    if (owner == NO_OWNER)
        return;
    struct metro_line line = metro_trace(&env->match, s, station, ways);
    for (uint32_t i = 0; i < line.length; i++) {
        const struct tile_kind *tile = &tile_kinds[s->tile[ways[i] / 4] - 1];

        put_track(t, ways[i] / 4, ways[i] % 4, tile->out[ways[i] % 4], svg_seats[owner], 8);
    }
    text_put(t, "<g transform=\"translate(");
    put_point(t, start / 4, start % 4, IN, -18);
    text_put(t, ")\"><circle r=\"13\" fill=\"");
    text_put(t, svg_seats[owner]);
    text_put(t, "\"/>");
    svg_number(t, owner + 1, svg_ink[owner]);
    text_put(t, "</g>\n");
}

bool metro_draw(const struct env *env, const struct view *v, struct text *t)
{
    const struct metro_board *b = &env->board.metro;
    const struct metro_state *s = &v->seen.metro;

    svg_begin(t, 2 * MARGIN + SQUARE * b->width, 2 * MARGIN + SQUARE * b->height);
    for (uint64_t left = b->squares | b->centre; left; left &= left - 1) {
        uint32_t square = bits_first(left);

        if (bits_have(s->placed, square))
            put_tile(s, square, t);
        else
            put_square(t, square, bits_have(b->centre, square) ? "#efe2bd" : "#ddd7c9");
    }
    for (uint32_t station = 0; station < b->stations; station++)
        put_line(env, s, station, t);
    svg_end(t);
    return true;
}
