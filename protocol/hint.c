/*
 * Hints in words and as JSON: see hint.h.
 */
#include "hint.h"

#include "families.h"

/* The sentence of a reason; null if the family has none. */
static const struct hint_sentence *sentence_of(const struct match *m, uint32_t kind)
{
    const struct hint_sentence *reasons = voice_of(m->board)->reasons;

    return reasons && reasons[kind].words ? &reasons[kind] : NULL;
}

const char *hint_key(const struct match *m, enum reason_kind kind)
{
    const struct hint_sentence *s = sentence_of(m, kind);

    return s ? s->key : "";
}

void hint_words(enum language l, const struct match *m, const char *const name[SEATS_MAX],
                const struct reason *r, struct text *t)
{
    const struct hint_sentence *sentence = sentence_of(m, r->kind);
    struct hint_values values = {0};

    if (!sentence)
        return;
    voice_of(m->board)->reason(m, name, r, &values);
    words_put(t, l, sentence->words, values.value);
}

/* The values that the sentence has places for. */
static void values_json(struct json *j, const struct match *m,
                        const char *const name[SEATS_MAX], const struct reason *r)
{
    static const char *const names[HINT_VALUES] = {"ticket",  "route",  "city",  "card", "seat",
                                                   "station", "points", "turns", "count"};
    struct hint_values values = {0};

    voice_of(m->board)->reason(m, name, r, &values);
    for (const char *s = sentence_of(m, r->kind)->words; *s; s++) {
        if (*s != '{')
            continue;
        uint32_t place = (uint32_t)(s[1] - '0');
        const struct said *v = &values.value[place];
        if (v->kind == SAID_TEXT || v->kind == SAID_WORD || v->kind == SAID_CARD)
            json_text(j, names[place], words_in(ENGLISH, v->text));
        else
            json_number(j, names[place], v->number);
    }
}

void hint_json(struct json *j, const char *key, const struct match *m, const struct view *v,
               const char *const name[SEATS_MAX], const struct candidate *c)
{
    char line[256];
    struct text t = text_in(line, sizeof line);

    json_object(j, key);
    m->rules->format(m, &v->seen, c->event, &t);
    json_text(j, "event", line);
    if (c->chance == CHANCE_UNKNOWN)
        json_null(j, "win_chance");
    else
        json_thousandths(j, "win_chance", c->chance);
    json_number(j, "visits", c->visits);
    if (!sentence_of(m, c->reason.kind)) {
        json_null(j, "reason");
    } else {
        json_object(j, "reason");
        json_text(j, "key", hint_key(m, c->reason.kind));
        t = text_in(line, sizeof line);
        hint_words(ENGLISH, m, name, &c->reason, &t);
        json_text(j, "words", line);
        values_json(j, m, name, &c->reason);
        json_end(j);
    }
    json_end(j);
}
