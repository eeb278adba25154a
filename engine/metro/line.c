/*
 * Lines (M9). Each line knows where it waits for a tile. A tile laid there carries it on, over that
 * tile and over those that lie behind it already, to the next free square or to a station. Every
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
    uint32_t owner = metro_board_of(m)->owner[m->seats][station];
    if (owner < m->seats)
        s->points[owner] = (uint16_t)(s->points[owner] + (s->length[station] << central));
}

static void extend(const struct match *m, struct metro_state *s, uint32_t station)
{
    const struct metro_board *b = metro_board_of(m);
    uint32_t way = s->head[station];
    while (s->tile[way / 4]) {
        uint32_t out = tile_kinds[s->tile[way / 4] - 1].out[way % 4];
        s->length[station]++;
        uint32_t next = b->beyond[way / 4 * 4 + out];
        if (next == BEYOND_STATION || next == BEYOND_CENTRE) {
            complete(m, s, station, next == BEYOND_CENTRE);
            return;
        }
        way = 4 * next + (out + 2) % 4;
    }
    s->head[station] = (uint8_t)way;
}

/* Carries on every line that waits at a square where a tile has just been laid. */
void lines_extend(const struct match *m, struct metro_state *s, uint32_t square)
{
    for (uint32_t i = 0; i < METRO_STATIONS_MAX; i += 8) {
        uint64_t heads;
        __builtin_memcpy(&heads, s->head + i, 8);
        uint64_t differ = (heads >> 2 & 0x3F * PACK_ONES) ^ square * PACK_ONES;
        uint64_t here = ~((differ | PACK_TOPS) - PACK_ONES) & PACK_TOPS;
        for (; here; here &= here - 1) {
            uint32_t station = i + bits_first(here) / 8;
            if (!bits_have(s->complete, station) && station < metro_board_of(m)->stations)
                extend(m, s, station);
        }
    }
}
