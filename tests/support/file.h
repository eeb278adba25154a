/*
 * Reading files in tests: a whole file, and a board file. Errors end the program with a message.
 */
#ifndef ANDEN_TESTS_FILE_H
#define ANDEN_TESTS_FILE_H

#include "engine/board.h"

#include <stddef.h>

/* The bytes of a file with a zero after them, their number in *n; the caller frees them. */
char *load_file(const char *path, size_t *n);

void load_board(const char *path, struct board *board);

#endif
