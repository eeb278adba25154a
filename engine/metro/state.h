/*
 * The state of a game of the metro family, and a seat's view of it. Plain bytes without
 * pointers; every unused byte is zero. Field comments say who may know what ("secret": only the
 * seat itself).
 */
#ifndef ANDEN_METRO_STATE_H
#define ANDEN_METRO_STATE_H

#include "../board.h"

enum metro_phase {
    METRO_HANDS = 1,  /* chance deals the first tiles */
    METRO_FIRST_SEAT, /* chance chooses who begins */
    METRO_REDRAW,     /* chance deals the tile drawn instead of one in hand (M4) */
    METRO_FILL,       /* chance fills up the hand after a turn (M4, M13R) */
    METRO_LAST_OF_CHANCE = METRO_FILL,
    METRO_TURN,  /* seat `turn` places a tile of its hand, or draws another */
    METRO_DRAWN, /* ... places the tile it has drawn */
    METRO_OVER,
};

/* Tiles are stored as their kind (tile.h) plus 1, so that 0 is none. */
struct metro_state {
    uint64_t placed;           /* squares with a tile */
    uint8_t tile[SQUARES_MAX]; /* as it lies, turned */
    uint8_t
        head[METRO_STATIONS_MAX]; /* by station: the way into the square where its line waits
                                             for a tile (4 square + side); 0 once complete */
    uint8_t length[METRO_STATIONS_MAX]; /* tile crossings of its line so far */
    uint32_t complete;                  /* stations whose line is complete */
    uint32_t central;                   /* ... of these, in a central station */
    uint16_t points[SEATS_MAX];
    uint8_t supply[TILE_KINDS]; /* secret from all: tiles left, by kind */
    uint8_t supply_size;
    uint8_t hand_size[SEATS_MAX];
    uint8_t hand[SEATS_MAX][METRO_HAND_MAX]; /* secret, ascending, then zeros */
    uint8_t drawn;                           /* secret: the tile drawn instead (METRO_DRAWN) */
    uint8_t phase;                           /* enum metro_phase */
    uint8_t turn;                            /* the seat whose turn it is */
    uint8_t unused[3];
};

/* What a seat can work out about hidden tiles, in addition to the state with everything hidden
 * set to zero. */
struct metro_unseen {
    uint8_t tiles[TILE_KINDS]; /* in the supply or hidden in other hands */
};

#endif
