/*
 * Draws an empty board of the metro family as SVG: squares with their names, stations with their
 * numbers, where lines depart (an arrow) and where they arrive (a roof), and the centre, which
 * doubles. A square is 100 units. There are no cars on it, because the owners of stations
 * depend on the number of players. Knows no rules.
 */
#include "metro.h"

enum { SQUARE = 100, MARGIN = 64 };

static const char roof[] = "<path fill=\"none\" stroke=\"#4F5B63\" stroke-width=\"2.6\""
                           " d=\"M-13 20V0H13V20\"";

static void put_escaped(FILE *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '&')
            fputs("&amp;", out);

        else if (*s == '<')
            fputs("&lt;", out);
        else if (*s == '>')
            fputs("&gt;", out);
        else
            fputc(*s, out);
    }
}

static int x_of(uint32_t square)
{
    return MARGIN + SQUARE * (int)(square % 8);
}

static int y_of(uint32_t square)
{
    return MARGIN + SQUARE * (int)(square / 8);
}

static void put_rail(FILE *out, const char *path)
{
    fprintf(out,
            "<path fill=\"none\" stroke=\"#C4BCAA\" stroke-width=\"10.5\" d=\"%s\"/>"
            "<path fill=\"none\" stroke=\"#E6E0D2\" stroke-width=\"8\" d=\"%s\"/>\n",
            path, path);
}

/* Drawn for the northern side, then rotated. The number stays upright. */
static void put_station(FILE *out, const struct metro_board *b, uint32_t station)
{
    static const struct {
        int x, y;
    } number_at[] = {{50, -37}, {143, 57}, {50, 151}, {-43, 57}};
    uint32_t way = b->departure[station], side = way % 4;

    fprintf(out, "<g transform=\"translate(%d %d)\"><title>Station %u", x_of(way / 4),
            y_of(way / 4), (unsigned)station + 1);
    fputs(b->station_name[station][0] ? ", " : "", out);
    put_escaped(out, b->station_name[station]);
    fprintf(out, "</title>\n<g transform=\"rotate(%u 50 50)\">", (unsigned)(90 * side));
    fputs("<rect x=\"4\" y=\"-61\" width=\"92\" height=\"58\" rx=\"6\" fill=\"#FBF8F0\""
          " stroke=\"#C9C1AF\" stroke-width=\"1.4\"/>\n",
          out);
    put_rail(out, "M32-22V0");
    put_rail(out, "M68-22V0");
    fprintf(out, "%s transform=\"translate(68 -26)\"/>", roof);
    fputs("<path fill=\"#4F5B63\" d=\"M22.5-23H41.5L32-7Z\"/></g>\n", out);
    fprintf(out, "<text class=\"number\" x=\"%d\" y=\"%d\">%u</text></g>\n", number_at[side].x,
            number_at[side].y, (unsigned)station + 1);
}

static void put_squares(FILE *out, const struct metro_board *b)
{
    for (uint64_t left = b->squares; left; left &= left - 1) {
        uint32_t square = bits_first(left);

        fprintf(out,
                "<rect x=\"%d\" y=\"%d\" width=\"96\" height=\"96\" rx=\"5\" fill=\"#DDD7C9\"/>"
                "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n",
                x_of(square) + 2, y_of(square) + 2, x_of(square) + 50, y_of(square) + 56,
                square_name(b, square).text);
    }
}

static const uint32_t beside[] = {(uint32_t)-8, 1, 8, (uint32_t)-1};

static bool in_centre(const struct metro_board *b, uint32_t square)
{
    return bits_have(b->centre, square & 63);
}

/* A square of the centre, joined to its neighbours in the east and the south. */
static void put_centre_square(FILE *out, const struct metro_board *b, uint32_t q)
{
    static const char rect[] =
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"#FBF8F0\"/>\n";

    fprintf(out, rect, x_of(q) + 4, y_of(q) + 4, 92, 92, 12);
    if (in_centre(b, q + 1))
        fprintf(out, rect, x_of(q) + 50, y_of(q) + 4, 100, 92, 0);
    if (in_centre(b, q + 8))
        fprintf(out, rect, x_of(q) + 4, y_of(q) + 50, 92, 100, 0);
    if (in_centre(b, q + 1) && in_centre(b, q + 8) && in_centre(b, q + 9))
        fprintf(out, rect, x_of(q) + 50, y_of(q) + 50, 100, 100, 0);
}

/* A roof wherever a line can enter. */
static void put_doors(FILE *out, const struct metro_board *b, uint32_t q)
{
    for (uint32_t side = 0; side < 4; side++) {
        if (in_centre(b, q + beside[side]))
            continue;
        fprintf(out, "<g transform=\"translate(%d %d) rotate(%u 50 50)\">\n", x_of(q), y_of(q),
                (unsigned)(90 * side));
        put_rail(out, "M32 0V22");
        fprintf(out, "%s transform=\"translate(32 26) rotate(180)\"/></g>\n", roof);
    }
}

static void put_centre(FILE *out, const struct metro_board *b)
{
    int left = 8 * SQUARE, right = 0, top = 8 * SQUARE, bottom = 0, radius;

    for (uint64_t rest = b->centre; rest; rest &= rest - 1) {
        uint32_t q = bits_first(rest);

        left = x_of(q) < left ? x_of(q) : left;
        top = y_of(q) < top ? y_of(q) : top;
        right = x_of(q) + SQUARE > right ? x_of(q) + SQUARE : right;
        bottom = y_of(q) + SQUARE > bottom ? y_of(q) + SQUARE : bottom;
        put_centre_square(out, b, q);
    }
    for (uint64_t rest = b->centre; rest; rest &= rest - 1)
        put_doors(out, b, bits_first(rest));
    radius = (right - left < bottom - top ? right - left : bottom - top) * 27 / 100;
    if (b->centre)
        fprintf(out,
                "<g transform=\"translate(%d %d)\"><circle r=\"%d\" fill=\"none\""
                " stroke=\"#C4BCAA\" stroke-width=\"2\"/><circle r=\"%d\" fill=\"none\""
                " stroke=\"#E6E0D2\" stroke-width=\"%d\" stroke-dasharray=\"6 2\"/>"
                "<circle r=\"%d\" fill=\"none\" stroke=\"#C4BCAA\" stroke-width=\"2\"/>"
                "<text class=\"double\" y=\"%d\" font-size=\"%d\">×2</text></g>\n",
                (left + right) / 2, (top + bottom) / 2, radius, radius * 49 / 54,
                radius * 8 / 54, radius * 44 / 54, radius * 12 / 54, radius * 36 / 54);
}

const char *metro_svg(FILE *out, const struct board *board, const struct board_art *art)
{
    const struct metro_board *b = &board->metro;
    int width = b->width * SQUARE, height = b->height * SQUARE;

    (void)art;
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n<title>",
            width + 2 * MARGIN, height + 2 * MARGIN);
    put_escaped(out, board->name);
    fputs("</title>\n<style>\n"
          "text{font-family:\"Sofia Sans Semi Condensed\",\"Arial Narrow\","
          "\"DejaVu Sans Condensed\",\"DejaVu Sans\",sans-serif;text-anchor:middle}\n"
          ".number{font-size:19px;font-weight:700;fill:#1E2A33}\n"
          ".name{font-size:17px;font-weight:600;fill:#6B757B}\n"
          ".double{font-weight:760;fill:#1E2A33}\n"
          "</style>\n",
          out);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#E6E0D2\"/>\n", width + 2 * MARGIN,
            height + 2 * MARGIN);
    fprintf(out,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" fill=\"#CFC8B8\"/>\n",
            MARGIN - 2, MARGIN - 2, width + 4, height + 4);
    put_squares(out, b);
    for (uint32_t i = 0; i < b->stations; i++)
        put_station(out, b, i);
    put_centre(out, b);
    fputs("</svg>\n", out);
    return NULL;
}
