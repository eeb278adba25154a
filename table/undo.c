/*
 * Undo: what a seat may take back by itself, and what the others must agree to.
 */
#include "inner.h"

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
    if (table_sealed(t) || !t->seat[seat].chose)
        return UNDO_NOT;
    *left = t->seat[seat].before_choice;
    if (last && last->kind == ENTRY_CHOICE && last->seat == seat && *left + 1 == t->events)
        return UNDO_DO;
    if (t->plan.undo != UNDO_AGREED)
        return UNDO_NOT;
    return table_other_people(t, seat) ? UNDO_ASK : UNDO_DO;
}
