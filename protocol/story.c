/*
 * The story of a game: see story.h. The families tell their turns; this file has the parts that
 * all lines share.
 */
#include "story.h"

#include "families.h"

/* Seat, cards or tickets of a turn, and a seat once more for a flag or a tile. */
_Static_assert((int)STORY_MARKS > 2 + 2 * OFFER_MAX, "every name of a line has its mark");

void story_clear(struct story *s)
{
    s->kind = STORY_NONE;
    s->seat = NOBODY;
    s->points = 0;
    s->marks = (struct marks){s->mark, STORY_MARKS, 0};
    s->words = text_in(s->text, sizeof s->text);
    s->words.marks = &s->marks;
}

void story_copy(struct story *to, const struct story *from)
{
    *to = *from;
    to->marks.at = to->mark;
    to->words.at = to->text;
    to->words.marks = &to->marks;
}

void story_of_turn(const struct turn *turn, struct story *out)
{
    const struct match *m = turn->now->match;

    story_clear(out);
    voice_of(m->board)->story(turn, out);
    if (out->kind != STORY_TURN)
        return;
    out->seat = (uint8_t)m->rules->actor(m, &turn->began->seen);
    out->points = m->rules->points(m, &turn->now->view->seen, out->seat) -
                  m->rules->points(m, &turn->began->seen, out->seat);
}

void retelling_begin(struct retelling *r, const struct position *p, const event_t *event)
{
    *r = (struct retelling){.now = *p, .event = event, .seen = *p->view};
    r->now.view = &r->seen;
}

void retelling_event(struct retelling *r, const struct view *now, struct story *out)
{
    const struct match *m = r->now.match;
    bool begins = r->by_choice ? m->rules->actor(m, &r->seen.seen) < m->seats
                               : m->rules->begins_turn(m, &r->seen.seen);

    r->before = r->seen;
    if (begins || !r->in_turn) {
        r->began = r->seen;
        r->first = r->events;
        r->in_turn = begins;
    }
    r->events++;
    r->seen = *now;
    story_of_turn(&(struct turn){&r->now, &r->began, &r->before, r->event + r->first,
                                 r->events - r->first},
                  out);
}

/* A sentence about a seat, {0}, in the form for that seat and the form for others. */
static const struct {
    const char *you, *other;
} sentences[ENTRY_KINDS] = {
    [ENTRY_START] = {SAYS("The game begins."), ""},
    [ENTRY_ASK_UNDO] = {SAYS("You ask to take back your move."),
                        SAYS("{0} asks to take back a move.")},
    [ENTRY_AGREE] = {SAYS("You agree."), SAYS("{0} agrees.")},
    [ENTRY_REFUSE] = {SAYS("You refuse."), SAYS("{0} refuses.")},
    [ENTRY_UNDO] = {SAYS("You take back your last move."),
                    SAYS("{0} takes back the last move.")},
    [ENTRY_AWAY] = {SAYS("You are away: a bot plays for you."),
                    SAYS("{0} is away: a bot plays on.")},
    [ENTRY_BACK] = {SAYS("You are back."), SAYS("{0} is back.")},
    [ENTRY_TIMEOUT] = {SAYS("Your time is over."), SAYS("{0} is out of time.")},
    [ENTRY_RESIGN] = {SAYS("You resign."), SAYS("{0} resigns.")},
    [ENTRY_ABORT] = {SAYS("The game ends without a result."), ""},
};

void story_of_entry(const struct position *now, const struct entry *e, struct story *out)
{
    story_clear(out);
    if (e->kind >= ENTRY_KINDS || !sentences[e->kind].you)
        return; /* the seating is visible; a sealed choice gets its line when all have chosen */
    out->kind = STORY_TABLE;
    if (e->seat >= SEATS_MAX) {
        story_say(out, now, sentences[e->kind].you, 0);
        return;
    }
    out->seat = e->seat;
    story_about(out, now, sentences[e->kind].you, sentences[e->kind].other,
                SAID(story_seat(now, e->seat)));
}

void story_say(struct story *s, const struct position *p, const char *sentence,
               const struct said *values)
{
    if (s->words.length)
        text_char(&s->words, ' ');
    words_put(&s->words, p->language, sentence, values);
}

/* Is the seat the viewer? Where all hands are open, that is the only person, if called "You". */
static bool is_you(const struct position *p, uint32_t seat)
{
    return p->view->seat == seat || (p->view->seat == EVERYTHING && p->nameless == 1u << seat);
}

struct said story_seat(const struct position *p, uint32_t seat)
{
    return say_mark(say_text(p->name[seat]), MARK_SEAT, seat);
}

void story_about(struct story *s, const struct position *p, const char *you, const char *other,
                 const struct said *values)
{
    story_say(s, p, is_you(p, values[0].of) ? you : other, values);
}

void story_plain(const struct story *s, struct text *t)
{
    text_some(t, s->words.at, s->words.length);
    if (s->points) {
        text_put(t, s->points > 0 ? " +" : " ");
        text_number(t, s->points);
    }
}

static void mark_json(struct json *j, const struct match *m, const struct story *s,
                      const struct mark *mark)
{
    json_object(j, NULL);
    json_some_text(j, "text", s->text + mark->from, (size_t)mark->to - mark->from);
    if (mark->kind == MARK_SEAT)
        json_number(j, "seat", mark->of + 1);
    else if (voice_of(m->board)->mark)
        voice_of(m->board)->mark(j, m->board, mark);
    json_end(j);
}

void story_runs(struct json *j, const struct match *m, const struct story *s)
{
    size_t from = 0;

    for (uint32_t i = 0; i < s->marks.count; i++) {
        const struct mark *mark = &s->mark[i];

        if (mark->from > from)
            json_some_text(j, NULL, s->text + from, mark->from - from);
        mark_json(j, m, s, mark);
        from = mark->to;
    }
    if (s->words.length > from)
        json_some_text(j, NULL, s->text + from, s->words.length - from);
}
