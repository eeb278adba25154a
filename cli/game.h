/*
 * A game in the hands of a command: board, match, state, the events so far; read from a log and
 * written to one. Private to cli/.
 */
#ifndef ANDEN_CLI_GAME_H
#define ANDEN_CLI_GAME_H

#include "../protocol/view_json.h"
#include "../table/log.h"
#include "cli.h"

struct game {
    struct loaded loaded;
    struct log_header header; /* with a name for every seat */
    struct match match;
    struct state state;
    event_t *events;
    size_t count, room;
};

/* Loads the board and prepares a match with all options at their presets. Returns an exit code,
 * having said what is wrong. */
int game_new(struct game *g, const char *id_or_path, uint32_t seats);

/* Starts the match as it is now (seats, options), with names for the seats that have none. */
void game_start(struct game *g);

/*
 * Replays a log ("-" is stdin) up to `at` events; UINT64_MAX: to its end. The board is the
 * program's own unless board_path is given. Returns an exit code, having said what is wrong; on
 * any but CLI_OK the game is freed.
 */
int game_read(struct game *g, const char *path, const char *board_path, uint64_t at);

/* The log that a command was told to look at: its file (null: none was named), --at and --board. */
struct log_wish {
    const char *file, *at, *board;
};

/* Is there a file, and is --at a number? CLI_OK with *at (everything if --at is not given), or
 * CLI_USAGE, having said what is wrong. */
int game_wish(const struct command *c, const struct log_wish *w, uint64_t *at);

/* Loads the board that a log was played on: the program's own, or that of board_path. Returns an
 * exit code, having said what is wrong. */
int game_load_board(const struct log_header *h, const char *name, const char *board_path,
                    struct loaded *loaded);

/* Does an event and remembers it. False if it is not legal. */
bool game_do(struct game *g, event_t e);

/* Writes the log to an open file. The note is a comment for its top, without #, or null. */
void game_put(const struct game *g, FILE *f, const char *note);

/* Writes the log to a temporary file beside path and renames it: path is always a whole log.
 * False, having said why. */
bool game_write(const struct game *g, const char *path, const char *note);

/* What a seat, SPECTATOR or EVERYTHING sees; the view is the caller's storage. */
struct position game_position(const struct game *g, uint32_t seat, struct view *v);

void game_free(struct game *g);

#endif
