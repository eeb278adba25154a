/*
 * A board as JSON: its facts, and what is drawn of it. For `anden board show --json` and for the
 * page, which draws boards from it.
 */
#ifndef ANDEN_BOARD_JSON_H
#define ANDEN_BOARD_JSON_H

#include "../engine/board_art.h"
#include "json.h"

/* Writes one object. doc/adding-a-map.md tells what the members mean. */
void board_json(struct json *j, const struct board *board, const struct board_art *art);

#endif
