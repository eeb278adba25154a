/*
 * Could these bytes be a view? A view that comes from outside is judged here, field by field in
 * the order of state.h, before anything looks at it. Whatever is accepted can be asked everything:
 * no index is out of range, and resample() finds every tile that it has to deal.
 */
#include "metro.h"

/* Tiles that are not found yet, by kind. A tile that lies turned has another kind than in the
 * box: then the first of the kinds that it can be turned into stands for all of them. */
struct box {
    const struct match *m;
    uint8_t tiles[TILE_KINDS];
};

static uint32_t kind_in_box(const struct box *x, uint32_t kind)
{
    uint32_t first = kind;

    for (uint32_t turns = 1; turns < 4 && metro_turning(x->m); turns++) {
        uint32_t turned = tile_turned(kind, turns);

        first = turned < first ? turned : first;
    }
    return first;
}

/* Takes tiles out of the box, stored as kind plus 1. */
static bool take(struct box *x, uint32_t tile, uint32_t n)
{
    if (tile < 1 || tile > TILE_KINDS)
        return false;
    uint8_t *left = &x->tiles[kind_in_box(x, tile - 1)];
    bool enough = *left >= n;
    *left = (uint8_t)(enough ? *left - n : 0);
    return enough;
}

static bool check_squares(struct box *x, const struct metro_state *s)
{
    for (uint32_t q = 0; q < SQUARES_MAX; q++)
        if (bits_have(s->placed, q) ? !take(x, s->tile[q], 1) : s->tile[q] != 0)
            return false;
    return (s->placed & ~metro_board_of(x->m)->squares) == 0;
}

/* Everything about lines follows from the tiles (M9). */
static bool check_lines(const struct match *m, const struct metro_state *s)
{
    const struct metro_board *b = metro_board_of(m);
    uint32_t points[SEATS_MAX] = {0};

    for (uint32_t i = 0; i < METRO_STATIONS_MAX; i++) {
        struct metro_line line = {0};

        if (i < b->stations)
            line = metro_trace(m, s, i, 0);
        if (s->length[i] != line.length || s->head[i] != line.way ||
            (s->complete >> i & 1) != (line.end != LINE_RUNS) ||
            (s->central >> i & 1) != (line.end == LINE_IN_CENTRE))
            return false;
        if (line.points)
            points[metro_owner(m, i)] += line.points;
    }
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        if (s->points[i] != points[i])
            return false;
    return true;
}

/* A hand that the view shows is ascending, then zeros. */
static bool check_hand(struct box *x, const struct metro_state *s, uint32_t seat, bool shown)
{
    const uint8_t *hand = s->hand[seat];
    uint32_t size = s->hand_size[seat];

    for (uint32_t k = 0; k < METRO_HAND_MAX; k++)
        if (k >= size || !shown ? hand[k] != 0
                                : !take(x, hand[k], 1) || (k > 0 && hand[k] < hand[k - 1]))
            return false;
    return size <= (seat < x->m->seats ? x->m->option[OPTION_HAND] : 0);
}

/* Have the seats before this one so many tiles, it has fewer, and those behind it none? */
static bool hands_are(const struct match *m, const struct metro_state *s, uint32_t seat,
                      uint32_t full)
{
    for (uint32_t i = 0; i < m->seats; i++)
        if (i == seat ? s->hand_size[i] >= full : s->hand_size[i] != (i < seat ? full : 0))
            return false;
    return true;
}

/* The phase, and what it needs. */
static bool check_phase(const struct match *m, const struct metro_state *s)
{
    uint32_t full = m->option[OPTION_HAND];

    if (s->turn >= m->seats)
        return false;
    switch (s->phase) {
    case METRO_HANDS:
        return hands_are(m, s, s->turn, full) && s->supply_size > 0;
    case METRO_FIRST_SEAT:
        return hands_are(m, s, m->seats, full);
    case METRO_FILL:
        return s->supply_size > 0 && s->hand_size[s->turn] < full;
    case METRO_REDRAW:
        return s->supply_size > 0;
    case METRO_TURN:
        return s->hand_size[s->turn] > 0;
    case METRO_OVER:
        return hands_are(m, s, m->seats, 0) && s->supply_size == 0;
    default:
        return s->phase == METRO_DRAWN;
    }
}

bool metro_check_view(const struct match *m, const struct view *v)
{
    const struct metro_board *b = metro_board_of(m);
    const struct metro_state *s = &v->seen.metro;
    bool all = v->seat == EVERYTHING, drawn = s->phase == METRO_DRAWN;
    bool sees_drawn = drawn && (all || s->turn == v->seat);
    uint32_t hidden = drawn && !sees_drawn, unseen = 0;
    struct box x = {.m = m};

    if ((v->seat >= m->seats && v->seat != SPECTATOR && !all) || !check_phase(m, s))
        return false;
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        uint8_t *count = &x.tiles[kind_in_box(&x, kind)];

        *count = (uint8_t)(*count + b->tile_count[kind]);
    }
    if (!check_squares(&x, s) || !check_lines(m, s) ||
        (sees_drawn ? !take(&x, s->drawn, 1) : s->drawn != 0))
        return false;
    for (uint32_t i = 0; i < SEATS_MAX; i++) {
        bool shown = all || i == v->seat;

        if (!check_hand(&x, s, i, shown))
            return false;
        hidden += shown ? 0 : s->hand_size[i];
    }
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        unseen += v->metro.tiles[kind];
        if (!take(&x, kind + 1, v->metro.tiles[kind]) ||
            s->supply[kind] != (all ? v->metro.tiles[kind] : 0))
            return false;
    }
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
        if (x.tiles[kind] > 0)
            return false;
    return unseen == s->supply_size + hidden && bytes_are_zero(s->unused, sizeof s->unused);
}
