/*
 * What happened, in words: one sentence (or a few) about an event, in the language of the position,
 * for the terminal and for the page. Everything is read off the two views, so nothing can be said
 * that the viewer does not know; the arguments of a secret event are looked at only when the view
 * shows them.
 */
#ifndef ANDEN_PROTOCOL_WORDS_H
#define ANDEN_PROTOCOL_WORDS_H

#include "view_json.h"

/* About the event that led from one position to the next; nothing if it is of no interest by
 * itself. */
void event_words(const struct position *before, const struct position *after, event_t e,
                 struct text *t);

/* How a game that is over ended: "Ana wins with 114 points."; and, if several have the most points,
 * what decides: "Ana and Chen have 114 points; Ana has completed more tickets (4 to 3)." Nothing
 * while the game goes on, or if nobody is equal. */
void result_words(const struct position *p, struct text *t);
void tie_words(const struct position *p, struct text *t);

#endif
