/*
 * Tiles. A wagon enters a tile on the right-hand track of one of the four sides and leaves it on
 * the left-hand track of a side, so a tile is a permutation: side in, side out. There are 24,
 * named by codes: letter i says where the track from side i (north, east, south, west) leads: a
 * to the opposite side, b to the next side clockwise, c to the next one counter-clockwise, d
 * back out of the same side.
 */
#ifndef ANDEN_METRO_TILE_H
#define ANDEN_METRO_TILE_H

#include <stdint.h>

enum side { NORTH, EAST, SOUTH, WEST };
extern const char *const tile_sides[5]; /* their names, ends with null */

struct tile_kind {
    char code[5];
    uint8_t out[4]; /* the side a wagon leaves by, for each side it comes in by */
    uint8_t turned; /* the kind that this one becomes by a quarter turn clockwise */
};

extern const struct tile_kind tile_kinds[24];

#endif
