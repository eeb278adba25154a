/*
 * A position of the metro family as JSON: see view_json.h.
 */
#include "voice.h"

enum { CHANGE_SIZE = 256 }; /* bytes of a sentence about the change of a line */

void square_json(struct json *j, const char *key, const struct metro_board *b, uint32_t square)
{
    json_text(j, key, metro_square_name(b, square).text);
}

void station_json(struct json *j, const struct metro_board *b, uint32_t station)
{
    const char *name = b->station_name[station];

    json_number(j, "number", station + 1);
    json_text(j, "name", name[0] ? name : NULL);
    square_json(j, "square", b, b->departure[station] / 4u);
    json_text(j, "side", tile_sides[b->departure[station] % 4]);
}

/* A tile as it is stored, 0 for none. */
static void tile_json(struct json *j, const char *key, uint32_t tile)
{
    json_text(j, key, tile ? tile_kinds[tile - 1].code : NULL);
}

static void tiles_json(struct json *j, const char *key, const uint8_t count[TILE_KINDS])
{
    json_object(j, key);
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
        if (count[kind])
            json_number(j, tile_kinds[kind].code, count[kind]);
    json_end(j);
}

static void squares_json(struct json *j, const struct metro_board *b,
                         const struct metro_state *seen)
{
    json_array(j, "squares");
    for (uint64_t left = seen->placed; left; left &= left - 1) {
        uint32_t square = bits_first(left);

        json_object(j, NULL);
        square_json(j, "square", b, square);
        tile_json(j, "tile", seen->tile[square]);
        json_end(j);
    }
    json_end(j);
}

/* The way into a square. */
static void way_json(struct json *j, const char *key, const struct metro_board *b, uint32_t way)
{
    json_object(j, key);
    square_json(j, "square", b, way / 4);
    json_text(j, "from", tile_sides[way % 4]);
    json_end(j);
}

static void end_json(struct json *j, const struct metro_board *b, const struct metro_line *line)
{
    if (line->end == LINE_RUNS)
        way_json(j, "waits", b, line->way);
    else
        json_null(j, "waits");
    if (line->end == LINE_AT_STATION)
        json_number(j, "end", line->station + 1);
    else
        json_text(j, "end", line->end == LINE_IN_CENTRE ? "centre" : NULL);
}

/* A station and the state of its line in s. */
static void line_json(struct json *j, const char *key, const struct position *p,
                      const struct metro_state *s, uint32_t station)
{
    const struct metro_board *b = &p->match->board->metro;
    uint8_t ways[LINE_MAX];
    struct metro_line line = metro_trace(p->match, s, station, ways);
    uint32_t owner = metro_owner(p->match, station);

    json_object(j, key);
    station_json(j, b, station);
    json_known(j, "owner", owner < p->match->seats, owner + 1);
    json_bool(j, "complete", line.end != LINE_RUNS);
    json_number(j, "length", line.length);
    json_number(j, "points", line.points);
    end_json(j, b, &line);
    json_array(j, "crossed"); /* the tiles it has crossed, in order, and from which side */
    for (uint32_t i = 0; i < line.length; i++)
        way_json(j, NULL, b, ways[i]);
    json_end(j);
    json_end(j);
}

static void seat_json(struct json *j, const struct position *p, uint32_t seat,
                      const struct seat_sheet *sheet)
{
    const struct metro_board *b = &p->match->board->metro;
    const struct metro_state *seen = &p->view->seen.metro;

    json_object(j, NULL);
    json_number(j, "seat", seat + 1);
    json_text(j, "name", p->name[seat]);
    json_array(j, "stations");
    for (uint32_t i = 0; i < b->stations; i++)
        if (metro_owner(p->match, i) == seat)
            json_number(j, NULL, i + 1);
    json_end(j);
    if (view_shows_hand(p->view, seat)) {
        json_array(j, "hand");
        for (uint32_t i = 0; i < seen->hand_size[seat]; i++)
            tile_json(j, NULL, seen->hand[seat][i]);
        json_end(j);
    } else {
        json_null(j, "hand");
    }
    json_number(j, "hand_size", seen->hand_size[seat]);
    points_json(j, p, seat);
    score_sheet_json(j, p, sheet);
    json_end(j);
}

void metro_position_json(struct json *j, const struct position *p)
{
    const struct metro_board *b = &p->match->board->metro;
    const struct metro_state *seen = &p->view->seen.metro;
    struct sheet sheet;

    p->match->rules->score(p->match, &p->view->seen, &sheet);
    squares_json(j, b, seen);
    json_array(j, "stations");
    for (uint32_t i = 0; i < b->stations; i++)
        line_json(j, NULL, p, seen, i);
    json_end(j);
    json_number(j, "supply", seen->supply_size);
    tiles_json(j, "unseen_tiles", p->view->metro.tiles);
    json_bool(j, "redrawn", seen->phase == METRO_DRAWN);
    tile_json(j, "drawn", seen->drawn);
    json_array(j, "seats");
    for (uint32_t seat = 0; seat < p->match->seats; seat++)
        seat_json(j, p, seat, &sheet.seat[seat]);
    json_end(j);
}

void metro_preview_json(struct json *j, const struct position *p, event_t e)
{
    const struct match *m = p->match;
    struct view next = *p->view; /* lines depend on nothing that is hidden */
    bool places = event_kind(e) == EVENT_PLACE && m->rules->apply(m, &next.seen, e);

    for (uint32_t i = 0; places && i < m->board->metro.stations; i++) {
        struct metro_line before = metro_trace(m, &p->view->seen.metro, i, NULL);
        struct metro_line after = metro_trace(m, &next.seen.metro, i, NULL);
        char words[CHANGE_SIZE];
        struct text t = text_in(words, sizeof words);

        if (before.length == after.length)
            continue;
        words_change(p, i, &before, &after, &t);
        json_object(j, NULL);
        json_number(j, "before", before.length);
        json_text(j, "words", words);
        line_json(j, "line", p, &next.seen.metro, i);
        json_end(j);
    }
}
