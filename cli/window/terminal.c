/*
 * The terminal: see terminal.h.
 */
#define _XOPEN_SOURCE_EXTENDED 1

#include "terminal.h"

#include "../../sim/think.h"
#include "../cli.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

enum {
    SLICE = 250, /* milliseconds until a signal is noticed, at most */
    CONTROL_C = 3,
    CONTROL_L = 12,
    CONTROL_Z = 26,
    ESCAPE = 27,
    DELETE = 127,
    PIECE = 1 << 16,
};

/* There is one terminal. */
static struct {
    bool is_open;
    enum depth depth;
    SCREEN *screen;
    WINDOW *keys; /* keys are read from a pad, because that draws nothing */
    struct cell *shown;
    int width, height; /* of the last picture; 0: the contents of the screen are unknown */
    int cursor;        /* is it visible? -1: unknown */
    char *out;
    size_t length, room;
    int also;                       /* another descriptor to wait for, plus 1; 0: none */
    struct key kept[TERMINAL_KEPT]; /* keys that were put back; the next one comes first */
    uint32_t kept_count;
} terminal;

/* ---- signals ---- */

static volatile sig_atomic_t must_end, must_stop, went_on;

static void on_end(int number)
{
    (void)number;
    must_end = 1;
}

static void on_stop(int number)
{
    (void)number;
    must_stop = 1;
}

static void on_go_on(int number)
{
    (void)number;
    went_on = 1;
}

static void catch (int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};

    sigaction(number, &action, NULL);
}

static void catch_all(void)
{
    catch (SIGINT, on_end);
    catch (SIGTERM, on_end);
    catch (SIGHUP, on_end);
    catch (SIGQUIT, on_end);
    catch (SIGTSTP, on_stop);
    catch (SIGCONT, on_go_on);
}

/* ---- output ---- */

static void put_bytes(const char *bytes, size_t n)
{
    if (terminal.room - terminal.length < n) {
        terminal.room += n + PIECE;
        terminal.out = cli_need(realloc(terminal.out, terminal.room));
    }
    memcpy(terminal.out + terminal.length, bytes, n);
    terminal.length += n;
}

/* Puts a control sequence of the terminal's description, without the pauses ("$<5>") that old
 * terminals needed. */
static void put_order(const char *order)
{
    while (*order) {
        size_t n = strcspn(order, "$");

        put_bytes(order, n);
        order += n;
        if (order[0] == '$' && order[1] == '<' && strchr(order, '>'))
            order = strchr(order, '>') + 1;
        else if (*order)
            put_bytes(order++, 1);
    }
}

/* A terminal that is gone accepts nothing; reading keys will notice that. */
static void flush(void)
{
    size_t done = 0;

    while (done < terminal.length) {
        ssize_t n = write(STDOUT_FILENO, terminal.out + done, terminal.length - done);

        if (n < 0 && errno != EINTR)
            break;
        done += n > 0 ? (size_t)n : 0;
    }
    terminal.length = 0;
}

static bool same(const struct shown *a, const struct shown *b)
{
    return a->sign == b->sign && a->ink == b->ink && a->paper == b->paper &&
           a->attributes == b->attributes;
}

/* Writes the cells of a row that have changed. */
static void show_row(const struct canvas *c, int y, char last[SGR_SIZE], size_t *last_length)
{
    int at = -1; /* the column of the cursor, if it is in this row */

    for (int x = 0; x < c->width; x++) {
        struct shown now = cell_shown(canvas_at(c, x, y));
        struct shown old = cell_shown(&terminal.shown[y * c->width + x]);
        char bytes[SGR_SIZE];
        size_t n;

        if (same(&now, &old) || now.sign == CANVAS_REST)
            continue;
        if (x == c->width - 1 && y == c->height - 1 && auto_right_margin && !eat_newline_glitch)
            continue; /* it would scroll */
        if (at != x)
            put_order(tparm(cursor_address, y, x, 0, 0, 0, 0, 0, 0, 0));
        n = sgr_of(&now, terminal.depth, bytes);
        if (n != *last_length || memcmp(bytes, last, n) != 0)
            put_bytes(bytes, n);
        memcpy(last, bytes, n);
        *last_length = n;
        put_bytes(bytes, sign_bytes(now.sign, bytes));
        at = x + sign_width(now.sign);
        if (at >= c->width)
            at = -1;
    }
}

static void remember(const struct canvas *c)
{
    size_t size = (size_t)c->width * (size_t)c->height * sizeof *c->cell;

    terminal.shown = cli_need(realloc(terminal.shown, size ? size : 1));
    memcpy(terminal.shown, c->cell, size);
    terminal.width = c->width;
    terminal.height = c->height;
}

/* The contents of the screen are unknown: makes every cell count as different. */
static void forget(const struct canvas *c)
{
    struct cell none = {.sign = 1, .ink = 1};
    size_t count = (size_t)c->width * (size_t)c->height;

    terminal.shown = cli_need(realloc(terminal.shown, count * sizeof none + 1));
    for (size_t i = 0; i < count; i++)
        terminal.shown[i] = none;
    put_bytes("\033[0m", 4);
    if (clear_screen)
        put_order(clear_screen);
}

void terminal_show(const struct canvas *c, int cursor_x, int cursor_y)
{
    bool visible = canvas_at(c, cursor_x, cursor_y) != NULL;
    char last[SGR_SIZE];
    size_t length = 0;

    if (terminal.width != c->width || terminal.height != c->height)
        forget(c);
    for (int y = 0; y < c->height; y++)
        show_row(c, y, last, &length);
    put_bytes("\033[0m", 4);
    if (visible)
        put_order(tparm(cursor_address, cursor_y, cursor_x, 0, 0, 0, 0, 0, 0, 0));
    flush();
    if (terminal.cursor != visible)
        curs_set(visible);
    terminal.cursor = visible;
    remember(c);
}

/* ---- modes ---- */

bool terminal_can(void)
{
    bool can;
    int error;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return false;
    if (setupterm(NULL, STDOUT_FILENO, &error) != OK)
        return false;
    can = cursor_address != NULL && clear_screen != NULL;
    del_curterm(cur_term);
    return can;
}

/* ncurses reads characters in the encoding of the locale; the program always writes UTF-8. */
static void choose_locale(void)
{
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

bool terminal_open(enum depth depth)
{
    static bool once;

    choose_locale();
    terminal.screen = newterm(NULL, stdout, stdin);
    if (!terminal.screen)
        return false;
    terminal.depth = depth;
    terminal.is_open = true;
    terminal.width = terminal.height = 0;
    terminal.cursor = -1;
    terminal.kept_count = 0;
    raw();
    noecho();
    nonl();
    set_escdelay(25);
    terminal.keys = newpad(1, 1);
    keypad(terminal.keys, TRUE);
    nodelay(terminal.keys, TRUE);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    refresh();
    catch_all();
    if (!once)
        atexit(terminal_close);
    once = true;
    return true;
}

void terminal_close(void)
{
    if (!terminal.is_open)
        return;
    terminal.is_open = false;
    put_bytes("\033[0m", 4);
    flush();
    curs_set(1);
    endwin();
    delwin(terminal.keys);
    delscreen(terminal.screen);
    free(terminal.shown);
    free(terminal.out);
    terminal.shown = NULL;
    terminal.out = NULL;
    terminal.room = 0;
}

void terminal_size(int *width, int *height)
{
    *width = COLS > 0 ? COLS : 80;
    *height = LINES > 0 ? LINES : 24;
}

/* Gives the terminal back, stops, and takes it over again when the program is continued. */
static void stop_here(void)
{
    put_bytes("\033[0m", 4);
    flush();
    curs_set(1);
    endwin();
    catch (SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    catch (SIGTSTP, on_stop);
    refresh();
    terminal.width = 0;
    terminal.cursor = -1;
}

/* ---- keys ---- */

static struct key of_kind(enum key_kind kind)
{
    return (struct key){.kind = kind};
}

static struct key mouse_key(void)
{
    MEVENT event;
    struct key k = {0};

    if (getmouse(&event) != OK)
        return k;
    k.x = event.x;
    k.y = event.y;
    if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
        k.kind = KEY_CLICK;
    else if (event.bstate & BUTTON4_PRESSED)
        k.kind = KEY_WHEEL_UP;
    else if (event.bstate & BUTTON5_PRESSED)
        k.kind = KEY_WHEEL_DOWN;
    return k;
}

static struct key function_key(wint_t code)
{
    static const struct {
        wint_t code;
        enum key_kind kind;
    } keys[] = {
        {KEY_UP, KEY_ARROW_UP},         {KEY_DOWN, KEY_ARROW_DOWN},  {KEY_LEFT, KEY_ARROW_LEFT},
        {KEY_RIGHT, KEY_ARROW_RIGHT},   {KEY_SR, KEY_PAN_UP},        {KEY_SF, KEY_PAN_DOWN},
        {KEY_SLEFT, KEY_PAN_LEFT},      {KEY_SRIGHT, KEY_PAN_RIGHT}, {KEY_PPAGE, KEY_PAGE_UP},
        {KEY_NPAGE, KEY_PAGE_DOWN},     {KEY_HOME, KEY_FIRST},       {KEY_END, KEY_LAST},
        {KEY_BTAB, KEY_BACK_TABULATOR}, {KEY_ENTER, KEY_RETURN},     {KEY_BACKSPACE, KEY_ERASE},
        {KEY_DC, KEY_REMOVE},
    };

    if (code == KEY_MOUSE)
        return mouse_key();
    if (code == KEY_RESIZE) {
        terminal.width = 0;
        return of_kind(KEY_CHANGED);
    }
    if (code == KEY_F(1))
        return (struct key){.kind = KEY_SIGN, .sign = '?'};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].code == code)
            return of_kind(keys[i].kind);
    return of_kind(KEY_NOTHING);
}

static struct key plain_key(wint_t sign)
{
    switch (sign) {
    case CONTROL_C:
        return of_kind(KEY_INTERRUPT);
    case CONTROL_L:
        terminal.width = 0;
        return of_kind(KEY_CHANGED);
    case CONTROL_Z:
        must_stop = 1;
        return of_kind(KEY_NOTHING);
    case ESCAPE:
        return of_kind(KEY_ESCAPE);
    case '\t':
        return of_kind(KEY_TABULATOR);
    case '\r':
    case '\n':
        return of_kind(KEY_RETURN);
    case '\b':
    case DELETE:
        return of_kind(KEY_ERASE);
    default:
        return (struct key){.kind = sign < ' ' ? KEY_NOTHING : KEY_SIGN,
                            .sign = (uint32_t)sign};
    }
}

static struct key kept_key(void)
{
    struct key k = terminal.kept[0];

    memmove(terminal.kept, terminal.kept + 1, --terminal.kept_count * sizeof k);
    return k;
}

void terminal_put_back(const struct key *keys, uint32_t count)
{
    uint32_t room = TERMINAL_KEPT - terminal.kept_count, n = count < room ? count : room;

    memmove(terminal.kept + n, terminal.kept, terminal.kept_count * sizeof *keys);
    memcpy(terminal.kept, keys, n * sizeof *keys);
    terminal.kept_count += n;
}

void terminal_forget(void)
{
    terminal.kept_count = 0;
}

/* A key that has already come, or KEY_NOTHING. */
static struct key key_now(void)
{
    wint_t code;
    int answer;

    if (terminal.kept_count)
        return kept_key();
    answer = wget_wch(terminal.keys, &code);
    if (answer == ERR)
        return of_kind(KEY_NOTHING);
    return answer == KEY_CODE_YES ? function_key(code) : plain_key(code);
}

/* Has a signal asked for something? */
static bool asked(struct key *k)
{
    if (must_end) {
        *k = of_kind(KEY_CLOSED);
        return true;
    }
    if (must_stop) {
        must_stop = 0;
        stop_here();
        went_on = 1;
    }
    if (went_on) { /* also after a stop that could not be caught */
        went_on = 0;
        refresh();
        terminal.width = 0;
        *k = of_kind(KEY_CHANGED);
        return true;
    }
    return false;
}

void terminal_also(int descriptor)
{
    terminal.also = descriptor + 1;
}

/* Waits until stdin or the other descriptor has something, at most so long. False if stdin never
 * will. */
static bool wait_for_input(int milliseconds, bool *ready, bool *news)
{
    struct pollfd in[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                           {.fd = terminal.also - 1, .events = POLLIN}};
    int n = poll(in, terminal.also ? 2 : 1, milliseconds);

    *ready = n > 0 && in[0].revents & POLLIN;
    *news = n > 0 && in[1].revents;
    return n <= 0 || *ready || *news;
}

struct key terminal_key(int64_t milliseconds)
{
    uint64_t begin = think_nanoseconds();
    int empty = 0; /* how often there was input, but no key in it */

    for (;;) {
        struct key k;
        int64_t spent = (int64_t)((think_nanoseconds() - begin) / 1000000), left;
        bool ready, news;

        if (asked(&k))
            return k;
        k = key_now();
        if (k.kind != KEY_NOTHING)
            return k;
        left = milliseconds < 0 ? SLICE : milliseconds - spent;
        if (left <= 0)
            return k;
        if (!wait_for_input((int)(left < SLICE ? left : SLICE), &ready, &news))
            return of_kind(KEY_CLOSED);
        if (news && !ready)
            return of_kind(KEY_NEWS);
        empty = ready ? empty + 1 : 0;
        if (empty > 64)
            return of_kind(KEY_CLOSED); /* the end of a file, read again and again */
    }
}
