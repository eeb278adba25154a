/*
 * The laws of the metro family about its questions (engine/metro/queries.h): the answers agree
 * with the legal events, and with lines followed over the tiles one by one.
 */
#include "laws.h"

#include "engine/metro/queries.h"

enum { EVERY = 8 }; /* one position in so many is checked */

/* Points so far are those of the complete lines, doubled in the centre (M9). */
static void check_lines(const struct game *g, const struct metro_state *s)
{
    const struct match *m = &g->match;
    const struct metro_board *b = &m->board->metro;
    int32_t points[SEATS_MAX] = {0};

    for (uint32_t i = 0; i < b->stations; i++) {
        struct metro_walk w = metro_walk_from(b, s->tile, b->departure[i]);
        struct metro_line line = metro_trace(m, s, i, NULL);
        uint32_t owner = metro_owner(m, i), worth = 0;

        if (w.complete && owner < m->seats)
            points[owner] += (int32_t)(worth = w.central ? 2 * w.length : w.length);
        LAW(g, "a line has come as far as following it gives",
            line.length == w.length && line.points == worth &&
                (line.end == LINE_RUNS) == !w.complete &&
                (line.end == LINE_IN_CENTRE) == w.central);
        LAW(g, "a line waits where following it stops", w.complete || line.way == w.way);
        LAW(g, "a line ends at a station of the edge",
            !w.complete || w.central || b->departure[line.station] == w.end);
    }
    for (uint32_t i = 0; i < m->seats; i++)
        LAW(g, "points so far are those of complete lines",
            m->rules->points(m, &g->state, i) == points[i]);
}

/* The tiles that can be placed, their squares, and whether another tile can be drawn agree with
 * the listed events. */
static void check_choices(const struct game *g, const struct metro_state *s)
{
    uint32_t kinds[METRO_HAND_MAX], n = metro_tiles(s, kinds), listed = 0, asked = 0;
    uint64_t squares[TILE_KINDS][4] = {{0}};
    bool redraw = false;

    for (uint32_t i = 0; i < g->legals; i++) {
        event_t e = g->legal[i];

        redraw |= event_kind(e) == EVENT_REDRAW;
        LAW(g, "tiles are turned only where they may be (M6, M12)",
            event_kind(e) != EVENT_PLACE || event_turns(e) == 0 || metro_turning(&g->match));
        if (event_kind(e) != EVENT_PLACE)
            continue;
        listed |= 1u << event_tile(e);
        squares[event_tile(e)][event_turns(e)] |= bit(event_arg(e));
    }
    for (uint32_t i = 0; i < n; i++) {
        struct placements p;

        metro_placements(&g->match, s, kinds[i], &p);
        LAW(g, "a kind of tile is named once", !(asked >> kinds[i] & 1));
        asked |= 1u << kinds[i];
        for (uint32_t turns = 0; turns < 4; turns++)
            LAW(g, "a tile goes where its placements are listed",
                p.squares[turns] == squares[kinds[i]][turns] &&
                    metro_squares(&g->match, s, kinds[i], turns) == p.squares[turns]);
    }
    LAW(g, "the tiles to place are those of the placements", listed == asked);
    LAW(g, "another tile can be drawn where that is listed (M4)",
        redraw == metro_can_redraw(s));
}

void metro_queries(const struct game *g)
{
    const struct metro_state *s = &g->state.metro;

    if (g->length % EVERY != 0)
        return;
    check_lines(g, s);
    if (s->phase == METRO_TURN || s->phase == METRO_DRAWN)
        check_choices(g, s);
}
