/*
 * The greedy player: see metro_players.h.
 */
#include "metro_players.h"
#include "rank.h"

enum { SECOND_LOOKS = 6 };

event_t metro_greedy(const struct match *m, const struct view *v, const struct dice *dice)
{
    const struct metro_state *s = &v->seen.metro;
    struct forecast f;
    struct ranking r = {.room = SECOND_LOOKS};
    forecast_prepare(&f, m, v->metro.tiles);
    forecast_for(&f, m, s->turn);
    forecast_make(&f, s, FIRST_SWEEPS);
    rank_placements(&f, s, dice, &r);
    bool another = s->phase == METRO_TURN && s->supply_size > 0;
    if (another && rank_redraw(&f, s, r.best[0].value, v->metro.tiles) > 0)
        return event_make(EVENT_REDRAW, 0);
    rank_again(&f, m, &v->seen, &r);
    return r.best[0].event;
}
