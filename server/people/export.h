/*
 * Everything that is kept about a person, as one JSON text.
 */
#ifndef ANDEN_SERVER_EXPORT_H
#define ANDEN_SERVER_EXPORT_H

#include "../server.h"

/* The receiver: gets the text, which is valid during the call; or null and a refusal. */
struct export_done {
    void (*call)(void *context, const char *text, size_t n, const struct refusal *why);
    void *context;
};

void export_person(struct server *s, const struct store_person *who, struct export_done done);

#endif
