/*
 * A log on a full screen: forwards and backwards, or while its game goes on. Private to cli/.
 */
#ifndef ANDEN_WINDOW_REPLAY_H
#define ANDEN_WINDOW_REPLAY_H

#include "../logged.h"
#include "client.h"

struct replay_wish {
    struct client_wish screen;
    uint32_t viewer;  /* a seat, SPECTATOR or EVERYTHING */
    bool from_begin;  /* begin with the first choice, not with the last one */
    const char *path; /* follow this log as it grows; null: it is complete */
    const char *board;
};

/* Shows a log that was read until somebody leaves. */
void replay_show(struct logged *g, const struct replay_wish *w);

#endif
