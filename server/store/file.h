/*
 * Is the database still the file of its name? A file that is deleted or replaced under a running
 * program stays open and accepts writes, but all of them are lost when the program ends. So a
 * writer checks this before it acknowledges anything.
 */
#ifndef ANDEN_SERVER_STORE_FILE_H
#define ANDEN_SERVER_STORE_FILE_H

#include "private.h"

#include <sys/types.h>

struct store_file_id {
    bool known;
    dev_t device;
    ino_t number;
};

/* The database and its write-ahead log. */
struct store_file {
    char *path, *log_path;
    struct store_file_id database, log;
};

/* Begins to watch the file, which exists. False without memory. */
bool store_file_watch(struct store_file *f, const char *path);
void store_file_forget(struct store_file *f);

/* False with the reason if one of the files is gone or was replaced. The log is known from the
 * first call that finds one. */
bool store_file_is_there(struct store_file *f, struct store_failure *failure);

#endif
