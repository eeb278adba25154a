/*
 * The map of a route game on a canvas: land and sea, routes as dashes with the signs of their
 * colours, owned routes, stations, names. Draws what a view shows. Private to cli/.
 */
#ifndef ANDEN_CLI_CHART_H
#define ANDEN_CLI_CHART_H

#include "../../engine/routes/queries.h"
#include "../window/colours.h"
#include "../window/shapes.h"

struct chart_spot {
    int16_t x, y; /* a cell of the canvas */
};

struct chart {
    /* What to draw, and which part of it: chart_frame(). */
    const struct match *match;
    const struct board_art *art;
    const struct routes_state *seen;
    const struct theme *theme;
    uint32_t letter[SEATS_MAX];  /* of the seats */
    uint64_t lit[PLANES_MAX];    /* highlighted routes ... */
    bool dims;                   /* ... because the others are dim */
    uint64_t chosen[PLANES_MAX]; /* routes drawn heavily */
    uint64_t named;              /* cities whose names are complete and highlighted */
    struct frame frame;

    /* Found: where things are. */
    struct chart_spot city[CITIES_MAX], route[ROUTES_MAX];
};

/* The part of a map that an area shows, `zoom` times enlarged, with a point of the board (in its
 * units) in the middle as far as the edges allow. */
struct frame chart_frame(struct area area, const struct board_art *art, double zoom, double x,
                         double y);

void chart_draw(struct canvas *c, struct chart *chart);

/* The route whose space is nearest to a cell, or NO_ROUTE if none is near. */
uint32_t chart_route_at(const struct chart *chart, int x, int y);

#endif
