/*
 * Names and parts of sentences of the metro family, for everything that shows its games.
 */
#ifndef ANDEN_METRO_WORDS_H
#define ANDEN_METRO_WORDS_H

#include "../../engine/metro/queries.h"
#include "../view_json.h"

/* "line 29", with its owner unless that is the seat: "line 29 (Ana)". */
void words_which_line(const struct position *p, uint32_t station, uint32_t seat,
                      struct text *t);

/* The state of a line, without its name: "waits at c4", "ends at station 29". And how it would
 * change if a tile were placed: "line 28 (yours) grows from 0 to 1 tile and waits at h3". */
void words_line(enum language l, const struct metro_board *b, const struct metro_line *line,
                struct text *t);
void words_change(const struct position *p, uint32_t station, const struct metro_line *old,
                  const struct metro_line *new, struct text *t);

#endif
