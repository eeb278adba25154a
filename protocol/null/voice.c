/*
 * The voice of the null game, the smallest possible: names, score sheets, and events as in a
 * log. A template for a new family.
 */
#include "../families.h"

static void position(struct json *j, const struct position *p)
{
    struct sheet sheet;

    p->match->rules->score(p->match, &p->view->seen, &sheet);
    json_array(j, "seats");
    for (uint32_t seat = 0; seat < p->match->seats; seat++) {
        json_object(j, NULL);
        json_number(j, "seat", seat + 1);
        json_text(j, "name", p->name[seat]);
        points_json(j, p, seat);
        score_sheet_json(j, p, &sheet.seat[seat]);
        json_end(j);
    }
    json_end(j);
}

/* The event as in a log: there is nothing else to say about it. */
static void event(struct json *j, const struct match *m, const struct view *v, event_t e)
{
    char line[32];
    struct text t = text_in(line, sizeof line);

    m->rules->format(m, &v->seen, e, &t);
    json_text(j, "text", line);
}

/* Who did it, and the event as in a log. */
static void story(const struct turn *turn, struct story *out)
{
    const struct position *p = turn->now;
    uint32_t seat = p->match->rules->actor(p->match, &turn->began->seen);

    if (seat >= p->match->seats)
        return;
    out->kind = STORY_TURN;
    text_put(&out->words, p->name[seat]);
    text_put(&out->words, ": ");
    p->match->rules->format(p->match, &turn->began->seen, turn->event[0], &out->words);
}

const struct family_voice null_voice = {
    .position = position,
    .event = event,
    .story = story,
};
