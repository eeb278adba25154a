/*
 * The boards that are built into the program, as the texts of their files. embed.c writes the
 * table at build time and refuses bad boards; it ends with a null id.
 *
 * Logs and tables name the hash of their board. A board whose facts have changed has earlier
 * editions (FILE.edition). They come after the end of the table, so that nobody can choose them
 * for a new game, and old games still work.
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
extern const size_t embedded_boards_size; /* with its end and the editions after it */

/* The board with this id (n bytes), or null. Its place in the table is the difference to
 * embedded_boards. */
const struct embedded_board *boards_find(const char *id, size_t n);

/* The same in the edition with this hash; if none has it, the present one. */
const struct embedded_board *boards_edition(const char *id, size_t n, uint64_t hash);

#endif
