/*
 * Reading an event from text word by word: see phrase.h.
 */
#include "phrase.h"

void phrase_skip_blanks(struct phrase *p)
{
    p->at += text_blanks(p->text + p->at, p->n - p->at);
}

bool phrase_word(struct phrase *p, const char *word)
{
    size_t used = text_spells(p->text + p->at, p->n - p->at, word);

    if (used == 0 || (p->at + used < p->n && !text_is_blank(p->text[p->at + used])))
        return false;
    p->at += used;
    phrase_skip_blanks(p);
    return true;
}

bool phrase_number(struct phrase *p, uint32_t *value)
{
    size_t used = text_digits(p->text + p->at, p->n - p->at, value);

    p->at += used;
    return used > 0;
}

event_t phrase_wrong(struct phrase *p, const char *rule, const char *sentence,
                     const struct said *values, uint32_t count)
{
    complain_say(p->why, GROUND("event_syntax", rule), sentence, values, count);
    p->why->column = text_characters(p->text, p->at) + 1;
    return 0;
}

event_t phrase_refuse(struct phrase *p, const char *rule, const char *sentence)
{
    return phrase_wrong(p, rule, sentence, 0, 0);
}
