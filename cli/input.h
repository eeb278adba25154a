/*
 * Lines that people type, waited for no longer than the caller wants. Private to cli/.
 */
#ifndef ANDEN_CLI_INPUT_H
#define ANDEN_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Begins as zeros. */
struct input {
    char *text; /* what was read and not yet returned */
    size_t from, to, room;
    size_t before, end; /* where the last line that was returned stood, for input_put_back() */
    bool ended;
    int also; /* a descriptor that is waited for too, or 0 */
};

enum input_answer {
    INPUT_LINE, /* here it is, without its end and blanks around it; good until the next call */
    INPUT_LATE, /* nothing came in time */
    INPUT_NEWS, /* the other descriptor has something */
    INPUT_END,  /* nothing will come any more */
};

/* The next line of stdin. Waits at most so many milliseconds; -1: for ever. */
enum input_answer input_line(struct input *in, int64_t milliseconds, char **line);

/* The line that was returned last comes again. */
void input_put_back(struct input *in);

/* Waits until a descriptor can be read, at most so many milliseconds; -1: for ever. */
void input_wait(int descriptor, int milliseconds);

/* Drops what was typed at a terminal and not yet returned: it was meant for something else. */
void input_forget(struct input *in);

/* From now on what is typed at a terminal is not shown, or shown again. Whatever ends the program
 * meanwhile, the terminal is as it was. */
void input_hide(bool hidden);

void input_free(struct input *in);

#endif
