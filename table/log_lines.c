/*
 * The lines of a log and the words in them: see log_lines.h.
 */
#include "log_lines.h"

void line_skip_blanks(struct line *line)
{
    size_t blanks = text_blanks(line->at, line->n);

    line->at += blanks;
    line->n -= blanks;
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

/* The next line that is not empty; false at the end. */
bool line_next(struct log_reader *r, struct line *line)
{
    while (r->at < r->size) {
        const char *start = r->text + r->at;
        size_t n = 0, rest = r->size - r->at;

        while (n < rest && start[n] != '\n')
            n++;
        r->at += n < rest ? n + 1 : n;
        r->line++;
        *line = (struct line){.start = start, .at = start, .n = before_comment(start, n)};
        while (line->n &&
               (text_is_blank(line->at[line->n - 1]) || line->at[line->n - 1] == '\r'))
            line->n--;
        line_skip_blanks(line);
        if (line->n)
            return true;
    }
    return false;
}

/* Where in its line something is. */
struct log_place line_place(const struct log_reader *r, const struct line *line, const char *at)
{
    return (struct log_place){r->line,
                              text_characters(line->start, (size_t)(at - line->start)) + 1};
}

bool line_wrong(struct complaint *why, struct log_place place, const char *sentence,
                const struct said *values, uint32_t count)
{
    complain_say(why, GROUND("log_syntax", ""), sentence, values, count);
    why->line = place.line;
    why->column = place.column;
    return false;
}

bool line_refuse(struct complaint *why, struct log_place place, const char *sentence)
{
    return line_wrong(why, place, sentence, 0, 0);
}

/* Takes the next word off a line; an empty one at its end. */
struct line line_word(struct line *line)
{
    struct line word = {line->start, line->at, text_word(line->at, line->n)};

    line->at += word.n;
    line->n -= word.n;
    line_skip_blanks(line);
    return word;
}

/* A word that is a whole number, alone. */
bool line_number(const struct line *word, uint32_t *value)
{
    return word->n && text_digits(word->at, word->n, value) == word->n;
}

bool line_number64(struct line *line, uint64_t *value)
{
    struct line word = line_word(line);

    return text_digits64(word.at, word.n, value);
}

bool line_ends(const struct log_reader *r, const struct line *line, struct complaint *why)
{
    if (line->n)
        return line_refuse(why, line_place(r, line, line->at),
                           "Nothing more is expected on this line; a comment begins with #.");
    return true;
}

/* A number that ends its line. */
bool line_last_number(const struct log_reader *r, struct line *line, const char *example,
                      uint32_t *value, struct complaint *why)
{
    struct line word = line_word(line);

    if (!line_number(&word, value))
        return LINE_WRONG(why, line_place(r, line, word.at),
                          "A number is missing here: write for example \"{0}\".",
                          say_text(example));
    return line_ends(r, line, why);
}

bool line_too_long(const struct log_reader *r, const struct line *line, struct complaint *why)
{
    if (line->n <= LOG_LINE_MAX)
        return false;
    line_refuse(why, line_place(r, line, line->at),
                "This line is too long for an event of a log.");
    return true;
}

bool line_hex(struct line *line, uint8_t *bytes, size_t n)
{
    struct line word = line_word(line);

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
