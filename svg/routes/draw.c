/*
 * Draws the routes family: a network map, its spaces, their owners, cities with stations.
 * Measures are for a map whose spaces are 10.6 wide, and are scaled to the width of the board's
 * own spaces.
 */
#include "../../engine/routes/queries.h"
#include "../svg.h"
#include "symbols.h"

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
    struct text *t;
    const struct match *match;
    const struct routes_board *b;
    const struct board_art *art;
    const struct routes_state *seen; /* null: the board is empty */
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

static double root(double square)
{
    double x = square > 1 ? square : 1;

    for (uint32_t i = 0; i < 32; i++)
        x = (x + square / x) / 2;
    return x;
}

static double distance(struct point p, double x, double y)
{
    return root((x - p.x) * (x - p.x) + (y - p.y) * (y - p.y));
}

/* A board may choose any names for its colours: known names get their own look, others one that
 * is still free. */
static void choose_colours(struct drawing *d)
{
    bool taken[COLOURS_MAX] = {false};

    for (uint32_t c = 0; c < d->b->colours; c++)
        for (uint32_t p = 0; p < COLOURS_MAX; p++)
            if (text_equal(d->b->colour_name[c], palettes[p].name)) {
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
    if (text_equal(d->b->wild_name, "bicycle"))
        return SYMBOL_BICYCLE;
    return text_equal(d->b->wild_name, "bus") ? SYMBOL_BUS : SYMBOL_LOCOMOTIVE;
}

/* A symbol of a box of 24, `height` high, centred on the origin. */
static void put_symbol(const struct drawing *d, const char *path, double height,
                       const char *paint)
{
    svg_put(d->t,
            "<path fill=\"%s\" stroke=\"none\" fill-rule=\"evenodd\""
            " transform=\"translate(%f %f) scale(.1) scale(%f)\" d=\"%s\"/>",
            paint, -height / 2, -height / 2, height / 2.4, path);
}

static struct point city_at(const struct drawing *d, uint32_t city)
{
    return (struct point){d->art->city[city].x / 10.0, d->art->city[city].y / 10.0};
}

/* The map under the routes. */

static void put_path(const struct drawing *d, const struct art_shape *s)
{
    text_put(d->t, " d=\"");
    text_some(d->t, s->at, s->length);
    text_put(d->t, "\"/>\n");
}

/* Draws lines `more` wider than they are, one after another; filled shapes get an outline of
 * that width. */
static void put_lines(const struct drawing *d, const struct art_shape *s, uint32_t n,
                      double more)
{
    for (uint32_t i = 0; i < n; i++)
        if (s[i].size || more > 0) {
            svg_put(d->t, "<path stroke-width=\"%f\"", s[i].size / 10.0 + more);
            put_path(d, &s[i]);
        }
}

static void put_filled(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!s[i].size) {
            text_put(d->t, "<path");
            put_path(d, &s[i]);
        }
}

/* Land in the sea has three bands of shallow water around it. */
static void put_land(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    static const struct {
        const char *paint;
        int width;
    } bands[] = {{"#C6D8DB", 34}, {"#CEDEE0", 21}, {"#D8E5E5", 10}};
    uint32_t id = (uint32_t)(s - d->art->shape);

    svg_put(d->t, "<defs><g id=\"land%d\">\n", id);
    for (uint32_t i = 0; i < n; i++) {
        text_put(d->t, "<path");
        put_path(d, &s[i]);
    }
    text_put(d->t, "</g></defs>\n");
    for (uint32_t i = 0; d->has_sea && i < 3; i++)
        svg_put(d->t,
                "<use href=\"#land%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\""
                " stroke-linejoin=\"round\"/>\n",
                id, bands[i].paint, bands[i].width);
    svg_put(d->t, "<use href=\"#land%d\" fill=\"#F3EDE0\" stroke=\"#8FA3A4\"/>\n", id);
}

static void put_water(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    text_put(d->t, "<g fill=\"none\" stroke=\"#8FA3A4\" stroke-linecap=\"round\">\n");
    put_lines(d, s, n, 2);
    text_put(d->t, "</g><g fill=\"none\" stroke=\"#D8E5E5\" stroke-linecap=\"round\">\n");
    put_lines(d, s, n, 0);
    text_put(d->t, "</g><g fill=\"#D8E5E5\">\n");
    put_filled(d, s, n);
    text_put(d->t, "</g>\n");
}

/* Everything else that is a path: filled or stroked in one colour. */
static void put_plain(const struct drawing *d, const struct art_shape *s, uint32_t n,
                      const char *paint)
{
    svg_put(d->t, "<g fill=\"%s\">\n", paint);
    put_filled(d, s, n);
    svg_put(d->t, "</g><g fill=\"none\" stroke=\"%s\" stroke-linecap=\"round\">\n", paint);
    put_lines(d, s, n, 0);
    text_put(d->t, "</g>\n");
}

static void put_peaks(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    text_put(d->t, "<g fill=\"none\" stroke=\"#D8CDB4\" stroke-linecap=\"round\""
                   " stroke-linejoin=\"round\">\n");
    for (uint32_t i = 0; i < n; i++)
        svg_put(d->t,
                "<path transform=\"translate(%f %f) scale(%f)\" stroke-width=\"%f\""
                " d=\"%s\"/>\n",
                s[i].x / 10.0, s[i].y / 10.0, s[i].size / 100.0, 130.0 / s[i].size,
                SYMBOL_PEAK);
    text_put(d->t, "</g>\n");
}

static void put_names(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        svg_put(d->t, "<text class=\"sea\" x=\"%f\" y=\"%f\">", s[i].x / 10.0, s[i].y / 10.0);
        for (uint32_t k = 0; k < s[i].length; k++) {
            char c = s[i].at[k];

            if (c >= 'a' && c <= 'z')
                c = (char)(c - 'a' + 'A');
            svg_escaped(d->t, c);
        }
        text_put(d->t, "</text>\n");
    }
}

static void put_shapes(const struct drawing *d, const struct art_shape *s, uint32_t n)
{
    static const char *const paint[] = {
        [ART_GROUND] = "#F3EDE0", [ART_SEA] = "#BFD2D6",    [ART_RIVER] = "#C3D6D8",
        [ART_PARK] = "#DFE5CF",   [ART_STREET] = "#FBF9F3",
    };

    switch (s->kind) {
    case ART_LAND:
        put_land(d, s, n);
        break;
    case ART_LAKE:
    case ART_WATER:
        put_water(d, s, n);
        break;
    case ART_PEAK:
        put_peaks(d, s, n);
        break;
    case ART_NAME:
        put_names(d, s, n);
        break;
    default:
        put_plain(d, s, n, paint[s->kind]);
        break;
    }
}

/* Shapes of one kind that follow each other are drawn together, so that their lines join. */
static void put_base(const struct drawing *d)
{
    svg_put(d->t, "<rect width=\"%d\" height=\"%d\" fill=\"#F3EDE0\"/>\n", d->art->width,
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
    double length = distance(along, 0, 0);

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

        svg_put(d->t, "%s%f %f", i ? "L" : "M", p.x, p.y);
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
        text_put(d->t, "<path class=\"thin\" d=\"");
        put_line(d, n, 0);
        text_put(d->t, "\"/>\n");
    }
    for (uint32_t i = 0; i < d->b->routes; i++) {
        uint32_t n = d->b->route_at[i];

        if (!d->art->route[n].has_via || d->b->route[n].kind != 1)
            continue;
        for (int casing = 1; casing >= 0; casing--) {
            svg_put(d->t, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%f\" d=\"",
                    casing ? "#FFFFFF" : colour_of(d, d->b->route[n].colour)->edge,
                    (casing ? 5.4 : 2.6) * d->k);
            put_line(d, n, d->art->route[n].offset / 10.0);
            text_put(d->t, "\"/>\n");
        }
    }
}

/* Spaces. */

static double smaller(double x, double y)
{
    return x < y ? x : y;
}

/* How far a point is from other spaces, metro lines and prices (lines may come nearer). */
static double room_among_routes(const struct drawing *d, struct point p, uint32_t route)
{
    double room = 60;

    for (uint32_t i = 0; i < d->prices; i++)
        room = smaller(room, distance(p, d->price[i].x, d->price[i].y) - 4);
    for (uint32_t i = 0; i < d->b->routes; i++) {
        uint32_t n = d->b->route_at[i];

        if (n == route)
            continue;
        for (uint32_t j = 0; j < d->b->route[n].length; j++) {
            const struct art_space *s = &d->art->route[n].space[j];

            room = smaller(room, distance(p, s->x / 10.0, s->y / 10.0));
        }
        for (int j = 1; j < 32 && d->b->route[n].kind == 1; j++) {
            struct point q = line_at(d, n, j / 32.0, d->art->route[n].offset / 10.0);

            room = smaller(room, 12 + distance(p, q.x, q.y));
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
        double wide = d->letter * 0.5 * (double)text_length(d->b->city_name[c]);
        double before = a->anchor == ANCHOR_START ? 0
                        : a->anchor == ANCHOR_END ? wide
                                                  : wide / 2;
        double left = a->label_x / 10.0 - before, right = left + wide;
        double x = p.x < left ? left - p.x : p.x > right ? p.x - right : 0;

        room = smaller(room, 8 + distance(p, p.x + x, a->label_y / 10.0 - 4));
        room = smaller(room, distance(p, a->x / 10.0, a->y / 10.0));
    }
    return room;
}

/* Where the price of a metro route is written: beside its space, where there is most room; it
 * is at the ends, where the route's own line runs, only if that is much better. */
static struct point price_place(const struct drawing *d, uint32_t route)
{
    const struct art_space *s = &d->art->route[route].space[0];
    struct point a = city_at(d, d->b->route[route].a), b = city_at(d, d->b->route[route].b);
    double away = 15.6 * d->k / distance(a, b.x, b.y), best_room = -100;
    struct point best = {0, 0}, along = {(b.x - a.x) * away, (b.y - a.y) * away};

    for (int k = 0; k < 4; k++) {
        double dx = k < 2 ? -along.y : along.x * 1.7;
        double dy = k < 2 ? along.x : along.y * 1.7;
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
    /* beside the number a card, standing for "cards" */
    svg_put(d->t,
            "<g transform=\"translate(%f %f) scale(%f)\"><circle r=\"8\" fill=\"#FFFFFF\""
            " stroke=\"%s\"/><text class=\"price\" x=\"-2.6\" y=\"4\">%d</text>"
            "<rect x=\"1.9\" y=\"-3.3\" width=\"4\" height=\"6\" rx=\".8\""
            " fill=\"#4F5B63\"/></g>\n",
            p.x, p.y, d->k, colour_of(d, d->b->route[route].colour)->edge,
            d->b->route[route].cards);
}

static void put_rect(const struct drawing *d, double length, double width, double radius,
                     const char *look)
{
    svg_put(d->t, "<rect x=\"%f\" y=\"%f\" width=\"%f\" height=\"%f\" rx=\"%f\"%s/>",
            -length / 2, -width / 2, length, width, radius, look);
}

/* A space has the fill and the edge of its route. */
static void put_space(const struct drawing *d, const struct route *r, const struct art_space *s,
                      uint32_t owner)
{
    const struct palette *p = colour_of(d, r->colour);
    double length = d->art->space_length / 10.0 / d->k;

    svg_put(d->t, "<g transform=\"translate(%f %f) scale(%f)\"><g transform=\"rotate(%d)\">",
            s->x / 10.0, s->y / 10.0, d->k, s->angle);
    if (r->tunnel) {
        put_rect(d, length + 2.4, 13.4, 3.4, " class=\"bricks\"");
        put_rect(d, length - 1.4, 9.4, 2.4, "");
    } else if (r->kind == 1) {
        put_rect(d, 34, 14, 4, "");
        put_rect(d, 28.4, 8.4, 2, " fill=\"none\" stroke-width=\".8\"");
    } else {
        put_rect(d, length, 10.6, r->icons ? 5.6 : 2.4, "");
    }
    if (r->icons && !s->icon && owner == NOBODY)
        svg_put(d->t,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\""
                " stroke-linecap=\"round\""
                " d=\"M-8.5 .6q2.125-2.6 4.25 0t4.25 0t4.25 0t4.25 0\"/>",
                p->sign);
    text_put(d->t, "</g>");
    if (owner != NOBODY) {
        svg_seat(d->t, owner, 9);
    } else if (s->icon) {
        text_put(d->t, "<circle r=\"6.2\" fill=\"#FFFFFF\" stroke=\"#736F64\"/>");
        put_symbol(d, wild_symbol(d), 8.6, "#1E2A33");
    } else if (p->symbol[0]) {
        put_symbol(d, p->symbol, 6.6, p->sign);
    }
    text_put(d->t, "</g>\n");
}

static void put_route(const struct drawing *d, uint32_t number)
{
    const struct route *r = &d->b->route[number];
    const struct palette *p = colour_of(d, r->colour);
    uint32_t owner = d->seen ? routes_owner(d->match, d->seen, number) : NOBODY;

    svg_put(d->t, "<g fill=\"%s\" stroke=\"%s\"><title>%x–%x, %x %d%s%s</title>\n",
            owner == NOBODY ? p->fill : svg_seats[owner], owner == NOBODY ? p->edge : "#1E2A33",
            d->b->city_name[r->a], d->b->city_name[r->b],
            r->colour == GREY ? "grey" : d->b->colour_name[r->colour], r->cards,
            r->tunnel ? ", tunnel" : "",
            r->icons  ? ", ferry"
            : r->kind ? ", metro"
                      : "");
    for (uint32_t i = 0; i < r->length; i++)
        put_space(d, r, &d->art->route[number].space[i], owner);
    text_put(d->t, "</g>\n");
}

/* Cities. */

static void put_city(const struct drawing *d, uint32_t city, double radius, const char *fill)
{
    struct point p = city_at(d, city);

    svg_put(d->t,
            "<circle cx=\"%f\" cy=\"%f\" r=\"%f\" fill=\"%s\" stroke=\"#1E2A33\""
            " stroke-width=\"%f\"/>\n",
            p.x, p.y, radius * d->k, fill, 2.2 * d->k);
}

/* A station is a ring in its owner's colour. */
static void put_cities(const struct drawing *d)
{
    for (uint32_t c = 0; c < d->b->cities; c++) {
        for (uint32_t seat = 0; d->seen && seat < d->match->seats; seat++)
            if (bits_have(d->seen->seat[seat].stations, c))
                put_city(d, c, 11, svg_seats[seat]);
        put_city(d, c, 5.6, "#FFFFFF");
    }
    for (uint32_t c = 0; c < d->b->cities; c++) {
        const struct art_city *a = &d->art->city[c];

        svg_put(d->t, "<text class=\"city\" x=\"%f\" y=\"%f\" text-anchor=\"%s\">%x</text>\n",
                a->label_x / 10.0, a->label_y / 10.0, anchor_names[a->anchor],
                d->b->city_name[c]);
    }
}

static void put_style(const struct drawing *d)
{
    svg_put(d->t,
            ".city{font-size:%fpx;font-weight:680;fill:#1E2A33;paint-order:stroke;"
            "stroke:#F3EDE0;stroke-width:3.4px;stroke-linejoin:round}\n"
            ".price{font-size:11px;font-weight:760;fill:#1E2A33;text-anchor:middle}\n"
            ".sea{font-size:11px;font-style:italic;letter-spacing:.3em;fill:#8FA3A4;"
            "text-anchor:middle}\n"
            ".thin{fill:none;stroke:#827E73;stroke-opacity:.5;stroke-width:%f}\n"
            ".bricks{fill:none;stroke:#857F70;stroke-width:2.3;stroke-dasharray:3.2 2.1}\n"
            "</style>\n",
            d->letter, 1.3 * d->k);
}

bool routes_svg(struct text *t, const struct match *match, const struct board_art *art,
                const struct view *view)
{
    struct drawing d = {.t = t, .match = match, .b = &match->board->routes, .art = art};

    if (!art->width)
        return false;
    d.seen = view ? &view->seen.routes : NULL;
    d.k = art->space_width / 106.0;
    d.letter = 12.5 * (1 + 0.3 * (d.k - 1));
    choose_colours(&d);
    for (uint32_t i = 0; i < art->shapes; i++)
        d.has_sea = d.has_sea || art->shape[i].kind == ART_SEA;
    svg_begin(t, match->board, art->width, art->height);
    put_style(&d);
    put_base(&d);
    put_route_lines(&d);
    for (uint32_t i = 0; i < d.b->routes; i++)
        put_route(&d, d.b->route_at[i]);
    for (uint32_t i = 0; i < d.b->routes; i++)
        if (d.b->route[d.b->route_at[i]].kind == 1)
            put_price(&d, d.b->route_at[i]);
    put_cities(&d);
    text_put(t, "</svg>\n");
    return true;
}
