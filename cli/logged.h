/*
 * A game as a log has it: board, match, header, the events and the position that they lead to.
 * For commands that look at games or write logs of them. Private to cli/.
 */
#ifndef ANDEN_CLI_LOGGED_H
#define ANDEN_CLI_LOGGED_H

#include "../protocol/view_json.h"
#include "../table/log.h"
#include "cli.h"

struct logged {
    struct loaded loaded;
    struct log_header header; /* with a name for every seat */
    struct match match;
    struct state state;
    event_t *events;
    size_t count, room;
    char *text; /* of a log that was opened: size bytes; the reader is after the header */
    size_t size;
    struct log_reader reader;
};

/* What a command was told to play: GAME and --board FILE; one of them may be null. */
struct board_wish {
    const char *game, *board;
    uint32_t seats;
};

/* Loads the board and prepares a match with all options at their presets. Returns an exit code,
 * having said what is wrong. */
int logged_new(struct logged *g, const struct command *c, const struct board_wish *w);

/* Starts the match as it is now (seats, options), with names for the seats that have none. */
void logged_start(struct logged *g);

/*
 * Opens a log ("-" is stdin): its text, header, board and match, but no events yet. The board is
 * the program's own unless board_path is given. Returns an exit code, having said what is wrong; on
 * any but CLI_OK the game is freed.
 */
int logged_open(struct logged *g, const char *path, const char *board_path);

/* Opens a log and replays it up to `at` events; UINT64_MAX: to its end. As above. */
int logged_read(struct logged *g, const char *path, const char *board_path, uint64_t at);

/* The log that a command was told to look at: its file (null: none was named), --at and --board. */
struct log_wish {
    const char *file, *at, *board;
};

/* The same for a command: CLI_USAGE if there is no file or --at is no number. */
int logged_asked(struct logged *g, const struct command *c, const struct log_wish *w);

/* Does an event and remembers it. False if it is not legal. */
bool logged_do(struct logged *g, event_t e);

/* The log will name this seed of the dealer. */
void logged_seed(struct logged *g, uint64_t seed);

/* Writes the log to an open file. */
void logged_put(const struct logged *g, FILE *f);

/* Writes the log to a temporary file beside path and renames it: path is always a whole log.
 * False, having said why. */
bool logged_write(const struct logged *g, const char *path);

/* What a seat, SPECTATOR or EVERYTHING sees; the view is the caller's storage. */
struct position logged_position(const struct logged *g, uint32_t seat, struct view *v);

void logged_free(struct logged *g);

#endif
