/*
 * Finding a board of the program by its name: see boards.h.
 */
#include "boards.h"

#include "../engine/text.h"

const struct embedded_board *boards_find(const char *id, size_t n)
{
    for (const struct embedded_board *b = embedded_boards; b->id; b++)
        if (text_is(id, n, b->id))
            return b;
    return 0;
}

const struct embedded_board *boards_edition(const char *id, size_t n, uint64_t hash)
{
    for (size_t i = 0; i < embedded_boards_size; i++) {
        const struct embedded_board *b = &embedded_boards[i];

        if (b->id && b->hash == hash && text_is(id, n, b->id))
            return b;
    }
    return boards_find(id, n);
}
