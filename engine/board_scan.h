/*
 * Reading a board file word by word: lines, words, numbers, names, and complaints about them.
 * Private to the board parser.
 *
 * Every function that returns bool returns false when something is wrong, after writing the
 * complaint; callers pass the false on and do nothing else. `what` is the subject of a complaint:
 * "The length of a route must be a number from 1 to 9, not \"x\"."
 */
#ifndef ANDEN_BOARD_SCAN_H
#define ANDEN_BOARD_SCAN_H

#include "board.h"
#include "scan.h"

/* Reads the lines that are left, calling `statement` with the first word of each. */
bool read_lines(struct reader *r, bool (*statement)(void *context, const struct word *w),
                void *context);

/* Goes to the next line; false with *end set at the end of the text. */
bool read_line(struct reader *r, bool *end);

/* The next word; w->n = 0 and w->at null if the line has no more. */
bool read_word(struct reader *r, struct word *w);

/* Is there another word on the line? */
bool read_more(const struct reader *r);

/* The next word must be there. */
bool read_some(struct reader *r, const char *what, struct word *w);

/* No more words. */
bool read_end(struct reader *r);

/* A whole number. */
bool read_number(struct reader *r, const char *what, uint32_t min, uint32_t max, uint32_t *out);
bool read_byte(struct reader *r, const char *what, uint32_t min, uint32_t max, uint8_t *out);

/* A number with up to `decimals` digits after the point, times 10 to that power. */
bool read_decimal(struct reader *r, const char *what, int32_t min, int32_t max,
                  uint32_t decimals, int16_t *out);

/* Is all of a word visible, without towers of accents? */
bool read_seen(struct reader *r, const struct word *w, const char *what);

/* Does it have at most so many bytes? */
bool read_short(struct reader *r, const struct word *w, const char *what, uint32_t most);

/* A name that people can type: no control characters, '#', '+' or quotes, at most NAME_SIZE - 1
 * bytes, all of it visible, beginning with a letter or digit and with no blank at either end. */
bool read_name(struct reader *r, const char *what, char out[NAME_SIZE]);

/* Checks a name already read. */
bool read_name_of(struct reader *r, const struct word *w, const char *what,
                  char out[NAME_SIZE]);

/* One of some words, by its index; the list ends with null. */
bool read_choice(struct reader *r, const char *what, const char *const *list, uint32_t *out);

/* Does a whole word spell a name, as in text_spells()? */
bool word_spells(const struct word *w, const char *name);

/* More places: the end of what has been read, the word after a byte. */
struct text_spot spot_end(const struct reader *r);
struct text_spot spot_next(const struct reader *r, size_t byte);

/* Complaints about the whole line. */
static inline bool refuse_line(struct reader *r, const char *sentence)
{
    return read_refuse(r, spot_line(r->number), sentence);
}
#define WRONG_LINE(r, sentence, ...)                                                           \
    READ_WRONG(r, spot_line((r)->number), sentence, __VA_ARGS__)

/* Values that a complaint keeps: a word of the file, or a name of the board being read. */
static inline struct said say_written(const struct word *w)
{
    return say_quote(w->at, w->n);
}
static inline struct said say_name(const char *s)
{
    return say_quote(s, text_length(s));
}

/* A word that is not one of the names offered, and the nearest of them. */
struct suggestion {
    const struct word *word;
    const char *best;
    uint32_t distance;
};
void suggest(struct suggestion *s, const char *name);

/* Complains about the word. {0} is the word, {1} the name that was probably meant. The sentence
 * `near` suggests it; the sentence `far` is for a word that is like none of the names. */
bool read_strange(struct reader *r, const struct suggestion *s, const char *far,
                  const char *near);

#endif
