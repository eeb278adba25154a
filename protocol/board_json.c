/*
 * A board as JSON: what is common to all families, and who writes the rest.
 */
#include "board_json.h"

#include "../engine/game.h"
#include "families.h"

/* A family whose boards have nothing but a name. */
static void null_board_json(struct json *j, const struct board *board,
                            const struct board_art *art)
{
    (void)j;
    (void)board;
    (void)art;
}

static void (*const families[])(struct json *j, const struct board *board,
                                const struct board_art *art) = {
    [FAMILY_ROUTES] = routes_board_json,
    [FAMILY_NULL] = null_board_json,
    [FAMILY_METRO] = metro_board_json,
};

void board_json(struct json *j, const struct board *board, const struct board_art *art)
{
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
    families[board->family](j, board, art);
    json_end(j);
}
