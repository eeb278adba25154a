/*
 * Lines that people type, with a limit on the waiting. Private to cli/.
 */
#ifndef ANDEN_CLI_INPUT_H
#define ANDEN_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins as zeros. */
struct input {
    char *text; /* bytes that were read and not yet returned */
    size_t from, to, room;
    size_t before, end; /* the place of the last line that was returned, for input_put_back() */
    bool ended;
    int also; /* another descriptor to wait for, or 0 */
};

enum input_answer {
    INPUT_LINE, /* a line, without its end and blanks around it; valid until the next call */
    INPUT_LATE, /* nothing came in time */
    INPUT_NEWS, /* the other descriptor has something */
    INPUT_END,  /* nothing will come any more */
};

/* The next line of stdin. Waits at most so many milliseconds; -1: for ever. */
enum input_answer input_line(struct input *in, int64_t milliseconds, char **line);

/* The line that was returned last comes again. */
void input_put_back(struct input *in);

/* Will nothing more be typed? Lines that have come may still be there. Does not wait. */
bool input_has_ended(struct input *in);

/* Waits until a descriptor can be read, at most so many milliseconds; -1: for ever. */
void input_wait(int descriptor, int milliseconds);

/* Drops lines that were typed at a terminal and not yet returned: they were meant for something
 * else. */
void input_forget(struct input *in);

/* From now on typing at a terminal is hidden, or shown again. However the program ends, the
 * terminal is put back as it was. */
void input_hide(bool hidden);

void input_free(struct input *in);

#endif
