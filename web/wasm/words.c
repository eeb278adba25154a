/*
 * The words of the language that the page speaks. The page gives them to each instance of the
 * module, so that nobody loads the words of a language that they do not read; the module itself
 * has only the English ones.
 */
#include "../../engine/catalogue.h"
#include "wasm.h"

enum { WORDS_MAX = 1 << 12 };

static char text[WASM_IN];
static struct catalogue_entry entry[WORDS_MAX];
static struct catalogue learnt;

EXPORT(learn) uint32_t learn(uint32_t n);

const struct catalogue *catalogue_of(enum language l)
{
    static const struct catalogue none;

    return l == ENGLISH ? &none : &learnt;
}

/* The text at *at, which ends with a zero; *at moves behind it. Null if none ends in n bytes. */
static const char *next_text(uint32_t *at, uint32_t n)
{
    const char *from = text + *at;

    while (*at < n && text[*at])
        ++*at;
    if (*at == n)
        return 0;
    ++*at;
    return from;
}

/* Takes the words from the input: an English sentence, its translation, the next English
 * sentence, and so on, each with a final zero; the English ones in the order of their bytes.
 * Returns how many there are. If a translation is missing or there are too many, returns 0, and
 * the module speaks English. */
uint32_t learn(uint32_t n)
{
    uint32_t count = 0, at = 0;

    learnt = (struct catalogue){0, entry};
    if (n > sizeof text)
        return 0;
    __builtin_memcpy(text, wasm_in, n);
    while (at < n) {
        const char *key = next_text(&at, n), *words = next_text(&at, n);

        if (!words || count == WORDS_MAX)
            return 0;
        entry[count++] = (struct catalogue_entry){key, words};
    }
    return learnt.count = count;
}
