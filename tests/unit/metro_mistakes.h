/*
 * The mistakes that test_board.c makes in the example board of the metro family, and the
 * complaints that must follow: see board_mistakes.h.
 */
#ifndef ANDEN_TESTS_METRO_MISTAKES_H
#define ANDEN_TESTS_METRO_MISTAKES_H

#include "board_mistakes.h"

static const struct mistake metro_mistakes[] = {
    /* statements */
    {"size 5 4", "sise 5 4", "sise",
     "There is no statement called \"sise\"; did you mean \"size\"?"},
    {"size 5 4", "hand 2\nsize 5 4", "hand", "There is no statement called \"hand\""},
    {"seats 2 3", "seats 2 7", "7",
     "The largest number of seats must be a whole number from 2 to 6, not \"7\""},
    {"seats 2 3", "", NULL, "The line \"seats\" is missing"},
    /* size and centre */
    {"size 5 4", "size 9 4", "9 4", "The number of columns must be a whole number from 2 to 8"},
    {"size 5 4", "size 5 1", "1\n", "The number of rows must be a whole number from 2 to 8"},
    {"size 5 4", "size 5", "\ncentre", "The number of rows is missing here"},
    {"size 5 4", "size 5 4 3", "3\n", "Nothing more is expected on this line"},
    {"size 5 4", "size 5 4\nsize 5 4", "size 5 4\ncentre", "\"size\" has already been given"},
    {"size 5 4\ncentre c2 c3", "centre c2 c3\nsize 5 4", "c2",
     "The line \"size\" must come before squares"},
    {"centre c2 c3", "centre c2 c4", "c4", "The centre can't be on the border"},
    {"centre c2 c3", "centre c2 a2", "a2", "The centre can't be on the border"},
    {"centre c2 c3", "centre", "\n\n# Codes", "A square, like c4, is missing here"},
    {"centre c2 c3", "centre c2 f3", "f3", "There is no square \"f3\"; they run from a1 to e4"},
    {"centre c2 c3", "centre c2 c5", "c5", "There is no square \"c5\""},
    {"centre c2 c3", "centre c2 c33", "c33", "There is no square \"c33\""},
    {"centre c2 c3", "centre c2 C3", "C3", "There is no square \"C3\""},
    /* tiles */
    {"tile aacb 2", "tile aacc 2", "aacc",
     "There is no tile \"aacc\". A code has a letter a, b, c or d"},
    {"tile aacb 2", "tile aac 2", "aac", "There is no tile \"aac\""},
    {"tile aacb 2", "tile aaaa 2", "aaaa", "This tile has been given already"},
    {"tile aacb 2", "tile aacb 0", "0",
     "The number of such tiles must be a whole number from 1"},
    {"tile aacb 2", "tile aacb", "\ntile acba", "The number of such tiles is missing here"},
    {"tile aacb 2", "tile aacb 3", NULL,
     "There are 19 tiles; there must be at least one for each player and at most one for each "
     "of the 18 squares"},
    /* stations */
    {"station 2 d4 north", "station 1 d4 north", "1 d4",
     "There is a station with this number already"},
    {"station 2 d4 north", "station 33 d4 north", "33",
     "The number of a station must be a whole number from 1 to 32"},
    {"station 2 d4 north", "station 2 d5 north", "d5", "There is no square \"d5\""},
    {"station 2 d4 north", "station 2 d3 north", "north",
     "A station stands outside the board: this side is not on the edge"},
    {"station 2 d4 north", "station 2 d4 south", "south",
     "A station stands outside the board: this side is not on the edge"},
    {"station 2 d4 north", "station 2 e4 north", "north", "There is a station here already"},
    {"station 2 d4 north", "station 2 d4 nord", "nord",
     "The side of the square must be one of north, east, south, west, not \"nord\""},
    {"station 2 d4 north", "station 2 d4 north Old Town", "Town",
     "Nothing more is expected on this line"},
    {"station 12 c1 south\n", "", "12 14",
     "There is no such station; stations come before their owners"},
    {"station 18 e4 east\n\n", "\f", NULL,
     "Each side of the edge needs a station, numbered from 1 to 18 without a gap"},
    {"station 18 e4 east\n\n", "station 19 e4 east\n\f", NULL,
     "Each side of the edge needs a station, numbered from 1 to 18 without a gap"},
    /* owners */
    {"owners 3 1 1 4", "owners 7 1 1 4", "7 1",
     "The number of players must be a whole number from 2 to 6"},
    {"owners 3 1 1 4", "owners 3 4 1 4", "4 1",
     "The seat must be a whole number from 1 to 3, not \"4\""},
    {"owners 3 1 1 4 8 11 15", "owners 3 1", "\nowners 3 2", "The number of a station"},
    {"owners 3 2 2 5", "owners 3 2 1 5", "1 5", "This station has an owner already"},
    {"owners 3 2 2 5", "owners 3 2 20 5", "20", "There is no such station"},
    {"owners 3 2 2", "owners 3 1 2", "owners 3 1 2",
     "The stations of this seat have been given already"},
    {"owners 3 3 3 7 10 14 17\n", "", NULL,
     "The \"owners\" of 3 players are missing or incomplete"},
    {"size 5 4", "\f", NULL, "The line \"size\" is missing"},
};

#endif
