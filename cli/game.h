/*
 * A game that is played in the terminal, without a screen: a table with people and bots at its
 * seats, the dealer, the clock, and the log. A front end shows positions and asks people; it gets
 * no more from here than a viewer may know. Private to cli/.
 *
 *     game_begin(&g, &terms);                          or game_resume()
 *     while ((turn = game_turn(&g, &seat)) != GAME_OVER)
 *         if (turn == GAME_BOT)
 *             trouble = game_think(&g, seat);
 *         else
 *             ... show game_position(&g, seat, &view), let the person choose:
 *             answer = game_choose(&g, seat, event, &why);
 *     game_end(&g);
 */
#ifndef ANDEN_CLI_GAME_H
#define ANDEN_CLI_GAME_H

#include "../protocol/story.h"
#include "../sim/think.h"
#include "bots.h"
#include "logged.h"
#include "record.h"

struct game {
    struct logged log;  /* the board and the header; of a resumed game also its old text */
    struct bots seats;  /* who plays */
    struct table table; /* its storage is `entries` and `line` */
    struct entry *entries;
    event_t *line;
    struct record record;
    uint64_t seed; /* of the dealer and of the bots' dice */
    struct rng dealer, dice[SEATS_MAX];
    struct think think;
    struct proposal proposal;
    uint64_t spent, since; /* the clock: nanoseconds up to `since`, when it was started last */
    bool stopped;          /* it stands still */
};

/* The terms of a game that are not part of its match. */
struct game_terms {
    struct clock_rule clock;
    uint8_t undo; /* enum undo_rule */
    uint64_t seed;
};

/* Begins a game and deals the first cards. `log` already has the board, the match, names and
 * players (logged_new()), and `seats` who plays. */
void game_begin(struct game *g, const struct game_terms *terms);

/* Resumes the game of a log that was opened (logged_open_lines()), with the seed of the log if it
 * names one. Returns an exit code, having said what is wrong. */
int game_resume(struct game *g, const struct game_terms *terms, const char *name);

void game_end(struct game *g);

/* Whose turn is it: a person's, a bot's (also one that plays for a person), or is the game over? */
enum game_turn { GAME_OVER, GAME_BOT, GAME_PERSON };
enum game_turn game_turn(const struct game *g, uint32_t *seat);

/* Lets the bot of a seat choose. Null, or a sentence about what went wrong; {0} is the bot. */
const char *game_think(struct game *g, uint32_t seat);

/* A person chooses. Any answer but TABLE_OK comes with a complaint, and nothing has happened; after
 * TABLE_LATE game_late() is due. */
enum table_answer game_choose(struct game *g, uint32_t seat, event_t e, struct complaint *why);

/* The seat whose choice can be taken back now, that of the person who chose last; NOBODY if there
 * is none. These people (a set of seats, often empty) must agree first. */
uint32_t game_undo_seat(const struct game *g, uint32_t *must_agree);

/* Takes it back. All of these people have agreed. */
enum table_answer game_undo(struct game *g, uint32_t seat, struct complaint *why);

/* A person gives up. */
enum table_answer game_resign(struct game *g, uint32_t seat, struct complaint *why);

/* A clock has run out. If it is one for each move, a bot chooses once in place of the person; if it
 * is one for the game, the seat is out. */
void game_late(struct game *g);

/* Stops the clock, for example while people change places, and starts it. How many milliseconds are
 * left until a clock runs out, -1 if none runs; and how many a seat has left. */
void game_stop(struct game *g, bool stopped);
int64_t game_patience(const struct game *g);
uint32_t game_left(const struct game *g, uint32_t seat);

/* Do several people choose at the same time now? */
bool game_is_together(const struct game *g);

/* What a seat, SPECTATOR or EVERYTHING sees; the view is the caller's storage. */
struct position game_position(const struct game *g, uint32_t viewer, struct view *v);

/* What a viewer has seen happen since the table had `from` entries, a line for each choice; as
 * plain text a line has at most GAME_LINE bytes. */
enum { GAME_LINE = STORY_TEXT + 16 };
void game_tell(const struct game *g, uint32_t viewer, uint32_t from,
               void (*say)(void *context, const struct story *line), void *context);

#endif
