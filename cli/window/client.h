/*
 * `anden play` on a full screen: people and bots at one table, one screen. Private to cli/.
 */
#ifndef ANDEN_WINDOW_CLIENT_H
#define ANDEN_WINDOW_CLIENT_H

#include "../play.h"
#include "colours.h"

struct client_wish {
    enum depth depth;
    const struct theme *theme;
    int64_t pace; /* milliseconds for which a bot's move is shown */
};

/* Options of the command line, each may be null: --pace, --theme; and whether --plain was
 * given. client_options() checks them and returns an exit code; client_wish() takes the rest
 * from the environment. */
struct client_options {
    const char *pace, *theme;
    bool plain;
};
int client_check(const struct command *c, const struct client_options *o);
struct client_wish client_wish(const struct client_options *o);

/* Do the options and the environment allow a full screen? */
bool client_wanted(const struct client_options *o);

/* Can this terminal and the board's family use a full screen? */
bool client_can(const struct board *board);

/* Plays the game until it is over or somebody leaves. The terminal is given back at the end.
 * `trouble`: "", or a sentence about what went wrong with a bot. */
enum answer client_play(struct play *play, const struct client_wish *w,
                        char trouble[PLAY_TROUBLE]);

#endif
