/*
 * The voice of Rows: rows and hands as JSON, and a turn in words.
 */
#include "../../protocol/families.h"

static void cards_json(struct json *j, const char *key, uint32_t cards)
{
    json_array(j, key);
    for (; cards; cards &= cards - 1)
        json_number(j, NULL, bits_first(cards) + 1);
    json_end(j);
}

static void seat_json(struct json *j, const struct position *p, uint32_t seat,
                      const struct seat_sheet *sheet)
{
    const struct rows_state *s = &p->view->seen.rows;

    json_object(j, NULL);
    json_number(j, "seat", seat + 1);
    json_text(j, "name", p->name[seat]);
    json_array(j, "rows");
    for (uint32_t row = 0; row < ROWS; row++)
        cards_json(j, NULL, s->row[seat][row]);
    json_end(j);
    if (view_shows_hand(p->view, seat) || s->over)
        cards_json(j, "hand", s->hand[seat]);
    else
        json_null(j, "hand");
    json_number(j, "held", s->held[seat]);
    points_json(j, p, seat);
    score_sheet_json(j, p, sheet);
    json_end(j);
}

static void position(struct json *j, const struct position *p)
{
    struct sheet sheet;

    p->match->rules->score(p->match, &p->view->seen, &sheet);
    json_array(j, "seats");
    for (uint32_t seat = 0; seat < ROWS_SEATS; seat++)
        seat_json(j, p, seat, &sheet.seat[seat]);
    json_end(j);
}

static void event(struct json *j, const struct match *m, const struct view *v, event_t e)
{
    char line[32];
    struct text t = text_in(line, sizeof line);

    m->rules->format(m, &v->seen, e, &t);
    json_text(j, "text", line);
}

/* A turn is told by its choice: what is taken is secret. */
static void story(const struct turn *turn, struct story *out)
{
    const struct position *p = turn->now;
    uint32_t seat = p->match->rules->actor(p->match, &turn->began->seen);
    event_t e = turn->event[0];

    if (seat >= ROWS_SEATS)
        return;
    out->kind = STORY_TURN;
    if (event_kind(e) == EVENT_TAKE)
        story_about(out, p, "You take a card.", "{0} takes a card.", SAID(story_seat(p, seat)));
    else
        story_about(out, p, "You lay {1}.", "{0} lays {1}.",
                    SAID(story_seat(p, seat), say_number((int32_t)event_arg(e))));
}

const struct family_voice rows_voice = {
    .position = position,
    .event = event,
    .story = story,
};
