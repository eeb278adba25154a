/*
 * Reading an event from text word by word: what the families' parsers share. Private to the engine.
 */
#ifndef ANDEN_PHRASE_H
#define ANDEN_PHRASE_H

#include "event.h"
#include "text.h"

struct phrase {
    const char *text;
    size_t n, at; /* the next word begins at `at` */
    struct complaint *why;
};

void phrase_skip_blanks(struct phrase *p);

/* Reads a word if it is the one given, with a blank or the end after it. */
bool phrase_word(struct phrase *p, const char *word);

/* Reads digits; what follows them is not looked at. */
bool phrase_number(struct phrase *p, uint32_t *value);

/* Complains about what stands at the place; the caller writes the words. */
struct text phrase_wrong(struct phrase *p, const char *rule);

/* Complains in fixed words; returns 0, which is no event. */
event_t phrase_refuse(struct phrase *p, const char *rule, const char *words);

#endif
