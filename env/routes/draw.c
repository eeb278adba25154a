/*
 * A position of the routes family as SVG, as a spectator sees it: the board's spaces, their
 * owners, stations, cities.
 */
#include "../draw.h"
#include "../../engine/routes/queries.h"
#include "routes_env.h"

/* The colours of cards by their names on the boards; others are grey. */
static const struct {
    const char *name, *fill;
} colours[] = {
    {"red", "#e8b4ae"},     {"orange", "#f3cfa8"}, {"yellow", "#f8ebb6"}, {"green", "#b6d6c2"},
    {"blue", "#b4c4da"},    {"purple", "#e2cce2"}, {"black", "#a9aaa8"},  {"white", "#ffffff"},
    {"magenta", "#e2cce2"}, {"pink", "#e2cce2"},
};

static const char *fill_of(const struct routes_board *b, uint32_t colour)
{
    for (uint32_t i = 0; colour < b->colours && i < sizeof colours / sizeof colours[0]; i++)
        if (text_equal(b->colour_name[colour], colours[i].name))
            return colours[i].fill;
    return "#dcd8ce";
}

static void put_space(struct text *t, const struct board_art *art, const struct art_space *at,
                      const char *fill, uint32_t owner)
{
    text_put(t, "<g transform=\"translate(");
    svg_tenths(t, at->x);
    text_char(t, ' ');
    svg_tenths(t, at->y);
    text_put(t, ") rotate(");
    text_number(t, at->angle);
    text_put(t, ")\"><rect x=\"");
    svg_tenths(t, -art->space_length / 2);
    text_put(t, "\" y=\"");
    svg_tenths(t, -art->space_width / 2);
    text_put(t, "\" width=\"");
    svg_tenths(t, art->space_length);
    text_put(t, "\" height=\"");
    svg_tenths(t, art->space_width);
    text_put(t, "\" rx=\"2\" stroke=\"#6b675e\" fill=\"");
    text_put(t, fill);
    text_put(t, "\"/>");
    if (owner < SEATS_MAX)
        svg_number(t, owner + 1, svg_ink[owner]);
    text_put(t, "</g>\n");
}

static void put_route(const struct env *env, const struct routes_state *s, uint32_t number,
                      struct text *t)
{
    const struct routes_board *b = &env->board.routes;
    const struct route *r = &b->route[number];
    uint32_t owner = routes_owner(&env->match, s, number);
    const char *fill = owner < SEATS_MAX ? svg_seats[owner] : fill_of(b, r->colour);

    for (uint32_t i = 0; i < r->length; i++)
        put_space(t, &env->art, &env->art.route[number].space[i], fill, owner);
}

static void put_circle(struct text *t, const struct art_city *at, int32_t radius,
                       const char *fill)
{
    text_put(t, "<circle cx=\"");
    svg_tenths(t, at->x);
    text_put(t, "\" cy=\"");
    svg_tenths(t, at->y);
    text_put(t, "\" r=\"");
    svg_tenths(t, radius);
    text_put(t, "\" stroke=\"#3a3832\" fill=\"");
    text_put(t, fill);
    text_put(t, "\"/>\n");
}

static void put_city(const struct env *env, const struct routes_state *s, uint32_t city,
                     struct text *t)
{
    const struct art_city *at = &env->art.city[city];

    for (uint32_t seat = 0; seat < env->match.seats; seat++) {
        if (!bits_have(s->seat[seat].stations, city))
            continue;
        put_circle(t, at, env->art.space_width, svg_seats[seat]);
    }
    put_circle(t, at, env->art.space_width / 2, "#ffffff");
    text_put(t, "<text x=\"");
    svg_tenths(t, at->label_x);
    text_put(t, "\" y=\"");
    svg_tenths(t, at->label_y);
    text_put(t, "\" text-anchor=\"");
    text_put(t, anchor_names[at->anchor]);
    text_put(t, "\" font-size=\"12\" fill=\"#24221d\">");
    svg_words(t, env->board.routes.city_name[city]);
    text_put(t, "</text>\n");
}

bool routes_draw(const struct env *env, const struct view *v, struct text *t)
{
    const struct routes_board *b = &env->board.routes;

    if (env->art.width == 0)
        return false;
    svg_begin(t, env->art.width, env->art.height);
    for (uint32_t i = 0; i < b->routes; i++)
        put_route(env, &v->seen.routes, b->route_at[i], t);
    for (uint32_t city = 0; city < b->cities; city++)
        put_city(env, &v->seen.routes, city, t);
    svg_end(t);
    return true;
}
