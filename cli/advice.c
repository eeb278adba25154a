/*
 * A hint for a person: see advice.h.
 */
#include "advice.h"

#include "../protocol/hint.h"
#include "../sim/think.h"
#include "../table/log.h"
#include "cli.h"

void advice_begin(struct advice *a, const struct position *p, uint32_t seat)
{
    *a = (struct advice){.position = p, .bot = bot_of(player_best(p->match))};
    rng_seed(&a->dice, 1, seat + 1);
}

void advice_find(void *advice)
{
    struct advice *a = advice;
    const struct position *p = a->position;
    struct think think;

    bot_rank(&a->bot, p->match, p->view,
             think_begin(&think, &a->bot, p->match, rng_dice(&a->dice)), &a->best, 1);
}

void advice_words(const struct advice *a, struct text *out)
{
    const struct match *m = a->position->match;
    char event[LOG_LINE_MAX + 1], words[256];
    struct text t = text_in(event, sizeof event), u = text_in(words, sizeof words);

    m->rules->format(m, &a->position->view->seen, a->best.event, &t);
    hint_words(cli_language(), m, a->position->name, &a->best.reason, &u);
    cli_put(out, words[0] ? SAYS("Hint: {0}: {1}") : SAYS("Hint: {0}"),
            SAID(say_text(event), say_text(words)));
}
