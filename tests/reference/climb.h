/*
 * A search for the position for which rules->score() takes longest.
 */
#ifndef ANDEN_REFERENCE_CLIMB_H
#define ANDEN_REFERENCE_CLIMB_H

#include "engine/game.h"

/* Climbs for so many seconds and prints the worst found. */
void climb(const struct board *board, uint64_t seed, unsigned long seconds);

#endif
