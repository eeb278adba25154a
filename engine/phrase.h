/*
 * Reading an event from text word by word: shared by the families' parsers. Private to the
 * engine.
 */
#ifndef ANDEN_PHRASE_H
#define ANDEN_PHRASE_H

#include "event.h"
#include "words.h"

struct phrase {
    const char *text;
    size_t n, at; /* the next word begins at `at` */
    struct complaint *why;
};

void phrase_skip_blanks(struct phrase *p);

/* Reads a word if it is the one given, with a blank or the end after it. */
bool phrase_word(struct phrase *p, const char *word);

/* Reads digits, without looking at what follows. */
bool phrase_number(struct phrase *p, uint32_t *value);

/* Complains about the text at the current place, in one sentence with its values; returns 0,
 * which is not an event. */
event_t phrase_wrong(struct phrase *p, const char *rule, const char *sentence,
                     const struct said *values, uint32_t count);

/* The same for a sentence without values. */
event_t phrase_refuse(struct phrase *p, const char *rule, const char *sentence);

/* phrase_wrong() with the values written one after the other. */
#define PHRASE_WRONG(p, rule, sentence, ...)                                                   \
    phrase_wrong(p, rule, sentence, (const struct said[]){__VA_ARGS__},                        \
                 sizeof((const struct said[]){__VA_ARGS__}) / sizeof(struct said))

#endif
