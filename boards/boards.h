/*
 * The boards that are built into the program, as the texts of their files. The table is written at
 * build time by embed.c, which lets no bad board through; it ends with a null id.
 */
#ifndef ANDEN_BOARDS_H
#define ANDEN_BOARDS_H

#include <stddef.h>

struct embedded_board {
    const char *id;
    const char *text; /* size bytes and a final zero */
    size_t size;
};

extern const struct embedded_board embedded_boards[];

/* The board whose id is the n bytes, or null. Its place in the table is the difference to
 * embedded_boards. */
const struct embedded_board *boards_find(const char *id, size_t n);

#endif
