/*
 * Ways of playing for the law tests. Random play alone never reaches an empty deck, a long
 * queue of returned tickets or a crowded board: these styles look for such corners. Also the
 * dealer, who is fair except where the rules set no limit (E22R, C5). It works for any family:
 * a style without a preference chooses at random.
 */
#include "laws.h"

static event_t any(struct game *g)
{
    return g->match.rules->pick(&g->match, &g->state, rng_below(&g->rng, g->count));
}

/* A random one of the legal events that are wanted; 0 if there is none. */
static event_t one_of(struct game *g, bool (*wanted)(const struct game *g, event_t e))
{
    event_t chosen = 0;
    uint32_t seen = 0;

    for (uint32_t i = 0; i < g->legals; i++)
        if (wanted(g, g->legal[i]) && rng_below(&g->rng, ++seen) == 0)
            chosen = g->legal[i];
    return chosen;
}

static bool is_tunnel(const struct game *g, event_t e)
{
    return event_kind(e) == EVENT_CLAIM && g->match.board->family == FAMILY_ROUTES &&
           g->match.board->routes.route[event_arg(e)].tunnel;
}

static bool builds(const struct game *g, event_t e)
{
    (void)g;
    return event_kind(e) == EVENT_CLAIM || event_kind(e) == EVENT_STATION;
}

static bool keeps_flag(const struct game *g, event_t e)
{
    (void)g;
    return event_kind(e) == EVENT_CLAIM && event_keeps_flag(e);
}

static bool draws(const struct game *g, event_t e)
{
    (void)g;
    return event_kind(e) == EVENT_DRAW || event_kind(e) == EVENT_REDRAW;
}

static bool asks_tickets(const struct game *g, event_t e)
{
    (void)g;
    return event_kind(e) == EVENT_TICKETS;
}

/* Keeping one ticket, or the fewest that are allowed. */
static bool keeps_few(const struct game *g, event_t e)
{
    return event_kind(e) == EVENT_KEEP &&
           bits_count(event_arg(e)) <= bits_count(event_arg(g->legal[0]));
}

static bool is_short(const struct game *g, event_t e)
{
    return event_kind(e) == EVENT_CLAIM && g->match.board->family == FAMILY_ROUTES &&
           g->match.board->routes.route[event_arg(e)].cards <= 2;
}

static bool no_tunnel(const struct game *g, event_t e)
{
    return !is_tunnel(g, e);
}

static bool not_wild(const struct game *g, event_t e)
{
    (void)g;
    return event_kind(e) != EVENT_DEAL || event_arg(e) != WILD;
}

static event_t wish(struct game *g, enum style style)
{
    uint32_t often = rng_below(&g->rng, 10);
    event_t e = 0;

    switch (style) {
    case STYLE_CLAIMS:
        if (often < 4)
            e = one_of(g, keeps_flag);
        if (!e && often < 9)
            e = one_of(g, builds);
        break;
    case STYLE_HOARDS:
        if (often < 9)
            e = one_of(g, draws);
        break;
    case STYLE_TICKETS:
        if (often < 4)
            e = one_of(g, asks_tickets);
        if (!e && often < 8)
            e = one_of(g, keeps_few);
        break;
    case STYLE_SHORT:
        if (often < 8)
            e = one_of(g, is_short);
        break;
    default:
        break;
    }
    return e ? e : any(g);
}

event_t styles_choose(struct game *g)
{
    event_t e;

    if (g->actor == NATURE) {
        /* Not always: a dealer who never uses chance can go round in circles too. */
        bool help = g->sweeps >= SWEEPS_CAP && rng_below(&g->rng, 2);

        e = help ? one_of(g, not_wild) : 0;
        return e ? e : any(g);
    }
    e = wish(g, g->style[g->actor]);
    if (g->declined >= DECLINED_CAP && is_tunnel(g, e)) {
        event_t other = one_of(g, no_tunnel);

        e = other ? other : e;
    }
    return e;
}
