/*
 * The board of Metro: see chart.h. A wagon keeps to the right: seen from the middle of a tile it
 * comes in left of the middle of a side, and leaves right of it. A track is a curve between two
 * such points that meets both sides at a right angle.
 */
#include "chart.h"

#include "metro.h"

#include <math.h>

enum { LEFT = 5, RIGHT = 4 }; /* margins for names and stations */
enum { STATION = 4 };         /* cells of a station */

struct spot {
    double x, y;
};

/* Where wagons come in and leave, by side, in parts of a tile; and the way inside. */
static const struct spot in_at[4] = {{0.34, 0}, {1, 0.34}, {0.66, 1}, {0, 0.66}};
static const struct spot out_at[4] = {{0.66, 0}, {1, 0.66}, {0.34, 1}, {0, 0.34}};
static const struct spot inward[4] = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};

bool metro_chart_fit(struct metro_chart *k, struct area a)
{
    static const struct {
        int across, down;
    } sizes[] = {{13, 6}, {9, 4}, {6, 2}};
    const struct metro_board *b = &k->match->board->metro;

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        k->across = sizes[i].across;
        k->down = sizes[i].down;
        k->x = a.x + LEFT;
        k->margin = b->height * k->down + 4 <= a.height ? 2 : 1;
        k->y = a.y + k->margin;
        if (LEFT + RIGHT + b->width * k->across <= a.width &&
            b->height * k->down + 2 <= a.height)
            return true;
    }
    return false;
}

static struct area area_of(const struct metro_chart *k, uint32_t square)
{
    return (struct area){k->x + (int)(square % 8) * k->across,
                         k->y + (int)(square / 8) * k->down, k->across, k->down};
}

uint32_t metro_chart_square(const struct metro_chart *k, int x, int y)
{
    const struct metro_board *b = &k->match->board->metro;

    for (uint32_t square = 0; square < SQUARES_MAX; square++)
        if (bits_have(b->squares, square) && area_has(area_of(k, square), x, y))
            return square;
    return SQUARES_MAX;
}

/* ---- tracks ---- */

static void draw_track(struct canvas *c, struct area a, uint32_t from, uint32_t to,
                       uint32_t ink)
{
    enum { STEPS = 96 };
    struct spot p = in_at[from], q = out_at[to];
    double reach = from == to ? 0.6 : 0.45;

    for (int i = 0; i <= STEPS; i++) {
        double t = (double)i / (double)STEPS, u = 1 - t;
        double wp = u * u * u + 3 * u * u * t, wq = t * t * t + 3 * u * t * t;
        double px = 3 * u * u * t * reach, qx = 3 * u * t * t * reach;
        double x = wp * p.x + wq * q.x + px * inward[from].x + qx * inward[to].x;
        double y = wp * p.y + wq * q.y + px * inward[from].y + qx * inward[to].y;

        canvas_dot(c, (int)(2 * a.x + fmin(x * 2 * a.width, 2 * a.width - 1)),
                   (int)(4 * a.y + fmin(y * 4 * a.height, 4 * a.height - 1)), ink);
    }
}

void metro_chart_tile(struct canvas *c, struct area a, uint32_t kind, const struct theme *theme)
{
    canvas_fill(c, a, theme->tile);
    for (uint32_t side = 0; side < 4; side++)
        draw_track(c, a, side, tile_kinds[kind].out[side], theme->strong);
}

/* ---- lines ---- */

/* The look of a line: bright while it runs, dim when it has arrived. */
static uint32_t line_ink(const struct metro_chart *k, uint32_t station, bool runs)
{
    uint32_t owner = metro_owner(k->match, station);
    uint32_t ink = owner < SEATS_MAX ? k->theme->seat[owner] : k->theme->faint;

    return runs ? ink : colour_mix(ink, k->theme->tile, 5);
}

/* Lines that have arrived lie below those that run. */
static void draw_lines(struct canvas *c, const struct metro_chart *k, bool running)
{
    for (uint32_t i = 0; i < k->match->board->metro.stations; i++) {
        uint8_t ways[LINE_MAX];
        struct metro_line line = metro_trace(k->match, k->seen, i, ways);

        if ((line.end == LINE_RUNS) != running)
            continue;
        for (uint32_t n = 0; n < line.length; n++) {
            uint32_t kind = k->seen->tile[ways[n] / 4] - 1u;

            draw_track(c, area_of(k, ways[n] / 4u), ways[n] % 4u,
                       tile_kinds[kind].out[ways[n] % 4], line_ink(k, i, running));
        }
    }
}

/* The owner's letter where a line waits for a tile. */
static void draw_end(struct canvas *c, const struct metro_chart *k, uint32_t station)
{
    struct metro_line line = metro_trace(k->match, k->seen, station, NULL);
    struct area a = area_of(k, line.way / 4u);
    uint32_t side = line.way % 4u, owner = metro_owner(k->match, station);
    int x = a.x + (int)fmin(in_at[side].x * a.width, a.width - 1);
    int y = a.y + (int)fmin(in_at[side].y * a.height, a.height - 1);

    if (line.end != LINE_RUNS || line.length == 0 || owner >= SEATS_MAX)
        return;
    canvas_sign(c, x, y, k->letter[owner],
                (struct look){k->theme->seat[owner], COLOUR_OWN, CANVAS_BOLD});
}

/* ---- stations ---- */

/* The letter of the owner and the number of the line while it runs, then its points. */
static void draw_station(struct canvas *c, const struct metro_chart *k, uint32_t station)
{
    uint32_t way = k->match->board->metro.departure[station], side = way % 4;
    uint32_t owner = metro_owner(k->match, station);
    struct metro_line line = metro_trace(k->match, k->seen, station, NULL);
    struct area a = area_of(k, way / 4);
    int x = side == 1   ? a.x + a.width
            : side == 3 ? a.x - STATION
                        : a.x + (int)(in_at[side].x * a.width) - 1;
    int y = side == 0   ? a.y - 1
            : side == 2 ? a.y + a.height
                        : a.y + (int)(in_at[side].y * a.height);
    bool runs = line.end == LINE_RUNS;
    struct look look = {k->theme->seat_ink, 0, CANVAS_BOLD};
    char words[16];

    if (owner >= SEATS_MAX)
        return;
    look.paper =
        runs ? k->theme->seat[owner] : colour_mix(k->theme->seat[owner], k->theme->paper, 4);
    if (!runs)
        look.ink = k->theme->strong;
    if (!c->colours && runs)
        look.attributes |= CANVAS_INVERSE;
    snprintf(words, sizeof words, runs ? "  %-2u" : "%3u ",
             runs ? (unsigned)station + 1 : (unsigned)line.points % 1000);
    for (int i = 0; i < STATION; i++)
        canvas_sign(c, x + i, y, runs && i == 0 ? k->letter[owner] : (uint32_t)words[i], look);
}

/* ---- the whole ---- */

static void draw_square(struct canvas *c, const struct metro_chart *k, uint32_t square)
{
    struct area a = area_of(k, square);
    const struct theme *t = k->theme;
    bool chosen = k->chosen == square + 1, lit = bits_have(k->lit, square);
    uint32_t paper = k->seen->tile[square] ? t->tile : t->square;
    struct look dot = {lit ? t->strong : t->faint, COLOUR_OWN, lit ? CANVAS_BOLD : 0};

    if ((square % 8 + square / 8) % 2)
        paper = colour_mix(paper, t->paper, 2);
    if (chosen)
        paper = colour_mix(paper, t->edge_paper, 3);
    canvas_fill(c, a, paper);
    if (!k->seen->tile[square]) {
        canvas_sign(c, a.x + a.width / 2, a.y + a.height / 2 - (a.height > 2 ? 1 : 0),
                    lit ? '+' : 0xB7, dot);
        return;
    }
    for (uint32_t side = 0; side < 4; side++)
        draw_track(c, a, side, tile_kinds[k->seen->tile[square] - 1].out[side], t->track);
    for (int side = -1; chosen && !c->colours && side <= a.width; side += a.width + 1)
        canvas_sign(c, a.x + (side < 0 ? 0 : a.width - 1), a.y, side < 0 ? '[' : ']', dot);
}

/* The central stations: one block, with the factor for lines that arrive there. */
static void draw_centre(struct canvas *c, const struct metro_chart *k)
{
    uint64_t centre = k->match->board->metro.centre;
    int left = 1 << 20, top = 1 << 20, right = 0, bottom = 0;

    for (uint32_t square = 0; square < SQUARES_MAX; square++) {
        struct area a = area_of(k, square);

        if (!bits_have(centre, square))
            continue;
        canvas_fill(c, a, k->theme->panel);
        left = a.x < left ? a.x : left;
        top = a.y < top ? a.y : top;
        right = a.x + a.width > right ? a.x + a.width : right;
        bottom = a.y + a.height > bottom ? a.y + a.height : bottom;
    }
    if (centre)
        canvas_text(c, (left + right) / 2 - 1, (top + bottom - 1) / 2, 2, "×2",
                    (struct look){k->theme->edge_paper, COLOUR_OWN, CANVAS_BOLD});
}

/* Names of columns and rows: beyond the stations, or where they leave room. */
static void draw_names(struct canvas *c, const struct metro_chart *k)
{
    const struct metro_board *b = &k->match->board->metro;
    struct look faint = {k->theme->faint, COLOUR_OWN, 0};

    for (int i = 0; i < b->width; i++) {
        int above = k->y - k->margin, below = k->y + b->height * k->down + k->margin - 1;
        bool beyond = k->margin > 1;

        canvas_sign(c,
                    k->x + (beyond ? i * k->across + k->across / 2 : (i + 1) * k->across - 1),
                    above, (uint32_t)('a' + i), faint);
        canvas_sign(c, k->x + i * k->across + (beyond ? k->across / 2 : 0), below,
                    (uint32_t)('a' + i), faint);
    }
    for (int i = 0; i < b->height; i++)
        canvas_sign(c, k->x - LEFT, k->y + i * k->down, (uint32_t)('0' + b->height - i), faint);
}

void metro_chart_draw(struct canvas *c, const struct metro_chart *k)
{
    const struct metro_board *b = &k->match->board->metro;

    for (uint32_t square = 0; square < SQUARES_MAX; square++)
        if (bits_have(b->squares, square))
            draw_square(c, k, square);
    draw_centre(c, k);
    draw_lines(c, k, false);
    draw_lines(c, k, true);
    draw_names(c, k);
    for (uint32_t i = 0; i < b->stations; i++) {
        draw_station(c, k, i);
        draw_end(c, k, i);
    }
}
