/*
 * The catalogue of sentences, made of the files in i18n/ by i18n/catalogue.py. Private to words.c.
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

#endif
