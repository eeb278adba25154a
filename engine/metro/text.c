/*
 * Events of the metro family as text, and back (doc/notation.md); and why an event is refused.
 * Squares are named by column a.. from the left and row 1.. from the bottom.
 */
#include "../hidden.h"
#include "../scan.h"
#include "metro.h"

struct square_name metro_square_name(const struct metro_board *b, uint32_t square)
{
    return (struct square_name){
        {(char)('a' + square % 8), (char)('0' + b->height - square / 8), '\0'}};
}

static void put_tile(uint32_t kind, struct text *t)
{
    text_put(t, kind < TILE_KINDS ? tile_kinds[kind].code : "?");
}

void metro_format(const struct match *m, const struct state *s, event_t e, struct text *t)
{
    enum event_kind kind = event_kind(e);

    (void)s;
    if (hidden_format(e, t))
        return;
    text_put(t, event_words[kind] ? event_words[kind] : "?");
    text_put(t, kind == EVENT_REDRAW || !event_words[kind] ? "" : " ");
    if (kind == EVENT_PLACE) {
        text_put(t, metro_square_name(metro_board_of(m), event_arg(e)).text);
        text_char(t, ' ');
        put_tile(event_tile(e), t);
        if (event_turns(e)) {
            text_char(t, ' ');
            text_number(t, event_turns(e));
        }
    } else if (kind == EVENT_DEAL_TILE) {
        put_tile(event_arg(e), t);
    } else if (kind == EVENT_FIRST) {
        text_number(t, event_arg(e) + 1);
    }
}

struct phrase {
    struct reader p;
    const struct match *m;
};

/* "c4": column c, row 4 from the bottom; or "5/3": row 5 from the top, column 3. */
static bool read_square(struct phrase *r, uint32_t *square)
{
    const struct metro_board *b = metro_board_of(r->m);
    uint32_t row = 0, column = 0;
    size_t from = r->p.at;
    char c = r->p.at < r->p.length ? r->p.line[r->p.at] : ' ';
    bool letter = (c >= 'a' && c <= 'h') || (c >= 'A' && c <= 'H');
    bool read;

    if (letter) {
        r->p.at++;
        read = read_digits(&r->p, &row);
        column = (uint32_t)(c | 0x20) - 'a' + 1;
        row = row <= b->height ? b->height + 1u - row : 0;
    } else {
        read = read_digits(&r->p, &row) && r->p.at < r->p.length && r->p.line[r->p.at] == '/';
        r->p.at += read;
        read = read && read_digits(&r->p, &column);
    }
    if (!read || row < 1 || row > b->height || column < 1 || column > b->width) {
        r->p.at = from;
        return phrase_refuse(
            &r->p, "M1",
            "There is no such square. Squares are named like c4, by column and row.");
    }
    *square = 8 * (row - 1) + column - 1;
    read_blanks(&r->p);
    return true;
}

static uint32_t read_tile(struct phrase *r)
{
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
        if (read_is(&r->p, tile_kinds[kind].code))
            return kind;
    phrase_refuse(
        &r->p, "M1",
        "There is no such tile. Tiles are named by four letters from a to d, like aacb.");
    return TILE_KINDS;
}

/* The tile may be left out if only one can be meant. */
static event_t parse_place(struct phrase *r, const struct metro_state *s)
{
    uint32_t square, kind, turns = 0;

    if (!read_square(r, &square))
        return 0;
    if (r->p.at == r->p.length && s->phase == METRO_DRAWN && s->drawn)
        return event_place(square, s->drawn - 1u, 0);
    if (r->p.at == r->p.length && s->phase == METRO_TURN && s->hand_size[s->turn] == 1 &&
        s->hand[s->turn][0])
        return event_place(square, s->hand[s->turn][0] - 1u, 0);
    if (r->p.at == r->p.length)
        return phrase_refuse(&r->p, "M4", "Say which tile, as in \"place c4 aacb\".");
    if ((kind = read_tile(r)) == TILE_KINDS)
        return 0;
    if (r->p.at < r->p.length && (!read_digits(&r->p, &turns) || turns > 3))
        return phrase_refuse(&r->p, "M12",
                             "After the tile comes the number of quarter turns, 0 to 3.");
    read_blanks(&r->p);
    return event_place(square, kind, turns);
}

event_t metro_parse(const struct match *m, const struct state *s, const char *text, size_t n,
                    struct complaint *why)
{
    const uint32_t kinds =
        1u << EVENT_PLACE | 1u << EVENT_REDRAW | 1u << EVENT_DEAL_TILE | 1u << EVENT_FIRST;
    struct phrase r = {{.line = text, .length = n, .code = CODE("event_syntax"), .why = why},
                       m};
    event_t e = hidden_parse(text, n, 1u << EVENT_DEAL_TILE);
    uint32_t tile;

    if (e)
        return e;
    read_blanks(&r.p);
    switch (read_kind(&r.p, kinds)) {
    case EVENT_PLACE:
        e = parse_place(&r, &s->metro);
        break;
    case EVENT_REDRAW:
        e = event_make(EVENT_REDRAW, 0);
        break;
    case EVENT_DEAL_TILE:
        tile = read_tile(&r);
        e = tile < TILE_KINDS ? event_make(EVENT_DEAL_TILE, tile) : 0;
        break;
    case EVENT_FIRST:
        e = read_first_seat(&r.p, m->seats, "M3");
        break;
    default:
        return phrase_refuse(&r.p, "",
                             "This is not an event. Events begin with place or redraw; those "
                             "of chance with deal or first.");
    }
    return read_event_end(&r.p, e);
}

static const struct {
    struct ground ground;
    const char *words;
} reasons[] = {
    [METRO_LEGAL] = {{CODE("allowed"), ""}, SAYS("This is allowed.")},
    [METRO_REFUSED_OVER] = {{CODE("game_over"), "M11"}, SAYS("The game is over.")},
    [METRO_REFUSED_MALFORMED] = {{CODE("no_such_event"), ""}, SAYS("There is no such event.")},
    [METRO_REFUSED_NOT_IN_HAND] = {{CODE("tile_not_held"), "M4"},
                                   SAYS("This is not a tile that can be placed now.")},
    [METRO_REFUSED_SQUARE] = {{CODE("no_such_square"), "M1"},
                              SAYS(
                                  "No tile goes there: it is not a free square of the board.")},
    [METRO_REFUSED_TAKEN] = {{CODE("square_taken"), "M5"},
                             SAYS("There is a tile on this square already.")},
    [METRO_REFUSED_APART] = {{CODE("square_apart"), "M5"},
                             SAYS("A tile goes on the border or beside a tile.")},
    [METRO_REFUSED_TURNED] = {{CODE("tile_turned"), "M6"},
                              SAYS("Tiles are not turned: the arrow points as on the board.")},
    [METRO_REFUSED_SAME_TURN] = {{CODE("same_turn"), "M12"},
                                 SAYS("After these turns the tile has the same tracks as "
                                      "before; write fewer quarter turns.")},
    [METRO_REFUSED_ONE_TILE] =
        {{CODE("line_of_one_tile"), "M7"},
         SAYS("A line would run from a station to a station over this one "
              "tile, and the tile can be placed elsewhere.")},
    [METRO_REFUSED_NO_SUPPLY] = {{CODE("no_tiles"), "M4"},
                                 SAYS("There is no tile left to draw.")},
    [METRO_REFUSED_TILE_GONE] = {{CODE("tile_gone"), "M1"},
                                 SAYS("There is no such tile left in the supply.")},
};

static const struct {
    struct ground ground;
    const char *words;
} waits[] = {
    [METRO_HANDS] = {{CODE("wrong_phase"), "M3"},
                     SAYS("A tile must be dealt to a hand first.")},
    [METRO_FIRST_SEAT] = {{CODE("wrong_phase"), "M3"},
                          SAYS("First it must be decided who begins.")},
    [METRO_REDRAW] = {{CODE("wrong_phase"), "M4"}, SAYS("The tile drawn must be dealt first.")},
    [METRO_FILL] = {{CODE("wrong_phase"), "M4"},
                    SAYS("A tile must be dealt to the hand first.")},
    [METRO_TURN] = {{CODE("wrong_phase"), "M4"},
                    SAYS("In a turn you place a tile, or draw another and place that one.")},
    [METRO_DRAWN] = {{CODE("wrong_phase"), "M4"}, SAYS("The tile drawn must be placed now.")},
};

void metro_explain(const struct match *m, const struct state *state, event_t e,
                   struct complaint *why)
{
    const struct metro_state *s = &state->metro;
    enum metro_refusal code = metro_refusal(m, s, e);
    bool now = code == METRO_REFUSED_NOW;

    complain_say(why, now ? waits[s->phase].ground : reasons[code].ground,
                 now ? waits[s->phase].words : reasons[code].words, 0, 0);
}
