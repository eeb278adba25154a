/*
 * The lines of a log and what stands in them, read with scan.h. Shared by the readers of logs in
 * table/. Functions that return false after a complaint say so.
 */
#ifndef ANDEN_LOG_LINES_H
#define ANDEN_LOG_LINES_H

#include "../engine/scan.h"
#include "log.h"

/* Reading goes on where the reader of the log is; the reader is where reading has come to. */
struct reader log_reading(const struct log_reader *r, struct complaint *why);
void log_reached(struct log_reader *r, const struct reader *in);

/* Goes to the first word of the next line that is not empty; its comment and the blanks before
 * that are not part of it. False at the end. */
bool log_line(struct reader *r);

/* Is the word a whole number, alone? */
bool log_number(const struct word *w, uint32_t *value);

/* Takes a word of 2 n hexadecimal digits off the line. False if the next word is none. */
bool log_hex(struct reader *r, uint8_t *bytes, size_t n);

/* Is nothing left of the line? Is it short enough from a word on? False with a complaint. */
bool log_ends(struct reader *r);
bool log_short(struct reader *r, const struct word *first);

/* A number that ends its line. False with a complaint. */
bool log_last_number(struct reader *r, const char *example, uint32_t *value);

/* Does a word begin a line of the header? */
bool log_is_header_word(const struct word *w);

#endif
