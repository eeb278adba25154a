/*
 * A game as front ends see it, wherever it is played: at a table of this program (local.h) or at a
 * server (online/). A front end shows positions and asks people; it gets only what a viewer may
 * know. Private to cli/.
 *
 *     while ((turn = game_turn(g, &seat)) != GAME_OVER)
 *         if (turn == GAME_BOT)
 *             good = g->kind->think(g, seat, &trouble);
 *         else if (turn == GAME_PERSON)
 *             ... show game_position(g, seat, &view), let the person choose:
 *             answer = game_choose(g, seat, event, &why);
 *         else
 *             ... wait until game_listen(g) says that there is something new
 */
#ifndef ANDEN_CLI_GAME_H
#define ANDEN_CLI_GAME_H

#include "../protocol/story.h"
#include "../table/table.h"
#include "cli.h"

#include <stdatomic.h>

struct game {
    const struct game_kind *kind;
    const struct match *match;
    const struct board_art *art;
    const char *name[SEATS_MAX];
    atomic_bool leaves; /* somebody wants to leave: a bot that thinks need not answer */
};

/* Whose turn it is: a person at this screen, a bot of this program (perhaps one that plays for
 * a person), or somebody elsewhere; or the game is over, or we have left it. With GAME_AWAY the
 * seat is the person who watches here, or SPECTATOR. */
enum game_turn { GAME_OVER, GAME_BOT, GAME_PERSON, GAME_AWAY, GAME_LEFT };

enum { GAME_LINE = STORY_TEXT + 16 }; /* bytes of a line of the story as plain text */

typedef void game_say(void *context, const struct story *line);

/* The operations of a game, for each kind of place where it is played. A null one is not
 * possible there. */
struct game_kind {
    enum game_turn (*turn)(const struct game *g, uint32_t *seat);

    /* Lets the bot of a seat choose. False if something went wrong: then *trouble is a sentence
     * about it, or empty if somebody wants to leave. */
    bool (*think)(struct game *g, uint32_t seat, struct text *trouble);

    /* A person chooses. Any answer except TABLE_OK comes with a complaint, and nothing has
     * happened; after TABLE_LATE call late(). */
    enum table_answer (*choose)(struct game *g, uint32_t seat, event_t e,
                                struct complaint *why);

    /* The seat whose choice can be taken back now; NOBODY if there is none. These people at this
     * screen (a set of seats, often empty) must agree first. */
    uint32_t (*undo_seat)(const struct game *g, uint32_t *must_agree);

    /* Takes it back, or asks the people elsewhere. Call it when all people at this screen have
     * agreed. */
    enum table_answer (*undo)(struct game *g, uint32_t seat, struct complaint *why);

    enum table_answer (*resign)(struct game *g, uint32_t seat, struct complaint *why);

    /* Carries out a typed line if it is a command that only this place has; and a help page
     * about these commands. */
    bool (*command)(struct game *g, const char *line);
    const char *help;

    /* What a seat, SPECTATOR or EVERYTHING sees; the view is the caller's storage. */
    struct position (*position)(const struct game *g, uint32_t viewer, struct view *v);

    /* Tells what a viewer has seen happen since there were `from` entries. */
    void (*tell)(const struct game *g, uint32_t viewer, uint32_t from, game_say *say,
                 void *context);
    uint32_t (*count)(const struct game *g); /* entries so far, or something similar */

    /* Does the game wait for a choice of this seat? Do several people choose at the same time
     * at this screen? The name of a seat's bot; "" for people. */
    bool (*acts)(const struct game *g, uint32_t seat);
    bool (*together)(const struct game *g);
    const char *(*bot)(const struct game *g, uint32_t seat);

    /* Milliseconds that a seat has left, -1 if it has no clock. */
    int64_t (*left)(const struct game *g, uint32_t seat);

    /* Clocks that are kept here. patience() gives the milliseconds until one runs out, -1 if
     * none runs; then call late(). With a clock for each move, a bot chooses once for the
     * person; with a clock for the game, the seat is out. stop() stops them, for example while
     * people change places, or lets them run again; it returns whether they were stopped
     * before. */
    int64_t (*patience)(const struct game *g);
    void (*late)(struct game *g);
    bool (*stop)(struct game *g, bool stopped);

    /* The log: writes a copy (returns an exit code, after saying what is wrong); says whether
     * it is being saved, with a sentence if not. */
    int (*save)(const struct game *g, const char *path);
    bool (*is_kept)(struct game *g, struct text *trouble);

    /* A game elsewhere: a descriptor to wait for, and for how many milliseconds at most (-1:
     * for ever); reads messages, and says whether anything is new; whether we wait for an
     * answer; a sentence about what is going on, for people who wait (true: it is a question,
     * for a person who acts too); and something to say once, or "". */
    int (*descriptor)(const struct game *g);
    int (*wait)(struct game *g);
    bool (*listen)(struct game *g);
    bool (*busy)(const struct game *g);
    bool (*title)(const struct game *g, struct text *out);
    bool (*notice)(struct game *g, struct text *out);
};

static inline enum game_turn game_turn(const struct game *g, uint32_t *seat)
{
    return g->kind->turn(g, seat);
}

static inline struct position game_position(const struct game *g, uint32_t viewer,
                                            struct view *v)
{
    return g->kind->position(g, viewer, v);
}

static inline void game_tell(const struct game *g, uint32_t viewer, uint32_t from,
                             game_say *say, void *context)
{
    g->kind->tell(g, viewer, from, say, context);
}

static inline uint32_t game_count(const struct game *g)
{
    return g->kind->count(g);
}

static inline int64_t game_patience(const struct game *g)
{
    return g->kind->patience ? g->kind->patience(g) : -1;
}

static inline bool game_stop(struct game *g, bool stopped)
{
    return g->kind->stop && g->kind->stop(g, stopped);
}

static inline bool game_is_together(const struct game *g)
{
    return g->kind->together && g->kind->together(g);
}

/* A game elsewhere: has anything come? */
static inline bool game_listen(struct game *g)
{
    return g->kind->listen && g->kind->listen(g);
}

#endif
