/*
 * The events worth a search in a position of a route game: what the planner would do, and what
 * else might be better.
 */
#include "candidates.h"

#include "../../engine/routes/queries.h"

enum {
    POINTS = 3, /* claims considered for their points */
    BLOCKS = 3, /* claims considered because they block somebody */
};

struct list {
    event_t *out;
    uint32_t cap, n;
};

static void add(struct list *l, event_t e)
{
    for (uint32_t i = 0; i < l->n; i++)
        if (l->out[i] == e)
            return;
    if (e && l->n < l->cap)
        l->out[l->n++] = e;
}

/* Draws from the deck, and each kind of card in the market once. */
static void add_draws(const struct thought *t, struct list *l)
{
    const struct routes_state *s = t->o.s;
    event_t blind = event_make(EVENT_DRAW, SLOT_DECK);
    uint32_t seen = 0;

    if (!routes_allows(t->o.m, s, blind))
        return;
    add(l, blind);
    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++) {
        event_t e = event_make(EVENT_DRAW, slot);
        uint32_t card = s->market[slot];

        if ((seen >> card & 1) || !routes_allows(t->o.m, s, e))
            continue;
        seen |= 1u << card;
        add(l, e);
    }
}

/* The few claims that are best by a measure, which is 0 for those that are not considered. */
static void add_claims(const struct thought *t, const uint64_t payable[PLANES_MAX],
                       const uint32_t worth[ROUTES_MAX], uint32_t few, struct list *l)
{
    uint64_t among[PLANES_MAX];

    __builtin_memcpy(among, payable, sizeof among);
    for (; few > 0; few--) {
        uint32_t best = NO_ROUTE, most = 0;

        for (uint32_t p = 0; p < t->o.b->planes; p++) {
            for (uint64_t left = among[p]; left; left &= left - 1) {
                uint32_t route = 64 * p + bits_first(left);

                best = worth[route] > most ? route : best;
                most = worth[route] > most ? worth[route] : most;
            }
        }
        if (best == NO_ROUTE)
            return;
        among[best / 64] &= ~bit(best % 64);
        add(l, planner_payment(t, best));
    }
}

static void add_actions(struct thought *t, const uint32_t wanted[ROUTES_MAX], struct list *l)
{
    const struct routes_board *b = t->o.b;
    uint32_t worth[ROUTES_MAX] = {0};
    uint64_t payable[PLANES_MAX];

    planner_payable(t, payable);
    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = t->mind->network.routes[p] & payable[p]; left; left &= left - 1)
            add(l, planner_payment(t, 64 * p + bits_first(left)));
        for (uint64_t left = payable[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];

            worth[64 * p + bits_first(left)] = 1u + 16u * r->points / (1u + r->cards);
        }
    }
    add_draws(t, l);
    event_t tickets = event_make(EVENT_TICKETS, 0);
    if (routes_allows(t->o.m, t->o.s, tickets) && t->o.turns_left > 2)
        add(l, tickets);
    add_claims(t, payable, worth, POINTS, l);
    add_claims(t, payable, wanted, BLOCKS, l);
    add(l, planner_useful_station(t));
}

uint32_t routes_candidates(struct thought *t, const uint32_t wanted[ROUTES_MAX], event_t *out,
                           uint32_t cap)
{
    const struct match *m = t->o.m;
    struct list l = {out, cap, 0};

    add(&l, planner_choose(t));
    switch (t->o.s->phase) {
    case PHASE_SECOND:
        add_draws(t, &l);
        break;
    case PHASE_EXTRA:
        add(&l, m->rules->pick(m, t->state, 0));
        add(&l, event_make(EVENT_DECLINE, 0));
        break;
    case PHASE_CHOOSE:
    case PHASE_KEEP:
        for (uint32_t k = 0, n = m->rules->count(m, t->state); k < n; k++)
            add(&l, m->rules->pick(m, t->state, k));
        break;
    default:
        add_actions(t, wanted, &l);
    }
    return l.n;
}
