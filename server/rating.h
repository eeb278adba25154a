/*
 * Ratings: what a finished game does to the numbers of the people who played it.
 */
#ifndef ANDEN_RATING_H
#define ANDEN_RATING_H

#include <stdint.h>

enum { RATING_START = 1500, RATING_STEP = 32 };

struct rated {
    int32_t before; /* points */
    int32_t after;
    uint32_t games; /* rated ones before this */
    uint8_t rank;   /* 1 = first; equal ones tie */
};

/* Counts as one game for each pair of people, won by the better rank. The steps are Elo's,
 * larger in a person's first 20 games. The rating of somebody who played only bots does not
 * change. */
void rating_change(struct rated *people, uint32_t n);

#endif
