/*
 * Draws a board of the routes family as SVG: a printed network map on matt paper, without
 * pieces. Symbols also tell the colours apart. Measures are for a map whose spaces are 10.6
 * wide, and are scaled to the width of the board's own spaces. Knows no rules.
 */
#include "routes.h"
#include "symbols.h"

#include <math.h>
#include <string.h>

/* The eight card colours: fill, edge, symbol's colour, symbol (in a box of 24). */
struct palette {
    const char *name, *fill, *edge, *sign, *symbol;
};

static const struct palette palettes[COLOURS_MAX] = {
    {"red", "#D98F85", "#9F534C", "#7E1712", SYMBOL_RED},
    {"orange", "#EEB682", "#B37844", "#9A4A08", SYMBOL_ORANGE},
    {"yellow", "#F6E49C", "#9B7B25", "#8F6B0C", SYMBOL_YELLOW},
    {"green", "#91C0A4", "#528068", "#14553A", SYMBOL_GREEN},
    {"blue", "#8CA3C3", "#51678A", "#123368", SYMBOL_BLUE},
    {"purple", "#D6B8D6", "#936E9B", "#6E3D80", SYMBOL_PURPLE},
    {"black", "#818280", "#4D4E4C", "#FFFFFF", SYMBOL_BLACK},
    {"white", "#FBF8F2", "#89857A", "#7B776C", SYMBOL_WHITE},
};
static const struct palette grey = {"grey", "#D4CFC3", "#827E73", "#736F64", ""};

/* Data that all parts of the drawing need. */
struct drawing {
    FILE *out;
    const struct board *board;
    const struct routes_board *b;
    const struct board_art *art;
    double k;      /* how much larger than the measures of the map described above */
    double letter; /* size of the labels */
    const struct palette *colour[COLOURS_MAX];
    bool has_sea;
    uint32_t prices; /* of metro routes, written so far ... */
    struct point {
        double x, y;
    } price[ROUTES_MAX]; /* ... and where */
};

/* Small things. */

static void put_escaped(FILE *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '&')
            fputs("&amp;", out);
        else if (s[i] == '<')
            fputs("&lt;", out);
        else if (s[i] == '>')
            fputs("&gt;", out);
        else
            fputc(s[i], out);
    }
}

/* A board may choose any names for its colours: known names get their own look, others one that
 * is still free. */
static void choose_colours(struct drawing *d)
{
    bool taken[COLOURS_MAX] = {false};

    for (uint32_t c = 0; c < d->b->colours; c++)
        for (uint32_t p = 0; p < COLOURS_MAX; p++)
            if (strcmp(d->b->colour_name[c], palettes[p].name) == 0) {
                d->colour[c] = &palettes[p];
                taken[p] = true;
            }
    for (uint32_t c = 0; c < d->b->colours; c++)
        for (uint32_t p = 0; p < COLOURS_MAX && !d->colour[c]; p++)
            if (!taken[p]) {
                d->colour[c] = &palettes[p];
                taken[p] = true;
            }
}

static const struct palette *colour_of(const struct drawing *d, uint32_t colour)
{
    return colour == GREY ? &grey : d->colour[colour];
}

static const char *wild_symbol(const struct drawing *d)
{
    if (strcmp(d->b->wild_name, "bicycle") == 0)
        return SYMBOL_BICYCLE;
    return strcmp(d->b->wild_name, "bus") == 0 ? SYMBOL_BUS : SYMBOL_LOCOMOTIVE;
}

/* A symbol of a box of 24, `height` high, centred on the origin. */
static void put_symbol(const struct drawing *d, const char *path, double height,
                       const char *paint)
{
    fprintf(d->out,
            "<path fill=\"%s\" fill-rule=\"evenodd\" transform=\"translate(%.2f %.2f)"
            " scale(%.4f)\" d=\"%s\"/>",
            paint, -height / 2, -height / 2, height / 24, path);
}

static struct point city_at(const struct drawing *d, uint32_t city)
{
    return (struct point){d->art->city[city].x / 10.0, d->art->city[city].y / 10.0};
}

/* The map under the routes. */

static void put_path(const struct drawing *d, const struct art_shape *s)
{
    fprintf(d->out, "<path d=\"%.*s\"/>\n", (int)s->length, s->at);
}

/* Draws lines `more` wider than they are, one after another; filled shapes get an outline of
 * that width. */
static void put_lines(const struct drawing *d, const struct art_shape *s, uint32_t n,
                      double more)
{
    for (uint32_t i = 0; i < n; i++)
        if (s[i].size || more > 0)
            fprintf(d->out, "<path stroke-width=\"%.1f\" d=\"%.*s\"/>\n",
                    s[i].size / 10.0 + more, (int)s[i].length, s[i].at);
}

static void put_filled(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!s[i].size)
            put_path(d, &s[i]);
}

/* Land in the sea has three bands of shallow water around it. */
static void put_land(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    static const struct {
        const char *paint;
        int width;
    } bands[] = {{"#C6D8DB", 34}, {"#CEDEE0", 21}, {"#D8E5E5", 10}};
    fprintf(d->out, "<defs><g id=\"land%u\">\n", (unsigned)(s - d->art->shape));
    for (uint32_t i = 0; i < n; i++)
        put_path(d, &s[i]);
    fputs("</g></defs>\n", d->out);
    for (uint32_t i = 0; d->has_sea && i < 3; i++)
        fprintf(d->out,
                "<use href=\"#land%u\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\""
                " stroke-linejoin=\"round\"/>\n",
                (unsigned)(s - d->art->shape), bands[i].paint, bands[i].width);
    fprintf(d->out, "<use href=\"#land%u\" fill=\"#F3EDE0\" stroke=\"#8FA3A4\"/>\n",
            (unsigned)(s - d->art->shape));
}

static void put_water(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    fputs("<g fill=\"none\" stroke=\"#8FA3A4\" stroke-linecap=\"round\">\n", d->out);
    put_lines(d, s, n, 2);
    fputs("</g><g fill=\"none\" stroke=\"#D8E5E5\" stroke-linecap=\"round\">\n", d->out);
    put_lines(d, s, n, 0);
    fputs("</g><g fill=\"#D8E5E5\">\n", d->out);
    put_filled(d, s, n);
    fputs("</g>\n", d->out);
}

/* Everything else that is a path: filled or stroked in one colour. */
static void put_plain(const struct drawing *d, const struct art_shape *s, uint32_t n,
                      const char *paint)
{
    fprintf(d->out, "<g fill=\"%s\">\n", paint);
    put_filled(d, s, n);
    fprintf(d->out, "</g><g fill=\"none\" stroke=\"%s\" stroke-linecap=\"round\">\n", paint);
    put_lines(d, s, n, 0);
    fputs("</g>\n", d->out);
}

static void put_peaks(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    fputs("<g fill=\"none\" stroke=\"#D8CDB4\" stroke-linecap=\"round\""
          " stroke-linejoin=\"round\">\n",
          d->out);
    for (uint32_t i = 0; i < n; i++)
        fprintf(d->out,
                "<path transform=\"translate(%.1f %.1f) scale(%.2f)\" stroke-width=\"%.2f\""
                " d=\"%s\"/>\n",
                s[i].x / 10.0, s[i].y / 10.0, s[i].size / 100.0, 130.0 / s[i].size,
                SYMBOL_PEAK);
    fputs("</g>\n", d->out);
}

static void put_names(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(d->out, "<text class=\"sea\" x=\"%.1f\" y=\"%.1f\">", s[i].x / 10.0,
                s[i].y / 10.0);
        for (uint32_t k = 0; k < s[i].length; k++) {
            char c = s[i].at[k];

            if (c >= 'a' && c <= 'z')
                c = (char)(c - 'a' + 'A');
            put_escaped(d->out, &c, 1);
        }
        fputs("</text>\n", d->out);
    }
}

static void put_shapes(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    switch (s->kind) {
    case ART_GROUND:
        put_plain(d, s, n, "#F3EDE0");
        break;
    case ART_SEA:
        put_plain(d, s, n, "#BFD2D6");
        break;
    case ART_LAND:
        put_land(d, s, n);
        break;
    case ART_RIVER:
        put_plain(d, s, n, "#C3D6D8");
        break;
    case ART_LAKE:
    case ART_WATER:
        put_water(d, s, n);
        break;
    case ART_PARK:
        put_plain(d, s, n, "#DFE5CF");
        break;
    case ART_STREET:
        put_plain(d, s, n, "#FBF9F3");
        break;
    case ART_PEAK:
        put_peaks(d, s, n);
        break;
    default:
        put_names(d, s, n);
        break;
    }
}

/* Shapes of one kind that follow each other are drawn together, so that their lines join. */
static void put_base(const struct drawing *d)
{
    fprintf(d->out, "<rect width=\"%d\" height=\"%d\" fill=\"#F3EDE0\"/>\n", d->art->width,
            d->art->height);
    for (uint32_t i = 0, n; i < d->art->shapes; i += n) {
        n = 1;
        while (i + n < d->art->shapes && d->art->shape[i + n].kind == d->art->shape[i].kind)
            n++;
        put_shapes(d, &d->art->shape[i], n);
    }
}

/* Lines of routes. */

/* The point at t (0..1) of a route's line. The two lines of a double leave the dot together. */
static struct point line_at(const struct drawing *d, uint32_t route, double t, double offset)
{
    const struct art_route *r = &d->art->route[route];
    struct point a = city_at(d, d->b->route[route].a), b = city_at(d, d->b->route[route].b);
    struct point v = {r->via_x / 10.0, r->via_y / 10.0};
    double u = 1 - t, bend = 2 * t - 1;
    struct point p = {u * u * a.x + 2 * u * t * v.x + t * t * b.x,
                      u * u * a.y + 2 * u * t * v.y + t * t * b.y};
    struct point along = {u * (v.x - a.x) + t * (b.x - v.x), u * (v.y - a.y) + t * (b.y - v.y)};
    double length = sqrt(along.x * along.x + along.y * along.y);

    if (length > 0) {
        double side = offset * (1 - bend * bend * bend * bend) / length;

        p.x -= along.y * side;
        p.y += along.x * side;
    }
    return p;
}

static void put_line(const struct drawing *d, uint32_t route, double offset)
{
    enum { STEPS = 32 };
    for (int i = 0; i <= STEPS; i++) {
        struct point p = line_at(d, route, (double)i / (double)STEPS, offset);

        fprintf(d->out, "%s%.1f %.1f", i ? "L" : "M", p.x, p.y);
    }
}

/* Under the spaces: a thin line where a route is curved, a metro line in its own colour. */
static void put_route_lines(const struct drawing *d)
{
    for (uint32_t i = 0; i < d->b->routes; i++) {
        uint32_t n = d->b->route_at[i];
        bool first = d->b->route[n].twin == NO_ROUTE || d->b->route[n].twin > n;

        if (!d->art->route[n].has_via || d->b->route[n].kind == 1 || !first)
            continue;
        fputs("<path class=\"thin\" d=\"", d->out);
        put_line(d, n, 0);
        fputs("\"/>\n", d->out);
    }
    for (uint32_t i = 0; i < d->b->routes; i++) {
        uint32_t n = d->b->route_at[i];

        if (!d->art->route[n].has_via || d->b->route[n].kind != 1)
            continue;
        for (int casing = 1; casing >= 0; casing--) {
            fprintf(d->out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" d=\"",
                    casing ? "#FFFFFF" : colour_of(d, d->b->route[n].colour)->edge,
                    (casing ? 5.4 : 2.6) * d->k);
            put_line(d, n, d->art->route[n].offset / 10.0);
            fputs("\"/>\n", d->out);
        }
    }
}

/* Spaces. */

static void put_rect(const struct drawing *d, double length, double width, double radius,
                     int angle, const char *look)
{
    fprintf(d->out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" rx=\"%.2f\"",
            -length / 2, -width / 2, length, width, radius);
    if (angle)
        fprintf(d->out, " transform=\"rotate(%d)\"", angle);
    fprintf(d->out, " %s/>", look);
}

static double smaller(double x, double y)
{
    return x < y ? x : y;
}

/* How far a point is from other spaces, metro lines and prices (lines may come nearer). */
static double room_among_routes(const struct drawing *d, struct point p, uint32_t route)
{
    double room = 60;

    for (uint32_t i = 0; i < d->prices; i++)
        room = smaller(room, hypot(d->price[i].x - p.x, d->price[i].y - p.y) - 4);
    for (uint32_t i = 0; i < d->b->routes; i++) {
        uint32_t n = d->b->route_at[i];

        if (n == route)
            continue;
        for (uint32_t j = 0; j < d->b->route[n].length; j++) {
            const struct art_space *s = &d->art->route[n].space[j];

            room = smaller(room, hypot(s->x / 10.0 - p.x, s->y / 10.0 - p.y));
        }
        for (int j = 1; j < 32 && d->b->route[n].kind == 1; j++) {
            struct point q = line_at(d, n, j / 32.0, d->art->route[n].offset / 10.0);

            room = smaller(room, 12 + hypot(q.x - p.x, q.y - p.y));
        }
    }
    return room;
}

/* How far a point is from cities and their labels. */
static double room_among_cities(const struct drawing *d, struct point p)
{
    double room = 60;

    for (uint32_t c = 0; c < d->b->cities; c++) {
        const struct art_city *a = &d->art->city[c];
        double wide = d->letter * 0.5 * (double)strlen(d->b->city_name[c]);
        double before = a->anchor == ANCHOR_START ? 0
                        : a->anchor == ANCHOR_END ? wide
                                                  : wide / 2;
        double left = a->label_x / 10.0 - before, right = left + wide;
        double x = p.x < left ? left - p.x : p.x > right ? p.x - right : 0;

        room = smaller(room, 8 + hypot(x, a->label_y / 10.0 - 4 - p.y));
        room = smaller(room, hypot(a->x / 10.0 - p.x, a->y / 10.0 - p.y));
    }
    return room;
}

/* Where the price of a metro route is written: beside its space, where there is most room; it
 * is at the ends, where the route's own line runs, only if that is much better. */
static struct point price_place(const struct drawing *d, uint32_t route)
{
    const struct art_space *s = &d->art->route[route].space[0];
    double turn = s->angle * 3.14159265358979 / 180, away = 15.6 * d->k, best_room = -100;
    struct point best = {0, 0};

    for (int k = 0; k < 4; k++) {
        double dx = k < 2 ? -sin(turn) * away : cos(turn) * away * 1.7;
        double dy = k < 2 ? cos(turn) * away : sin(turn) * away * 1.7;
        struct point p = {s->x / 10.0 + (k % 2 ? -dx : dx), s->y / 10.0 + (k % 2 ? -dy : dy)};
        double room = smaller(room_among_routes(d, p, route), room_among_cities(d, p));

        if (k >= 2)
            room -= 14;
        if (room > best_room) {
            best_room = room;
            best = p;
        }
    }
    return best;
}

static void put_price(struct drawing *d, uint32_t route)
{
    struct point p = price_place(d, route);

    d->price[d->prices++] = p;
    fprintf(d->out, "<g transform=\"translate(%.1f %.1f)\">", p.x, p.y);
    fprintf(d->out, "<circle r=\"%.1f\" fill=\"#FFFFFF\" stroke=\"%s\"/>", 8 * d->k,
            colour_of(d, d->b->route[route].colour)->edge);
    fprintf(d->out, "<text class=\"price\" x=\"%.1f\" y=\"%.1f\">%u</text>", -2.6 * d->k,
            4 * d->k, d->b->route[route].cards);
    /* a card, standing for "cards" */
    fprintf(d->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\""
            " fill=\"#4F5B63\"/>",
            1.9 * d->k, -3.3 * d->k, 4 * d->k, 6 * d->k, 0.8 * d->k);
    fputs("</g>\n", d->out);
}

static void put_space(const struct drawing *d, const struct route *r, const struct art_space *s)
{
    const struct palette *p = colour_of(d, r->colour);
    double k = d->k, length = d->art->space_length / 10.0, width = d->art->space_width / 10.0;
    char look[120];

    snprintf(look, sizeof look, "fill=\"%s\" stroke=\"%s\" stroke-width=\"%.1f\"", p->fill,
             p->edge, k);
    fprintf(d->out, "<g transform=\"translate(%.1f %.1f)\">", s->x / 10.0, s->y / 10.0);
    if (r->tunnel) {
        char bricks[120];

        snprintf(bricks, sizeof bricks,
                 "fill=\"none\" stroke=\"#857F70\" stroke-width=\"%.1f\""
                 " stroke-dasharray=\"%.1f %.1f\"",
                 2.3 * k, 3.2 * k, 2.1 * k);
        put_rect(d, length + 2.4 * k, width + 2.8 * k, 3.4 * k, s->angle, bricks);
        put_rect(d, length - 1.4 * k, width - 1.2 * k, 2.4 * k, s->angle, look);
    } else if (r->kind == 1) {
        put_rect(d, 34 * k, 14 * k, 4 * k, s->angle, look);
        snprintf(look, sizeof look, "fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\"",
                 p->edge, 0.8 * k);
        put_rect(d, 28.4 * k, 8.4 * k, 2 * k, s->angle, look);
    } else {
        put_rect(d, length, width, (r->icons ? 5.6 : 2.4) * k, s->angle, look);
    }
    if (r->icons && !s->icon)
        fprintf(d->out,
                "<path transform=\"rotate(%d) scale(%.2f)\" fill=\"none\" stroke=\"%s\""
                " stroke-width=\"1.2\" stroke-linecap=\"round\""
                " d=\"M-8.5 .6q2.125-2.6 4.25 0t4.25 0t4.25 0t4.25 0\"/>",
                s->angle, k, p->sign);
    if (s->icon) {
        fprintf(d->out, "<circle r=\"%.1f\" fill=\"#FFFFFF\" stroke=\"#736F64\"/>", 6.2 * k);
        put_symbol(d, wild_symbol(d), 8.6 * k, "#1E2A33");
    } else if (p->symbol[0]) {
        put_symbol(d, p->symbol, 6.6 * k, p->sign);
    }
    fputs("</g>\n", d->out);
}

static void put_route(const struct drawing *d, uint32_t number)
{
    const struct route *r = &d->b->route[number];
    const char *a = d->b->city_name[r->a], *b = d->b->city_name[r->b];

    fputs("<g><title>", d->out);
    put_escaped(d->out, a, strlen(a));
    fputs("–", d->out);
    put_escaped(d->out, b, strlen(b));
    const char *colour = r->colour == GREY ? "grey" : d->b->colour_name[r->colour];
    fputs(", ", d->out);
    put_escaped(d->out, colour, strlen(colour));
    fprintf(d->out, " %u%s%s</title>\n", r->cards, r->tunnel ? ", tunnel" : "",
            r->icons  ? ", ferry"
            : r->kind ? ", metro"
                      : "");
    for (uint32_t i = 0; i < r->length; i++)
        put_space(d, r, &d->art->route[number].space[i]);
    fputs("</g>\n", d->out);
}

/* Cities. */

static void put_cities(const struct drawing *d)
{
    for (uint32_t c = 0; c < d->b->cities; c++) {
        struct point p = city_at(d, c);

        fprintf(d->out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#FFFFFF\""
                " stroke=\"#1E2A33\" stroke-width=\"%.1f\"/>\n",
                p.x, p.y, 5.6 * d->k, 2.2 * d->k);
    }
    for (uint32_t c = 0; c < d->b->cities; c++) {
        const struct art_city *a = &d->art->city[c];
        const char *name = d->b->city_name[c];

        fprintf(d->out, "<text class=\"city\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
                a->label_x / 10.0, a->label_y / 10.0, anchor_names[a->anchor]);
        put_escaped(d->out, name, strlen(name));
        fputs("</text>\n", d->out);
    }
}

static void put_style(const struct drawing *d)
{
    fprintf(d->out,
            "<style>\n"
            "text{font-family:\"Sofia Sans Semi Condensed\",\"Arial Narrow\","
            "\"DejaVu Sans Condensed\",\"DejaVu Sans\",sans-serif}\n"
            ".city{font-size:%.1fpx;font-weight:680;fill:#1E2A33;paint-order:stroke;"
            "stroke:#F3EDE0;stroke-width:3.4px;stroke-linejoin:round}\n"
            ".price{font-size:%.1fpx;font-weight:760;fill:#1E2A33;text-anchor:middle}\n"
            ".sea{font-size:11px;font-style:italic;letter-spacing:.3em;fill:#8FA3A4;"
            "text-anchor:middle}\n"
            ".thin{fill:none;stroke:#827E73;stroke-opacity:.5;stroke-width:%.1f}\n"
            "</style>\n",
            d->letter, 11 * d->k, 1.3 * d->k);
}

const char *routes_svg(FILE *out, const struct board *board, const struct board_art *art)
{
    if (!art->width)
        return SAYS("{0} has no positions of cities, so it can be played but not drawn; see "
                    "doc/adding-a-map.md.");
    struct drawing d = {.out = out, .board = board, .b = &board->routes, .art = art};
    d.k = art->space_width / 106.0;
    d.letter = 12.5 * (1 + 0.3 * (d.k - 1));
    choose_colours(&d);
    for (uint32_t i = 0; i < art->shapes; i++)
        d.has_sea = d.has_sea || art->shape[i].kind == ART_SEA;
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">\n<title>",
            art->width, art->height);
    put_escaped(out, board->name, strlen(board->name));
    fputs("</title>\n", out);
    put_style(&d);
    put_base(&d);
    put_route_lines(&d);
    for (uint32_t i = 0; i < d.b->routes; i++)
        put_route(&d, d.b->route_at[i]);
    for (uint32_t i = 0; i < d.b->routes; i++)
        if (d.b->route[d.b->route_at[i]].kind == 1)
            put_price(&d, d.b->route_at[i]);
    put_cities(&d);
    fputs("</svg>\n", out);
    return NULL;
}
