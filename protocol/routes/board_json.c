/*
 * A board of the routes family as JSON: see board_json.h.
 */
#include "voice.h"

/* A number that is stored in tenths. */
static void json_tenths(struct json *j, const char *key, int tenths)
{
    json_thousandths(j, key, tenths * 100);
}

static void json_options(struct json *j, const struct routes_board *b)
{
    json_array(j, "features");
    for (uint32_t i = 0; feature_names[i]; i++)
        if (b->features >> i & 1)
            json_text(j, NULL, feature_names[i]);
    json_end(j);
    json_object(j, "words");
    json_text(j, "cards", b->card_kind);
    json_text(j, "place", b->place_name);
    json_text(j, "express", b->express_name);
    json_end(j);
    json_object(j, "options");
    json_array(j, "pieces");
    for (uint32_t k = 0; k < PIECE_KINDS && b->pieces[k]; k++) {
        json_object(j, NULL);
        json_text(j, "name", b->piece_name[k]);
        json_number(j, "count", b->pieces[k]);
        json_end(j);
    }
    json_end(j);
    for (const struct board_option *o = board_options; o->name; o++) {
        uint32_t value = board_option_of(b, o);

        if (o->words)
            json_bool(j, o->name, value);
        else
            json_number(j, o->name, value);
    }
    json_array(j, "flag");
    for (uint32_t c = 0; c < b->colours; c++)
        if (pack_get(b->flag, c))
            json_text(j, NULL, b->colour_name[c]);
    json_end(j);
    json_end(j);
    json_array(j, "cards");
    for (uint32_t c = 0; c <= b->colours; c++) {
        bool wild = c == b->colours;

        json_object(j, NULL);
        json_text(j, "name", wild ? b->wild_name : b->colour_name[c]);
        json_number(j, "count", wild ? b->wilds : pack_get(b->cards, c));
        json_bool(j, "wild", wild);
        json_end(j);
    }
    json_end(j);
}

static void label_json(struct json *j, const struct art_city *at)
{
    json_object(j, "label");
    json_tenths(j, "x", at->label_x);
    json_tenths(j, "y", at->label_y);
    json_text(j, "anchor", anchor_names[at->anchor]);
    json_end(j);
}

static void json_cities(struct json *j, const struct routes_board *b,
                        const struct board_art *art)
{
    json_array(j, "cities");
    for (uint32_t c = 0; c < b->cities; c++) {
        json_object(j, NULL);
        json_text(j, "name", b->city_name[c]);
        if (b->city_alias[c][0])
            json_text(j, "alias", b->city_alias[c]);
        if (art->width) {
            json_tenths(j, "x", art->city[c].x);
            json_tenths(j, "y", art->city[c].y);
            label_json(j, &art->city[c]);
        }
        json_end(j);
    }
    json_end(j);
}

static void json_spaces(struct json *j, const struct route *r, const struct art_route *art)
{
    json_array(j, "spaces");
    for (uint32_t i = 0; i < r->length; i++) {
        json_object(j, NULL);
        json_tenths(j, "x", art->space[i].x);
        json_tenths(j, "y", art->space[i].y);
        json_number(j, "angle", art->space[i].angle);
        json_bool(j, "icon", art->space[i].icon);
        json_end(j);
    }
    json_end(j);
}

static void json_routes(struct json *j, const struct routes_board *b,
                        const struct board_art *art)
{
    json_array(j, "routes");
    for (uint32_t i = 0; i < b->routes; i++) {
        uint32_t n = b->route_at[i];
        const struct route *r = &b->route[n];

        json_object(j, NULL);
        json_text(j, "a", b->city_name[r->a]);
        json_text(j, "b", b->city_name[r->b]);
        json_text(j, "colour", route_colour_name(b, r));
        json_number(j, "length", r->length);
        json_number(j, "cards", r->cards);
        json_text(j, "kind", b->piece_name[r->kind]);
        json_bool(j, "tunnel", r->tunnel);
        json_number(j, "ferry", r->icons);
        json_bool(j, "metro", r->kind == 1);
        json_bool(j, "double", r->twin != NO_ROUTE);
        json_number(j, "number", n); /* of events and sets of routes */
        json_known(j, "twin", r->twin != NO_ROUTE, r->twin);
        json_number(j, "points", r->points);
        if (art->width)
            json_spaces(j, r, &art->route[n]);
        json_end(j);
    }
    json_end(j);
}

static void json_tickets(struct json *j, const struct routes_board *b)
{
    json_array(j, "tickets");
    for (uint32_t i = 0; i < b->tickets; i++) {
        json_object(j, NULL);
        json_text(j, "a", b->city_name[b->ticket[i].a]);
        json_text(j, "b", b->city_name[b->ticket[i].b]);
        json_number(j, "points", b->ticket[i].points);
        json_bool(j, "long", b->ticket[i].is_long);
        json_end(j);
    }
    json_end(j);
}

/* Positions and decoration: the frame, the size of a drawn space, the shapes in painting order. */
static void picture_json(struct json *j, const struct board_art *art)
{
    json_object(j, "frame");
    json_number(j, "width", art->width);
    json_number(j, "height", art->height);
    json_end(j);
    json_object(j, "space");
    json_tenths(j, "length", art->space_length);
    json_tenths(j, "width", art->space_width);
    json_end(j);
    json_array(j, "shapes");
    for (uint32_t i = 0; i < art->shapes; i++) {
        const struct art_shape *s = &art->shape[i];

        json_object(j, NULL);
        json_text(j, "kind", shape_names[s->kind]);
        if (s->kind == ART_PEAK || s->kind == ART_NAME) {
            json_tenths(j, "x", s->x);
            json_tenths(j, "y", s->y);
        }
        if (s->kind == ART_PEAK)
            json_thousandths(j, "scale", s->size * 10);
        else if (s->size)
            json_tenths(j, "stroke", s->size);
        if (s->kind != ART_PEAK)
            json_some_text(j, s->kind == ART_NAME ? "words" : "path", s->at, s->length);
        json_end(j);
    }
    json_end(j);
}

void routes_board_json(struct json *j, const struct board *board, const struct board_art *art)
{
    if (art->width)
        picture_json(j, art);
    json_options(j, &board->routes);
    json_cities(j, &board->routes, art);
    json_routes(j, &board->routes, art);
    json_tickets(j, &board->routes);
}
