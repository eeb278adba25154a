/*
 * Taking back: what a seat may take back by itself, and what the others must agree to.
 */
#include "inner.h"

/* How many events are left if a seat's last choice is taken back; choices made at the same time as
 * others (C18R) are taken back together. False if it has made none. */
static bool before_last_choice(const struct table *t, uint32_t seat, uint32_t *left)
{
    const struct match *m = &t->plan.match;
    uint32_t batch = 0, batch_end = 0;
    struct state s;
    bool found = false;

    m->rules->start(m, &s);
    for (uint32_t i = 0; i < t->events; i++) {
        uint32_t together = (uint32_t)__builtin_popcount(m->rules->choosers(m, &s));

        if (together > 1 && i >= batch_end) {
            batch = i;
            batch_end = i + together;
        }
        if (m->rules->actor(m, &s) == seat) {
            found = true;
            *left = i < batch_end ? batch : i;
        }
        m->rules->apply(m, &s, t->line[i]);
    }
    return found;
}

uint32_t table_other_people(const struct table *t, uint32_t seat)
{
    uint32_t set = 0;

    for (uint32_t i = 0; i < t->plan.match.seats; i++)
        if (i != seat && !table_is_bot(t, i))
            set |= 1u << i;
    return set;
}

enum undo_way table_undo_way(const struct table *t, uint32_t seat, uint32_t *left)
{
    const struct entry *last = t->position ? &t->entries[t->position - 1] : 0;

    *left = t->events;
    if (t->phase != TABLE_PLAYING || t->plan.undo == UNDO_NEVER || table_is_bot(t, seat))
        return UNDO_NOT;
    if (t->seat[seat].sealed)
        return table_waiting(t) ? UNDO_OPEN : UNDO_NOT;
    if (table_sealed(t) || !before_last_choice(t, seat, left))
        return UNDO_NOT;
    if (last && last->kind == ENTRY_CHOICE && last->seat == seat && *left + 1 == t->events)
        return UNDO_DO;
    if (t->plan.undo != UNDO_AGREED)
        return UNDO_NOT;
    return table_other_people(t, seat) ? UNDO_ASK : UNDO_DO;
}
