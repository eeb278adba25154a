/*
 * Whose turn it is: who begins, the end of a turn, passing, the last round (C1, C15R, E4, E17,
 * E17R, B3, B9, P5, P6).
 */
#include "routes.h"

static bool over(struct routes_state *s)
{
    s->phase = PHASE_OVER;
    s->passes = 0;
    s->last_turns = 0;
    return true;
}

static inline bool next_seat(const struct match *m, struct routes_state *s)
{
    uint32_t next = s->turn + 1u;

    s->turn = (uint8_t)(next < m->seats ? next : 0);
    s->next = 0;
    s->phase = PHASE_TURN;
    if (market_must_go(s))
        market_sweep(s, PHASE_TURN);
    return true;
}

/* E17, E17R: counts the last round down, or sets it off. True when the game is over. */
static inline bool last_round(const struct match *m, struct routes_state *s)
{
    const struct routes_seat *seat = acting_seen(s);

    if (s->last_turns > 0)
        return --s->last_turns == 0;
    if (seat->pieces[0] + seat->pieces[1] <= board_of(m)->last_round_at)
        s->last_turns = m->seats;
    return false;
}

bool turn_end(const struct match *m, struct routes_state *s)
{
    return last_round(m, s) ? over(s) : next_seat(m, s);
}

static inline enum refusal pass_refusal(const struct match *m, const struct routes_state *s,
                                        event_t e)
{
    if (e != event_make(EVENT_PASS, 0))
        return REFUSED_MALFORMED;
    if (s->phase != PHASE_TURN)
        return REFUSED_NOW;
    return routes_must_pass(m, s) ? LEGAL : REFUSED_PASS; /* C15R */
}

static bool pass_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (pass_refusal(m, s, e))
        return false;
    s->passes++;
    return s->passes == m->seats ? over(s) : turn_end(m, s); /* C15R */
}

const struct routes_kind pass_kind = {pass_refusal, pass_apply};

static inline enum refusal first_refusal(const struct match *m, const struct routes_state *s,
                                         event_t e)
{
    uint32_t seat = event_arg(e);

    if (s->phase != PHASE_FIRST_SEAT)
        return REFUSED_NOW;
    return e == event_make(EVENT_FIRST, seat) && seat < m->seats ? LEGAL : REFUSED_MALFORMED;
}

static bool first_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (first_refusal(m, s, e))
        return false;
    s->turn = (uint8_t)event_arg(e);
    s->phase = PHASE_TURN;
    return true;
}

const struct routes_kind first_kind = {first_refusal, first_apply};
