/*
 * What the texts of positions of all families share, as one viewer sees them. Uses views, never
 * states. Private to cli/.
 */
#ifndef ANDEN_SHOW_H
#define ANDEN_SHOW_H

#include "../protocol/view_json.h"
#include "screen.h"

/* Facts begin in this column, after a label. */
uint32_t show_indent(void);
void show_label(struct screen *s, const char *word);

/* "1 card", "3 cards": a word of the engine's catalogue. */
void show_count(struct screen *s, uint32_t n, const char *word);

/* A line across the screen with words on its left and right. */
void show_heading(struct screen *s, const char *left, const char *right);

/* The heading of a position: the game, who acts, how many events have led here. */
void show_title(struct screen *s, const struct position *p);

/* " 2 Luis Miguel", with an arrow for the seat to act; and the width of the longest name. */
void show_seat(struct screen *s, const struct position *p, uint32_t seat);
uint32_t show_name_width(const struct position *p);

/* A character for each seat: the first letter of its name, or its number where that is also the
 * letter of somebody else. */
void show_letters(const struct position *p, uint32_t letter[SEATS_MAX]);

/* The score sheet as far as the viewer may know it. */
void show_sheet(struct screen *s, const struct position *p);

/* The whole position, for `anden replay`. */
void show_position(struct screen *s, const struct position *p);

#endif
