/*
 * Private to protocol/: the members of a position that depend on its family.
 */
#ifndef ANDEN_FAMILIES_H
#define ANDEN_FAMILIES_H

#include "view_json.h"

void routes_position_json(struct json *j, const struct position *p);
void metro_position_json(struct json *j, const struct position *p);

/* The members "score" and "rank" of a seat, where everybody knows them. */
void score_sheet_json(struct json *j, const struct position *p, const struct seat_sheet *sheet);

#endif
