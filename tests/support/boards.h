/*
 * Boards for tests: the program's, by name, and one of the null game.
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

/* A board of the null game: no file outside the families' folders knows more about a real game
 * than about this one. */
#define NULL_BOARD "andenboard 1\nid null\nname Null\nfamily null\nseats 2 6\n"

static inline void load_null_board(struct board *board)
{
    struct complaint why;

    assert_true(board_parse(NULL_BOARD, sizeof NULL_BOARD - 1, board, NULL, &why));
}

#endif
