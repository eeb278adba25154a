/*
 * All names of a database, to be folded again: see names.c. A back end reads them, has them
 * settled, and writes them.
 */
#ifndef ANDEN_SERVER_STORE_NAMES_H
#define ANDEN_SERVER_STORE_NAMES_H

#include "private.h"

struct store_named {
    char *id, *name, *key; /* as stored; once it was added, the key is the folded one */
    bool secured;
    int64_t created;
    char *before; /* the name until now, if it had to change */
    char *fresh;  /* private */
};

struct store_names {
    struct store_named *name;
    size_t count, room;
};

/* The statements: read all names; give everybody a key that conflicts with no other; write one
 * key. */
#define STORE_NAMES_READ                                                                       \
    "SELECT id, name, name_key, CASE passphrase WHEN '' THEN 0 ELSE 1 END, created FROM "      \
    "people"
#define STORE_NAMES_CLEAR "UPDATE people SET name_key = ' ' || id"
#define STORE_NAME_WRITE "UPDATE people SET name = $1, name_key = $2 WHERE id = $3"

/* Copies one and folds it. False without memory. */
bool store_names_add(struct store_names *all, const struct store_named *one);

/* Makes all keys different. False without memory. */
bool store_names_settle(struct store_names *all);

/* Tells the log what was changed: who was renamed, and which version the database has now
 * (unless it is new). */
void store_names_tell(const struct store_names *all, const struct store_options *options);

void store_upgraded(const struct store_options *options, uint32_t from, uint32_t to);

void store_names_free(struct store_names *all);

#endif
