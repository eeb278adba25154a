/*
 * A board as JSON: its facts, and how it is drawn. For `anden board show --json` and for the
 * page, which draws boards from it.
 */
#ifndef ANDEN_BOARD_JSON_H
#define ANDEN_BOARD_JSON_H

#include "../engine/board_art.h"
#include "json.h"

/* Writes one object. doc/adding-a-map.md explains the members. */
void board_json(struct json *j, const struct board *board, const struct board_art *art);

#endif
