/*
 * What the drawings of all families share: see draw.c. Private to env/.
 */
#ifndef ANDEN_ENV_DRAW_H
#define ANDEN_ENV_DRAW_H

#include "family.h"

/* The colours of the seats, and of a number written on them. */
extern const char *const svg_seats[SEATS_MAX], *const svg_ink[SEATS_MAX];

void svg_begin(struct text *t, int32_t width, int32_t height);
void svg_end(struct text *t);

/* A number of tenths: "12.5". */
void svg_tenths(struct text *t, int32_t tenths);

/* A number, centred on the current point of the drawing. */
void svg_number(struct text *t, uint32_t number, const char *colour);

/* Words, with the special characters of SVG escaped. */
void svg_words(struct text *t, const char *words);

#endif
