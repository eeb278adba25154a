/*
 * Lessons for the net of the route games (ai/routes/net.h): positions of games between players
 * of the program, with the results of these games.
 */
#ifndef ANDEN_SIM_LESSONS_H
#define ANDEN_SIM_LESSONS_H

#include "../../ai/routes/net.h"
#include "../sim.h"

enum { LESSON_QUARTERS = 4 };

/* A position at the start of a turn, and the end of its game. */
struct lesson {
    uint64_t row; /* of the first seat */
    uint8_t seats;
    uint8_t quarter; /* of the game, by the pieces of the seat that has fewest left */
    struct lesson_seat {
        float share;  /* of the win */
        float margin; /* to the best of the others, squeezed to -1..1 */
        float played; /* wins of games that were played on from here */
    } seat[ROUTES_SEATS_MAX];
};

/* All zero: none. */
struct lessons {
    struct lesson *one;
    int16_t (*row)[STANDING_INPUTS]; /* a standing for each seat of each lesson */
    uint64_t count, room;
    uint64_t rows, rows_room;
};

struct lessons_wish {
    struct match match;
    uint64_t games, seed;
    uint32_t played; /* games played on from each position, to compare the net with; may be 0 */
    const atomic_bool *stop; /* may be null */
};

/* Plays games and adds some positions of each. Every seat is played by `hard` or `medium`, at
 * random. Games that are played on alternate between all `hard` and all `medium`, and have open
 * hands, as in a review. False if there is not enough memory. */
bool lessons_add(struct lessons *l, const struct lessons_wish *wish);

void lessons_free(struct lessons *l);

#endif
