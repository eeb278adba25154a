/*
 * Which events are legal (M4..M7R): counted, picked by number, and listed, all in one order. A turn
 * lists, for each kind of tile in hand, for each way to turn it, the squares; then drawing another.
 */
#include "metro.h"

/* M5: free squares on the border or beside a tile. */
uint64_t metro_reachable(const struct metro_board *b, uint64_t placed)
{
    const uint64_t first = 0x0101010101010101u, last = first << 7; /* columns */
    uint64_t beside =
        placed << 8 | placed >> 8 | (placed & ~last) << 1 | (placed & ~first) >> 1;
    return (b->border | beside) & b->squares & ~placed;
}

void metro_placements(const struct match *m, const struct metro_state *s, uint32_t kind,
                      struct placements *p)
{
    const struct metro_board *b = metro_board_of(m);
    uint64_t reachable = metro_reachable(b, s->placed);
    uint32_t turns = 1, turned = tile_kinds[kind].turned, kinds[4] = {kind, 0, 0, 0};
    for (; m->option[OPTION_TURNING] && turned != kind; turned = tile_kinds[turned].turned)
        kinds[turns++] = turned; /* M12 */
    uint64_t some = 0;
    for (uint32_t i = 0; i < 4; i++) {
        p->squares[i] = i < turns ? reachable & b->clean[kinds[i]] : 0; /* M7 */
        some |= p->squares[i];
    }
    for (uint32_t i = 0; i < turns && some == 0; i++)
        p->squares[i] = reachable; /* M7R: it can be placed in no other way */
}

/* The tiles that can be placed now: those in hand, or the one drawn. Equal tiles count once; in
 * what another seat sees there are none. */
static uint32_t kinds_to_place(const struct metro_state *s, uint32_t kinds[METRO_HAND_MAX])
{
    uint32_t n = 0;
    if (s->phase == METRO_DRAWN) {
        if (s->drawn != 0)
            kinds[n++] = s->drawn - 1u;
        return n;
    }
    const uint8_t *hand = s->hand[s->turn];
    for (uint32_t i = 0; i < s->hand_size[s->turn]; i++)
        if (hand[i] != 0 && (i == 0 || hand[i] != hand[i - 1]))
            kinds[n++] = hand[i] - 1u;
    return n;
}

static uint32_t count_turn(const struct match *m, const struct metro_state *s)
{
    uint32_t kinds[METRO_HAND_MAX], n = kinds_to_place(s, kinds);
    uint32_t count = s->phase == METRO_TURN && s->supply_size > 0;
    for (uint32_t i = 0; i < n; i++) {
        struct placements p;
        metro_placements(m, s, kinds[i], &p);
        for (uint32_t turn = 0; turn < 4; turn++)
            count += bits_count(p.squares[turn]);
    }
    return count;
}

uint32_t metro_count(const struct match *m, const struct state *state)
{
    const struct metro_state *s = &state->metro;
    switch ((enum metro_phase)s->phase) {
    case METRO_HANDS:
    case METRO_REDRAW:
    case METRO_FILL:
        return s->supply_size;
    case METRO_FIRST_SEAT:
        return m->seats;
    case METRO_TURN:
    case METRO_DRAWN:
        return count_turn(m, s);
    case METRO_OVER:
        break;
    }
    return 0;
}

static event_t pick_turn(const struct match *m, const struct metro_state *s, uint32_t k)
{
    uint32_t kinds[METRO_HAND_MAX], n = kinds_to_place(s, kinds);
    for (uint32_t i = 0; i < n; i++) {
        struct placements p;
        metro_placements(m, s, kinds[i], &p);
        for (uint32_t turn = 0; turn < 4; turn++) {
            uint32_t squares = bits_count(p.squares[turn]);
            if (k < squares)
                return event_place(bits_select(p.squares[turn], k), kinds[i], turn);
            k -= squares;
        }
    }
    bool another = s->phase == METRO_TURN && s->supply_size > 0;
    return k == 0 && another ? event_make(EVENT_REDRAW, 0) : 0;
}

static event_t pick_tile(const struct metro_state *s, uint32_t k)
{
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        if (k < s->supply[kind])
            return event_make(EVENT_DEAL_TILE, kind);
        k -= s->supply[kind];
    }
    return 0;
}

event_t metro_pick(const struct match *m, const struct state *state, uint32_t k)
{
    const struct metro_state *s = &state->metro;
    switch ((enum metro_phase)s->phase) {
    case METRO_HANDS:
    case METRO_REDRAW:
    case METRO_FILL:
        return pick_tile(s, k);
    case METRO_FIRST_SEAT:
        return k < m->seats ? event_make(EVENT_FIRST, k) : 0;
    case METRO_TURN:
    case METRO_DRAWN:
        return pick_turn(m, s, k);
    case METRO_OVER:
        break;
    }
    return 0;
}

uint32_t metro_legal(const struct match *m, const struct state *state, event_t *events,
                     uint32_t *weights, uint32_t cap)
{
    const struct metro_state *s = &state->metro;
    bool tiles = s->phase == METRO_HANDS || s->phase == METRO_REDRAW || s->phase == METRO_FILL;
    uint32_t n = 0, count = tiles ? TILE_KINDS : metro_count(m, state);
    for (uint32_t k = 0; k < count; k++) {
        if (tiles && s->supply[k] == 0)
            continue;
        if (n < cap) {
            events[n] = tiles ? event_make(EVENT_DEAL_TILE, k) : metro_pick(m, state, k);
            if (weights)
                weights[n] = tiles ? s->supply[k] : 1;
        }
        n++;
    }
    return n;
}
