/*
 * The parts of the voice of the routes family (families.h), and what they share. Private to this
 * folder.
 */
#ifndef ANDEN_ROUTES_VOICE_H
#define ANDEN_ROUTES_VOICE_H

#include "../../engine/routes/queries.h"
#include "../families.h"
#include "words.h"

void routes_board_json(struct json *j, const struct board *board, const struct board_art *art);
void routes_position_json(struct json *j, const struct position *p);
void routes_event_json(struct json *j, const struct match *m, const struct view *v, event_t e);
void routes_outcome_json(struct json *j, const struct position *before,
                         const struct position *after);
void routes_story(const struct turn *turn, struct story *out);
void routes_mark_json(struct json *j, const struct board *board, const struct mark *mark);
uint32_t routes_deciding(const struct position *p, const struct sheet *sheet,
                         struct deciding list[DECIDING_MAX]);
extern const struct hint_sentence routes_reasons[REASON_KINDS];
void routes_reason_values(const struct match *m, const char *const name[SEATS_MAX],
                          const struct reason *r, struct hint_values *out);

/* The members of a payment: the colour of the coloured cards (null if it is paid in wild cards
 * alone), how many, and wild cards. */
void payment_json(struct json *j, const struct routes_board *b, struct payment paid);

#endif
