/*
 * Text for people, 80 columns wide: columns, wrapping and colours. Colours are an addition, never
 * the only sign of anything. Private to cli/.
 */
#ifndef ANDEN_SCREEN_H
#define ANDEN_SCREEN_H

#include "../engine/words.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SCREEN_WIDTH = 80 };

struct screen {
    FILE *out;
    bool colour;
    uint32_t column; /* characters on the line so far */
};

void screen_put(struct screen *s, const char *text);

/* Prints a sentence in the language of the terminal, with its values (or null): on this line;
 * in a style; broken between words. */
void screen_say(struct screen *s, const char *sentence, const struct said *values);
void screen_say_styled(struct screen *s, const char *style, const char *sentence);
void screen_tell(struct screen *s, uint32_t indent, const char *sentence,
                 const struct said *values);
void screen_number(struct screen *s, int64_t n);
void screen_line(struct screen *s);

/* Blanks up to a column; one blank if the line is longer already. */
void screen_to(struct screen *s, uint32_t column);

/* Text that ends just before a column. */
void screen_right(struct screen *s, uint32_t column, const char *text);

/* Text in a style: "1" is bold, "2" faint, "31" red ... */
void screen_styled(struct screen *s, const char *style, const char *text);

/* Goes to a new line, indented, if width more characters don't fit on this one. */
void screen_wrap(struct screen *s, uint32_t indent, uint32_t width);

/* A comma, and a blank or a new line before the width characters that follow. */
void screen_comma(struct screen *s, uint32_t indent, uint32_t width);

/* Text broken between words. */
void screen_words(struct screen *s, uint32_t indent, const char *text);

/* Characters of a text. */
uint32_t screen_width(const char *text);

/* The style of a card or route by the name of its colour; "" if there is none for it. */
const char *screen_colour(const char *name);

#endif
