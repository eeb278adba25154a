/*
 * The program's own boards for the fuzz harnesses, and how a finding is reported.
 */
#include "fuzz.h"

#include "boards/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS_MAX = 8 };

static struct board boards[BOARDS_MAX];
static uint32_t count;

_Noreturn void fuzz_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: not true: %s\n", file, line, what);
    abort();
}

const struct board *fuzz_board(uint32_t i)
{
    struct complaint why;

    while (count < BOARDS_MAX && embedded_boards[count].id) {
        const struct embedded_board *e = &embedded_boards[count];

        CHECK(board_parse(e->text, e->size, &boards[count], NULL, &why));
        count++;
    }
    return &boards[i % count];
}

const struct board *fuzz_board_named(const char *id)
{
    fuzz_board(0);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(boards[i].id, id) == 0)
            return &boards[i];
    return NULL;
}
