/*
 * Who may know an event, and who chooses without knowing what others choose (C13, C13R, C17R,
 * C18R). view.c decides what a position shows; the two must agree.
 */
#include "routes.h"

/* Only the seat sees cards dealt to its hand, its tickets, and which tickets it keeps. How
 * many it keeps is public unless the board says otherwise, at set-up too, since all these
 * choices become known together. */
event_t routes_hide(const struct match *m, const struct state *state, event_t e,
                    uint32_t viewer)
{
    const struct routes_state *s = &state->routes;

    if (viewer == EVERYTHING || viewer == s->turn)
        return e;
    switch (s->phase) {
    case PHASE_HANDS:
    case PHASE_CARD:
    case PHASE_FIRST_TICKETS:
    case PHASE_TICKETS:
        return event_hidden(event_kind(e), 0);
    case PHASE_CHOOSE:
    case PHASE_KEEP:
        return event_hidden(EVENT_KEEP,
                            board_of(m)->secret_counts ? 0 : bits_count(event_arg(e)));
    default:
        return e;
    }
}

uint32_t routes_choosers(const struct match *m, const struct state *state)
{
    const struct routes_state *s = &state->routes;

    if (s->phase <= PHASE_LAST_OF_CHANCE || s->phase == PHASE_OVER)
        return 0;
    if (s->phase == PHASE_CHOOSE) /* C18R */
        return (uint32_t)((bit(m->seats) - 1) & ~(bit(s->turn) - 1));
    return 1u << s->turn;
}
