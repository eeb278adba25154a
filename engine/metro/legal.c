/*
 * Which events are legal (M4..M7R): counted, picked by number, and listed, all in one order.
 * For a turn they are the squares for each kind of tile in hand and each way to turn it, then
 * drawing another tile.
 */
#include "metro.h"

void metro_placements(const struct match *m, const struct metro_state *s, uint32_t kind,
                      struct placements *p)
{
    const struct metro_board *b = metro_board_of(m);
    uint64_t reachable = metro_reachable(b, s->placed), some = 0;
    uint32_t turns = 0, turned = kind;

    *p = (struct placements){0};
    if (!m->option[OPTION_TURNING]) {
        p->squares[0] = metro_unturned(m, s, kind);
        return;
    }
    do {                                                  /* M12 */
        p->squares[turns] = reachable & b->clean[turned]; /* M7 */
        some |= p->squares[turns++];
        turned = tile_kinds[turned].turned;
    } while (turned != kind);
    for (uint32_t i = 0; i < turns && some == 0; i++)
        p->squares[i] = reachable; /* M7R */
}

/* The tiles that can be placed now: those in hand, or the one drawn. */
struct tiles {
    const uint8_t *at;
    uint32_t n;
};

static inline struct tiles tiles_to_place(const struct metro_state *s)
{
    if (s->phase == METRO_DRAWN)
        return (struct tiles){&s->drawn, 1};
    return (struct tiles){s->hand[s->turn], s->hand_size[s->turn]};
}

/* Equal tiles count once; hidden tiles in another seat's view don't count. */
static inline bool tile_counts(struct tiles tiles, uint32_t i)
{
    return tiles.at[i] != 0 && (i == 0 || tiles.at[i] != tiles.at[i - 1]);
}

/* For games in which tiles may be turned (M12). Not inlined, here and below: otherwise a game
 * without turning would save registers for it in every turn. */
static __attribute__((noinline)) uint32_t count_turned(const struct match *m,
                                                       const struct metro_state *s)
{
    struct tiles tiles = tiles_to_place(s);
    uint32_t count = metro_can_redraw(s);

    for (uint32_t i = 0; i < tiles.n; i++) {
        struct placements p;

        if (!tile_counts(tiles, i))
            continue;
        metro_placements(m, s, tiles.at[i] - 1u, &p);
        for (uint32_t turn = 0; turn < 4; turn++)
            count += bits_count(p.squares[turn]);
    }
    return count;
}

static uint32_t count_turn(const struct match *m, const struct metro_state *s)
{
    if (m->option[OPTION_TURNING])
        return count_turned(m, s);
    struct tiles tiles = tiles_to_place(s);
    uint32_t count = metro_can_redraw(s);
    for (uint32_t i = 0; i < tiles.n; i++)
        if (tile_counts(tiles, i))
            count += bits_count(metro_unturned(m, s, tiles.at[i] - 1u));
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

static event_t pick_redraw(const struct metro_state *s, uint32_t k)
{
    return k == 0 && metro_can_redraw(s) ? event_make(EVENT_REDRAW, 0) : 0;
}

static __attribute__((noinline)) event_t pick_turned(const struct match *m,
                                                     const struct metro_state *s, uint32_t k)
{
    struct tiles tiles = tiles_to_place(s);

    for (uint32_t i = 0; i < tiles.n; i++) {
        struct placements p;

        if (!tile_counts(tiles, i))
            continue;
        metro_placements(m, s, tiles.at[i] - 1u, &p);
        for (uint32_t turn = 0; turn < 4; turn++) {
            uint32_t squares = bits_count(p.squares[turn]);

            if (k < squares)
                return event_place(bits_select(p.squares[turn], k), tiles.at[i] - 1u, turn);
            k -= squares;
        }
    }
    return pick_redraw(s, k);
}

static event_t pick_turn(const struct match *m, const struct metro_state *s, uint32_t k)
{
    if (m->option[OPTION_TURNING])
        return pick_turned(m, s, k);
    struct tiles tiles = tiles_to_place(s);
    for (uint32_t i = 0; i < tiles.n; i++) {
        if (!tile_counts(tiles, i))
            continue;
        uint64_t squares = metro_unturned(m, s, tiles.at[i] - 1u);
        uint32_t count = bits_count(squares);
        if (k < count)
            return event_place(bits_select(squares, k), tiles.at[i] - 1u, 0);
        k -= count;
    }
    return pick_redraw(s, k);
}

static inline uint64_t supply_pack(const struct metro_state *s, uint32_t which)
{
    uint64_t pack;

    __builtin_memcpy(&pack, s->supply + 8 * which, sizeof pack);
    return pack;
}

/* The supply is three packs, of at most 64 tiles together. A processor could not predict in
 * which of them number k falls, so there is no branch on it. A seat sees only the size of the
 * supply. */
static event_t pick_tile(const struct metro_state *s, uint32_t k)
{
    if (k >= s->supply_size)
        return 0;
    uint32_t one = pack_sum(supply_pack(s, 0)), two = one + pack_sum(supply_pack(s, 1));
    uint32_t past_one = k >= one, past_two = k >= two, which = past_one + past_two;
    uint32_t kind = pack_find(supply_pack(s, which), k - (past_two   ? two
                                                          : past_one ? one
                                                                     : 0)); /* 8: none */
    return kind < 8 ? event_make(EVENT_DEAL_TILE, 8 * which + kind) : 0;
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

/* The same as choose_by_count(), but with direct calls. */
event_t metro_choose(const struct match *m, const struct state *state, uint32_t number)
{
    return metro_pick(m, state, number_below(number, metro_count(m, state)));
}

/* An array of events that may be too short, and how many events there are. */
struct list {
    event_t *events;
    uint32_t *weights; /* or null */
    uint32_t cap, n;
};

static inline void list_put(struct list *l, event_t e, uint32_t weight)
{
    if (l->n < l->cap) {
        l->events[l->n] = e;
        if (l->weights)
            l->weights[l->n] = weight;
    }
    l->n++;
}

static void list_turn(const struct match *m, const struct metro_state *s, struct list *l)
{
    struct tiles tiles = tiles_to_place(s);

    for (uint32_t i = 0; i < tiles.n; i++) {
        struct placements p;

        if (!tile_counts(tiles, i))
            continue;
        metro_placements(m, s, tiles.at[i] - 1u, &p);
        for (uint32_t turn = 0; turn < 4; turn++)
            for (uint64_t rest = p.squares[turn]; rest; rest &= rest - 1)
                list_put(l, event_place(bits_first(rest), tiles.at[i] - 1u, turn), 1);
    }
    if (metro_can_redraw(s))
        list_put(l, event_make(EVENT_REDRAW, 0), 1);
}

uint32_t metro_legal(const struct match *m, const struct state *state, event_t *events,
                     uint32_t *weights, uint32_t cap)
{
    const struct metro_state *s = &state->metro;
    struct list l = {events, weights, cap, 0};

    switch ((enum metro_phase)s->phase) {
    case METRO_HANDS:
    case METRO_REDRAW:
    case METRO_FILL:
        for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
            if (s->supply[kind])
                list_put(&l, event_make(EVENT_DEAL_TILE, kind), s->supply[kind]);
        break;
    case METRO_FIRST_SEAT:
        for (uint32_t seat = 0; seat < m->seats; seat++)
            list_put(&l, event_make(EVENT_FIRST, seat), 1);
        break;
    case METRO_TURN:
    case METRO_DRAWN:
        list_turn(m, s, &l);
        break;
    case METRO_OVER:
        break;
    }
    return l.n;
}
