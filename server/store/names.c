/*
 * Folds the names in a database that was written when names were compared in another way. Two names
 * may now be the same. Then the person with a passphrase keeps the name, or else the older account;
 * the other person gets a number after it.
 */
#include "names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME_CUT = 30,  /* bytes of a name that stay when a number is put after it */
    NUMBER_MAX = 12 /* bytes of that number, with its blank */
};

bool store_names_add(struct store_names *all, const struct store_named *one)
{
    char key[STORE_KEY_MAX + 1];
    struct store_named *more;

    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 256;

        more = realloc(all->name, room * sizeof *more);
        if (!more)
            return false;
        all->name = more;
        all->room = room;
    }
    /* A name that can't be folded stays as it was compared before. */
    if (!store_fold(one->name, key) || !key[0])
        snprintf(key, sizeof key, "%s", one->key);
    more = &all->name[all->count++];
    *more = *one;
    more->id = strdup(one->id);
    more->name = strdup(one->name);
    more->key = strdup(key);
    return more->id && more->name && more->key;
}

void store_names_free(struct store_names *all)
{
    for (size_t i = 0; i < all->count; i++) {
        free(all->name[i].id);
        free(all->name[i].name);
        free(all->name[i].key);
        free(all->name[i].before);
    }
    free(all->name);
    *all = (struct store_names){0};
}

/* By key; among equals the one who keeps the name comes first: with a passphrase, then older. */
static int compare(const void *one, const void *other)
{
    const struct store_named *a = one, *b = other;
    int order = strcmp(a->key, b->key);

    if (order)
        return order;
    if (a->secured != b->secured)
        return a->secured ? -1 : 1;
    if (a->created != b->created)
        return a->created < b->created ? -1 : 1;
    return strcmp(a->id, b->id);
}

static int compare_key(const void *key, const void *one)
{
    return strcmp(key, ((const struct store_named *)one)->key);
}

/* Does somebody have this key, in the sorted list or among those who were renamed? */
static bool has(const struct store_names *all, const char *key)
{
    if (bsearch(key, all->name, all->count, sizeof *all->name, compare_key))
        return true;
    for (size_t i = 0; i < all->count; i++)
        if (all->name[i].fresh && strcmp(all->name[i].fresh, key) == 0)
            return true;
    return false;
}

/* Finds a name with a number after it that nobody has. Its key waits in `fresh`, because the
 * list must stay sorted. */
static bool rename_one(struct store_names *all, struct store_named *one)
{
    size_t n = strlen(one->name);
    char text[STORE_NAME_MAX + NUMBER_MAX], key[STORE_KEY_MAX + 1];

    if (n > NAME_CUT)
        for (n = NAME_CUT; n && (one->name[n] & 0xC0) == 0x80;)
            n--;
    for (unsigned number = 2;; number++) {
        snprintf(text, sizeof text, "%.*s %u", (int)n, one->name, number);
        if (store_fold(text, key) && !has(all, key))
            break;
    }
    one->before = one->name;
    one->name = strdup(text);
    one->fresh = strdup(key);
    return one->name && one->fresh;
}

bool store_names_settle(struct store_names *all)
{
    bool good = true;

    if (all->count)
        qsort(all->name, all->count, sizeof *all->name, compare);
    for (size_t i = 1; good && i < all->count; i++)
        if (strcmp(all->name[i].key, all->name[i - 1].key) == 0)
            good = rename_one(all, &all->name[i]);
    for (size_t i = 0; i < all->count; i++)
        if (all->name[i].fresh) {
            free(all->name[i].key);
            all->name[i].key = all->name[i].fresh;
            all->name[i].fresh = NULL;
        }
    return good;
}

void store_names_tell(const struct store_names *all, const struct store_options *options)
{
    char line[3 * STORE_NAME_MAX];

    for (size_t i = 0; options->upgraded && i < all->count; i++) {
        const struct store_named *one = &all->name[i];

        if (!one->before)
            continue;
        snprintf(line, sizeof line, "person %s is \"%s\" now: \"%s\" is the name of another",
                 one->id, one->name, one->before);
        options->upgraded(options->context, line);
    }
}

void store_upgraded(const struct store_options *options, uint32_t from, uint32_t to)
{
    char line[80];

    if (!options->upgraded || from == 0 || from == to)
        return;
    snprintf(line, sizeof line, "The database is of version %u now and was of version %u.",
             (unsigned)to, (unsigned)from);
    options->upgraded(options->context, line);
}
