/*
 * The result of a game in words, for the terminal and for the page.
 */
#ifndef ANDEN_RESULT_WORDS_H
#define ANDEN_RESULT_WORDS_H

#include "view_json.h"

/* The result of a game that is over: "Ana wins with 114 points."; and, if several have the most
 * points, the tie-break: "Ana and Chen have 114 points; Ana has completed more tickets (4 to
 * 3)." Nothing while the game goes on, or if there is no tie. */
void result_words(const struct position *p, struct text *t);
void tie_words(const struct position *p, struct text *t);

#endif
