/*
 * Files of a folder over HTTP: read once at the start, so a request touches no disk and no path
 * can lead out of the folder. ETag, 304, long caching of names with a hash, gzip where
 * FILE.gz lies beside FILE.
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
 * `fallback`, if not null ("index.html"), answers paths without a dot that are no file: the
 * page decides what they mean.
 */
struct static_files *static_start(struct http *h, const char *prefix, const char *folder,
                                  const char *fallback, char *why, size_t cap);

/* After http_stop() is done. */
void static_free(struct static_files *s);

uint32_t static_count(const struct static_files *s);

#endif
