/*
 * Refusals: see refusal.h.
 */
#include "refusal.h"

bool refuse_with(struct refusal *r, const char *code, const char *sentence,
                 const struct said *values, uint32_t count)
{
    r->code = code;
    r->until = 0;
    complain_say(&r->why, GROUND(code, ""), sentence, values, count);
    return false;
}

bool refuse(struct refusal *r, const char *code, const char *sentence)
{
    return refuse_with(r, code, sentence, 0, 0);
}

struct message_error refusal_error(const struct refusal *r, enum language l,
                                   char words[REFUSAL_WORDS])
{
    struct text t = text_in(words, REFUSAL_WORDS);
    struct message_error e = {.code = message_text(r->code)};

    complaint_put(&t, l, &r->why);
    e.message = (struct message_text){words, t.length};
    if (r->why.code && !text_equal(r->why.code, r->code))
        e.reason = message_text(r->why.code);
    if (r->why.rule && r->why.rule[0])
        e.rule = message_text(r->why.rule);
    e.has_until = r->until != 0;
    e.until = r->until;
    return e;
}
