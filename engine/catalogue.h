/*
 * Catalogues of sentences, made from the files in i18n/ by i18n/catalogue.py. The terminal has
 * another one for its own words (cli/language.c).
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

/* Where words.c looks. Programs have all languages compiled in (catalogue.c); the page's module has
 * the one that the page gives it (web/wasm/words.c). */
const struct catalogue *catalogue_of(enum language l);

/* The translation of a key in a catalogue, or null. */
const char *catalogue_find(const struct catalogue *c, const char *key);

#endif
