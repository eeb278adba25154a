/*
 * Routes, networks and the whole map as text: see routes.h.
 */
#include "../window/print.h"
#include "chart.h"
#include "routes.h"

#include <stdlib.h>

/* "#2" for the second of two equal halves, as in the notation. */
static const char *half(const struct routes_board *b, const struct route *r)
{
    if (r->twin == NO_ROUTE || b->route[r->twin].colour != r->colour)
        return "";
    for (uint32_t i = 0; i < b->routes; i++)
        if (&b->route[b->route_at[i]] == r || b->route_at[i] == r->twin)
            return b->route_at[i] == r->twin ? "#2" : "";
    return "";
}

uint32_t show_route_width(const struct routes_board *b, const struct route *r)
{
    return screen_width(b->city_name[r->a]) + screen_width(b->city_name[r->b]) + 1 +
           screen_width(half(b, r));
}

void show_route_name(struct screen *s, const struct routes_board *b, const struct route *r)
{
    screen_put(s, b->city_name[r->a]);
    screen_put(s, "–");
    screen_put(s, b->city_name[r->b]);
    screen_put(s, half(b, r));
}

void show_route_kind(struct screen *s, const struct routes_board *b, const struct route *r)
{
    const char *word = r->colour == GREY ? "grey" : b->colour_word[r->colour];

    screen_number(s, r->cards);
    screen_put(s, " ");
    screen_styled(s, screen_colour(route_colour_name(b, r)), cli_words(word));
    if (r->tunnel)
        screen_say(s, " tunnel", NULL);
    if (r->icons)
        screen_say(s, " ferry {0}", SAID(say_number(r->icons)));
    if (r->kind) {
        screen_put(s, " ");
        screen_put(s, cli_words(b->piece_name[r->kind]));
    }
}

/* Routes in the order of the board file, separated by commas. */
static void put_routes(struct screen *s, const struct routes_board *b,
                       const uint64_t set[PLANES_MAX])
{
    bool some = false;

    for (uint32_t i = 0; i < b->routes; i++) {
        const struct route *r = &b->route[b->route_at[i]];

        if (!bits_have(set[b->route_at[i] / 64], b->route_at[i] % 64))
            continue;
        if (some)
            screen_comma(s, show_indent(), show_route_width(b, r) + 3);
        show_route_name(s, b, r);
        screen_put(s, " ");
        screen_number(s, r->length);
        some = true;
    }
    if (!some)
        screen_say(s, "routes\4none", NULL);
}

void show_network(struct screen *s, const struct position *p, uint32_t seat)
{
    const struct routes_board *b = &p->match->board->routes;
    const struct routes_seat *from = &p->view->seen.routes.seat[seat];

    show_label(s, "Routes");
    put_routes(s, b, from->owned);
    screen_line(s);
    if (!from->stations)
        return;
    show_label(s, "Stations");
    for (uint64_t left = from->stations; left; left &= left - 1) {
        const char *name = b->city_name[bits_first(left)];

        if (left != from->stations)
            screen_comma(s, show_indent(), screen_width(name) + 1);
        screen_put(s, name);
    }
    screen_line(s);
}

static void put_owner(struct screen *s, const struct position *p, uint32_t route)
{
    uint32_t owner = routes_owner(p->match, &p->view->seen.routes, route);

    if (owner != NOBODY)
        screen_styled(s, "1", p->name[owner]);
    else if (!bits_have(p->view->seen.routes.open[route / 64], route % 64))
        screen_say_styled(s, "2", "closed");
    else
        screen_say(s, "open", NULL);
}

void show_board(struct screen *s, const struct position *p, uint32_t city)
{
    const struct routes_board *b = &p->match->board->routes;
    uint32_t width = 0;

    for (uint32_t i = 0; i < b->routes; i++) {
        uint32_t w = show_route_width(b, &b->route[b->route_at[i]]);

        width = w > width ? w : width;
    }
    for (uint32_t i = 0; i < b->routes; i++) {
        uint32_t number = b->route_at[i];
        const struct route *r = &b->route[number];
        char points[16];

        if (city < CITIES_MAX && r->a != city && r->b != city)
            continue;
        screen_put(s, " ");
        show_route_name(s, b, r);
        screen_to(s, width + 3);
        show_route_kind(s, b, r);
        snprintf(points, sizeof points, "%d", r->points);
        screen_right(s, width + 25, points);
        screen_say(s, r->points == 1 ? SAYS(" point   ") : SAYS(" points  "), NULL);
        put_owner(s, p, number);
        screen_line(s);
    }
}

void show_stations(struct screen *s, const struct position *p, uint32_t city)
{
    for (uint32_t seat = 0; seat < p->match->seats; seat++) {
        uint64_t left = p->view->seen.routes.seat[seat].stations;

        for (; left; left &= left - 1) {
            if (city < CITIES_MAX && city != bits_first(left))
                continue;
            screen_put(s, " ");
            screen_styled(s, "1", p->name[seat]);
            screen_say(s, " has a station in {0}.",
                       SAID(say_text(p->match->board->routes.city_name[bits_first(left)])));
            screen_line(s);
        }
    }
}

/* Characters are about twice as high as they are wide. */
static int rows_of(const struct board_art *art)
{
    return SCREEN_WIDTH * art->height / art->width / 2;
}

const char *show_map(struct screen *s, const struct position *p, const struct board_art *art,
                     uint32_t city)
{
    struct canvas c = {.width = SCREEN_WIDTH, .colours = s->colour};
    struct chart chart = {.match = p->match,
                          .art = art,
                          .seen = &p->view->seen.routes,
                          .theme = environment_is_light() ? &theme_light : &theme_dark};

    if (!art->width)
        return SAYS("{0} has no positions of cities, so it can be played but not drawn; see "
                    "doc/adding-a-map.md.");
    c.height = rows_of(art);
    c.cell = cli_need(malloc((size_t)c.width * (size_t)c.height * sizeof *c.cell));
    canvas_clear(&c, COLOUR_OWN);
    show_letters(p, chart.letter);
    chart.frame = chart_frame((struct area){0, 0, c.width, c.height}, art, 1, 0, 0);
    if (city < CITIES_MAX) {
        chart.frame = chart_frame((struct area){0, 0, c.width, c.height}, art, 3,
                                  art->city[city].x / 10.0, art->city[city].y / 10.0);
        chart.named = bit(city);
    }
    chart_draw(&c, &chart);
    canvas_print(s->out, &c, s->colour ? depth_of_environment() : DEPTH_NONE);
    free(c.cell);
    return NULL;
}
