/*
 * The boards that are built into the program, as the texts of their files. The table is written at
 * build time by embed.c, which lets no bad board through; it ends with a null id.
 *
 * Logs and tables name the hash of their board. A board whose facts have changed since then has
 * earlier editions (FILE.edition): they stand behind the end of the table, so that nobody is
 * offered them, and old games go on as they were played.
 */
#ifndef ANDEN_BOARDS_H
#define ANDEN_BOARDS_H

#include <stddef.h>
#include <stdint.h>

struct embedded_board {
    const char *id;
    const char *text; /* size bytes and a final zero */
    size_t size;
    uint64_t hash; /* of its facts: struct board */
};

extern const struct embedded_board embedded_boards[];
extern const size_t embedded_boards_size; /* with its end, and what stands behind it */

/* The board whose id is the n bytes, or null. Its place in the table is the difference to
 * embedded_boards. */
const struct embedded_board *boards_find(const char *id, size_t n);

/* The same, in the edition that has this hash; if none has it, as it is now. */
const struct embedded_board *boards_edition(const char *id, size_t n, uint64_t hash);

#endif
