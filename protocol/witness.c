/*
 * A game as one viewer witnesses it: see witness.h. Turns are counted as at a table (table.c).
 */
#include "witness.h"

#include "event_json.h"

static void start(struct witness *w)
{
    const struct match *m = &w->match;

    first_view(m, w->viewer, &w->view);
    w->before = w->began = w->view;
    w->events = 0;
    w->turn = NOBODY;
    w->turn_from = w->turn_line = 0;
}

void witness_begin(struct witness *w, const struct match *m, uint32_t viewer,
                   const struct witness_line *line)
{
    __builtin_memset(w, 0, sizeof *w);
    w->match = *m;
    w->viewer = viewer;
    w->line = *line;
    start(w);
}

/* Follows an event of the game. */
static bool follow(struct witness *w, event_t seen, const event_t *fact, uint32_t facts)
{
    const struct match *m = &w->match;
    uint32_t actor = m->rules->actor(m, &w->view.seen);
    bool begins = actor < m->seats && m->rules->begins_turn(m, &w->view.seen);
    struct view now = w->view;

    if (!m->rules->follow(m, &now, seen, fact, facts))
        return false;
    if (begins) {
        w->turn = (uint8_t)actor;
        w->turn_from = w->events;
        w->turn_line = 0;
        w->began = w->view;
    }
    w->before = w->view;
    w->view = now;
    w->events++;
    return true;
}

static uint32_t facts_before(const struct witness_line *l, uint32_t event)
{
    return event ? l->facts[event - 1] : 0;
}

static bool event(struct witness *w, const struct entry *e, const event_t *fact, uint32_t facts)
{
    struct witness_line *l = &w->line;
    uint32_t at = w->events, used = 0;

    if (l->room) {
        used = facts_before(l, at);
        if (at == l->room || facts > l->fact_room - used)
            return false;
    }
    if (!follow(w, e->event, fact, facts))
        return false;
    if (!w->turn_line && w->turn != NOBODY)
        w->turn_line = w->count + 1;
    if (l->room) {
        l->event[at] = e->event;
        l->number[at] = w->count + 1;
        l->facts[at] = used + facts;
        __builtin_memcpy(l->fact + used, fact, facts * sizeof *fact);
    }
    return true;
}

/* Everything is followed again, up to the first event that is taken back. */
static bool undo(struct witness *w, uint32_t left)
{
    const struct witness_line *l = &w->line;

    if (l->room == 0 || left > w->events)
        return false;
    w->undone = left < w->events ? l->number[left] : 0;
    start(w);
    for (uint32_t i = 0; i < left; i++) {
        uint32_t from = facts_before(l, i);

        if (!follow(w, l->event[i], l->fact + from, l->facts[i] - from))
            return false; /* can't happen: it was followed before */
    }
    w->before = w->view;
    return true;
}

bool witness_entry(struct witness *w, const struct entry *e, const event_t *fact,
                   uint32_t facts)
{
    bool is_event = e->kind == ENTRY_CHOICE || e->kind == ENTRY_CHANCE, good = true;

    if (e->kind == ENTRY_NONE || e->kind >= ENTRY_KINDS || (facts > 0 && !is_event))
        return false;
    w->undone = 0;
    if (is_event)
        good = event(w, e, fact, facts);
    else if (e->kind == ENTRY_UNDO)
        good = undo(w, e->event);
    else
        w->before = w->view;
    w->count += good;
    w->last = *e;
    return good;
}

bool witness_happening(struct witness *w, const struct message_happening_part *h)
{
    struct entry e = {.time = (uint64_t)h->ms, .seat = NOBODY};
    event_t fact[FACTS_MAX];

    if (h->n <= w->count)
        return h->n > 0;
    while (++e.kind < ENTRY_KINDS && !message_text_is(&h->kind, entry_name(e.kind)))
        continue;
    if (h->has_seat)
        e.seat = (uint8_t)(h->seat - 1);
    e.event = (uint32_t)(h->has_left ? h->left : h->event);
    if (h->n != (int64_t)w->count + 1 || (h->has_seat && e.seat >= w->match.seats) ||
        (int64_t)e.event != (h->has_left ? h->left : h->event) || h->facts_count > FACTS_MAX)
        return false;
    for (uint32_t i = 0; i < h->facts_count; i++)
        fact[i] = (event_t)h->facts[i];
    return witness_entry(w, &e, fact, h->facts_count);
}

void witness_acts(const struct witness *w, struct view *v)
{
    const struct match *m = &w->match;

    *v = w->view;
    if (w->viewer >= m->seats || !(m->rules->choosers(m, &v->seen) >> w->viewer & 1))
        return;
    while (m->rules->actor(m, &v->seen) != w->viewer) {
        event_t fact[FACTS_MAX], e = m->rules->pick(m, &v->seen, 0);
        uint32_t facts = m->rules->reveal(m, &v->seen, e, w->viewer, fact);

        if (!m->rules->follow(m, v, m->rules->hide(m, &v->seen, e, w->viewer), fact, facts))
            return;
    }
}

void witness_what(const struct witness *w, const struct position *now, struct json *j,
                  const char *key)
{
    struct position after = *now, before = *now;

    after.view = &w->view;
    before.view = &w->before;
    happening_json(j, key, &before, &after, w->last.event);
}

void witness_story(const struct witness *w, const struct position *now, struct story *out,
                   uint32_t *number)
{
    struct position position = *now;
    struct turn turn = {&position, &w->before, &w->before, &w->last.event, 1};

    position.view = &w->view;
    if (w->last.kind != ENTRY_CHOICE && w->last.kind != ENTRY_CHANCE) {
        story_of_entry(&position, &w->last, out);
    } else {
        if (w->turn != NOBODY && w->events - w->turn_from > 1) {
            turn.began = &w->began;
            turn.event = w->line.event + w->turn_from;
            turn.events = w->events - w->turn_from;
        }
        story_of_turn(&turn, out);
    }
    *number = out->kind == STORY_TURN && w->turn != NOBODY ? w->turn_line : w->count;
}
