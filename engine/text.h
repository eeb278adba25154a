/*
 * Writing text into a caller's buffer, reading words and city names, and complaints about bad
 * input. Freestanding: the engine's substitute for stdio and string.h.
 */
#ifndef ANDEN_TEXT_H
#define ANDEN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A part of a text that names something: a card, a place, a seat (words.h). */
struct mark {
    uint16_t from, to; /* bytes of the text */
    uint8_t kind;      /* enum mark_kind */
    uint16_t of;       /* which one */
};

/* The marks of a text, in order; if there is no room, marks are left out. */
struct marks {
    struct mark *at;
    uint32_t room, count;
};

/* A buffer being written. It always ends in a zero byte. Text that doesn't fit is cut off, which is
 * noted, and people see it: it ends in "…". */
struct text {
    char *at;
    size_t size; /* of the buffer, at least 1 */
    size_t length;
    bool cut;
    struct marks *marks; /* where words_put() notes what the words name, or null */
};

struct text text_in(char *buffer, size_t size);
void text_char(struct text *t, char c);
void text_put(struct text *t, const char *s);
void text_some(struct text *t, const char *s, size_t n);
void text_number(struct text *t, int64_t n);
void text_unsigned(struct text *t, uint64_t n);

/* The plural of an English word: trains, buses. */
void text_plural(struct text *t, const char *word);

/* "1 card", "3 cards": the number and the word, in the plural unless it is one. */
void text_count(struct text *t, uint32_t n, const char *word);

/* A value that fills a place of a sentence: see words.h. */
struct said {
    uint8_t kind; /* enum said_kind */
    uint8_t mark; /* enum mark_kind: what it names, and which one */
    uint16_t of;
    int32_t number;
    union {
        const char *text;
        const struct saying *saying;
    };
};

enum { SAID_MAX = 4 };

/* Why something is refused, for programs: a word that stays the same whatever the sentence says
 * (doc/protocol.md lists them), and the id of the rule, "E9", or "" if no rule of the game is
 * concerned. */
struct ground {
    const char *code;
    const char *rule;
};

#define GROUND(code, rule) ((struct ground){code, rule})

/* Marks a code that is kept in a table or passed on, so that the list of codes can be checked. */
#define CODE(code) code

/* A place in a text, both from 1. */
struct text_spot {
    uint32_t line, column;
};

/* What is wrong with some input, where, and which rule says so. The message is English; with
 * sentence and values the same can be said in other languages: complaint_put(). */
struct complaint {
    uint32_t line;    /* from 1; 0 = the input has no lines */
    uint32_t column;  /* from 1, in characters; 0 = the whole */
    const char *code; /* as in struct ground */
    const char *rule;
    char message[240];
    const char *sentence; /* or null */
    struct said value[SAID_MAX];
    char kept[256]; /* texts of values that are pieces of the input */
};

/* Starts a complaint that is written word by word; returns a writer for its message. */
struct text complain(struct complaint *c, struct ground ground);

/* Strings: the few functions of string.h that the engine needs. */
size_t text_length(const char *s);
bool text_equal(const char *a, const char *b);
bool text_is(const char *s, size_t n, const char *word);

/*
 * Compares as a person would: without capitals, accents and other marks ("Munchen" is
 * "München", "strasse" is "straße"; - – — are all hyphens, several blanks are one blank).
 * Returns how many bytes of s (of n bytes) spell the whole of name, 0 if it does not begin with
 * name.
 */
size_t text_spells(const char *s, size_t n, const char *name);

/* The plain ASCII form of a name: "Kobenhavn" for "København". */
void text_plain(struct text *t, const char *name);

/* Reads one UTF-8 character; returns its bytes, 0 if they are not valid UTF-8. n is at least 1. */
size_t text_decode(const char *s, size_t n, uint32_t *code);

/* How many characters n bytes hold; a byte that is not part of a character counts as one. */
uint32_t text_characters(const char *s, size_t n);

/* How many letters must be inserted, left out, changed or swapped to turn one into the
 * other, spelt as in text_spells(); only the first 40 letters count. For "did you mean
 * ...?". */
uint32_t text_distance(const char *s, size_t n, const char *name);

/* How many bytes at the beginning of s are blanks (spaces and tabs), or a word, which ends
 * before a blank. All readers of words use these. */
static inline bool text_is_blank(char c)
{
    return c == ' ' || c == '\t';
}
size_t text_blanks(const char *s, size_t n);
size_t text_word(const char *s, size_t n);

/* Reads a number of up to 9 digits at s; returns the digits read, 0 if none (or too many). */
size_t text_digits(const char *s, size_t n, uint32_t *value);

/* Reads n digits; false if there are none, other characters, or more than 64 bits hold. */
bool text_digits64(const char *s, size_t n, uint64_t *value);

#endif
