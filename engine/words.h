/*
 * Sentences for people, in their language. The English sentences are in the code and are the
 * keys of the catalogue (i18n/); a sentence has places to fill:
 *
 *     {0}               the value number 0
 *     {0|card|cards}    one of two words, by the number that value 0 is or begins with
 *
 * A key may begin with contexts, each followed by the byte 4, which are not shown: "card\4red"
 * is the colour of a card, for languages where that is another word than the colour of a route;
 * "card\4train\4red" is the colour of a train card. If the catalogue has no such key, contexts
 * are left out, the last one first, until a key is found.
 */
#ifndef ANDEN_WORDS_H
#define ANDEN_WORDS_H

#include "text.h"

enum language { ENGLISH, SPANISH, LANGUAGES };

/* The codes "en", "es". language_of() gives ENGLISH for unknown codes; only the first two
 * letters matter ("es_ES.UTF-8"). */
extern const char *const language_code[LANGUAGES];
enum language language_of(const char *code);

/* What kind of value fills a place (struct said, text.h). Words are looked up in the catalogue. */
enum said_kind {
    SAID_NUMBER,
    SAID_TEXT,   /* as it is: names of cities and people */
    SAID_WORD,   /* a word of the game: "red", "locomotive" */
    SAID_COUNT,  /* a number and what is counted, given in the singular: "2 locomotives" */
    SAID_CARD,   /* one card by its colour, or `number` cards without the number: "red" */
    SAID_CARDS,  /* a number and a colour of cards: "2 red" */
    SAID_QUOTE,  /* `number` bytes that somebody wrote, shortened if too long */
    SAID_PIECE,  /* `number` bytes, as they are */
    SAID_KEPT,   /* in a complaint: a text that it has kept, from the byte `number` on */
    SAID_SAYING, /* a piece of a sentence, with values of its own */
};

/* What a value can name, and which one, so that a front end can show a sign or a link there. In
 * a text with marks, a number stays on one line with its card. */
enum mark_kind {
    MARK_NONE,
    MARK_SEAT,   /* from 0 */
    MARK_CARD,   /* its colour, or WILD */
    MARK_CITY,   /* its number on the board */
    MARK_ROUTE,  /* its number on the board */
    MARK_SQUARE, /* its number on the board */
};

/* A sentence, or a part of one, and the values for its places. */
struct saying {
    const char *sentence;
    struct said value[SAID_MAX];
};

static inline struct said say_number(int32_t n)
{
    return (struct said){.kind = SAID_NUMBER, .number = n};
}

static inline struct said say_text(const char *s)
{
    return (struct said){.kind = SAID_TEXT, .text = s};
}

static inline struct said say_word(const char *s)
{
    return (struct said){.kind = SAID_WORD, .text = s};
}

static inline struct said say_count(uint32_t n, const char *word)
{
    return (struct said){.kind = SAID_COUNT, .number = (int32_t)n, .text = word};
}

static inline struct said say_card(const char *colour)
{
    return (struct said){.kind = SAID_CARD, .number = 1, .text = colour};
}

static inline struct said say_cards(uint32_t n, const char *colour)
{
    return (struct said){.kind = SAID_CARDS, .number = (int32_t)n, .text = colour};
}

static inline struct said say_quote(const char *s, size_t n)
{
    return (struct said){.kind = SAID_QUOTE, .number = (int32_t)n, .text = s};
}

static inline struct said say_piece(const struct text *t)
{
    return (struct said){.kind = SAID_PIECE, .number = (int32_t)t->length, .text = t->at};
}

/* Sayings can be nested. */
static inline struct said say_saying(const struct saying *s)
{
    return (struct said){.kind = SAID_SAYING, .saying = s};
}

/* A value that names something. */
static inline struct said say_mark(struct said v, enum mark_kind mark, uint32_t of)
{
    v.mark = (uint8_t)mark;
    v.of = (uint16_t)of;
    return v;
}

/* Values one after the other. */
#define SAID(...) ((const struct said[]){__VA_ARGS__})

/* Marks a sentence that is kept in a table, so that the lints find it for the catalogue. */
#define SAYS(sentence) sentence

/* The translation of a key, or the key without its contexts. */
const char *words_in(enum language l, const char *key);

/* Writes a sentence with its places filled; values may be null if it has none. */
void words_put(struct text *t, enum language l, const char *sentence,
               const struct said *values);

/* The sentence of a complaint in a language. Complaints that were written word by word have only
 * their English message. */
void complaint_put(struct text *t, enum language l, const struct complaint *c);

/* A complaint of one sentence. Up to SAID_MAX values are kept with it; their texts must last
 * as long as the complaint, except quotes and pieces, of which it keeps a copy. */
void complain_say(struct complaint *c, struct ground ground, const char *sentence,
                  const struct said *values, uint32_t count);

/* complain_say() with the values written one after the other. */
#define COMPLAIN(c, ground, sentence, ...)                                                     \
    complain_say(c, ground, sentence, (const struct said[]){__VA_ARGS__},                      \
                 sizeof((const struct said[]){__VA_ARGS__}) / sizeof(struct said))

#endif
