/*
 * A board as JSON: the members that all families share; each family writes the rest
 * (families.h).
 */
#include "board_json.h"

#include "families.h"

void board_json(struct json *j, const struct board *board, const struct board_art *art)
{
    const struct family_voice *voice = voice_of(board);

    json_object(j, NULL);
    json_text(j, "id", board->id);
    json_text(j, "name", board->name);
    json_text(j, "family", rules_of(board)->name);
    json_number(j, "seats_min", board->seats_min);
    json_number(j, "seats_max", board->seats_max);
    json_hash(j, "hash", board->hash);
    json_array(j, "about");
    for (uint32_t i = 0; i < art->abouts; i++)
        json_some_text(j, NULL, art->about[i].at, art->about[i].length);
    json_end(j);
    if (voice->board)
        voice->board(j, board, art);
    json_end(j);
}
