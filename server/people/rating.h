/*
 * Ratings: what a finished game does to the numbers of the people who played it. This is the
 * formula; rate.c finds its inputs.
 */
#ifndef ANDEN_RATING_H
#define ANDEN_RATING_H

#include "../../engine/game.h"

#include <stdint.h>

enum {
    RATING_START = 1500,
    RATING_STEP = 32,
    RATING_CHOICES = 10,    /* somebody who gives up after fewer own choices is not rated */
    RATING_WINDOW_DAYS = 7, /* in that time each further game with the same opponent, or with
                              * opponents from the same address, counts half of the one before */
};

struct rated {
    int32_t before; /* points */
    int32_t after;
    uint32_t games;          /* rated ones before this */
    uint8_t rank;            /* 1 = first; equal ones tie */
    uint32_t met[SEATS_MAX]; /* games within the window with each of the others, or with
                              * somebody from the same address */
};

/* Counts as one game for each pair of people, won by the better rank. The steps are Elo's,
 * larger in a person's first 20 games. Apart from that, one of a pair gains what the other
 * loses. The rating of somebody who played only bots does not change. */
void rating_change(struct rated *people, uint32_t n);

#endif
