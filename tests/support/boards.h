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
    struct complaint why;
    for (const struct embedded_board *b = embedded_boards; b->id; b++) {
        if (!text_equal(b->id, id))
            continue;
        assert_true(board_parse(b->text, b->size, board, NULL, &why));
        return;
    }
    fail_msg("there is no board %s", id);
}

#endif
