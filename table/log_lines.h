/*
 * The lines of a log and the words in them. Private to the readers of logs in table/.
 */
#ifndef ANDEN_LOG_LINES_H
#define ANDEN_LOG_LINES_H

#include "../engine/words.h"
#include "log.h"

/* One line without its indentation, its comment and the blanks before the comment. */
struct line {
    const char *start; /* of the line, for counting columns */
    const char *at;
    size_t n;
};

/* The next line that is not empty; false at the end. */
bool line_next(struct log_reader *r, struct line *line);

void line_skip_blanks(struct line *line);

/* Takes the next word off a line; an empty one at its end. */
struct line line_word(struct line *line);

/* A word that is a whole number, alone. */
bool line_number(const struct line *word, uint32_t *value);

/* Takes a whole number of up to 64 bits off a line. False if the next word is none. */
bool line_number64(struct line *line, uint64_t *value);

/* Takes a word of 2 n hexadecimal digits off a line. False if the next word is none. */
bool line_hex(struct line *line, uint8_t *bytes, size_t n);

/* Where in its line something is. */
struct log_place line_place(const struct log_reader *r, const struct line *line,
                            const char *at);

/* Complains about a place, in one sentence with its values; returns false. */
bool line_wrong(struct complaint *why, struct log_place place, const char *sentence,
                const struct said *values, uint32_t count);
#define LINE_WRONG(why, place, sentence, ...)                                                  \
    line_wrong(why, place, sentence, (const struct said[]){__VA_ARGS__},                       \
               sizeof((const struct said[]){__VA_ARGS__}) / sizeof(struct said))

/* The same for a sentence without values. */
bool line_refuse(struct complaint *why, struct log_place place, const char *sentence);

/* Is nothing left of the line? Is it short enough? Both complain if not. */
bool line_ends(const struct log_reader *r, const struct line *line, struct complaint *why);
bool line_too_long(const struct log_reader *r, const struct line *line, struct complaint *why);

/* A number that ends its line. */
bool line_last_number(const struct log_reader *r, struct line *line, const char *example,
                      uint32_t *value, struct complaint *why);

/* Does a word begin a line of the header? */
bool log_is_header_word(const struct line *word);

#endif
