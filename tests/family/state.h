/*
 * The state of Rows, the family of rules that only tests have: see rules.md.
 */
#ifndef ANDEN_ROWS_STATE_H
#define ANDEN_ROWS_STATE_H

#include <stdint.h>

enum { ROWS_SEATS = 2, ROWS = 3, ROWS_CARDS = 24 };

/* A set of cards has bit n - 1 for the card n. The cards that are nowhere else are in the deck. */
struct rows_state {
    uint32_t hand[ROWS_SEATS]; /* sets; secret until the end */
    uint32_t row[ROWS_SEATS][ROWS];
    uint8_t held[ROWS_SEATS]; /* cards in hand: everybody may count them */
    uint8_t turn;             /* the seat that acts, or is given a card */
    uint8_t giving;           /* 1: chance gives it one */
    uint8_t given;            /* cards so far */
    uint8_t over;
    uint8_t unused[2];
};

#endif
