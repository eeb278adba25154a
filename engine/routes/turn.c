/*
 * The end of a turn: last round, whose turn is next (C1, C15R, E17, E17R, B9, P6).
 */
#include "routes.h"

static void over(struct routes_state *s)
{
    s->phase = PHASE_OVER;
    s->passes = 0;
    s->last_turns = 0;
}

static void next_seat(const struct match *m, struct routes_state *s)
{
    s->turn = (uint8_t)(s->turn + 1 < m->seats ? s->turn + 1 : 0);
    routes_go_on(m, s, PHASE_TURN);
}

/* E17, E17R: counts the last round down, or sets it off. True when the game is over. */
static bool last_round(const struct match *m, struct routes_state *s)
{
    const struct routes_seat *seat = &s->seat[s->turn];
    if (s->last_turns > 0)
        return --s->last_turns == 0;
    if (seat->pieces[0] + seat->pieces[1] <= board_of(m)->last_round_at)
        s->last_turns = m->seats;
    return false;
}

void turn_end(const struct match *m, struct routes_state *s)
{
    if (last_round(m, s))
        over(s);
    else
        next_seat(m, s);
}

void turn_pass(const struct match *m, struct routes_state *s)
{
    s->passes++;
    if (s->passes == m->seats || last_round(m, s)) /* C15R */
        over(s);
    else
        next_seat(m, s);
}
