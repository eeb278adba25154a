/*
 * Assertions about games of the metro family: hands, supply, lines, stations, and where a tile may
 * be placed.
 */
#include "scene.h"

#include "engine/metro/queries.h"

#include <stdio.h>
#include <string.h>

static const struct metro_state *state_of(const struct asking *q)
{
    return &q->state->metro;
}

static bool ask_number(struct asking *q, int32_t have)
{
    int32_t want;

    if (!scan_number(q->scene, &q->r, &want))
        return false;
    return want == have || wrong(q, "%d", have);
}

/* "hand 1 aacb aaaa", "hand 1 none", "hand 1 2" (so many), "hand 1 hidden" (of a view). */
static bool ask_hand(struct asking *q)
{
    const struct metro_state *s = state_of(q);
    const uint8_t *hand = s->hand[q->seat];
    uint32_t n = 0, size = s->hand_size[q->seat];
    int32_t count;
    char text[40] = "";

    for (uint32_t i = 0; i < METRO_HAND_MAX; i++) {
        n += hand[i] != 0;
        snprintf(text + 5 * i, sizeof text - 5 * i, "%-4s ",
                 hand[i] ? tile_kinds[hand[i] - 1].code : "-");
    }
    if (take(&q->r, "hidden"))
        return (size > 0 && n == 0) || wrong(q, "%u tiles, shown: %s", size, text);
    if (take(&q->r, "none"))
        return size == 0 || wrong(q, "%u tiles: %s", size, text);
    if (take_number(&q->r, &count))
        return (uint32_t)count == size || wrong(q, "%u tiles", size);
    uint8_t left[METRO_HAND_MAX];
    memcpy(left, hand, sizeof left);
    uint32_t wanted = 0, found = 0;
    do {
        uint32_t kind;

        if (!scan_tile(q->scene, &q->r, &kind))
            return false;
        wanted++;
        uint8_t *at = memchr(left, (int)kind + 1, sizeof left);
        if (at) {
            *at = 0;
            found++;
        }
    } while (!at_end(&q->r));
    return (found == wanted && wanted == size) || wrong(q, "%u tiles: %s", size, text);
}

/* "supply 58": so many tiles; "supply aacb 3": so many of a kind; "supply hidden". */
static bool ask_supply(struct asking *q)
{
    const struct metro_state *s = state_of(q);
    uint32_t kind, shown = 0;
    int32_t count;

    for (kind = 0; kind < TILE_KINDS; kind++)
        shown += s->supply[kind];
    if (take(&q->r, "hidden"))
        return (s->supply_size > 0 && shown == 0) || wrong(q, "%u tiles shown", shown);
    if (take_number(&q->r, &count))
        return (uint32_t)count == s->supply_size || wrong(q, "%u", s->supply_size);
    if (!scan_tile(q->scene, &q->r, &kind))
        return false;
    return ask_number(q, s->supply[kind]);
}

/* "unseen aacb 4": tiles that, in a view, are in the supply or hidden in other hands. */
static bool ask_unseen(struct asking *q)
{
    uint32_t kind;

    if (!q->view)
        return fault(q->scene, "\"unseen\" is asked of views: sees SEAT unseen ...");
    if (!scan_tile(q->scene, &q->r, &kind))
        return false;
    return ask_number(q, q->view->metro.tiles[kind]);
}

/* "drawn aacb" or "none": the tile drawn instead of one in hand. */
static bool ask_drawn(struct asking *q)
{
    uint32_t drawn = state_of(q)->drawn, kind;
    const char *found = drawn ? tile_kinds[drawn - 1].code : "none";

    if (take(&q->r, "hidden"))
        return (state_of(q)->phase == METRO_DRAWN && !drawn) || wrong(q, "%s", found);
    if (take(&q->r, "none"))
        return !drawn || wrong(q, "%s", found);
    if (!scan_tile(q->scene, &q->r, &kind))
        return false;
    return drawn == kind + 1 || wrong(q, "%s", found);
}

static bool scan_station(struct asking *q, uint32_t *station)
{
    int32_t n;

    if (!scan_number(q->scene, &q->r, &n))
        return false;
    if (n < 1 || n > q->m->board->metro.stations)
        return fault(q->scene, "there is no station %d", n);
    *station = (uint32_t)n - 1;
    return true;
}

/* "line 14 open 2", "line 14 complete 3", "line 14 central 5": tile crossings. For an open
 * line, also where it waits: "line 14 open 2 c4 west" is at the west side of c4. */
static bool ask_line(struct asking *q)
{
    static const char *const sides[] = {"north", "east", "south", "west"};
    const struct metro_state *s = state_of(q);
    uint32_t i = 0, square;
    int32_t want;

    if (!scan_station(q, &i))
        return false;
    bool complete = s->complete >> i & 1, central = s->central >> i & 1;
    const char *found = central ? "central" : complete ? "complete" : "open";
    if (!take(&q->r, found))
        return q->r.at = q->r.end, wrong(q, "%s %u", found, s->length[i]);
    if (!scan_number(q->scene, &q->r, &want))
        return false;
    if (want != s->length[i])
        return wrong(q, "%s %u", found, s->length[i]);
    if (at_end(&q->r) || complete)
        return true;
    if (!scan_square(q->scene, q->m, &q->r, &square))
        return false;
    uint32_t head = s->head[i];
    return (head / 4 == square && take(&q->r, sides[head % 4])) ||
           wrong(q, "%s %s", metro_square_name(&q->m->board->metro, head / 4).text,
                 sides[head % 4]);
}

/* "owner 14 2": 0 is nobody. */
static bool ask_owner(struct asking *q)
{
    uint32_t i = 0;

    if (!scan_station(q, &i))
        return false;
    uint32_t owner = q->m->board->metro.owner[q->m->seats][i];
    return ask_number(q, owner == NO_OWNER ? 0 : (int32_t)owner + 1);
}

/* "tile c4 aacb" or "none": as it lies. */
static bool ask_tile(struct asking *q)
{
    uint32_t square, kind;

    if (!scan_square(q->scene, q->m, &q->r, &square))
        return false;
    uint32_t have = state_of(q)->tile[square];
    const char *found = have ? tile_kinds[have - 1].code : "none";
    if (take(&q->r, "none"))
        return !have || wrong(q, "%s", found);
    if (!scan_tile(q->scene, &q->r, &kind))
        return false;
    return have == kind + 1 || wrong(q, "%s", found);
}

/* The squares where a tile may be placed with so many turns: all of them, or how many, or none. */
static bool ask_placements(struct asking *q, uint32_t turns)
{
    static event_t events[LEGAL_MAX];
    uint64_t have = 0, want = 0;
    uint32_t kind, square;
    int32_t count;
    char text[300] = "";

    if (!scan_tile(q->scene, &q->r, &kind))
        return false;
    uint32_t n = q->m->rules->legal(q->m, q->state, events, NULL, LEGAL_MAX), at = 0;
    for (uint32_t i = 0; i < n; i++)
        if (event_kind(events[i]) == EVENT_PLACE && event_tile(events[i]) == kind &&
            event_turns(events[i]) == turns)
            have |= bit(event_arg(events[i]));
    for (uint64_t left = have; left; left &= left - 1, at += 3)
        snprintf(text + at, sizeof text - at, "%s ",
                 metro_square_name(&q->m->board->metro, bits_first(left)).text);
    if (take_number(&q->r, &count))
        return (uint32_t)count == bits_count(have) ||
               wrong(q, "%u: %s", bits_count(have), text);
    if (take(&q->r, "none"))
        return !have || wrong(q, "%s", text);
    while (!at_end(&q->r)) {
        if (!scan_square(q->scene, q->m, &q->r, &square))
            return false;
        want |= bit(square);
    }
    return want == have || wrong(q, "%u: %s", bits_count(have), text);
}

/* "squares aacb a1 a2", "squares aacb 26", "squares aacb none". */
static bool ask_squares(struct asking *q)
{
    return ask_placements(q, 0);
}

/* "turned 1 aacb 26": the same with quarter turns. */
static bool ask_turned(struct asking *q)
{
    int32_t turns;

    if (!scan_number(q->scene, &q->r, &turns))
        return false;
    return ask_placements(q, (uint32_t)turns);
}

static bool ask_phase(struct asking *q)
{
    static const char *const name[] = {
        [METRO_HANDS] = "hands",   [METRO_FIRST_SEAT] = "first-seat",
        [METRO_REDRAW] = "redraw", [METRO_FILL] = "fill",
        [METRO_TURN] = "turn",     [METRO_DRAWN] = "drawn",
        [METRO_OVER] = "over",
    };
    uint32_t have = state_of(q)->phase;
    struct reader word = next_word(&q->r);

    for (uint32_t i = METRO_HANDS; i <= METRO_OVER; i++)
        if (text_is(word.at, (size_t)(word.end - word.at), name[i]))
            return i == have || wrong(q, "%s", name[have]);
    return fault(q->scene, "no such phase");
}

const struct question metro_questions[] = {
    {"hand", true, ask_hand, false},
    {"supply", false, ask_supply, false},
    {"unseen", false, ask_unseen, false},
    {"drawn", false, ask_drawn, false},
    {"owner", false, ask_owner, false},
    {"tile", false, ask_tile, false},
    {"squares", false, ask_squares, false},
    {"turned", false, ask_turned, false},
    {"phase", false, ask_phase, false},
    {"line", false, ask_line, false},
    {0},
};
