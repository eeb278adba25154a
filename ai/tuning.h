/*
 * Tuning: the constants that the players of a family use to judge positions, as data. Every
 * constant has a name, bounds and a preset that suits any board (struct constant); a board can
 * have values of its own, found by `anden tune` and kept as a small text:
 *
 *     tuning europe 3 5      the board's id; for how many seats, if not for all
 *     hold_danger 29         a constant and its value; the others have their presets
 *
 * Lines may be empty; # begins a comment. The sets in routes/tunings/ are compiled in.
 */
#ifndef ANDEN_TUNING_H
#define ANDEN_TUNING_H

#include "../engine/game.h"

enum { TUNING_MAX = 48 }; /* constants of a family */

struct constant {
    const char *name;
    int16_t min, max, preset;
    const char *help; /* what it means, with its unit */
};

struct tuning {
    int16_t value[TUNING_MAX]; /* in the order of the family's constants */
};

/* How a bot's constant differs from the board's: so many percent of it, plus a number. */
struct habit {
    uint8_t constant;
    int16_t percent, plus;
};

enum { HABITS_MAX = 10 };

struct habits {
    uint8_t count;
    struct habit of[HABITS_MAX];
};

/* Applies the habits, within the bounds of the constants. */
void tuning_habits(const struct constant *constants, const struct habits *habits,
                   struct tuning *t);

/* The constants of a family, ends with a null name; null if it has none. */
const struct constant *tuning_constants(const struct board *board);

/* The presets of a family, for any of its boards. */
void tuning_presets(const struct constant *constants, struct tuning *t);

/* The values that belong to a match: the set that is compiled in for it, or the presets. */
void tuning_of_match(const struct match *m, struct tuning *t);

/* What a set is for: the id of a board, and for how many seats. */
struct tuning_use {
    char id[ID_SIZE];
    uint8_t seats_min, seats_max;
};

/* Reads a text of n bytes. False with a complaint that has a line and a column; then *t and
 * *use must not be used. */
bool tuning_read(const struct constant *constants, const char *text, size_t n,
                 struct tuning_use *use, struct tuning *t, struct complaint *why);

/* Writes all values. Reading them gives the same set. */
void tuning_write(const struct constant *constants, const struct tuning_use *use,
                  const struct tuning *t, struct text *out);

/* The sets that are compiled in (written by routes/tunings.py), for the board with a hash; ends
 * without seats. */
struct embedded_tuning {
    uint64_t hash;
    uint8_t seats_min, seats_max;
    struct tuning tuning;
};
extern const struct embedded_tuning embedded_tunings[];

#endif
