/*
 * Draws the metro family: squares with their names or tiles, stations with their numbers, where
 * lines depart (an arrow) and where they arrive (a roof), and the centre, which doubles. A
 * square is 100 units. On an empty board stations have no owners, because they depend on the
 * number of players.
 */
#include "../../engine/metro/queries.h"
#include "../svg.h"

/* Wagons keep to the right: they come in IN units from the left of a side as seen from outside,
 * and leave OUT units from it. */
enum { SQUARE = 100, MARGIN = 64, IN = 32, OUT = SQUARE - IN, DEEP = 45 };

static const char roof[] = "<path fill=\"none\" stroke=\"#4F5B63\" stroke-width=\"2.6\""
                           " d=\"M-13 20V0H13V20\"";

static int x_of(uint32_t square)
{
    return MARGIN + SQUARE * (int)(square % 8);
}

static int y_of(uint32_t square)
{
    return MARGIN + SQUARE * (int)(square / 8);
}

static void put_rail(struct text *t, const char *path)
{
    svg_put(t,
            "<path fill=\"none\" stroke=\"#C4BCAA\" stroke-width=\"10.5\" d=\"%s\"/>"
            "<path fill=\"none\" stroke=\"#E6E0D2\" stroke-width=\"8\" d=\"%s\"/>\n",
            path, path);
}

/* Puts a point that is given for the northern side (x along it, `deep` into the tile) for another
 * side. */
static void put_point(struct text *t, uint32_t square, uint32_t side, int x, int deep)
{
    const int at[4][2] = {
        {x, deep}, {SQUARE - deep, x}, {SQUARE - x, SQUARE - deep}, {deep, SQUARE - x}};

    svg_put(t, "%d %d ", x_of(square) + at[side][0], y_of(square) + at[side][1]);
}

/* The track of a tile from the side where a wagon comes in to the side where it leaves. */
static void put_track(struct text *t, const struct metro_state *s, uint32_t way,
                      const char *colour)
{
    uint32_t square = way / 4, in = way % 4, out = tile_kinds[s->tile[square] - 1].out[in];

    svg_put(t, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"8\" d=\"M", colour);
    put_point(t, square, in, IN, 0);
    text_char(t, 'C');
    put_point(t, square, in, IN, DEEP);
    put_point(t, square, out, OUT, DEEP);
    put_point(t, square, out, OUT, 0);
    text_put(t, "\"/>\n");
}

/* The line of a station, with the number of its seat where it starts. */
static void put_line(struct text *t, const struct match *m, const struct metro_state *s,
                     uint32_t station)
{
    uint32_t owner = metro_owner(m, station), start = m->board->metro.departure[station];
    uint8_t ways[LINE_MAX];

    if (owner == NO_OWNER)
        return;
    struct metro_line line = metro_trace(m, s, station, ways);
    for (uint32_t i = 0; i < line.length; i++)
        put_track(t, s, ways[i], svg_seats[owner]);
    text_put(t, "<g transform=\"translate(");
    put_point(t, start / 4, start % 4, IN, -19);
    svg_put(t, ")\"><circle r=\"13\" fill=\"%s\"/>", svg_seats[owner]);
    svg_seat(t, owner, 17);
    text_put(t, "</g>\n");
}

/* Drawn for the northern side, then rotated. The number stays upright. */
static void put_station(struct text *t, const struct metro_board *b, uint32_t station)
{
    static const struct {
        int x, y;
    } number_at[] = {{50, -37}, {143, 57}, {50, 151}, {-43, 57}};
    uint32_t way = b->departure[station], side = way % 4;

    svg_put(t, "<g transform=\"translate(%d %d)\"><title>Station %d%s%x</title>\n",
            x_of(way / 4), y_of(way / 4), station + 1, b->station_name[station][0] ? ", " : "",
            b->station_name[station]);
    svg_put(t,
            "<g transform=\"rotate(%d 50 50)\"><rect x=\"4\" y=\"-61\" width=\"92\""
            " height=\"58\" rx=\"6\" fill=\"#FBF8F0\" stroke=\"#C9C1AF\""
            " stroke-width=\"1.4\"/>\n",
            90 * side);
    put_rail(t, "M32-22V0");
    put_rail(t, "M68-22V0");
    svg_put(t, "%s transform=\"translate(68 -26)\"/>", roof);
    svg_put(t,
            "<path fill=\"#4F5B63\" d=\"M22.5-23H41.5L32-7Z\"/></g>\n"
            "<text class=\"number\" x=\"%d\" y=\"%d\">%d</text></g>\n",
            number_at[side].x, number_at[side].y, station + 1);
}

static void put_square(struct text *t, const struct metro_board *b, const struct metro_state *s,
                       uint32_t square)
{
    bool tile = s && bits_have(s->placed, square);
    struct square_name name = metro_square_name(b, square);

    svg_put(t,
            "<rect x=\"%d\" y=\"%d\" width=\"96\" height=\"96\" rx=\"5\" fill=\"%s\"/>"
            "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n",
            x_of(square) + 2, y_of(square) + 2, tile ? "#F7F3E8" : "#DDD7C9", x_of(square) + 50,
            y_of(square) + 56, tile ? "" : name.text);
    for (uint32_t in = 0; tile && in < 4; in++)
        put_track(t, s, 4 * square + in, "#C4BCAA");
}

static const uint32_t beside[] = {(uint32_t)-8, 1, 8, (uint32_t)-1};

static bool in_centre(const struct metro_board *b, uint32_t square)
{
    return bits_have(b->centre, square & 63);
}

/* A square of the centre, joined to its neighbours in the east and the south. */
static void put_centre_square(struct text *t, const struct metro_board *b, uint32_t q)
{
    static const char rect[] =
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"#FBF8F0\"/>\n";

    svg_put(t, rect, x_of(q) + 4, y_of(q) + 4, 92, 92, 12);
    if (in_centre(b, q + 1))
        svg_put(t, rect, x_of(q) + 50, y_of(q) + 4, 100, 92, 0);
    if (in_centre(b, q + 8))
        svg_put(t, rect, x_of(q) + 4, y_of(q) + 50, 92, 100, 0);
    if (in_centre(b, q + 1) && in_centre(b, q + 8) && in_centre(b, q + 9))
        svg_put(t, rect, x_of(q) + 50, y_of(q) + 50, 100, 100, 0);
}

/* A roof wherever a line can enter. */
static void put_doors(struct text *t, const struct metro_board *b, uint32_t q)
{
    for (uint32_t side = 0; side < 4; side++) {
        if (in_centre(b, q + beside[side]))
            continue;
        svg_put(t, "<g transform=\"translate(%d %d) rotate(%d 50 50)\">\n", x_of(q), y_of(q),
                90 * side);
        put_rail(t, "M32 0V22");
        svg_put(t, "%s transform=\"translate(32 26) rotate(180)\"/></g>\n", roof);
    }
}

static void put_centre(struct text *t, const struct metro_board *b)
{
    int left = 8 * SQUARE, right = 0, top = 8 * SQUARE, bottom = 0, radius;

    for (uint64_t rest = b->centre; rest; rest &= rest - 1) {
        uint32_t q = bits_first(rest);

        left = x_of(q) < left ? x_of(q) : left;
        top = y_of(q) < top ? y_of(q) : top;
        right = x_of(q) + SQUARE > right ? x_of(q) + SQUARE : right;
        bottom = y_of(q) + SQUARE > bottom ? y_of(q) + SQUARE : bottom;
        put_centre_square(t, b, q);
    }
    for (uint64_t rest = b->centre; rest; rest &= rest - 1)
        put_doors(t, b, bits_first(rest));
    radius = (right - left < bottom - top ? right - left : bottom - top) * 27 / 100;
    if (b->centre)
        svg_put(t,
                "<g transform=\"translate(%d %d)\"><circle r=\"%d\" fill=\"none\""
                " stroke=\"#C4BCAA\" stroke-width=\"2\"/><circle r=\"%d\" fill=\"none\""
                " stroke=\"#E6E0D2\" stroke-width=\"%d\" stroke-dasharray=\"6 2\"/>"
                "<circle r=\"%d\" fill=\"none\" stroke=\"#C4BCAA\" stroke-width=\"2\"/>"
                "<text class=\"double\" y=\"%d\" font-size=\"%d\">×2</text></g>\n",
                (left + right) / 2, (top + bottom) / 2, radius, radius * 49 / 54,
                radius * 8 / 54, radius * 44 / 54, radius * 12 / 54, radius * 36 / 54);
}

bool metro_svg(struct text *t, const struct match *match, const struct board_art *art,
               const struct view *view)
{
    const struct metro_board *b = &match->board->metro;
    const struct metro_state *s = view ? &view->seen.metro : NULL;
    int width = b->width * SQUARE, height = b->height * SQUARE;

    (void)art;
    svg_begin(t, match->board, width + 2 * MARGIN, height + 2 * MARGIN);
    svg_put(t,
            "text{text-anchor:middle}\n"
            ".number{font-size:19px;font-weight:700;fill:#1E2A33}\n"
            ".name{font-size:17px;font-weight:600;fill:#6B757B}\n"
            ".double{font-weight:760;fill:#1E2A33}\n"
            "</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#E6E0D2\"/>\n"
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#CFC8B8\"/>\n",
            width + 2 * MARGIN, height + 2 * MARGIN, MARGIN - 2, MARGIN - 2, width + 4,
            height + 4);
    for (uint64_t left = b->squares; left; left &= left - 1)
        put_square(t, b, s, bits_first(left));
    for (uint32_t i = 0; i < b->stations; i++)
        put_station(t, b, i);
    put_centre(t, b);
    for (uint32_t i = 0; s && i < b->stations; i++)
        put_line(t, match, s, i);
    text_put(t, "</svg>\n");
    return true;
}
