/*
 * Is the database still the file of its name? See file.h.
 */
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_same(const char *path, struct store_file_id *id)
{
    struct stat about;

    if (stat(path, &about) != 0)
        return !id->known;
    if (!id->known)
        *id = (struct store_file_id){true, about.st_dev, about.st_ino};
    return id->device == about.st_dev && id->number == about.st_ino;
}

bool store_file_watch(struct store_file *f, const char *path)
{
    size_t size = strlen(path) + sizeof "-wal";

    *f = (struct store_file){.path = strdup(path), .log_path = malloc(size)};
    if (!f->path || !f->log_path) {
        store_file_forget(f);
        return false;
    }
    snprintf(f->log_path, size, "%s-wal", path);
    is_same(path, &f->database);
    return true;
}

void store_file_forget(struct store_file *f)
{
    free(f->path);
    free(f->log_path);
    *f = (struct store_file){0};
}

bool store_file_is_there(struct store_file *f, struct store_failure *failure)
{
    const char *gone = !is_same(f->path, &f->database)  ? f->path
                       : !is_same(f->log_path, &f->log) ? f->log_path
                                                        : NULL;

    if (gone)
        store_fail(
            failure,
            "%s was removed or replaced while the server was running, so nothing more is "
            "kept: put the file back, or stop the server and restore a backup.",
            gone);
    return !gone;
}
