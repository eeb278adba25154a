/*
 * The parts of the voice of the metro family (families.h), and what they share. Private to this
 * folder.
 */
#ifndef ANDEN_METRO_VOICE_H
#define ANDEN_METRO_VOICE_H

#include "../families.h"
#include "words.h"

void metro_board_json(struct json *j, const struct board *board, const struct board_art *art);
void metro_position_json(struct json *j, const struct position *p);
void metro_event_json(struct json *j, const struct match *m, const struct view *v, event_t e);
void metro_outcome_json(struct json *j, const struct position *before,
                        const struct position *after);
void metro_preview_json(struct json *j, const struct position *p, event_t e);
void metro_story(const struct turn *turn, struct story *out);
void metro_mark_json(struct json *j, const struct board *board, const struct mark *mark);
extern const struct hint_sentence metro_reasons[REASON_KINDS];
void metro_reason_values(const struct match *m, const char *const name[SEATS_MAX],
                         const struct reason *r, struct hint_values *out);

/* The name of a square, "c4". */
void square_json(struct json *j, const char *key, const struct metro_board *b, uint32_t square);

/* The members of a station that never change. */
void station_json(struct json *j, const struct metro_board *b, uint32_t station);

#endif
