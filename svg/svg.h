/*
 * Boards and positions as SVG pictures: a printed board on matt paper, with the pieces that a
 * viewer sees on it. Symbols also tell the colours apart. Knows no rules.
 */
#ifndef ANDEN_SVG_H
#define ANDEN_SVG_H

#include "../engine/board_art.h"
#include "../engine/game.h"

/* Draw the board of a match; without a view it is empty, and only the board of the match counts.
 * False if the board has no positions. */
bool routes_svg(struct text *t, const struct match *match, const struct board_art *art,
                const struct view *view);
bool metro_svg(struct text *t, const struct match *match, const struct board_art *art,
               const struct view *view);

/* For the families' drawings. */

/* Writes %d (int), %f (double: at most two decimals), %s (text as it is) and %x (text in which
 * the special characters of SVG are escaped). */
void svg_put(struct text *t, const char *format, ...);
void svg_escaped(struct text *t, char c);

/* The head of a picture with the board's name, up to the family's own style. */
void svg_begin(struct text *t, const struct board *board, int width, int height);

/* The colours of the seats; and the number of a seat on its colour, centred on the origin. */
extern const char *const svg_seats[SEATS_MAX];
void svg_seat(struct text *t, uint32_t seat, double size);

#endif
