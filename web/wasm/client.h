/*
 * A game as one viewer sees it, held in the page: the match of a plan, and the view to which the
 * entries have led that the viewer may see. Here the engine answers the page's questions about
 * it, from the view alone. web/core/client.ts is the other side.
 */
#ifndef ANDEN_CLIENT_H
#define ANDEN_CLIENT_H

#include "../../protocol/plan.h"
#include "../../protocol/witness.h"
#include "wasm.h"

struct client {
    struct match match;
    struct board own;
    struct witness witness;
    struct view view; /* in which the viewer acts if it is its turn */
    char name[SEATS_MAX][NAME_SIZE];
    uint32_t nameless; /* people (seats, bits) who have given no name */
};

extern struct client client;

/* The position, for JSON and words. */
struct position client_now(void);

/* Answers: a reason, {"message", "rule"}; and null, if there is no reason or nothing to say. */
uint32_t client_reason(const struct complaint *why);
uint32_t client_nothing(void);

#endif
