/*
 * Reasons for the events of Metro: what a tile does to the lines. See reason.h.
 */
#include "forecast.h"
#include "metro_players.h"

/* What a placement does to a line. */
struct change {
    uint32_t station;
    int32_t worth; /* what the forecast gains for the seat, in parts of FINE_POINT */
    bool own, ended, grown;
};

static struct reason reason_of(const struct match *m, const struct metro_state *after,
                               const struct change *c)
{
    struct metro_line line = metro_trace(m, after, c->station, NULL);
    struct reason r = {
        .station = (uint8_t)c->station,
        .seat = (uint8_t)metro_owner(m, c->station),
        .count = line.length,
        .points = (int16_t)line.points,
    };

    if (!c->own)
        r.kind = c->ended ? REASON_LINE_CUT : REASON_NONE;
    else if (!c->ended)
        r.kind = c->grown ? REASON_LINE_GROWS : REASON_NONE;
    else if (line.end == LINE_IN_CENTRE)
        r.kind = REASON_LINE_CENTRE;
    else
        r.kind = c->worth < 0 ? REASON_LEAST_HARM : REASON_LINE_ENDS;
    return r;
}

static struct reason placement(const struct match *m, const struct view *v, event_t e)
{
    const struct metro_state *s = &v->seen.metro;
    struct forecast f, g;
    struct state after = v->seen;
    struct change best = {.worth = INT32_MIN};
    struct tuning tuning;
    bool touched = false;

    if (!m->rules->apply(m, &after, e))
        return (struct reason){0};
    tuning_of_match(m, &tuning);
    forecast_prepare(&f, m, v->metro.tiles, &tuning);
    forecast_for(&f, m, v->seat);
    forecast_make(&f, s);
    g = f;
    forecast_make(&g, &after.metro);
    for (uint32_t i = 0; i < m->board->metro.stations; i++) {
        uint32_t owner = metro_owner(m, i);
        struct change c = {
            .station = i,
            .own = owner == v->seat,
            .ended = bits_have(after.metro.complete & ~s->complete, i),
            .grown = after.metro.length[i] > s->length[i],
        };

        if (owner >= m->seats || (!c.ended && !c.grown))
            continue;
        touched |= c.own;
        c.worth = forecast_line(&g, &after.metro, i) - forecast_line(&f, s, i);
        c.worth = (int32_t)(f.weight[owner] * (float)c.worth);
        if ((c.own || c.ended) && c.worth > best.worth)
            best = c;
    }
    if (best.worth == INT32_MIN || (!touched && best.worth <= 0))
        return (struct reason){.kind = touched ? REASON_NONE : REASON_NO_HARM};
    return reason_of(m, &after.metro, &best);
}

struct reason metro_reason(const struct match *m, const struct view *v, event_t e)
{
    if (event_kind(e) == EVENT_REDRAW)
        return (struct reason){.kind = REASON_NEW_TILE};
    return event_kind(e) == EVENT_PLACE ? placement(m, v, e) : (struct reason){0};
}
