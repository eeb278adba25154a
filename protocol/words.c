/*
 * What happened, in words: which family tells it. See words.h.
 */
#include "words.h"

#include "families.h"

/* A family without words of its own: who did it, and the event as it stands in a log. */
static void null_words(const struct position *before, const struct position *after, event_t e,
                       struct text *t)
{
    const struct match *m = before->match;
    uint32_t actor = m->rules->actor(m, &before->view->seen);

    (void)after;
    if (actor >= m->seats)
        return;
    text_put(t, before->name[actor]);
    text_put(t, ": ");
    m->rules->format(m, &before->view->seen, e, t);
}

static void (*const families[])(const struct position *before, const struct position *after,
                                event_t e, struct text *t) = {
    [FAMILY_ROUTES] = routes_words,
    [FAMILY_NULL] = null_words,
    [FAMILY_METRO] = metro_words,
};

void event_words(const struct position *before, const struct position *after, event_t e,
                 struct text *t)
{
    families[before->match->board->family](before, after, e, t);
}

void words_tell(const struct position *p, uint32_t seat, const struct told *told,
                struct text *t)
{
    struct said value[SAID_MAX] = {say_text(p->name[seat])};

    for (uint32_t i = 1; i < SAID_MAX; i++)
        value[i] = told->value[i - 1];
    words_put(t, p->language, p->view->seat == seat ? told->you : told->other, value);
}
