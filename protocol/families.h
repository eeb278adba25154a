/*
 * Private to protocol/: the members of a position and of a board that depend on the family.
 */
#ifndef ANDEN_FAMILIES_H
#define ANDEN_FAMILIES_H

#include "../engine/board_art.h"
#include "view_json.h"

void routes_position_json(struct json *j, const struct position *p);
void metro_position_json(struct json *j, const struct position *p);
void routes_board_json(struct json *j, const struct board *board, const struct board_art *art);
void metro_board_json(struct json *j, const struct board *board, const struct board_art *art);

/* What happened, in words: words.h. A sentence as it is said to the seat that it is about, and to
 * others; {0} is the seat's name, the values are {1}, {2}, {3}. */
void routes_words(const struct position *before, const struct position *after, event_t e,
                  struct text *t);
void metro_words(const struct position *before, const struct position *after, event_t e,
                 struct text *t);
struct told {
    const char *you, *other;
    struct said value[SAID_MAX - 1];
};
void words_tell(const struct position *p, uint32_t seat, const struct told *told,
                struct text *t);

/* A payment of an event: the colour of the coloured cards (null if there are none), how many, and
 * wild cards. */
void payment_json(struct json *j, const struct routes_board *b, event_t e, uint32_t price);

/* The name of a square, "c4". */
void square_json(struct json *j, const char *key, const struct metro_board *b, uint32_t square);

/* The members "score" and "rank" of a seat, where everybody knows them. */
void score_sheet_json(struct json *j, const struct position *p, const struct seat_sheet *sheet);

#endif
