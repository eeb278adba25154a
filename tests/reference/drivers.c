/*
 * How the biased seats and the biased chance choose.
 */
#include "drivers.h"

/* The input of a choice. */
struct choice {
    const struct match *m;
    const struct ref *r;
    const event_t *events;
    const uint32_t *weights;
    uint32_t n;
    struct rng *rng;
};

typedef bool (*filter)(const struct choice *c, event_t e);

/* Any of the events that pass the filter; 0 if none does. */
static event_t any_of(const struct choice *c, filter passes)
{
    uint32_t seen = 0;
    event_t chosen = 0;

    for (uint32_t i = 0; i < c->n; i++)
        if (passes(c, c->events[i]) && rng_below(c->rng, ++seen) == 0)
            chosen = c->events[i];
    return chosen;
}

static bool is_any(const struct choice *c, event_t e)
{
    (void)c;
    (void)e;
    return true;
}

static bool is_draw(const struct choice *c, event_t e)
{
    (void)c;
    return event_kind(e) == EVENT_DRAW;
}

static bool is_claim(const struct choice *c, event_t e)
{
    (void)c;
    return event_kind(e) == EVENT_CLAIM;
}

static bool is_flag_claim(const struct choice *c, event_t e)
{
    return is_claim(c, e) && event_keeps_flag(e);
}

static bool is_tunnel(const struct choice *c, event_t e)
{
    return is_claim(c, e) && c->m->board->routes.route[event_arg(e)].tunnel;
}

static bool is_all_wild(const struct choice *c, event_t e)
{
    (void)c;
    enum event_kind kind = event_kind(e);
    return (kind == EVENT_CLAIM || kind == EVENT_STATION) && event_colour(e) == WILD;
}

static bool is_wild_draw(const struct choice *c, event_t e)
{
    return is_draw(c, e) && event_arg(e) != SLOT_DECK && c->r->market[event_arg(e)] == WILD;
}

static bool is_station(const struct choice *c, event_t e)
{
    (void)c;
    return event_kind(e) == EVENT_STATION;
}

static bool is_tickets(const struct choice *c, event_t e)
{
    (void)c;
    return event_kind(e) == EVENT_TICKETS;
}

static bool is_idle(const struct choice *c, event_t e)
{
    return is_draw(c, e) || is_tickets(c, e) || event_kind(e) == EVENT_DECLINE;
}

static bool is_extra(const struct choice *c, event_t e)
{
    (void)c;
    return event_kind(e) == EVENT_EXTRA;
}

/* A single ticket, so that many go back. */
static bool is_small_keep(const struct choice *c, event_t e)
{
    (void)c;
    uint32_t mask = event_arg(e);
    return event_kind(e) == EVENT_KEEP && (mask & (mask - 1)) == 0;
}

static bool is_wild_deal(const struct choice *c, event_t e)
{
    (void)c;
    return event_kind(e) == EVENT_DEAL && event_arg(e) == WILD;
}

static bool is_matching_deal(const struct choice *c, event_t e)
{
    return event_kind(e) == EVENT_DEAL && c->r->phase == PHASE_TUNNEL &&
           event_arg(e) == event_colour(c->r->claim);
}

/* Chooses a kind of event first, then an event of that kind. */
static event_t any_kind(const struct choice *c)
{
    uint32_t kinds[32] = {0};
    uint32_t count = 0;

    for (uint32_t i = 0; i < c->n; i++) {
        bool known = false;

        for (uint32_t k = 0; k < count; k++)
            if (kinds[k] == event_kind(c->events[i]))
                known = true;
        if (!known)
            kinds[count++] = event_kind(c->events[i]);
    }
    uint32_t kind = kinds[rng_below(c->rng, count)];
    uint32_t seen = 0;
    event_t chosen = 0;
    for (uint32_t i = 0; i < c->n; i++)
        if (event_kind(c->events[i]) == kind && rng_below(c->rng, ++seen) == 0)
            chosen = c->events[i];
    return chosen;
}

static event_t by_weight(const struct choice *c)
{
    uint32_t total = 0;

    for (uint32_t i = 0; i < c->n; i++)
        total += c->weights[i];
    uint32_t k = rng_below(c->rng, total), i = 0;
    while (k >= c->weights[i])
        k -= c->weights[i++];
    return c->events[i];
}

static event_t by_luck(const struct choice *c, enum luck luck)
{
    event_t e = 0;
    bool often = rng_below(c->rng, 3) > 0 && c->r->sweeps_in_a_row < 3;

    if (luck == LUCK_WILD && often)
        e = any_of(c, is_wild_deal);
    if (luck == LUCK_MATCHING && often)
        e = any_of(c, rng_below(c->rng, 3) ? is_matching_deal : is_wild_deal);
    if (luck == LUCK_FLAT)
        e = any_of(c, is_any);
    return e ? e : by_weight(c);
}

/* What the driver prefers, in order. */
static event_t by_liking(const struct choice *c, enum driver driver)
{
    static const filter likes[DRIVERS][4] = {
        [DRIVER_HOARDER] = {is_draw, is_claim},
        [DRIVER_BUILDER] = {is_flag_claim, is_claim, is_extra},
        [DRIVER_TICKETS] = {is_tickets, is_small_keep},
        [DRIVER_STATIONS] = {is_station, is_draw},
        [DRIVER_WILDS] = {is_wild_draw, is_all_wild, is_extra, is_draw},
        [DRIVER_TUNNELS] = {is_tunnel, is_extra, is_draw},
        [DRIVER_IDLER] = {is_idle},
    };

    for (int i = 0; i < 4 && likes[driver][i]; i++) {
        event_t e = any_of(c, likes[driver][i]);

        if (e)
            return e;
    }
    return any_of(c, is_any);
}

event_t cast_choose(const struct cast *cast, const struct match *m, const struct ref *r,
                    const event_t *events, const uint32_t *weights, uint32_t n, struct rng *rng)
{
    struct choice c = {m, r, events, weights, n, rng};
    uint32_t actor = ref_actor(m, r);

    if (actor == NATURE)
        return by_luck(&c, cast->luck);
    enum driver driver = cast->seat[actor];
    if (driver == DRIVER_KINDS)
        return any_kind(&c);
    if (driver == DRIVER_EVEN || rng_below(rng, 16) == 0)
        return any_of(&c, is_any);
    return by_liking(&c, driver);
}

struct cast cast_of(struct rng *rng)
{
    struct cast cast;
    bool alike = rng_below(rng, 2) == 0;
    enum driver all = (enum driver)rng_below(rng, DRIVERS);

    for (int s = 0; s < ROUTES_SEATS_MAX; s++)
        cast.seat[s] = alike ? all : (enum driver)rng_below(rng, DRIVERS);
    cast.luck = (enum luck)rng_below(rng, LUCKS);
    return cast;
}
