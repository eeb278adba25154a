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
