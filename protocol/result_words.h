/*
 * The result of a game in words, for the terminal and for the page.
 */
#ifndef ANDEN_RESULT_WORDS_H
#define ANDEN_RESULT_WORDS_H

#include "view_json.h"

/* How a game that is over ended: "Ana wins with 114 points."; and, if several have the most points,
 * what decides: "Ana and Chen have 114 points; Ana has completed more tickets (4 to 3)." Nothing
 * while the game goes on, or if nobody is equal. */
void result_words(const struct position *p, struct text *t);
void tie_words(const struct position *p, struct text *t);

#endif
