/*
 * The metro family as one constant of the contract in game.h: set-up, turns, placing and drawing
 * (M1..M15R), and the score sheet.
 */
#include "../words.h"
#include "metro.h"

static const struct option options[] = {
    [OPTION_FIRST] = {"first", SAYS("the seat that begins; chance decides if none is named"), 0,
                      SEATS_MAX, 0},
    [OPTION_TURNING] = {"turning", SAYS("tiles may be turned (M12)"), 0, 1, 0},
    [OPTION_HAND] = {"hand", SAYS("tiles in hand (M13)"), 1, METRO_HAND_MAX, 1},
    {0},
};

static const char *const parts[] = {SAYS("lines"), 0};

static bool check(const struct match *m, struct complaint *why)
{
    if (!match_in_range(m, why) || !first_seat_exists(m, m->option[OPTION_FIRST], "M3", why))
        return false;
    if (m->option[OPTION_HAND] * m->seats > metro_board_of(m)->tiles) {
        complain_say(why, GROUND("too_few_tiles", "M13"),
                     "There are not enough tiles for such hands.", 0, 0);
        return false;
    }
    return true;
}

static void start(const struct match *m, struct state *state)
{
    const struct metro_board *b = metro_board_of(m);
    struct metro_state *s = &state->metro;

    __builtin_memset(state, 0, sizeof *state);
    __builtin_memcpy(s->supply, b->tile_count, sizeof s->supply);
    s->supply_size = b->tiles;
    for (uint32_t i = 0; i < b->stations; i++)
        s->head[i] = b->departure[i];
    s->phase = METRO_HANDS;
}

static uint32_t actor(const struct match *m, const struct state *state)
{
    const struct metro_state *s = &state->metro;

    (void)m;
    if (s->phase <= METRO_LAST_OF_CHANCE)
        return NATURE;
    return s->phase == METRO_OVER ? NOBODY : s->turn;
}

static inline bool in_hand(const struct metro_state *s, uint32_t kind)
{
    if (s->phase == METRO_DRAWN)
        return s->drawn == kind + 1;
    for (uint32_t i = 0; i < s->hand_size[s->turn]; i++)
        if (s->hand[s->turn][i] == kind + 1)
            return true;
    return false;
}

/* Can a tile in hand be laid like this? Not inlined: without turning, place_refusal() nearly
 * always knows the answer without it. */
static __attribute__((noinline)) enum metro_refusal
square_refusal(const struct match *m, const struct metro_state *s, event_t e)
{
    const struct metro_board *b = metro_board_of(m);
    uint32_t square = event_arg(e), kind = event_tile(e), turns = event_turns(e);

    if (!bits_have(b->squares, square))
        return METRO_REFUSED_SQUARE;
    if (bits_have(s->placed, square))
        return METRO_REFUSED_TAKEN;
    if (!bits_have(metro_reachable(b, s->placed), square))
        return METRO_REFUSED_APART; /* M5 */
    if (turns && !m->option[OPTION_TURNING])
        return METRO_REFUSED_TURNED; /* M6 */
    struct placements p;
    metro_placements(m, s, kind, &p);
    if (bits_have(p.squares[turns], square))
        return METRO_LEGAL;
    uint32_t turned = kind;
    for (uint32_t i = 0; i < turns; i++)
        if ((turned = tile_kinds[turned].turned) == kind)
            return METRO_REFUSED_SAME_TURN;
    return METRO_REFUSED_ONE_TILE; /* M7 */
}

static enum metro_refusal place_refusal(const struct match *m, const struct metro_state *s,
                                        event_t e)
{
    uint32_t square = event_arg(e), kind = event_tile(e), turns = event_turns(e);

    if (s->phase != METRO_TURN && s->phase != METRO_DRAWN)
        return METRO_REFUSED_NOW;
    if (square >= SQUARES_MAX || kind >= TILE_KINDS || e != event_place(square, kind, turns))
        return METRO_REFUSED_MALFORMED;
    if (!in_hand(s, kind))
        return METRO_REFUSED_NOT_IN_HAND;
    if (turns == 0 && !m->option[OPTION_TURNING] &&
        bits_have(metro_unturned(m, s, kind), square))
        return METRO_LEGAL;
    return square_refusal(m, s, e);
}

static enum metro_refusal deal_refusal(const struct metro_state *s, event_t e)
{
    uint32_t kind = event_arg(e);

    if (s->phase != METRO_HANDS && s->phase != METRO_REDRAW && s->phase != METRO_FILL)
        return METRO_REFUSED_NOW;
    if (kind >= TILE_KINDS || e != event_make(EVENT_DEAL_TILE, kind))
        return METRO_REFUSED_MALFORMED;
    return s->supply[kind] ? METRO_LEGAL : METRO_REFUSED_TILE_GONE;
}

static enum metro_refusal redraw_refusal(const struct metro_state *s, event_t e)
{
    if (s->phase != METRO_TURN)
        return METRO_REFUSED_NOW;
    if (e != event_make(EVENT_REDRAW, 0))
        return METRO_REFUSED_MALFORMED;
    return s->supply_size ? METRO_LEGAL : METRO_REFUSED_NO_SUPPLY; /* M4 */
}

static enum metro_refusal first_refusal(const struct match *m, const struct metro_state *s,
                                        event_t e)
{
    if (s->phase != METRO_FIRST_SEAT)
        return METRO_REFUSED_NOW;
    return event_arg(e) < m->seats && e == event_make(EVENT_FIRST, event_arg(e))
               ? METRO_LEGAL
               : METRO_REFUSED_MALFORMED;
}

enum metro_refusal metro_refusal(const struct match *m, const struct metro_state *s, event_t e)
{
    if (s->phase == METRO_OVER)
        return METRO_REFUSED_OVER;
    switch (event_kind(e)) {
    case EVENT_PLACE:
        return place_refusal(m, s, e);
    case EVENT_DEAL_TILE:
        return deal_refusal(s, e);
    case EVENT_REDRAW:
        return redraw_refusal(s, e);
    case EVENT_FIRST:
        return first_refusal(m, s, e);
    default:
        return METRO_REFUSED_MALFORMED;
    }
}

static void to_hand(struct metro_state *s, uint32_t tile)
{
    uint8_t *hand = s->hand[s->turn];
    uint32_t i = s->hand_size[s->turn]++;

    for (; i > 0 && hand[i - 1] > tile; i--)
        hand[i] = hand[i - 1];
    hand[i] = (uint8_t)tile;
}

static void from_hand(struct metro_state *s, uint32_t tile)
{
    uint8_t *hand = s->hand[s->turn];
    uint32_t i = 0, last = --s->hand_size[s->turn];

    while (hand[i] != tile)
        i++;
    for (; i < last; i++)
        hand[i] = hand[i + 1];
    hand[last] = 0;
}

/* The next seat that has a tile; if none has, the game is over (M11). */
static void next_turn(const struct match *m, struct metro_state *s)
{
    for (uint32_t i = 0; i < m->seats; i++) {
        s->turn = (uint8_t)(s->turn + 1 < m->seats ? s->turn + 1 : 0);
        if (s->hand_size[s->turn] > 0) {
            s->phase = METRO_TURN;
            return;
        }
    }
    s->phase = METRO_OVER;
}

static void place(const struct match *m, struct metro_state *s, event_t e)
{
    uint32_t square = event_arg(e), kind = event_tile(e);

    if (s->phase == METRO_DRAWN)
        s->drawn = 0;
    else
        from_hand(s, kind + 1);
    for (uint32_t i = 0; i < event_turns(e); i++)
        kind = tile_kinds[kind].turned;
    s->tile[square] = (uint8_t)(kind + 1);
    s->placed |= bit(square);
    lines_extend(m, s, square);
    if (s->hand_size[s->turn] < m->option[OPTION_HAND] && s->supply_size > 0)
        s->phase = METRO_FILL;
    else
        next_turn(m, s);
}

static void deal_tile(const struct match *m, struct metro_state *s, uint32_t kind)
{
    s->supply[kind]--;
    s->supply_size--;
    if (s->phase == METRO_REDRAW) {
        s->drawn = (uint8_t)(kind + 1);
        s->phase = METRO_DRAWN;
        return;
    }
    to_hand(s, kind + 1);
    if (s->phase == METRO_FILL) {
        next_turn(m, s);
        return;
    }
    if (s->hand_size[s->turn] < m->option[OPTION_HAND])
        return;
    s->turn++;
    if (s->turn < m->seats)
        return;
    uint32_t first = m->option[OPTION_FIRST];
    s->turn = (uint8_t)(first ? first - 1 : 0);
    s->phase = first ? METRO_TURN : METRO_FIRST_SEAT;
}

static bool allows(const struct match *m, const struct state *s, event_t e)
{
    return metro_refusal(m, &s->metro, e) == METRO_LEGAL;
}

/* Each kind of event is judged by its own function; metro_refusal() would check the kind a
 * second time. */
static bool apply(const struct match *m, struct state *state, event_t e)
{
    struct metro_state *s = &state->metro;

    switch (event_kind(e)) {
    case EVENT_PLACE:
        if (place_refusal(m, s, e))
            return false;
        place(m, s, e);
        return true;
    case EVENT_DEAL_TILE:
        if (deal_refusal(s, e))
            return false;
        deal_tile(m, s, event_arg(e));
        return true;
    case EVENT_REDRAW:
        if (redraw_refusal(s, e))
            return false;
        s->phase = METRO_REDRAW;
        return true;
    case EVENT_FIRST:
        if (first_refusal(m, s, e))
            return false;
        s->turn = (uint8_t)event_arg(e);
        s->phase = METRO_TURN;
        return true;
    default:
        return false;
    }
}

static bool begins_turn(const struct match *m, const struct state *s)
{
    (void)m;
    return s->metro.phase == METRO_TURN;
}

static void score(const struct match *m, const struct state *state, struct sheet *sheet)
{
    const struct metro_state *s = &state->metro;

    __builtin_memset(sheet, 0, sizeof *sheet);
    for (uint32_t i = 0; i < m->seats; i++)
        sheet->seat[i].part[0] = sheet->seat[i].total = (int16_t)s->points[i];
    rank_by_total(m, sheet);
}

static int32_t points(const struct match *m, const struct state *s, uint32_t seat)
{
    (void)m;
    return s->metro.points[seat];
}

const struct rules metro_rules = {
    .name = "metro",
    .seats_max = SEATS_MAX,
    .read_board = metro_read_board,
    .option = options,
    .part = parts,
    .turn_rule = "M3",
    .together_rule = "",
    .check = check,
    .start = start,
    .actor = actor,
    .count = metro_count,
    .pick = metro_pick,
    .choose = metro_choose,
    .legal = metro_legal,
    .allows = allows,
    .apply = apply,
    .explain = metro_explain,
    .begins_turn = begins_turn,
    .choosers = choosers_alone,
    .hide = metro_hide,
    .reveal = metro_reveal,
    .view = metro_view,
    .follow = metro_follow,
    .resample = metro_resample,
    .score = score,
    .points = points,
    .format = metro_format,
    .parse = metro_parse,
};
