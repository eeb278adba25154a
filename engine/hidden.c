/*
 * The text of hidden events: see hidden.h.
 */
#include "hidden.h"

#define KIND_HIDDEN(KIND, word, by, hidden) [EVENT_##KIND] = (hidden),
static const char *const words[32] = {EACH_KIND(KIND_HIDDEN)};

bool hidden_format(event_t e, struct text *t)
{
    if (!event_is_hidden(e))
        return false;
    text_put(t, words[event_kind(e)] ? words[event_kind(e)] : "?");
    if (event_arg(e)) {
        text_char(t, 'x');
        text_number(t, event_arg(e));
    }
    return true;
}

event_t hidden_parse(const char *text, size_t n, uint32_t kinds)
{
    size_t blanks = text_blanks(text, n);

    text += blanks;
    n -= blanks;
    for (uint32_t kind = 0; kind < 32; kind++) {
        size_t used;
        uint32_t count = 0;

        if (!(kinds >> kind & 1) || !words[kind])
            continue;
        used = text_spells(text, n, words[kind]);
        if (used == 0)
            continue;
        if (used < n && kind == EVENT_KEEP && text[used] == 'x') {
            size_t digits = text_digits(text + used + 1, n - used - 1, &count);

            used = digits && count > 0 && count < 256 ? used + 1 + digits : 0;
        }
        if (used && used + text_blanks(text + used, n - used) == n)
            return event_hidden((enum event_kind)kind, count);
    }
    return 0;
}
