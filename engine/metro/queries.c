/*
 * Questions about a position: see queries.h.
 */
#include "queries.h"

#include "metro.h"

/* The station that stands at a side of a square on the edge. */
static uint32_t station_at(const struct metro_board *b, uint32_t way)
{
    uint32_t i = 0;

    while (i < b->stations && b->departure[i] != way)
        i++;
    return i;
}

bool metro_turning(const struct match *m)
{
    return m->option[OPTION_TURNING] != 0;
}

uint32_t metro_hand(const struct match *m)
{
    return m->option[OPTION_HAND];
}

uint32_t metro_tiles(const struct metro_state *s, uint32_t kinds[METRO_HAND_MAX])
{
    bool drawn = s->phase == METRO_DRAWN;
    const uint8_t *tile = drawn ? &s->drawn : s->hand[s->turn];
    uint32_t room = drawn ? 1 : METRO_HAND_MAX, n = 0;

    for (uint32_t i = 0; i < room && tile[i]; i++)
        if (i == 0 || tile[i] != tile[i - 1])
            kinds[n++] = tile[i] - 1u;
    return n;
}

struct metro_line metro_trace(const struct match *m, const struct metro_state *s,
                              uint32_t station, uint8_t ways[LINE_MAX])
{
    const struct metro_board *b = metro_board_of(m);
    struct metro_line line = {.way = b->departure[station]};

    while (s->tile[line.way / 4] && line.length < LINE_MAX - 1) {
        uint32_t square = line.way / 4, out = tile_kinds[s->tile[square] - 1].out[line.way % 4];
        uint32_t next = b->beyond[4 * square + out];

        if (ways)
            ways[line.length] = line.way;
        line.length++;
        if (next == BEYOND_STATION || next == BEYOND_CENTRE) {
            uint32_t owner = metro_owner(m, station);

            line.end = next == BEYOND_CENTRE ? LINE_IN_CENTRE : LINE_AT_STATION;
            line.way = 0;
            line.station =
                (uint8_t)(next == BEYOND_CENTRE ? 0 : station_at(b, 4 * square + out));
            line.points =
                (uint16_t)(owner < m->seats ? line.length << (next == BEYOND_CENTRE) : 0);
            return line;
        }
        line.way = (uint8_t)(4 * next + (out + 2) % 4);
    }
    return line;
}

uint32_t tile_turned(uint32_t kind, uint32_t turns)
{
    while (turns-- > 0)
        kind = tile_kinds[kind].turned;
    return kind;
}

uint64_t metro_squares(const struct match *m, const struct metro_state *s, uint32_t kind,
                       uint32_t turns)
{
    uint64_t squares = 0;

    for (uint32_t square = 0; square < SQUARES_MAX; square++)
        if (!metro_refusal(m, s, event_place(square, kind, turns)))
            squares |= bit(square);
    return squares;
}
