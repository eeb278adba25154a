/*
 * The 24 kinds of tiles, in the order of their codes.
 */
#include "tile.h"

const char *const tile_sides[5] = {"north", "east", "south", "west", 0};

const struct tile_kind tile_kinds[24] = {
    {"aaaa", {2, 3, 0, 1}, 0},  {"aacb", {2, 3, 1, 0}, 6},  {"acba", {2, 0, 3, 1}, 1},
    {"accd", {2, 0, 1, 3}, 18}, {"adad", {2, 1, 0, 3}, 19}, {"adbb", {2, 1, 3, 0}, 7},
    {"baac", {1, 3, 0, 2}, 12}, {"badb", {1, 3, 2, 0}, 8},  {"bbad", {1, 2, 0, 3}, 20},
    {"bbbb", {1, 2, 3, 0}, 9},  {"bcbc", {1, 0, 3, 2}, 13}, {"bcdd", {1, 0, 2, 3}, 21},
    {"cbaa", {3, 2, 0, 1}, 2},  {"cbcb", {3, 2, 1, 0}, 10}, {"cccc", {3, 0, 1, 2}, 14},
    {"ccda", {3, 0, 2, 1}, 3},  {"cdac", {3, 1, 0, 2}, 15}, {"cddb", {3, 1, 2, 0}, 11},
    {"dacc", {0, 3, 1, 2}, 16}, {"dada", {0, 3, 2, 1}, 4},  {"dbba", {0, 2, 3, 1}, 5},
    {"dbcd", {0, 2, 1, 3}, 22}, {"ddbc", {0, 1, 3, 2}, 17}, {"dddd", {0, 1, 2, 3}, 23},
};
