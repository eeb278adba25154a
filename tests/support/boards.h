/*
 * The program's boards, by name, for tests.
 */
#ifndef ANDEN_TEST_BOARDS_H
#define ANDEN_TEST_BOARDS_H

#include "../../boards/boards.h"
#include "../../engine/board.h"
#include "../../engine/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* One of the program's boards. */
static inline void load_board(const char *id, struct board *board)
{
    const struct embedded_board *b = boards_find(id, text_length(id));
    struct complaint why;

    if (!b)
        fail_msg("there is no board %s", id);
    else
        assert_true(board_parse(b->text, b->size, board, NULL, &why));
}

#endif
