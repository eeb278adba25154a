/*
 * What happened, in words: the family of the board says it. See words.h.
 */
#include "words.h"

#include "families.h"

void event_words(const struct position *before, const struct position *after, event_t e,
                 struct text *t)
{
    voice_of(before->match->board)->words(before, after, e, t);
}

void words_tell(const struct position *p, uint32_t seat, const struct told *told,
                struct text *t)
{
    struct said value[SAID_MAX] = {say_text(p->name[seat])};

    for (uint32_t i = 1; i < SAID_MAX; i++)
        value[i] = told->value[i - 1];
    words_put(t, p->language, p->view->seat == seat ? told->you : told->other, value);
}
