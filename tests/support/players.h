/*
 * What the tests of players share: bots by name, and boards (boards.h).
 */
#ifndef ANDEN_TEST_PLAYERS_H
#define ANDEN_TEST_PLAYERS_H

#include "../../ai/bot.h"
#include "boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static inline struct bot bot_named(const char *spec)
{
    struct complaint why;
    struct bot bot;

    if (!bot_parse(spec, text_length(spec), &bot, &why))
        fail_msg("%s: %s", spec, why.message);
    return bot;
}

#endif
