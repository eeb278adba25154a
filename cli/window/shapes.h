/*
 * Shapes of a board's art (SVG path data) as pixels of a canvas: land, sea, rivers, parks. Private
 * to cli/.
 */
#ifndef ANDEN_WINDOW_SHAPES_H
#define ANDEN_WINDOW_SHAPES_H

#include "../../engine/board_art.h"
#include "canvas.h"

/* Which part of a board is shown where: the point (left, top) of the board, in its own units,
 * is at the upper left of an area; a unit has a width and height in cells. */
struct frame {
    struct area area;
    double left, top, across, down;
};

/* Paints a shape: filled, or as a line of its width, at least a pixel wide. */
void shape_paint(struct canvas *c, const struct frame *f, const struct art_shape *s,
                 uint32_t colour);

#endif
