/*
 * Lines (M9). Each line knows where it waits for a tile. A tile laid there extends it over that
 * tile and the tiles that already lie beyond it, to the next free square or to a station. Every
 * crossing of a tile belongs to one line at most and is walked once, so a whole game walks at
 * most four times as many crossings as there are tiles.
 */
#include "metro.h"

/* The line has come to an end: it scores for its owner, if it has one. */
static void complete(const struct match *m, struct metro_state *s, uint32_t station,
                     bool central)
{
    s->head[station] = 0;
    s->complete |= (uint32_t)1 << station;
    s->central |= (uint32_t)central << station;
    uint32_t owner = metro_owner(m, station);
    if (owner < m->seats)
        s->points[owner] = (uint16_t)(s->points[owner] + (s->length[station] << central));
}

/* There is now a tile where the line waits. */
static inline void extend(const struct match *m, struct metro_state *s, uint32_t station)
{
    const struct metro_board *b = metro_board_of(m);
    uint32_t way = s->head[station], length = s->length[station], tile = s->tile[way / 4];

    do {
        uint32_t out = tile_kinds[tile - 1].out[way % 4];
        uint32_t next = b->beyond[way / 4 * 4 + out];

        length++;
        if (next >= BEYOND_CENTRE) {
            s->length[station] = (uint8_t)length;
            complete(m, s, station, next == BEYOND_CENTRE);
            return;
        }
        way = 4 * next + (out ^ 2); /* in by the opposite side */
    } while ((tile = s->tile[way / 4]) != 0);
    s->length[station] = (uint8_t)length;
    s->head[station] = (uint8_t)way;
}

/* The stations whose lines wait at a square: station 8i + j is bit 8j + i. Heads of complete lines,
 * and of stations that the board doesn't have, are 0 and seem to wait at square 0. */
static inline uint64_t waiting_at(const struct metro_state *s, uint32_t square)
{
    uint64_t way = 4 * square * PACK_ONES, waiting = 0;

    for (uint32_t i = 0; i < METRO_STATIONS_MAX / 8; i++) {
        uint64_t heads;

        __builtin_memcpy(&heads, s->head + 8 * i, 8);
        /* A byte is 0 if the square is the same, otherwise at least 4: a subtraction borrows
         * nothing from the next byte. */
        uint64_t differ = (heads ^ way) & 0xFC * PACK_ONES;
        waiting |= ((differ - PACK_ONES) & ~differ & PACK_TOPS) >> (7 - i);
    }
    return waiting;
}

/* Extends every line that waits at a square where a tile has just been laid. */
void lines_extend(const struct match *m, struct metro_state *s, uint32_t square)
{
    for (uint64_t rest = waiting_at(s, square); rest; rest &= rest - 1) {
        uint32_t n = bits_first(rest), station = n % 8 * 8 + n / 8;

        if (!bits_have(s->complete, station) && station < metro_board_of(m)->stations)
            extend(m, s, station);
    }
}
