/*
 * Questions about a position that only the rules can answer. Code that shows or plays games
 * asks here instead of knowing the rules: who owns a station, how far a line has come and what
 * it has scored, what can be placed and where.
 *
 * All of them can be asked of a true state and of what a view shows (view.seen). Tiles that a
 * view hides are missing there, so ask about the viewer's own.
 */
#ifndef ANDEN_METRO_QUERIES_H
#define ANDEN_METRO_QUERIES_H

#include "../bits.h"
#include "../game.h"
#include "tile.h"

/* The seat that owns a station in this match (M2), or NO_OWNER. */
static inline uint32_t metro_owner(const struct match *m, uint32_t station)
{
    return m->board->metro.owner[m->seats][station];
}

/* A square as people name it, "c4": columns a.. from the left, rows 1.. from the bottom. */
struct square_name {
    char text[4];
};
struct square_name metro_square_name(const struct metro_board *b, uint32_t square);

/* May tiles be turned in this match (M12)? */
bool metro_turning(const struct match *m);

/* How many tiles a seat holds, while the supply lasts (M13). */
uint32_t metro_hand(const struct match *m);

/* May the seat to act draw another tile instead of placing one of its hand (M4)? */
static inline bool metro_can_redraw(const struct metro_state *s)
{
    return s->phase == METRO_TURN && s->supply_size > 0;
}

/* The kinds of tile that the seat to act can place now, each once: those in its hand, or the one it
 * has drawn. Returns how many. */
uint32_t metro_tiles(const struct metro_state *s, uint32_t kinds[METRO_HAND_MAX]);

/* The most crossings of one line: it passes no crossing twice. */
enum { LINE_MAX = 4 * SQUARES_MAX };

enum metro_end { LINE_RUNS, LINE_AT_STATION, LINE_IN_CENTRE };

struct metro_line {
    uint8_t end;     /* enum metro_end */
    uint8_t length;  /* tile crossings so far */
    uint8_t way;     /* LINE_RUNS: the way into the square where it waits, 4 square + side */
    uint8_t station; /* LINE_AT_STATION: which */
    uint16_t points; /* that it has scored for its owner */
};

/* How far the line of a station has come. The ways into the tiles it has crossed go to ways,
 * in order, unless that is null. */
struct metro_line metro_trace(const struct match *m, const struct metro_state *s,
                              uint32_t station, uint8_t ways[LINE_MAX]);

/* A tile after clockwise quarter turns. */
uint32_t tile_turned(uint32_t kind, uint32_t turns);

/* Free squares where a tile may be laid, without regard to M7: on the border or beside a tile
 * (M5). */
static inline uint64_t metro_reachable(const struct metro_board *b, uint64_t placed)
{
    const uint64_t first = PACK_ONES, last = first << 7; /* columns */
    uint64_t beside =
        placed << 8 | placed >> 8 | (placed & ~last) << 1 | (placed & ~first) >> 1;

    return (b->border | beside) & b->squares & ~placed;
}

/* Where a tile could be laid, whoever holds it: a set of squares for each number of quarter
 * turns. A turn that gives the tile the same tracks again has no squares. */
struct placements {
    uint64_t squares[4];
};
void metro_placements(const struct match *m, const struct metro_state *s, uint32_t kind,
                      struct placements *p);

/* The squares where a tile, turned this way, may be placed now; none if it is not in hand. */
uint64_t metro_squares(const struct match *m, const struct metro_state *s, uint32_t kind,
                       uint32_t turns);

#endif
