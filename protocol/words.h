/*
 * What happened, in words: one sentence (or a few) about an event, in the language of the position,
 * for the terminal and for the page. Everything is read off the two views, so nothing can be said
 * that the viewer does not know; the arguments of a secret event are looked at only when the view
 * shows them.
 */
#ifndef ANDEN_PROTOCOL_WORDS_H
#define ANDEN_PROTOCOL_WORDS_H

#include "../engine/metro/queries.h"
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

/* One card as a value of a sentence, "red" or "locomotive"; its key is written where the caller
 * says. */
enum { CARD_KEY = NAME_SIZE + 8 };
struct said say_card(const struct routes_board *b, uint32_t card, char key[CARD_KEY]);

/* Pieces of sentences. "Madrid–Pamplona"; "3 black and 1 locomotive"; "c4". */
void words_route(const struct routes_board *b, uint32_t route, struct text *t);
void words_payment(enum language l, const struct routes_board *b, const uint32_t paid[3],
                   struct text *t); /* colour, coloured cards, wild cards */
void words_square(const struct metro_board *b, uint32_t square, struct text *t);

/* How a line stands, without saying which: "waits at c4", "ends at station 29". And how it changes,
 * for somebody who thinks about placing a tile: "line 28 (yours) grows from 0 to 1 tile and waits
 * at h3". */
void words_line(enum language l, const struct metro_board *b, const struct metro_line *line,
                struct text *t);
void words_change(const struct position *p, uint32_t station, const struct metro_line *old,
                  const struct metro_line *new, struct text *t);

#endif
