/*
 * Many games side by side, for programs that learn or search: actions are numbers, observations
 * are bytes, and everything is in arrays that the caller owns. This header stands alone:
 * programs in other languages need no other.
 *
 *     struct env *env = malloc(env_size());
 *     if (!env_open(env, "paris", 5, 2, "", error)) ...
 *     struct env_game *games = malloc(n * env_game_size());
 *     env_reset(env, games, n, seeds, &arrays);
 *     for (;;) {
 *         env_sample(env, arrays.masks, n, random, actions);      or whatever chooses
 *         env_step(env, games, n, actions, &arrays);
 *     }
 *
 * An action has the same number in every position of a board with the same options, whatever the
 * number of seats. An observation contains nothing that its seat may not know: it is made from
 * the view of the seat that acts (engine/game.h). Chance is dealt inside, from a seed for each
 * game. Games don't depend on each other: any part of the arrays can be stepped on any thread,
 * and the result is the same.
 */
#ifndef ANDEN_ENV_H
#define ANDEN_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct env;      /* a board with seats and options, its actions and planes */
struct env_game; /* one game */

enum {
    ENV_ERROR = 320,     /* bytes of an error message with its final zero */
    ENV_LABEL = 160,     /* bytes of the text of an action with its final zero */
    ENV_NONE = 0xFFFFFF, /* no action */
    ENV_LENGTH = 20000,  /* events after which a game is cut off */
};

/* Both are plain memory, aligned for anything. A game can be copied byte by byte, and the copy
 * goes on like the original; an env must stay where it was opened. */
size_t env_size(void);
size_t env_game_size(void);

/*
 * Opens a board: the id of one of the program's ("europe"), or the whole text of a board file.
 * The options are those of the rules, such as "turning=1,hand=3"; "" for none. False with an
 * error.
 */
bool env_open(struct env *env, const char *board, size_t n, uint32_t seats, const char *options,
              char error[ENV_ERROR]);

/* Opens the board of a log: the match that its header names. If it is not one of the program's,
 * give its text (else null). False with an error. */
bool env_open_log(struct env *env, const char *log, size_t n, const char *board,
                  size_t board_size, char error[ENV_ERROR]);

/* For C programs that already have a match (engine/game.h), which its rules must accept: opens
 * its board, and writes an observation from a seat's view. */
struct match;
struct view;
void env_open_match(struct env *env, const struct match *match);
void env_observe_view(const struct env *env, const struct view *view, uint8_t *observation);

const char *env_board(const struct env *env); /* its id */
uint64_t env_board_hash(const struct env *env);
uint32_t env_seats(const struct env *env);

/* ---- actions ---- */

/* How many there are; they are numbered from 0. */
uint32_t env_actions(const struct env *env);

/* The event (engine/event.h) of an action, and the action of an event: 0 and ENV_NONE if there is
 * none. */
uint32_t env_event(const struct env *env, uint32_t action);
uint32_t env_action(const struct env *env, uint32_t event);

/* The text of an action, in any position: "claim Opéra-Louvre red 1+0". How many cards of a
 * colour a station or a tunnel takes depends on the position: here it is the smallest number.
 * Returns the length, 0 if there is no such action. */
size_t env_label(const struct env *env, uint32_t action, char *text, size_t size);

/* The text of an action as in the log of this game; and the action that a text means in this
 * game: ENV_NONE and an error if it means none. */
size_t env_write(const struct env *env, const struct env_game *game, uint32_t action,
                 char *text, size_t size);
uint32_t env_read(const struct env *env, const struct env_game *game, const char *text,
                  size_t n, char error[ENV_ERROR]);

/* ---- observations ---- */

/*
 * A part of an observation. `rows` and `columns` are its shape; `seats` says that the rows are
 * seats: first the one that looks, then the others in the order of play. The values of a plane
 * are 0 to `most`.
 */
struct env_plane {
    const char *name;
    const char *about;
    uint32_t offset, rows, columns, most;
    uint32_t things; /* what env_column() names: used by the library itself */
    bool seats;
    bool truth; /* only in the truth (below) */
};

/* The planes, in order; those of the truth come last. Null after the last. */
const struct env_plane *env_plane(const struct env *env, uint32_t i);

/* What a column of a plane stands for: a route, a city, a card; "" if it stands for nothing.
 * Returns the length. */
size_t env_column(const struct env *env, uint32_t plane, uint32_t column, char *text,
                  size_t size);

/* Bytes of an observation; and of the truth, which is an observation followed by planes of
 * everything hidden. */
uint32_t env_observation_size(const struct env *env);
uint32_t env_truth_size(const struct env *env);

/* ---- games ---- */

/* How a game is rewarded. */
enum env_reward {
    ENV_REWARD_WIN,    /* at the end: 1 for a win; all losers together lose the same sum */
    ENV_REWARD_POINTS, /* public points when they are made, the others at the end */
};
void env_set_reward(struct env *env, enum env_reward reward);

/* Whether games that end begin again by themselves; the default is that they do. If not, a game
 * that is over refuses all actions until the next reset; nobody acts (env_acting() is 255), no
 * action is in its mask, and its observation is that of the seat whose action ended it. */
void env_set_restart(struct env *env, bool restart);

/*
 * Lets a bot (doc/players.md) play. Bot 0 has the seat after the caller's, and so on; the caller's
 * seat moves on by one from game to game. "" for none: then the caller plays all seats after those
 * of the bots. False with an error.
 */
bool env_set_bot(struct env *env, uint32_t i, const char *spec, size_t n,
                 char error[ENV_ERROR]);

/* What a step does to a game. */
enum env_end {
    ENV_RUNS,
    ENV_OVER,    /* it ended, and the next one has begun (env_set_restart()) */
    ENV_CUT,     /* it took ENV_LENGTH events and ends without winner or reward */
    ENV_REFUSED, /* the action was not legal: nothing has changed */
};

/* Rows for n games, one after the other without gaps. Each may be null. */
struct env_arrays {
    uint8_t *observations; /* n x env_observation_size(): what the acting seat sees */
    uint8_t *masks;        /* n x env_actions(): 1 where an action is legal */
    uint8_t *acting;       /* n: the seat that acts */
    float *rewards;        /* n x seats: of this step, by seat */
    uint8_t *ends;         /* n: enum env_end */
    int16_t *totals;       /* n x seats: written when a game is over, the final score */
    uint8_t *ranks;        /* n x seats: likewise, 1 = first; winners share it */
    uint8_t *truths;       /* n x env_truth_size(): everything, including what is hidden */
    uint8_t *finals;       /* n x env_observation_size(): written when a game ends, for the seat
                            * whose action ended it */
};

/* Bytes of that struct: a program in another language checks that it declares the same. */
size_t env_arrays_size(void);

/* Begins the first game of each seed; seeds may be equal. */
void env_reset(const struct env *env, struct env_game *games, size_t n, const uint64_t *seeds,
               const struct env_arrays *arrays);

/* One action in each game. Games that end begin again by themselves, with the next deal of their
 * seed. Returns how many actions were refused. */
size_t env_step(const struct env *env, struct env_game *games, size_t n,
                const uint32_t *actions, const struct env_arrays *arrays);

/* A legal action of each mask, all equally likely. The random state is 8 n bytes of the
 * caller's, which change with each call; begin with a different number for each game. */
void env_sample(const struct env *env, const uint8_t *masks, size_t n, uint64_t *random,
                uint32_t *actions);

/* What a seat sees, even when another one acts; and the truth. */
void env_observe(const struct env *env, const struct env_game *game, uint32_t seat,
                 uint8_t *observation);
void env_truth(const struct env *env, const struct env_game *game, uint32_t seat,
               uint8_t *truth);

/* Which actions are legal: 1 for each of them, 0 for the others. */
void env_mask(const struct env *env, const struct env_game *game, uint8_t *mask);

/* The seat that acts, 255 if the game is over. */
uint32_t env_acting(const struct env_game *game);
bool env_is_over(const struct env *env, const struct env_game *game);

/* The score as if the game ended now: total and rank of each seat. */
void env_score(const struct env *env, const struct env_game *game, int16_t *totals,
               uint8_t *ranks);

/* What a bot would do for the seat that acts, from its view; ENV_NONE and an error for a bad
 * spec. */
uint32_t env_advise(const struct env *env, const struct env_game *game, const char *spec,
                    size_t n, uint64_t seed, char error[ENV_ERROR]);

/* The position as an SVG picture, as a spectator sees it. The text of a board file of your own
 * must still be where env_open() or env_open_log() read it. Returns the length; if that is size
 * or more, it is cut off. 0 if the board has no positions. */
size_t env_svg(const struct env *env, const struct env_game *game, char *text, size_t size);

/* A fingerprint of the position, the same on every machine. */
uint64_t env_hash(const struct env_game *game);

/* ---- records and logs ---- */

/* From the next reset on, the events of a game are kept here: ENV_LENGTH of them; null ends it. */
void env_record(struct env_game *game, uint32_t *events);

/* Writes the log of a recorded game (doc/notation.md). The log of the first game of a seed
 * names the seed, so that `anden verify` can check the deals. Returns the length; if that is
 * size or more, the log is cut off. 0 if the game is not recorded. */
size_t env_log(const struct env *env, const struct env_game *game, char *text, size_t size);

/* Brings a recorded game to the end of a log of this board. Chance after that follows from the
 * seed. If it fails: false with an error, and the game is at its beginning. */
bool env_load(const struct env *env, struct env_game *game, const char *log, size_t n,
              uint64_t seed, char error[ENV_ERROR]);

#endif
