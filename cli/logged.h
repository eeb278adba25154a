/*
 * The game of a log: board, match, header, the events and the position that they lead to. For
 * commands that look at games or write logs of them. Private to cli/.
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

    /* For a log that was opened: its text, and where its header ends. After replaying it: the
     * state of the seeded dealer, and which seats were out before which event. */
    char *text;
    size_t size, body;
    struct log_reader reader;
    struct rng dealer;
    uint32_t outs;
    struct logged_out {
        size_t at;
        uint8_t seat;
    } out[SEATS_MAX];
};

/* The board that a command asks for: GAME and --board FILE; one of them may be null. */
struct board_wish {
    const char *game, *board;
    uint32_t seats;
};

/* Loads the board and prepares a match with all options at their presets. Returns an exit code,
 * after saying what is wrong. */
int logged_new(struct logged *g, const struct command *c, const struct board_wish *w);

/* Starts the match as it is now (seats, options), with names for the seats that have none. */
void logged_start(struct logged *g);

/*
 * Opens a log ("-" is stdin): its text, header, board and match, but no events yet. The board is
 * the program's own unless board_path is given. Returns an exit code, after saying what is
 * wrong; with any code except CLI_OK the game is freed.
 */
int logged_open(struct logged *g, const char *path, const char *board_path);

/* The same for a game that is to be resumed: a last line without a line end is incomplete, and is
 * left out with a message. */
int logged_open_lines(struct logged *g, const char *path, const char *board_path);

/* Replays a log that was opened up to `at` events, counting undone ones; UINT64_MAX: to its
 * end. An exit code, after saying what is wrong. */
int logged_replay(struct logged *g, const char *name, uint64_t at);

/* Opens a log and replays it. With any code except CLI_OK the game is freed. */
int logged_read(struct logged *g, const char *path, const char *board_path, uint64_t at);

/* The same for a log that another program is writing: an incomplete last line is left out. */
int logged_read_growing(struct logged *g, const char *path, const char *board_path);

/* The log that a command asks for: its file (null: none was given), --at and --board. */
struct log_wish {
    const char *file, *at, *board;
};

/* logged_read() for a command: CLI_USAGE if there is no file or --at is not a number. */
int logged_asked(struct logged *g, const struct command *c, const struct log_wish *w);

/* The viewer: a seat from 1, or "spectator"; null: EVERYTHING. CLI_USAGE if it is neither. */
int logged_viewer(const struct logged *g, const struct command *c, const char *as,
                  uint32_t *viewer);

/* Applies an event and remembers it. False if it is not legal. */
bool logged_do(struct logged *g, event_t e);

/* The log will name this seed of the dealer. */
void logged_seed(struct logged *g, uint64_t seed);

/* Writes the log to an open file. */
void logged_put(const struct logged *g, FILE *f);

/* What a seat, SPECTATOR or EVERYTHING sees; the view is the caller's storage. */
struct position logged_position(const struct logged *g, uint32_t seat, struct view *v);

void logged_free(struct logged *g);

#endif
