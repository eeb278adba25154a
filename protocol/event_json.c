/*
 * Events as JSON: see event_json.h.
 */
#include "event_json.h"

#include "families.h"

#define KIND_WORD(KIND, word, by, text) [EVENT_##KIND] = (word),
static const char *const kinds[EVENT_KINDS] = {[EVENT_NONE] = "none", EACH_KIND(KIND_WORD)};

static void members(struct json *j, const struct match *m, const struct view *v, event_t e)
{
    const struct family_voice *voice = voice_of(m->board);

    json_number(j, "event", e);
    json_text(j, "kind", kinds[event_kind(e)]);
    if (voice->event)
        voice->event(j, m, v, e);
}

void event_json(struct json *j, const char *key, const struct match *m, const struct view *v,
                event_t e)
{
    json_object(j, key);
    members(j, m, v, e);
    json_end(j);
}

void legal_json(struct json *j, const char *key, const struct match *m, const struct view *v)
{
    bool choice = m->rules->actor(m, &v->seen) < m->seats;
    event_t events[LEGAL_MAX];
    uint32_t n = choice ? m->rules->legal(m, &v->seen, events, NULL, LEGAL_MAX) : 0;

    json_array(j, key);
    for (uint32_t i = 0; i < n; i++)
        event_json(j, NULL, m, v, events[i]);
    json_end(j);
}

void happening_json(struct json *j, const char *key, const struct position *before,
                    const struct position *after, event_t seen)
{
    const struct match *m = before->match;
    const struct family_voice *voice = voice_of(m->board);

    json_object(j, key);
    members(j, m, before->view, seen);
    if (voice->outcome)
        voice->outcome(j, before, after);
    json_end(j);
}
