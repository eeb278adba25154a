/*
 * Reading `--name value`.
 */
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_one(const char *name, const char *value, const struct argument *a)
{
    if (!value || strcmp(name, a->name) != 0)
        return false;
    if (a->word) {
        *a->word = value;
        return true;
    }
    char *end;
    *a->number = strtoul(value, &end, 10);
    return *value && !*end;
}

bool read_arguments(int count, char **words, const struct argument *list)
{
    for (int i = 1; i < count; i += 2) {
        bool known = false;

        for (const struct argument *a = list; a->name; a++)
            if (read_one(words[i], words[i + 1], a))
                known = true;
        if (known)
            continue;
        fprintf(stderr, "usage: %s", words[0]);
        for (const struct argument *a = list; a->name; a++)
            fprintf(stderr, " [%s %s]", a->name, a->word ? "WORD" : "NUMBER");
        fprintf(stderr, "\n");
        return false;
    }
    return true;
}

unsigned long scaled(unsigned long n)
{
    const char *scale = getenv("ANDEN_TEST_SCALE");
    unsigned long percent = scale ? strtoul(scale, NULL, 10) : 100;

    return percent > 0 && percent < 100 ? n * percent / 100 : n;
}
