/*
 * The constants by which the players of Metro judge positions, by name; what each of them means is
 * in constants.c. Private to ai/metro.
 */
#ifndef ANDEN_METRO_CONSTANTS_H
#define ANDEN_METRO_CONSTANTS_H

#include "../tuning.h"

enum metro_constant { OTHERS_COUNT, END_ODDS, CENTRE_ODDS, MORE_COUNTS, METRO_CONSTANTS };

extern const struct constant metro_constants[];

#endif
