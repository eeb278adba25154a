/*
 * Numbers that must come out the same natively and in wasm32: random games on every board of
 * the program, one number for each game. hashes.c computes them, native.c prints them,
 * compare.mjs runs the wasm build and compares.
 */
#ifndef ANDEN_TESTS_HASHES_H
#define ANDEN_TESTS_HASHES_H

#include "engine/game.h"

#include <stdint.h>

/* How many games there are: every board, every number of seats, so many of each. Reads the boards;
 * call it first. 0 if a board can't be read. */
uint32_t hashes_games(uint32_t of_each);

/* Plays game k and folds the state after every event, some views, resampled states and choices
 * of a bot, and the final sheet into a number; and, for some, the same match played at a table. 0
 * if something failed that must not. */
uint64_t hashes_play(uint32_t k);

/* For hashes_play(): a game at a table, its entries and its log; 0 if it went wrong (tables.c). */
uint64_t hashes_table(const struct match *m, uint64_t seed);

/* Sizes that are part of the layout. */
uint32_t hashes_state_size(void);
uint32_t hashes_view_size(void);

#endif
