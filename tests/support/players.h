/*
 * What the tests of players share: boards of the program and bots, by name.
 */
#ifndef ANDEN_TEST_PLAYERS_H
#define ANDEN_TEST_PLAYERS_H

#include "../../ai/bot.h"
#include "../../boards/boards.h"

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

static inline struct bot bot_named(const char *spec)
{
    struct complaint why;
    struct bot bot;
    if (!bot_parse(spec, text_length(spec), &bot, &why))
        fail_msg("%s: %s", spec, why.message);
    return bot;
}

#endif
