/*
 * The board of Metro on a canvas: tiles with their tracks in dots, lines in the colours of their
 * owners, stations around, the ends of lines. Draws what a view shows. Private to cli/.
 */
#ifndef ANDEN_CLI_METRO_CHART_H
#define ANDEN_CLI_METRO_CHART_H

#include "../../engine/metro/queries.h"
#include "../window/colours.h"

struct metro_chart {
    const struct match *match;
    const struct metro_state *seen; /* with the tile that is being tried, if there is one */
    const struct theme *theme;
    uint32_t letter[SEATS_MAX];
    uint64_t lit;     /* squares where a tile can go */
    uint32_t chosen;  /* plus 1: a highlighted square */
    int x, y;         /* the upper left of the first tile */
    int across, down; /* cells of a tile */
    int margin;       /* rows above the tiles, and below them */
};

/* The largest size of tiles for which the board with its margins fits an area; false if none
 * does. */
bool metro_chart_fit(struct metro_chart *k, struct area a);

void metro_chart_draw(struct canvas *c, const struct metro_chart *k);

/* One tile as it lies. */
void metro_chart_tile(struct canvas *c, struct area a, uint32_t kind,
                      const struct theme *theme);

/* The square at a cell; SQUARES_MAX if there is none. */
uint32_t metro_chart_square(const struct metro_chart *k, int x, int y);

#endif
