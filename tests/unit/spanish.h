/*
 * A complaint says the same in Spanish as in English: the sentence and its words are in the
 * catalogue, the values are the same, nothing English is left.
 */
#ifndef ANDEN_TESTS_SPANISH_H
#define ANDEN_TESTS_SPANISH_H

#include "../../engine/words.h"

#include <stdio.h>
#include <string.h>

/* What is wrong with the Spanish of a complaint; null if nothing is. */
static inline const char *spanish_fault(const struct complaint *why)
{
    static const char *const english[] = {"the ",  "The ",   "There ", "This ",  " is ",
                                          " must", " of ",   " and ",  " with",  "not ",
                                          " or ",  " here ", " has ",  " needs "};
    char words[512], place[4];
    struct text t = text_in(words, sizeof words);

    if (!why->sentence)
        return "it was written word by word";
    if (words_in(SPANISH, why->sentence) == why->sentence)
        return "the sentence is not in the catalogue";
    complaint_put(&t, SPANISH, why);
    if (t.cut || strcmp(words, why->message) == 0)
        return "it is cut, or English";
    for (size_t i = 0; i < sizeof english / sizeof *english; i++)
        if (strstr(words, english[i]))
            return "there is English in it";
    for (uint32_t i = 0; i < SAID_MAX; i++) {
        const struct said *v = &why->value[i];
        char value[256];

        snprintf(place, sizeof place, "{%u", (unsigned)i);
        if (!strstr(why->sentence, place))
            continue;
        if (v->kind == SAID_WORD && words_in(SPANISH, v->text) == v->text)
            return "a word is not in the catalogue";
        if (v->kind == SAID_NUMBER || v->kind == SAID_COUNT)
            snprintf(value, sizeof value, "%d", (int)v->number);
        else if (v->kind == SAID_KEPT || v->kind == SAID_TEXT)
            snprintf(value, sizeof value, "%s",
                     v->kind == SAID_KEPT ? why->kept + v->number : v->text);
        else
            continue;
        if (!strstr(words, value) || !strstr(why->message, value))
            return "a value is missing";
    }
    return NULL;
}

#endif
