/*
 * For a program that was built without ncurses: there is no full screen. See terminal.h.
 */
#include "terminal.h"

bool terminal_can(void)
{
    return false;
}

bool terminal_open(enum depth depth)
{
    (void)depth;
    return false;
}

void terminal_close(void)
{
}

void terminal_size(int *width, int *height)
{
    *width = *height = 0;
}

void terminal_show(const struct canvas *c, int cursor_x, int cursor_y)
{
    (void)c;
    (void)cursor_x;
    (void)cursor_y;
}

struct key terminal_key(int64_t milliseconds)
{
    (void)milliseconds;
    return (struct key){.kind = KEY_CLOSED};
}

void terminal_also(int descriptor)
{
    (void)descriptor;
}
