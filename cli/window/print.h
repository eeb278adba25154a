/*
 * A canvas as lines of text, for `map` at the prompt and for tests. Private to cli/.
 */
#ifndef ANDEN_WINDOW_PRINT_H
#define ANDEN_WINDOW_PRINT_H

#include "colours.h"

#include <stdio.h>

/* Prints the canvas, each row on a line; without colours no escape sequence is written, and blanks
 * at the end of a line are left out. */
void canvas_print(FILE *out, const struct canvas *c, enum depth depth);

#endif
