/*
 * The terminal as a screen of cells, with keys and a mouse: modes, changes since the last
 * picture, signals. ncurses knows the terminal, its keys and its size; the cells are written
 * here, because ncurses cannot write colours that the terminal's description doesn't have.
 * Private to cli/.
 *
 * However the program ends, the terminal is put back as it was.
 */
#ifndef ANDEN_WINDOW_TERMINAL_H
#define ANDEN_WINDOW_TERMINAL_H

#include "colours.h"

enum key_kind {
    KEY_NOTHING, /* nothing came in time */
    KEY_CLOSED,  /* no more keys: the input ended, or a signal asks the program to end */
    KEY_CHANGED, /* the size has changed, or the screen must be drawn again */
    KEY_SIGN,    /* a character, in `sign` */
    KEY_RETURN,
    KEY_ESCAPE,
    KEY_TABULATOR,
    KEY_BACK_TABULATOR,
    KEY_ERASE,  /* to the left */
    KEY_REMOVE, /* to the right */
    KEY_ARROW_UP,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_PAN_UP, /* arrows with Shift */
    KEY_PAN_DOWN,
    KEY_PAN_LEFT,
    KEY_PAN_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_FIRST,
    KEY_LAST,
    KEY_INTERRUPT, /* Ctrl-C */
    KEY_CLICK,     /* at x, y */
    KEY_WHEEL_UP,
    KEY_WHEEL_DOWN,
    KEY_NEWS, /* no key: the other descriptor has something to read */
};

struct key {
    enum key_kind kind;
    uint32_t sign;
    int x, y;
};

/* Is a full screen possible: are stdin and stdout a terminal that can move its cursor? */
bool terminal_can(void);

/* Takes the terminal over; false if that fails. Nothing else may write to it until it is given
 * back. */
bool terminal_open(enum depth depth);
void terminal_close(void);

/* Its size in cells. */
void terminal_size(int *width, int *height);

/* Shows a picture, with the cursor in a cell; outside the picture it is hidden. */
void terminal_show(const struct canvas *c, int cursor_x, int cursor_y);

/* The next key; waits at most so many milliseconds, -1: for ever. Ctrl-Z stops the program here; it
 * goes on with KEY_CHANGED. */
struct key terminal_key(int64_t milliseconds);

/* Puts back keys that were read too early: they come again, in this order. If there is no room,
 * keys are lost. */
enum { TERMINAL_KEPT = 1024 };
void terminal_put_back(const struct key *keys, uint32_t count);

/* Drops the keys that were put back. */
void terminal_forget(void);

/* From now on terminal_key() waits for another descriptor too; -1: for none. */
void terminal_also(int descriptor);

#endif
