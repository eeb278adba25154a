/*
 * The lines that the family of this folder adds to the lists of the program: included before
 * everything else wherever those lists are compiled for the tests.
 *
 *   kind            0..7      8..11                          text
 *   TAKE                                                     take
 *   LAY             card      row                            lay 7 2
 *   GIVE            card                                     give 7           (chance)
 */
#ifndef ANDEN_FAMILY_MORE_H
#define ANDEN_FAMILY_MORE_H

#define MORE_FAMILIES(DO, part) DO(ROWS, rows, part)
#define MORE_KINDS(DO)                                                                         \
    DO(TAKE, "take", BY_PLAYER, "take")                                                        \
    DO(LAY, "lay", BY_PLAYER, "lay")                                                           \
    DO(GIVE, "give", BY_CHANCE, "give")

#include "state.h"

#endif
