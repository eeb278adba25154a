/*
 * The game that is being replayed: read once from a log, then asked for any of its positions.
 * Events that were undone at the table are left out, so that only those remain that led to the
 * end.
 */
#ifndef ANDEN_REPLAY_H
#define ANDEN_REPLAY_H

#include "../../protocol/view_json.h"
#include "../../table/log.h"

enum {
    REPLAY_EVENTS = 1 << 16, /* far more than any real game has */
};

struct replay {
    struct match match;
    struct log_header header;
    char name[SEATS_MAX][NAME_SIZE]; /* of the seats, as they are shown */
    uint32_t nameless;               /* the seat (bit) that is called "You", if any */
    event_t line[REPLAY_EVENTS];
    uint32_t events; /* how many; 0 and no match: nothing has been opened */
    uint32_t undone;
};

extern struct replay replay;

/* The state after the first n events. */
void replay_state(uint32_t n, struct state *s);

/* A state as a viewer sees it; the view is written to v. */
struct position replay_seen(const struct state *s, uint32_t n, uint32_t viewer, struct view *v);

#endif
