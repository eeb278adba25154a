/*
 * Going through all tables where a person sits, one after the other, the last changed first: each
 * is loaded and looked at.
 */
#ifndef ANDEN_SERVER_WALK_H
#define ANDEN_SERVER_WALK_H

#include "../hall.h"

struct walk {
    struct server *server;
    char person[PERSON_TEXT];
    bool open; /* only those whose game is not over */
    /* A table that is loaded. Afterwards, now or later, call walk_on(). */
    void (*at)(struct walk *w, struct room *room);
    /* After the last one; or a refusal: some could not be read. */
    void (*done)(struct walk *w, const struct refusal *why);
    /* Private. */
    char ids[STORE_LIST_MAX][TABLE_ID];
    uint32_t count, next;
    int64_t before;
};

void walk_begin(struct walk *w);
/* It ends early when the server stops. */
void walk_on(struct walk *w);

/* Ends it, before the last table, with a refusal. */
void walk_end(struct walk *w, const struct refusal *why);

/* The person's number. */
uint64_t walk_number(const struct walk *w);

#endif
