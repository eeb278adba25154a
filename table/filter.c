/*
 * What each viewer may see of a table. Everything that a seat or a spectator learns about a
 * game comes from here: positions by table_view(), events by table_seen().
 */
#include "inner.h"

const struct state *table_turn_of(const struct table *t, uint32_t seat, struct state *made)
{
    const struct match *m = &t->plan.match;

    if (seat >= m->seats || m->rules->actor(m, &t->state) == seat ||
        !(m->rules->choosers(m, &t->state) >> seat & 1))
        return &t->state;
    *made = t->state;
    while (m->rules->actor(m, made) != seat)
        if (!m->rules->apply(m, made, m->rules->pick(m, made, 0)))
            return &t->state;
    return made;
}

void table_view(const struct table *t, uint32_t viewer, struct view *v)
{
    const struct match *m = &t->plan.match;
    struct state s;

    m->rules->view(m, table_turn_of(t, viewer, &s), viewer, v);
}

void table_shown(const struct table *t, uint32_t viewer, struct view *v)
{
    t->plan.match.rules->view(&t->plan.match, &t->state, viewer, v);
}

event_t table_seen(const struct table *t, const struct entry *e, uint32_t viewer)
{
    const struct match *m = &t->plan.match;

    switch (e->kind) {
    case ENTRY_CHOICE:
    case ENTRY_CHANCE:
        return m->rules->hide(m, &t->state, e->event, viewer);
    case ENTRY_SEALED: /* nothing, not even a number, before all have chosen (C18R) */
        return viewer == e->seat || viewer == EVERYTHING
                   ? e->event
                   : event_hidden(event_kind(e->event), 0);
    default:
        return EVENT_NONE;
    }
}

uint32_t table_facts(const struct table *t, const struct entry *e, uint32_t viewer,
                     event_t fact[FACTS_MAX])
{
    const struct match *m = &t->plan.match;

    if (e->kind != ENTRY_CHOICE && e->kind != ENTRY_CHANCE)
        return 0;
    return m->rules->reveal(m, &t->state, e->event, viewer, fact);
}

void table_put_seen(const struct table *t, const struct entry *e, uint32_t viewer,
                    struct text *out)
{
    const struct match *m = &t->plan.match;
    event_t seen = table_seen(t, e, viewer);
    struct state s;

    if (seen)
        m->rules->format(m, table_turn_of(t, e->seat, &s), seen, out);
}
