/*
 * The tables of a metro board that follow from its size, its centre and its stations.
 */
#include "metro.h"

/* What lies beyond a side of a square: the board's edge has a station everywhere. */
static uint32_t beyond(const struct metro_board *b, uint32_t square, uint32_t side)
{
    uint32_t row = square / 8 + (side == SOUTH) - (side == NORTH); /* wraps off the board */
    uint32_t column = square % 8 + (side == EAST) - (side == WEST);

    if (row >= b->height || column >= b->width)
        return BEYOND_STATION;
    return bits_have(b->centre, 8 * row + column) ? (uint32_t)BEYOND_CENTRE : 8 * row + column;
}

/* M7: would the tile on this square lead from a station straight to a station? */
static bool joins_stations(const struct metro_board *b, uint32_t square, uint32_t kind)
{
    for (uint32_t side = 0; side < 4; side++)
        if (b->beyond[4 * square + side] == BEYOND_STATION &&
            b->beyond[4 * square + tile_kinds[kind].out[side]] == BEYOND_STATION)
            return true;
    return false;
}

void metro_board_finish(struct metro_board *b)
{
    b->squares = b->border = 0;
    __builtin_memset(b->beyond, BEYOND_STATION, sizeof b->beyond);
    __builtin_memset(b->clean, 0, sizeof b->clean);
    for (uint32_t square = 0; square < SQUARES_MAX; square++) {
        bool inside = square / 8 < b->height && square % 8 < b->width;

        if (!inside || bits_have(b->centre, square))
            continue;
        b->squares |= bit(square);
        for (uint32_t side = 0; side < 4; side++) {
            b->beyond[4 * square + side] = (uint8_t)beyond(b, square, side);
            if (b->beyond[4 * square + side] == BEYOND_STATION)
                b->border |= bit(square);
        }
        for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
            if (!joins_stations(b, square, kind))
                b->clean[kind] |= bit(square);
    }
}
