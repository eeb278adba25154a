/*
 * Lines that people type: see input.h. Stdin is read without stdio, whose buffer would hide from
 * poll() that something has come.
 */
#define _DEFAULT_SOURCE

#include "input.h"

#include "../sim/think.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { PIECE = 4096, LONGEST_WAIT = 1 << 30 };

/* Waits until stdin or another descriptor can be read, up to a time of the clock (0: for ever).
 * INPUT_LINE: stdin can be read. */
static enum input_answer wait_until(uint64_t deadline, int also)
{
    struct pollfd in[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                           {.fd = also, .events = POLLIN}};
    int timeout = -1, ready;

    do {
        uint64_t at = think_nanoseconds();

        if (deadline) {
            uint64_t left = deadline > at ? (deadline - at + 999999) / 1000000 : 0;

            timeout = left < LONGEST_WAIT ? (int)left : LONGEST_WAIT;
        }
        ready = poll(in, also ? 2 : 1, timeout);
    } while (ready == 0 ? !deadline || think_nanoseconds() < deadline
                        : ready < 0 && errno == EINTR);
    if (ready == 0)
        return INPUT_LATE;
    return in[0].revents ? INPUT_LINE : INPUT_NEWS;
}

/* Reads everything that has come. */
static void read_some(struct input *in)
{
    ssize_t n;

    if (in->from) {
        memmove(in->text, in->text + in->from, in->to - in->from);
        in->to -= in->from;
        in->from = 0;
    }
    if (in->room - in->to < PIECE) {
        char *text = realloc(in->text, in->room + PIECE);

        if (!text) {
            in->ended = true;
            return;
        }
        in->text = text;
        in->room += PIECE;
    }
    do
        n = read(STDIN_FILENO, in->text + in->to, in->room - in->to - 1);
    while (n < 0 && errno == EINTR);
    if (n > 0)
        in->to += (size_t)n;
    else
        in->ended = true;
}

/* Takes the first line, which ends at a place of the text. */
static char *take(struct input *in, size_t end)
{
    char *line = in->text + in->from;

    in->before = in->from;
    in->end = end;
    in->text[end] = '\0';
    in->from = end < in->to ? end + 1 : end;
    while (end > 0 && in->text + end > line && strchr("\r\t ", in->text[end - 1]))
        in->text[--end] = '\0';
    return line + strspn(line, " \t");
}

enum input_answer input_line(struct input *in, int64_t milliseconds, char **line)
{
    uint64_t deadline =
        milliseconds < 0 ? 0 : think_nanoseconds() + (uint64_t)milliseconds * 1000000;

    fflush(stdout);
    for (;;) {
        char *end =
            in->to > in->from ? memchr(in->text + in->from, '\n', in->to - in->from) : NULL;

        if (end || (in->ended && in->to > in->from)) {
            *line = take(in, end ? (size_t)(end - in->text) : in->to);
            return INPUT_LINE;
        }
        if (in->ended)
            return INPUT_END;
        enum input_answer answer = wait_until(deadline, in->also);

        if (answer != INPUT_LINE)
            return answer;
        read_some(in);
    }
}

bool input_has_ended(struct input *in)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};

    while (!in->ended && poll(&p, 1, 0) > 0)
        read_some(in);
    return in->ended;
}

void input_put_back(struct input *in)
{
    if (in->end < in->to)
        in->text[in->end] = '\n';
    in->from = in->before;
}

void input_wait(int descriptor, int milliseconds)
{
    struct pollfd p = {.fd = descriptor, .events = POLLIN};

    poll(&p, 1, milliseconds);
}

void input_forget(struct input *in)
{
    if (!isatty(STDIN_FILENO))
        return;
    tcflush(STDIN_FILENO, TCIFLUSH);
    in->from = in->to = 0;
}

/* ---- secrets ---- */

enum { ENDS = 4 };
static const int ends[ENDS] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static struct sigaction before[ENDS];
static struct termios shown; /* the terminal's mode that shows typing */
static bool is_hidden;

static void on_end(int sig)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &shown);
    signal(sig, SIG_DFL);
    raise(sig);
}

void input_hide(bool hidden)
{
    struct sigaction act = {.sa_handler = on_end};
    struct termios quiet;

    if (hidden == is_hidden || (hidden && tcgetattr(STDIN_FILENO, &shown) != 0))
        return;
    is_hidden = hidden;
    for (size_t i = 0; i < ENDS; i++)
        sigaction(ends[i], hidden ? &act : &before[i], hidden ? &before[i] : NULL);
    quiet = shown;
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    quiet.c_cc[VSUSP] =
        _POSIX_VDISABLE; /* Ctrl-Z would give people a shell that does not show their typing */
    tcsetattr(STDIN_FILENO, TCSAFLUSH, hidden ? &quiet : &shown);
}

void input_free(struct input *in)
{
    free(in->text);
    *in = (struct input){0};
}
