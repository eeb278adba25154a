/*
 * The lines of a board file, and the words, numbers and names in them: see board_scan.h.
 * board_read.c and the readers of the families know what the statements mean. Reads the text
 * once.
 */
#include "board_scan.h"

enum { MARKS_MAX = 4 }; /* on one letter: more than any language needs, less than a tower */

/* Lines and words. */

struct text_spot spot_end(const struct reader *r)
{
    size_t end = r->at < r->length ? r->at : r->length;

    while (end > 0 && text_is_blank(r->line[end - 1]))
        end--;
    return spot_byte(r, end);
}

struct text_spot spot_next(const struct reader *r, size_t byte)
{
    size_t from = byte < r->length ? byte : r->length;

    return spot_byte(r, from + text_blanks(r->line + from, r->length - from));
}

/* Does it control a terminal, begin a line, or change the direction of writing? */
static bool is_control(uint32_t c)
{
    return (c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* Is every character of the line allowed? */
static bool check_characters(struct reader *r)
{
    for (size_t i = 0; i < r->length;) {
        uint32_t c = 0;
        size_t used = text_decode(r->line + i, r->length - i, &c);

        if (!used)
            return read_refuse(r, spot_byte(r, i),
                               "This is not valid UTF-8; save the file as UTF-8.");
        if (is_control(c))
            return read_refuse(r, spot_byte(r, i), "A control character is not allowed here.");
        i += used;
    }
    return true;
}

bool read_line(struct reader *r, bool *end)
{
    *end = !read_next(r);
    return !*end && check_characters(r);
}

bool read_lines(struct reader *r, bool (*statement)(void *context, const struct word *w),
                void *context)
{
    bool end = false;

    while (!end) {
        struct word w;
        bool good = read_line(r, &end) && read_word(r, &w) && (!w.at || statement(context, &w));

        if (!good && !end && !r->draft)
            return false;
    }
    return true;
}

bool read_more(const struct reader *r)
{
    size_t i = r->at + text_blanks(r->line + r->at, r->length - r->at);

    return i < r->length && r->line[i] != '#';
}

bool read_word(struct reader *r, struct word *w)
{
    read_blanks(r);
    *w = (struct word){.where = r->at};
    if (!read_more(r))
        return true;
    size_t from = r->at, to;
    w->quoted = r->line[from] == '"';
    if (w->quoted) {
        to = ++from;
        while (to < r->length && r->line[to] != '"')
            to++;
        if (to == r->length)
            return read_refuse(
                r, spot_word(r, w),
                "The quotation mark that opens here is not closed on this line.");
        r->at = to + 1;
        if (r->at < r->length && !text_is_blank(r->line[r->at]))
            return read_refuse(r, spot_byte(r, r->at),
                               "After a closing quotation mark there must be a blank.");
    } else {
        to = from + text_word(r->line + from, r->length - from);
        r->at = to;
    }
    w->at = r->line + from;
    w->n = to - from;
    return true;
}

bool read_some(struct reader *r, const char *what, struct word *w)
{
    size_t before = r->at;

    if (!read_word(r, w))
        return false;
    if (w->at)
        return true;
    r->at = before;
    return READ_WRONG(r, spot_end(r), "{0} is missing here.", say_word(what));
}

bool read_end(struct reader *r)
{
    struct word w;

    if (!read_word(r, &w))
        return false;
    if (!w.at)
        return true;
    return READ_WRONG(r, spot_word(r, &w),
                      "Nothing more is expected on this line, but there is \"{0}\".",
                      say_written(&w));
}

bool word_spells(const struct word *w, const char *name)
{
    return w->n > 0 && text_spells(w->at, w->n, name) == w->n;
}

/* Suggestions. */

void suggest(struct suggestion *s, const char *name)
{
    uint32_t d = text_distance(s->word->at, s->word->n, name);

    if (!s->best || d < s->distance) {
        s->best = name;
        s->distance = d;
    }
}

static bool is_near(const struct suggestion *s)
{
    return s->best && s->distance <= 2 + text_length(s->best) / 5 &&
           s->distance < text_length(s->best);
}

bool read_strange(struct reader *r, const struct suggestion *s, const char *far,
                  const char *near)
{
    return READ_WRONG(r, spot_word(r, s->word), is_near(s) ? near : far, say_written(s->word),
                      say_name(s->best ? s->best : ""));
}

/* Numbers and names. */

/* Writes n / 10^decimals. */
static void text_decimal(struct text *t, int32_t n, uint32_t decimals)
{
    int32_t power = decimals == 2 ? 100 : decimals == 1 ? 10 : 1;

    if (n < 0)
        text_char(t, '-');
    n = n < 0 ? -n : n;
    text_number(t, n / power);
    if (n % power) {
        text_char(t, '.');
        text_number(t, decimals == 2 ? n % power / 10 : n % power);
        if (decimals == 2 && n % 10)
            text_number(t, n % 10);
    }
}

static bool wrong_number(struct reader *r, const char *what, const struct word *w, int32_t min,
                         int32_t max, uint32_t decimals)
{
    static const char *const sentences[] = {
        SAYS("{0} must be a whole number from {1} to {2}, not \"{3}\"."),
        SAYS("{0} must be a number from {1} to {2} with at most one decimal, not \"{3}\"."),
        SAYS("{0} must be a number from {1} to {2} with at most two decimals, not \"{3}\"."),
    };
    char least[16], most[16];
    struct text from = text_in(least, sizeof least), to = text_in(most, sizeof most);

    text_decimal(&from, min, decimals);
    text_decimal(&to, max, decimals);
    return READ_WRONG(r, spot_word(r, w), sentences[decimals], say_word(what), say_piece(&from),
                      say_piece(&to), say_written(w));
}

/* Reads a number times 10^decimals; false if the word is not one. */
static bool decimal_of(const struct word *w, uint32_t decimals, int32_t *out)
{
    size_t i = 0;
    bool negative = w->n > 0 && w->at[0] == '-';

    i += negative;
    uint32_t whole = 0, part = 0;
    size_t digits = text_digits(w->at + i, w->n - i, &whole);
    if (!digits || whole > 100000)
        return false;
    i += digits;
    if (decimals && i < w->n && w->at[i] == '.') {
        i++;
        digits = text_digits(w->at + i, w->n - i, &part);
        if (!digits || digits > decimals)
            return false;
        i += digits;
        if (digits < decimals)
            part *= 10;
    }
    if (i != w->n || w->quoted)
        return false;
    int32_t value = (int32_t)whole * (decimals == 2 ? 100 : decimals == 1 ? 10 : 1);
    value += (int32_t)part;
    *out = negative ? -value : value;
    return true;
}

bool read_number(struct reader *r, const char *what, uint32_t min, uint32_t max, uint32_t *out)
{
    struct word w;
    int32_t value;

    if (!read_some(r, what, &w))
        return false;
    if (!decimal_of(&w, 0, &value) || value < (int32_t)min || value > (int32_t)max)
        return wrong_number(r, what, &w, (int32_t)min, (int32_t)max, 0);
    *out = (uint32_t)value;
    return true;
}

bool read_byte(struct reader *r, const char *what, uint32_t min, uint32_t max, uint8_t *out)
{
    uint32_t value = 0;

    if (!read_number(r, what, min, max, &value))
        return false;
    *out = (uint8_t)value;
    return true;
}

bool read_decimal(struct reader *r, const char *what, int32_t min, int32_t max,
                  uint32_t decimals, int16_t *out)
{
    struct word w;
    int32_t value;

    if (!read_some(r, what, &w))
        return false;
    if (!decimal_of(&w, decimals, &value) || value < min || value > max)
        return wrong_number(r, what, &w, min, max, decimals);
    *out = (int16_t)value;
    return true;
}

static bool wrong_name(struct reader *r, const struct word *w, const char *what,
                       const char *sentence)
{
    return READ_WRONG(r, spot_word(r, w), sentence, say_word(what), say_number(NAME_SIZE - 1));
}

/* Invisible characters, except those that join letters or keep them apart: some languages need
 * these. */
static bool is_unseen(uint32_t c)
{
    static const uint32_t unseen[][2] = {
        {0xAD, 0xAD},     {0x34F, 0x34F},     {0x61C, 0x61C},      {0x115F, 0x1160},
        {0x17B4, 0x17B5}, {0x180B, 0x180E},   {0x200B, 0x200B},    {0x200E, 0x200F},
        {0x2060, 0x206F}, {0x2800, 0x2800},   {0x3164, 0x3164},    {0xFE00, 0xFE0F},
        {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},    {0x1D173, 0x1D17A},
        {0xE000, 0xF8FF}, {0xE0000, 0xE0FFF}, {0xF0000, 0x10FFFF},
    };

    for (uint32_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
        if (c >= unseen[i][0] && c <= unseen[i][1])
            return true;
    return false;
}

/* A mark that stands on the letter before it. */
static bool is_mark(uint32_t c)
{
    return (c >= 0x300 && c <= 0x36F) || (c >= 0x483 && c <= 0x489) ||
           (c >= 0x1AB0 && c <= 0x1AFF) || (c >= 0x1DC0 && c <= 0x1DFF) ||
           (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE20 && c <= 0xFE2F);
}

bool read_seen(struct reader *r, const struct word *w, const char *what)
{
    uint32_t marks = 0, c = 0;

    for (size_t i = 0, used; i < w->n; i += used ? used : 1) {
        used = text_decode(w->at + i, w->n - i, &c);
        marks = is_mark(c) ? marks + 1 : 0;
        if (is_unseen(c) || marks > MARKS_MAX)
            return READ_WRONG(r, spot_word(r, w),
                              "{0} must have only characters that can be seen, and few accents "
                              "on a letter.",
                              say_word(what));
    }
    return true;
}

bool read_short(struct reader *r, const struct word *w, const char *what, uint32_t most)
{
    return w->n <= most || READ_WRONG(r, spot_word(r, w), "{0} is too long: at most {1} bytes.",
                                      say_word(what), say_number((int32_t)most));
}

bool read_name_of(struct reader *r, const struct word *w, const char *what, char out[NAME_SIZE])
{
    if (w->n == 0)
        return wrong_name(r, w, what, "{0} must not be empty.");
    if (w->n >= NAME_SIZE)
        return wrong_name(r, w, what, "{0} is too long: a name has at most {1} bytes.");
    for (size_t i = 0; i < w->n; i++)
        if (w->at[i] == '#' || w->at[i] == '+' || w->at[i] == '"' || w->at[i] == '\t')
            return wrong_name(r, w, what,
                              "{0} must not contain #, +, tabs or quotation marks.");
    char first = w->at[0];
    bool begins = (first >= '0' && first <= '9') || (first >= 'A' && first <= 'Z') ||
                  (first >= 'a' && first <= 'z') || (unsigned char)first >= 0x80;
    if (!begins || text_spells(w->at, w->n, "-") || text_spells(w->at, w->n, " "))
        return wrong_name(r, w, what, "{0} must begin with a letter or a digit.");
    if (w->at[w->n - 1] == ' ' || w->at[w->n - 1] == '-')
        return wrong_name(r, w, what, "{0} must not end with a blank or a hyphen.");
    if (!read_seen(r, w, what))
        return false;
    __builtin_memcpy(out, w->at, w->n);
    out[w->n] = 0;
    if (!text_spells(out, w->n, out))
        return wrong_name(r, w, what, "{0} must have letters, not accents alone.");
    return true;
}

bool read_name(struct reader *r, const char *what, char out[NAME_SIZE])
{
    struct word w;

    return read_some(r, what, &w) && read_name_of(r, &w, what, out);
}

static bool wrong_choice(struct reader *r, const char *what, const char *const *list,
                         const struct word *w)
{
    static const char *const sentences[2][2] = {
        {SAYS("{0} must be {1}, not \"{2}\"."),
         SAYS("{0} must be {1}, not \"{2}\"; did you mean \"{3}\"?")},
        {SAYS("{0} must be one of {1}, not \"{2}\"."),
         SAYS("{0} must be one of {1}, not \"{2}\"; did you mean \"{3}\"?")},
    };
    struct suggestion s = {.word = w};
    char names[120];
    struct text all = text_in(names, sizeof names);

    for (uint32_t i = 0; list[i]; i++) {
        suggest(&s, list[i]);
        text_put(&all, i ? ", " : "");
        text_put(&all, list[i]);
    }
    return READ_WRONG(r, spot_word(r, w), sentences[list[1] != NULL][is_near(&s)],
                      say_word(what), say_piece(&all), say_written(w), say_text(s.best));
}

bool read_choice(struct reader *r, const char *what, const char *const *list, uint32_t *out)
{
    struct word w;

    if (!read_some(r, what, &w))
        return false;
    for (uint32_t i = 0; list[i]; i++)
        if (word_is(&w, list[i])) {
            *out = i;
            return true;
        }
    return wrong_choice(r, what, list, &w);
}
