/*
 * The lines of a log and what stands in them: see log_lines.h.
 */
#include "log_lines.h"

struct reader log_reading(const struct log_reader *r, struct complaint *why)
{
    return (struct reader){.text = r->text,
                           .size = r->size,
                           .next = r->at,
                           .number = r->line,
                           .code = CODE("log_syntax"),
                           .why = why};
}

void log_reached(struct log_reader *r, const struct reader *in)
{
    r->at = in->next;
    r->line = in->number;
}

/* Bytes of a line before its comment: # begins one at the start of a line or after a blank, not in
 * a quoted name (and not in "A-B#2"). */
static size_t before_comment(const char *s, size_t n)
{
    bool quoted = false;

    for (size_t i = 0; i < n; i++) {
        if (s[i] == '#' && !quoted && (i == 0 || text_is_blank(s[i - 1])))
            return i;
        if (s[i] == '\\' && quoted)
            i++;
        else if (s[i] == '"')
            quoted = !quoted;
    }
    return n;
}

bool log_line(struct reader *r)
{
    while (read_next(r)) {
        r->length = before_comment(r->line, r->length);
        while (r->length &&
               (text_is_blank(r->line[r->length - 1]) || r->line[r->length - 1] == '\r'))
            r->length--;
        read_blanks(r);
        if (r->at < r->length)
            return true;
    }
    return false;
}

bool log_number(const struct word *w, uint32_t *value)
{
    return w->n && text_digits(w->at, w->n, value) == w->n;
}

bool log_ends(struct reader *r)
{
    return r->at == r->length ||
           read_refuse(r, spot_here(r),
                       "Nothing more is expected on this line; a comment begins with #.");
}

bool log_short(struct reader *r, const struct word *first)
{
    return r->length - first->where <= LOG_LINE_MAX ||
           read_refuse(r, spot_word(r, first), "This line is too long for an event of a log.");
}

bool log_last_number(struct reader *r, const char *example, uint32_t *value)
{
    struct word word = read_plain(r);

    if (!log_number(&word, value))
        return READ_WRONG(r, spot_word(r, &word),
                          "A number is missing here: write for example \"{0}\".",
                          say_text(example));
    return log_ends(r);
}

bool log_hex(struct reader *r, uint8_t *bytes, size_t n)
{
    struct word word = read_plain(r);

    if (word.n != 2 * n)
        return false;
    for (size_t i = 0; i < word.n; i++) {
        char c = word.at[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;

        if (digit < 0)
            return false;
        bytes[i / 2] = (uint8_t)(i % 2 ? bytes[i / 2] | digit : digit << 4);
    }
    return true;
}
