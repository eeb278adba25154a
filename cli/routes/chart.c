/*
 * The map of a route game: see chart.h. First the ground, then open routes as dashes of dots,
 * owned routes in solid pixels, signs and letters, cities, and names where they hide least.
 */
#include "chart.h"

#include "../cli.h"
#include "../window/labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIGN_CITY = 0x25CF,
    SIGN_CITY_PLAIN = 0x25CE, /* without colours: the other is the sign of a colour then */
    SIGN_END = 0x25C9,
    SIGN_STATION = 0x2302,
    SIGN_TUNNEL = 0x2229,
    LONG = 4, /* routes from this length on show their owner twice */
};

struct drawn {
    struct canvas *canvas;
    struct chart *chart;
    const struct routes_board *board;
    struct terrain terrain; /* of the frame's area */
};

static bool has(const uint64_t set[PLANES_MAX], uint32_t route)
{
    return bits_have(set[route / 64], route % 64);
}

/* ---- the frame ---- */

/* Where a part of length `seen` begins within `all`, with a point in its middle. */
static double begin_of(double all, double seen, double middle)
{
    double begin = middle - seen / 2;

    begin = begin > all - seen ? all - seen : begin;
    return begin < 0 ? 0 : begin;
}

struct frame chart_frame(struct area area, const struct board_art *art, double zoom, double x,
                         double y)
{
    struct frame f = {.area = area};

    f.across = area.width * zoom / art->width;
    f.down = area.height * zoom / art->height;
    f.left = begin_of(art->width, art->width / zoom, x);
    f.top = begin_of(art->height, art->height / zoom, y);
    return f;
}

/* A point of the board, in tenths of its units, in cells of the canvas. */
static double cell_x(const struct frame *f, double x)
{
    return f->area.x + (x / 10 - f->left) * f->across;
}

static double cell_y(const struct frame *f, double y)
{
    return f->area.y + (y / 10 - f->top) * f->down;
}

static struct chart_spot spot_of(const struct frame *f, double x, double y)
{
    return (struct chart_spot){(int16_t)floor(cell_x(f, x)), (int16_t)floor(cell_y(f, y))};
}

/* ---- the ground ---- */

static void draw_ground(struct drawn *d)
{
    const struct chart *k = d->chart;
    const struct theme *t = k->theme;
    const uint32_t colours[] = {
        [ART_GROUND] = t->land, [ART_SEA] = t->sea,   [ART_LAND] = t->land, [ART_LAKE] = t->sea,
        [ART_RIVER] = t->land,  [ART_WATER] = t->sea, [ART_PARK] = t->park,
    };

    canvas_fill(d->canvas, k->frame.area, d->canvas->colours ? t->land : (uint32_t)COLOUR_OWN);
    for (uint32_t i = 0; i < k->art->shapes && d->canvas->colours; i++) {
        const struct art_shape *s = &k->art->shape[i];

        if (s->kind <= ART_PARK && s->kind != ART_RIVER)
            shape_paint(d->canvas, &k->frame, s, colours[s->kind]);
    }
}

/* ---- routes ---- */

/* How a part of a route is drawn. */
struct brush {
    uint32_t colour;
    bool owned; /* in pixels; else in dots */
    bool heavy;
};

static struct cell *map_cell(const struct drawn *d, int x, int y)
{
    return area_has(d->chart->frame.area, x, y) ? canvas_at(d->canvas, x, y) : NULL;
}

static uint8_t terrain_of(const struct drawn *d, int x, int y)
{
    return terrain_at(&d->terrain, x - d->chart->frame.area.x, y - d->chart->frame.area.y);
}

static void take(struct drawn *d, int x, int y, enum terrain_kind kind)
{
    terrain_take(&d->terrain, x - d->chart->frame.area.x, y - d->chart->frame.area.y, kind);
}

/* A point of a route, in cells and parts of them. */
static void draw_point(struct drawn *d, double x, double y, const struct brush *brush)
{
    int column = (int)floor(x), row = (int)floor(y);

    if (!map_cell(d, column, row))
        return;
    if (brush->owned && d->canvas->colours) {
        canvas_pixel(d->canvas, column, (int)floor(y * 2), brush->colour);
        take(d, column, row, TERRAIN_OWNED);
    } else if (brush->heavy || terrain_of(d, column, row) != TERRAIN_OWNED) {
        canvas_dot(d->canvas, (int)floor(x * 2), (int)floor(y * 4), brush->colour);
        if (brush->owned) /* without colours: twice as thick */
            canvas_dot(d->canvas, (int)floor(x * 2), (int)floor(y * 4) + 1, brush->colour);
        take(d, column, row, TERRAIN_DOTS);
    }
}

/* A space: a dash along its angle. */
static void draw_space(struct drawn *d, const struct art_space *s, const struct brush *brush)
{
    enum { STEPS = 24 };
    const struct chart *k = d->chart;
    double turn = s->angle * 3.14159265358979 / 180;
    double half = k->art->space_length * (brush->owned || brush->heavy ? 0.5 : 0.4);
    double x = cos(turn) * half, y = sin(turn) * half;

    for (int i = -STEPS; i <= STEPS; i++)
        draw_point(d, cell_x(&k->frame, s->x + x * i / (double)STEPS),
                   cell_y(&k->frame, s->y + y * i / (double)STEPS), brush);
}

/* The line of a route whose spaces do not reach from city to city. */
static void draw_line(struct drawn *d, uint32_t route, const struct brush *brush)
{
    enum { STEPS = 200 };
    const struct chart *k = d->chart;
    const struct art_city *a = &k->art->city[d->board->route[route].a];
    const struct art_city *b = &k->art->city[d->board->route[route].b];
    const struct art_route *r = &k->art->route[route];

    for (int i = 0; i <= STEPS; i++) {
        double t = (double)i / (double)STEPS, u = 1 - t;

        draw_point(d, cell_x(&k->frame, u * u * a->x + 2 * u * t * r->via_x + t * t * b->x),
                   cell_y(&k->frame, u * u * a->y + 2 * u * t * r->via_y + t * t * b->y),
                   brush);
    }
}

static void draw_route(struct drawn *d, uint32_t route)
{
    const struct chart *k = d->chart;
    const struct route *r = &d->board->route[route];
    uint32_t owner = routes_owner(k->match, k->seen, route);
    const struct card_colour *look = theme_card(
        k->theme, r->colour == GREY ? "" : d->board->colour_name[r->colour], r->colour);
    bool dim = k->dims && !has(k->lit, route) && !has(k->chosen, route);
    struct brush brush = {.colour = look->line, .heavy = has(k->chosen, route)};

    if (owner < SEATS_MAX) {
        brush.owned = true;
        brush.colour = k->theme->seat[owner];
    } else if (!has(k->seen->open, route)) {
        brush.colour = colour_mix(look->line, k->theme->land, 6);
    } else if (dim) {
        brush.colour = colour_mix(look->line, k->theme->land, 4);
    }
    if (brush.heavy && !brush.owned)
        brush.colour = k->theme->chosen;
    if (r->kind == 1 && k->art->route[route].has_via)
        draw_line(d, route, &brush);
    for (uint32_t i = 0; i < r->length; i++)
        draw_space(d, &k->art->route[route].space[i], &brush);
}

/* ---- signs on routes ---- */

/* A sign on the first free space of a route, the middle one first; false if there is none. */
static bool put_sign(struct drawn *d, uint32_t route, uint32_t from, uint32_t sign,
                     struct look look)
{
    const struct chart *k = d->chart;
    uint32_t n = d->board->route[route].length;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t step = (i + 1) / 2, at = (from + (i % 2 ? n - step : step)) % n;
        const struct art_space *s = &k->art->route[route].space[at];
        struct chart_spot p = spot_of(&k->frame, s->x, s->y);

        if (!map_cell(d, p.x, p.y) || terrain_of(d, p.x, p.y) >= TERRAIN_SIGN)
            continue;
        canvas_sign(d->canvas, p.x, p.y, sign, look);
        take(d, p.x, p.y, TERRAIN_SIGN);
        return true;
    }
    return false;
}

static void sign_owner(struct drawn *d, uint32_t route, uint32_t owner)
{
    const struct chart *k = d->chart;
    uint32_t n = d->board->route[route].length;
    struct look look = {k->theme->seat_ink, k->theme->seat[owner], CANVAS_BOLD};

    if (has(k->chosen, route))
        look.attributes |= CANVAS_UNDERLINE;
    if (n < LONG) {
        put_sign(d, route, n / 2, k->letter[owner], look);
    } else {
        put_sign(d, route, n / 4, k->letter[owner], look);
        put_sign(d, route, n - 1 - n / 4, k->letter[owner], look);
    }
}

static void sign_open(struct drawn *d, uint32_t route)
{
    const struct chart *k = d->chart;
    const struct route *r = &d->board->route[route];
    const struct card_colour *card = theme_card(
        k->theme, r->colour == GREY ? "" : d->board->colour_name[r->colour], r->colour);
    bool bright = !k->dims || has(k->lit, route) || has(k->chosen, route);
    struct look look = {bright ? card->line : colour_mix(card->line, k->theme->land, 4),
                        COLOUR_OWN, bright ? CANVAS_BOLD : 0};

    if (!has(k->seen->open, route))
        look = (struct look){colour_mix(card->line, k->theme->land, 6), COLOUR_OWN, 0};
    if (r->kind == 1)
        put_sign(d, route, r->length / 2u, '0' + r->cards, look);
    else if (card->sign)
        put_sign(d, route, r->length / 2u, card->sign, look);
    if (r->tunnel)
        put_sign(d, route, r->length / 2u, SIGN_TUNNEL, look);
    for (uint32_t i = 0; i < r->length && r->icons; i++)
        if (k->art->route[route].space[i].icon)
            put_sign(d, route, i, k->theme->wild.sign, look);
}

static void sign_route(struct drawn *d, uint32_t route)
{
    const struct chart *k = d->chart;
    uint32_t owner = routes_owner(k->match, k->seen, route);

    if (owner < SEATS_MAX)
        sign_owner(d, route, owner);
    else
        sign_open(d, route);
}

/* Later drawings cover earlier ones, so closed and dim routes come first, chosen ones last. */
static uint32_t height_of(const struct chart *k, uint32_t route)
{
    if (has(k->chosen, route))
        return 3;
    if (routes_owner(k->match, k->seen, route) < SEATS_MAX)
        return 2;
    return has(k->seen->open, route) && (!k->dims || has(k->lit, route));
}

static void each_route(struct drawn *d, void (*draw)(struct drawn *d, uint32_t route), bool up)
{
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t n = 0; n < d->board->routes; n++)
            if (height_of(d->chart, d->board->route_at[n]) == (up ? i : 3 - i))
                draw(d, d->board->route_at[n]);
}

static void find_middles(struct drawn *d)
{
    struct chart *k = d->chart;

    for (uint32_t n = 0; n < d->board->routes; n++) {
        uint32_t route = d->board->route_at[n], length = d->board->route[route].length;
        const struct art_space *s = &k->art->route[route].space[length / 2];

        if (length % 2 || length == 0)
            k->route[route] = spot_of(&k->frame, s->x, s->y);
        else
            k->route[route] =
                spot_of(&k->frame, (s->x + (s - 1)->x) / 2.0, (s->y + (s - 1)->y) / 2.0);
    }
}

/* ---- cities ---- */

/* Cities that would share a cell get neighbouring ones. */
static void find_cities(struct drawn *d)
{
    static const struct chart_spot near[] = {{0, 0}, {1, 0},   {-1, 0}, {0, 1}, {0, -1},
                                             {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    struct chart *k = d->chart;

    for (uint32_t i = 0; i < d->board->cities; i++) {
        struct chart_spot at = spot_of(&k->frame, k->art->city[i].x, k->art->city[i].y);

        k->city[i] = at;
        for (size_t n = 0; n < sizeof near / sizeof near[0]; n++) {
            struct chart_spot other = {(int16_t)(at.x + near[n].x),
                                       (int16_t)(at.y + near[n].y)};

            if (terrain_of(d, other.x, other.y) == TERRAIN_TAKEN)
                continue;
            k->city[i] = other;
            break;
        }
        take(d, k->city[i].x, k->city[i].y, TERRAIN_TAKEN);
    }
}

static void draw_city(struct drawn *d, uint32_t city)
{
    const struct chart *k = d->chart;
    struct chart_spot p = k->city[city];
    struct look look = {k->theme->strong, COLOUR_OWN, CANVAS_BOLD};
    uint32_t sign = bits_have(k->named, city) ? SIGN_END
                    : d->canvas->colours      ? SIGN_CITY
                                              : SIGN_CITY_PLAIN;

    if (!map_cell(d, p.x, p.y))
        return;
    for (uint32_t seat = 0; seat < k->match->seats; seat++) {
        if (!bits_have(k->seen->seat[seat].stations, city))
            continue;
        sign = SIGN_STATION;
        look = (struct look){k->theme->seat_ink, k->theme->seat[seat], CANVAS_BOLD};
        if (!d->canvas->colours && map_cell(d, p.x + 1, p.y)) {
            canvas_sign(d->canvas, p.x + 1, p.y, k->letter[seat], look);
            take(d, p.x + 1, p.y, TERRAIN_TAKEN);
        }
    }
    canvas_sign(d->canvas, p.x, p.y, sign, look);
}

static void draw_name(struct drawn *d, uint32_t city)
{
    const struct chart *k = d->chart;
    const struct art_city *a = &k->art->city[city];
    struct chart_spot p = k->city[city];
    bool named = bits_have(k->named, city);
    struct look look = {k->theme->strong, COLOUR_OWN, named ? CANVAS_BOLD : 0};
    struct label l = {
        .name = d->board->city_name[city],
        .x = p.x - k->frame.area.x,
        .y = p.y - k->frame.area.y,
        .dx = a->anchor == ANCHOR_START ? 1
              : a->anchor == ANCHOR_END ? -1
                                        : 0,
        .dy = a->label_y < a->y        ? -1
              : a->label_y > a->y + 60 ? 1
                                       : 0,
        .whole = named,
    };

    if (!map_cell(d, p.x, p.y))
        return;
    if (named)
        look = (struct look){k->theme->paper, k->theme->chosen, CANVAS_BOLD};
    if (named && !d->canvas->colours)
        look.attributes |= CANVAS_INVERSE;
    label_place(&d->terrain, &l);
    canvas_text(d->canvas, k->frame.area.x + l.at_x, k->frame.area.y + l.at_y, l.width, l.name,
                look);
}

static void draw_cities(struct drawn *d)
{
    uint64_t named = d->chart->named;

    for (uint32_t i = 0; i < d->board->cities; i++)
        draw_city(d, i);
    for (uint32_t i = 0; i < d->board->cities; i++)
        if (bits_have(named, i))
            draw_name(d, i);
    for (uint32_t i = 0; i < d->board->cities; i++)
        if (!bits_have(named, i))
            draw_name(d, i);
}

/* ---- the whole ---- */

void chart_draw(struct canvas *c, struct chart *chart)
{
    struct area a = chart->frame.area;
    struct drawn d = {c, chart, &chart->match->board->routes, {NULL, a.width, a.height}};

    if (a.width <= 0 || a.height <= 0)
        return;
    d.terrain.kind = cli_need(calloc((size_t)a.width * (size_t)a.height, 1));
    draw_ground(&d);
    find_middles(&d);
    find_cities(&d);
    each_route(&d, draw_route, true);
    each_route(&d, sign_route, false);
    draw_cities(&d);
    free(d.terrain.kind);
}

uint32_t chart_route_at(const struct chart *chart, int x, int y)
{
    const struct routes_board *b = &chart->match->board->routes;
    uint32_t best = NO_ROUTE;
    double nearest = 1.6;

    for (uint32_t n = 0; n < b->routes; n++) {
        uint32_t route = b->route_at[n];

        for (uint32_t i = 0; i < b->route[route].length; i++) {
            const struct art_space *s = &chart->art->route[route].space[i];
            double away = hypot(cell_x(&chart->frame, s->x) - x - 0.5,
                                2 * (cell_y(&chart->frame, s->y) - y - 0.5));

            if (away < nearest) {
                nearest = away;
                best = route;
            }
        }
    }
    return best;
}
