/*
 * Files of a folder over HTTP: read once at the start, so a request touches no disk and no path
 * can leave the folder. ETag, 304, long caching of names with a hash; compressed where FILE.br
 * or FILE.gz lies beside FILE and the client accepts it.
 */
#ifndef ANDEN_STATIC_H
#define ANDEN_STATIC_H

#include <stddef.h>
#include <stdint.h>

struct http;
struct static_files;

/*
 * Reads the folder and serves it under the prefix ("/"): "/" and folders as their index.html.
 * Hidden files are left out; more than 64 MiB or 4096 files are refused. Null if that fails, with a
 * sentence in why. Routes with a longer prefix go first, so /api/ is not hidden by it.
 */
struct static_files *static_start(struct http *h, const char *prefix, const char *folder,
                                  char *why, size_t cap);

/* After http_stop() is done. */
void static_free(struct static_files *s);

uint32_t static_count(const struct static_files *s);

#endif
