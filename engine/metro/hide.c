/*
 * Who may know an event (M3, M15R): only the seat that is dealt a tile sees it. No two seats
 * choose at the same time.
 */
#include "metro.h"

event_t metro_hide(const struct match *m, const struct state *s, event_t e, uint32_t viewer)
{
    (void)m;
    if (event_kind(e) == EVENT_DEAL_TILE && viewer != EVERYTHING && viewer != s->metro.turn)
        return event_hidden(EVENT_DEAL_TILE, 0);
    return e;
}

uint32_t metro_choosers(const struct match *m, const struct state *s)
{
    (void)m;
    return s->metro.phase <= METRO_LAST_OF_CHANCE || s->metro.phase == METRO_OVER
               ? 0
               : 1u << s->metro.turn;
}
