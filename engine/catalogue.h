/*
 * Catalogues of sentences, made of the files in i18n/ by i18n/catalogue.py. That of the engine is
 * private to words.c; a way in may have another one for its own words.
 */
#ifndef ANDEN_CATALOGUE_H
#define ANDEN_CATALOGUE_H

#include "words.h"

struct catalogue {
    uint32_t count;
    const struct catalogue_entry {
        const char *key, *words;
    } * entry; /* by key, in the order of bytes */
};

extern const struct catalogue catalogues[LANGUAGES];

/* What a catalogue has for a key, or null. */
const char *catalogue_find(const struct catalogue *c, const char *key);

#endif
