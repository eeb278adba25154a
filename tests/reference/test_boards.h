/*
 * Boards made for the tests. Four are tiny, with so few cards, pieces and tickets that everything
 * runs out, and mixes of features that no board of the project has; two are as large as a board can
 * be.
 */
#ifndef ANDEN_REFERENCE_TEST_BOARDS_H
#define ANDEN_REFERENCE_TEST_BOARDS_H

#include <stddef.h>

enum { TEST_BOARD_SIZE = 20000 };

/* Writes the file of test board number i into a buffer of TEST_BOARD_SIZE bytes; returns its
 * length, 0 if there is no such board. */
size_t test_board(int i, char *to, size_t size);

#endif
