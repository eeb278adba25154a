/*
 * A position as JSON: see view_json.h. This file writes the members that all families share;
 * each family writes the rest (families.h).
 */
#include "families.h"
#include "result_words.h"

enum { RESULT_SIZE = 1024 }; /* bytes of a sentence about the result, which names all seats */

void points_json(struct json *j, const struct position *p, uint32_t seat)
{
    json_number(j, "points", p->match->rules->points(p->match, &p->view->seen, seat));
}

void score_sheet_json(struct json *j, const struct position *p, const struct seat_sheet *sheet)
{
    const char *const *part = p->match->rules->part;

    json_object(j, "score");
    for (uint32_t i = 0; part[i]; i++)
        json_number(j, part[i], sheet->part[i]);
    json_number(j, "total", sheet->total);
    json_end(j);
    json_number(j, "rank", sheet->rank);
}

/* A sentence about the result, or null. */
static void result_json(struct json *j, const char *key, const struct position *p,
                        void (*words)(const struct position *p, struct text *t))
{
    char sentence[RESULT_SIZE];
    struct text t = text_in(sentence, sizeof sentence);

    words(p, &t);
    json_text(j, key, t.length ? sentence : NULL);
}

static void header_json(struct json *j, const struct position *p)
{
    const struct match *m = p->match;
    uint32_t actor = m->rules->actor(m, &p->view->seen);

    json_text(j, "game", m->board->id);
    json_text(j, "title", m->board->name);
    json_hash(j, "hash", m->board->hash);
    json_number(j, "rules", RULES_REVISION);
    json_object(j, "options");
    for (uint32_t i = 0; i < OPTIONS_MAX && m->rules->option[i].name; i++)
        json_number(j, m->rules->option[i].name, m->option[i]);
    json_end(j);
    if (p->view->seat < m->seats)
        json_number(j, "as", p->view->seat + 1);
    else
        json_text(j, "as", p->view->seat == EVERYTHING ? "everything" : "spectator");
    json_number(j, "events", p->events);
    json_bool(j, "over", actor == NOBODY);
    if (actor < m->seats)
        json_number(j, "to_act", actor + 1);
    else
        json_text(j, "to_act", actor == NATURE ? "chance" : NULL);
    result_json(j, "result", p, result_words);
    result_json(j, "tie", p, tie_words);
}

void view_json(struct json *j, const struct position *p)
{
    json_object(j, NULL);
    header_json(j, p);
    voice_of(p->match->board)->position(j, p);
    json_end(j);
}

void preview_json(struct json *j, const char *key, const struct position *p, event_t e)
{
    const struct family_voice *voice = voice_of(p->match->board);

    json_array(j, key);
    if (voice->preview)
        voice->preview(j, p, e);
    json_end(j);
}
