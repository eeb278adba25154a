/*
 * A board of the metro family as JSON: see board_json.h.
 */
#include "voice.h"

static void json_squares(struct json *j, const char *key, const struct metro_board *b,
                         uint64_t squares)
{
    json_array(j, key);
    for (; squares; squares &= squares - 1)
        square_json(j, NULL, b, bits_first(squares));
    json_end(j);
}

static void json_tiles(struct json *j, const struct metro_board *b)
{
    json_array(j, "tiles");
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        if (!b->tile_count[kind])
            continue;
        json_object(j, NULL);
        json_text(j, "code", tile_kinds[kind].code);
        json_number(j, "count", b->tile_count[kind]);
        json_object(j, "ways"); /* the side a wagon leaves by, for each side it comes in by */
        for (uint32_t side = 0; side < 4; side++)
            json_text(j, tile_sides[side], tile_sides[tile_kinds[kind].out[side]]);
        json_end(j);
        json_text(j, "turned", tile_kinds[tile_kinds[kind].turned].code);
        json_end(j);
    }
    json_end(j);
}

static void json_stations(struct json *j, const struct metro_board *b)
{
    json_array(j, "stations");
    for (uint32_t i = 0; i < b->stations; i++) {
        json_object(j, NULL);
        station_json(j, b, i);
        json_end(j);
    }
    json_end(j);
}

/* For each number of players the owner of each station, in the order of stations. */
static void json_owners(struct json *j, const struct board *board)
{
    const struct metro_board *b = &board->metro;

    json_object(j, "owners");
    for (uint32_t n = board->seats_min; n <= board->seats_max; n++) {
        const char key[2] = {(char)('0' + n), 0};

        json_array(j, key);
        for (uint32_t i = 0; i < b->stations; i++)
            json_known(j, NULL, b->owner[n][i] != NO_OWNER, b->owner[n][i] + 1);
        json_end(j);
    }
    json_end(j);
}

void metro_board_json(struct json *j, const struct board *board, const struct board_art *art)
{
    const struct metro_board *b = &board->metro;

    (void)art;
    json_object(j, "size");
    json_number(j, "columns", b->width);
    json_number(j, "rows", b->height);
    json_end(j);
    json_squares(j, "centre", b, b->centre);
    json_squares(j, "squares", b, b->squares);
    json_tiles(j, b);
    json_stations(j, b);
    json_owners(j, board);
}
