/*
 * Reading text line by line and word by word: see scan.h.
 */
#include "scan.h"

struct text_spot spot_byte(const struct reader *r, size_t byte)
{
    size_t n = byte < r->length ? byte : r->length;

    return (struct text_spot){r->number, text_characters(r->line, n) + 1};
}

void skip_byte_order(struct reader *r)
{
    if (r->size >= 3 && text_is(r->text, 3, "\xEF\xBB\xBF"))
        r->next = 3;
}

bool read_next(struct reader *r)
{
    if (r->next >= r->size)
        return false;
    size_t from = r->next, to = from;
    while (to < r->size && r->text[to] != '\n')
        to++;
    r->next = to + (to < r->size);
    if (to > from && r->text[to - 1] == '\r')
        to--;
    r->line = r->text + from;
    r->length = to - from;
    r->at = 0;
    r->number++;
    return true;
}

void read_blanks(struct reader *r)
{
    r->at += text_blanks(r->line + r->at, r->length - r->at);
}

struct word read_plain(struct reader *r)
{
    const char *at = r->line + r->at;
    struct word w = {.at = at, .n = text_word(at, r->length - r->at), .where = r->at};

    r->at += w.n;
    read_blanks(r);
    return w;
}

bool read_is(struct reader *r, const char *word)
{
    size_t used = text_spells(r->line + r->at, r->length - r->at, word);

    if (used == 0 || (r->at + used < r->length && !text_is_blank(r->line[r->at + used])))
        return false;
    r->at += used;
    read_blanks(r);
    return true;
}

bool read_digits(struct reader *r, uint32_t *value)
{
    size_t used = text_digits(r->line + r->at, r->length - r->at, value);

    r->at += used;
    return used > 0;
}

bool read_wrong(struct reader *r, struct text_spot at, const char *rule, const char *sentence,
                const struct said *values, uint32_t count)
{
    if (r->complaints > 0 && r->complaints < r->room)
        r->why++;
    r->complaints++;
    complain_say(r->why, GROUND(r->code, rule), sentence, values, count);
    r->why->line = at.line;
    r->why->column = at.column;
    return false;
}
