/*
 * Moves that people type: see typed.h.
 */
#include "typed.h"

#include "../table/log.h"
#include "family.h"

#include <string.h>

/* Reads names in the language of the screen instead of those of the notation. If there are such
 * names, why says what is wrong with what they mean; else it stays as it is. */
static event_t translated(const struct position *p, const char *line, struct complaint *why)
{
    const struct match *m = p->match;
    const struct family_face *face = family_of(m->board);
    char move[LOG_LINE_MAX + 1];
    struct text t = text_in(move, sizeof move);
    const char *typed = line;

    if (!face->name_of)
        return EVENT_NONE;
    while (*line) {
        size_t n = strcspn(line, " \t");
        const char *name = n ? face->name_of(m->board, line, n) : NULL;

        if (name)
            text_put(&t, name);
        else
            text_some(&t, line, n);
        line += n;
        n = strspn(line, " \t");
        text_some(&t, line, n);
        line += n;
    }
    if (t.cut || !strcmp(move, typed))
        return EVENT_NONE;
    return m->rules->parse(m, &p->view->seen, move, t.length, why);
}

event_t typed_event(const struct position *p, const char *line, struct complaint *why)
{
    event_t e = p->match->rules->parse(p->match, &p->view->seen, line, strlen(line), why);

    return e == EVENT_NONE ? translated(p, line, why) : e;
}

void typed_refusal(const char *begin, const struct complaint *why, char out[TYPED_REFUSAL])
{
    struct text t = text_in(out, TYPED_REFUSAL);

    text_put(&t, cli_words(begin));
    complaint_put(&t, cli_language(), why);
    if (why->rule && *why->rule) {
        text_put(&t, " [");
        text_put(&t, why->rule);
        text_put(&t, "]");
    }
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
}
