/*
 * The state of the null game, the template for a new family: see null.c.
 */
#ifndef ANDEN_NULL_STATE_H
#define ANDEN_NULL_STATE_H

#include "../board.h"

struct null_state {
    uint8_t total;  /* said so far, public */
    uint8_t turn;   /* whose turn; seats = chance rolls for the next round */
    uint8_t rolled; /* dice rolled so far */
    uint8_t over;
    uint8_t points[SEATS_MAX];
    uint8_t die[SEATS_MAX]; /* secret: 0 = not rolled, else 1..6 */
};

#endif
