/*
 * Questions about a position that people and bots ask and that need a rule to answer. They can be
 * asked of a state or of what a view shows of it.
 */
#ifndef ANDEN_METRO_QUERIES_H
#define ANDEN_METRO_QUERIES_H

#include "../bits.h"
#include "../game.h"
#include "tile.h"

/* Crossings of one line: no crossing is passed twice. */
enum { LINE_MAX = 4 * SQUARES_MAX };

enum metro_end { LINE_RUNS, LINE_AT_STATION, LINE_IN_CENTRE };

struct metro_line {
    uint8_t end;     /* enum metro_end */
    uint8_t length;  /* tile crossings so far */
    uint8_t way;     /* LINE_RUNS: the way into the square where it waits, 4 square + side */
    uint8_t station; /* LINE_AT_STATION: which */
    uint16_t points; /* that it has scored for its owner */
};

/* How the line of a station stands. The ways into the tiles it has crossed go to ways, in order,
 * unless that is null. */
struct metro_line metro_follow(const struct match *m, const struct metro_state *s,
                               uint32_t station, uint8_t ways[LINE_MAX]);

/* A tile after clockwise quarter turns. */
uint32_t tile_turned(uint32_t kind, uint32_t turns);

/* Free squares a tile may be laid on, but for M7: on the border or beside a tile (M5). */
static inline uint64_t metro_reachable(const struct metro_board *b, uint64_t placed)
{
    const uint64_t first = PACK_ONES, last = first << 7; /* columns */
    uint64_t beside =
        placed << 8 | placed >> 8 | (placed & ~last) << 1 | (placed & ~first) >> 1;
    return (b->border | beside) & b->squares & ~placed;
}

/* Where a tile could be laid, whoever holds it: a set of squares for each number of quarter turns.
 * Turns that give it the same tracks again have none. */
struct placements {
    uint64_t squares[4];
};
void metro_placements(const struct match *m, const struct metro_state *s, uint32_t kind,
                      struct placements *p);

/* The squares where a tile, turned so, may be placed now; none if it is not in hand. */
uint64_t metro_squares(const struct match *m, const struct metro_state *s, uint32_t kind,
                       uint32_t turns);

#endif
