/*
 * What the texts of events have in common in all families: their words, how they are read (scan.h),
 * and hidden events (hidden.h).
 */
#include "hidden.h"

#include "scan.h"

#define KIND_TEXT(KIND, word, by, text) [EVENT_##KIND] = (text),
const char *const event_words[32] = {EACH_KIND(KIND_TEXT)};

enum event_kind read_kind(struct reader *r, uint32_t kinds)
{
    for (uint32_t kind = 0; kind < 32; kind++)
        if ((kinds >> kind & 1) && read_is(r, event_words[kind]))
            return (enum event_kind)kind;
    return EVENT_NONE;
}

event_t read_first_seat(struct reader *r, uint32_t seats, const char *rule)
{
    uint32_t seat;

    if (!read_digits(r, &seat) || seat < 1 || seat > seats)
        return phrase_refuse(r, rule, "Which seat begins? Give its number.");
    read_blanks(r);
    return event_make(EVENT_FIRST, seat - 1);
}

event_t read_event_end(struct reader *r, event_t e)
{
    if (e && r->at < r->length)
        return phrase_refuse(r, "", "The event should end here.");
    return e;
}

bool hidden_format(event_t e, struct text *t)
{
    const char *word = event_words[event_kind(e)];

    if (!event_is_hidden(e))
        return false;
    text_put(t, word ? word : "");
    text_put(t, word ? " ?" : "?");
    if (event_arg(e)) {
        text_char(t, 'x');
        text_number(t, event_arg(e));
    }
    return true;
}

event_t hidden_parse(const char *text, size_t n, uint32_t kinds)
{
    struct reader r = {.line = text, .length = n};
    uint32_t count = 0;

    read_blanks(&r);
    enum event_kind kind = read_kind(&r, kinds);
    if (!kind || r.at == n || text[r.at++] != '?')
        return 0;
    if (kind == EVENT_KEEP && r.at < n && text[r.at] == 'x') {
        r.at++;
        if (!read_digits(&r, &count) || count == 0 || count > 255)
            return 0;
    }
    read_blanks(&r);
    return r.at == n ? event_hidden(kind, count) : 0;
}
