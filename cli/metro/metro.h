/*
 * Private to the face of the metro family: what its files offer each other.
 */
#ifndef ANDEN_CLI_METRO_H
#define ANDEN_CLI_METRO_H

#include "../../protocol/metro/words.h"
#include "../family.h"
#include "../show.h"

extern const char *const side_names[4]; /* "north", ... */

/* The terminal style of a seat's lines; the last one is for lines without an owner. */
const char *seat_style(uint32_t seat);

/* The board (draw.c): stations around it, tracks, where lines wait; heavy tracks for the lines in
 * a set of stations, names in squares of a set. */
struct drawing {
    uint32_t heavy;
    uint64_t named;
    bool part;       /* only a square and those around it */
    uint32_t square; /* which */
};
void draw_board(struct screen *s, const struct match *m, const struct metro_state *seen,
                const struct drawing *d);

/* Tiles side by side, each with its caption. */
struct caption {
    uint32_t kind; /* as it lies */
    char words[12];
};
void draw_tiles(struct screen *s, const struct caption *tile, uint32_t count);

/* Parts of a position (show.c). */
void show_lines(struct screen *s, const struct position *p);
void metro_position(struct screen *s, const struct position *p);
void metro_turn(struct screen *s, const struct position *p, uint32_t seat, bool again);

/* Boards (facts.c). */
void metro_summary(const struct board *board, const struct board_art *art);
void metro_facts(const struct board *board, const struct board_art *art);

#endif
