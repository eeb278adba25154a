/*
 * The planner. It keeps a network of routes that would complete its tickets (network.c), draws the
 * cards that are missing, and claims the routes when waiting becomes dangerous (claims.c). When its
 * tickets are done it takes more if there is time, or claims for points and for the longest path.
 * With two seats it also claims what the other evidently needs (block.c), if that costs the other
 * more than itself. It does not end a game that it seems to lose.
 */
#include "planner.h"

#include "../../engine/routes/queries.h"
#include "block.h"
#include "claims.h"
#include "routes_players.h"

enum {
    PERCENT = 100,
    TENTHS = 10,
    NEARLY = 4,      /* cards missing of a colour that is nearly complete: fewer than these */
    TRIES = 5,       /* orders of the tickets that are tried for a network ... */
    TRIES_HASTY = 1, /* ... in a rollout */
};

/* What the network asks for, whatever is in hand. */
static void count_plan(const struct routes_board *b, struct mind *mind)
{
    __builtin_memset(mind->need, 0, sizeof mind->need);
    __builtin_memset(mind->pieces, 0, sizeof mind->pieces);
    mind->need_wild = mind->planned = 0;
    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = mind->network.routes[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];

            if (r->colour != GREY)
                mind->need[r->colour] += r->cards;
            mind->need_wild += r->icons;
            mind->pieces[r->kind] += r->length;
            mind->planned++;
        }
    }
}

/* The cards that the network asks for, by colour. A grey route counts for the colour with most
 * cards to spare. */
static void count_needs(struct thought *t)
{
    const struct routes_board *b = t->o.b;
    int32_t spare[COLOURS_MAX];
    bool any = false;

    __builtin_memcpy(t->need, t->mind->need, sizeof t->need);
    for (uint32_t p = b->coloured_planes; p < b->planes; p++)
        any |= t->mind->network.routes[p] != 0;
    for (uint32_t c = 0; any && c < b->colours; c++)
        spare[c] = (int32_t)held(t, c) - (int32_t)t->need[c];
    for (uint32_t p = b->coloured_planes; p < b->planes; p++) {
        for (uint64_t left = t->mind->network.routes[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];
            uint32_t cards = price_coloured(routes_route_price(r)), most = 0;

            for (uint32_t c = 1; c < b->colours; c++)
                most = spare[c] > spare[most] ? c : most;
            t->need[most] += cards;
            spare[most] -= (int32_t)cards;
        }
    }
}

static void want_prices(struct thought *t)
{
    if (!t->priced)
        outlook_prices(&t->o);
    t->priced = true;
}

static bool same_routes(const uint64_t a[PLANES_MAX], const uint64_t b[PLANES_MAX])
{
    return __builtin_memcmp(a, b, PLANES_MAX * sizeof a[0]) == 0;
}

/* The own routes or tickets are no longer the same. */
static void look_again(struct mind *mind, const struct routes_board *b,
                       const struct routes_seat *me)
{
    if (mind->made) {
        uint64_t more[PLANES_MAX];

        for (uint32_t p = 0; p < PLANES_MAX; p++)
            more[p] = me->owned[p] & ~mind->owned[p];
        routes_join(b, more, mind->label);
        mind->odd ^= outlook_odd(b, more);
    } else {
        routes_labels(b, me->owned, mind->label);
        mind->odd = outlook_odd(b, me->owned);
    }
    mind->undone = 0;
    for (uint64_t left = me->tickets; left; left &= left - 1) {
        const struct ticket *ticket = &b->ticket[bits_first(left)];

        if (mind->label[ticket->a] != mind->label[ticket->b])
            mind->undone |= left & -left;
    }
}

/* Brings the mind up to date: routes that have been claimed leave the network; if one of the others
 * is lost, or the tickets are no longer the same, it is made again. */
static void refresh(struct thought *t)
{
    struct mind *mind = t->mind;
    const struct routes_seat *me = t->o.me;
    bool good = mind->made && mind->tickets == me->tickets;
    bool same = good && same_routes(mind->owned, me->owned);

    if (!same)
        look_again(mind, t->o.b, me);
    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        mind->owned[p] = me->owned[p];
        mind->network.routes[p] &= ~me->owned[p];
        good = good && !(mind->network.routes[p] & ~t->o.free[p]);
    }
    if (!good) {
        want_prices(t);
        network_for(&t->o, mind->undone, t->hasty ? TRIES_HASTY : TRIES, &mind->network);
        mind->tickets = me->tickets;
        mind->made = true;
    }
    if (!good || !same)
        count_plan(t->o.b, mind);
}

void planner_think(const struct match *m, const struct state *s, uint32_t seat,
                   const struct measures *measures, struct mind *mind, bool hasty,
                   struct thought *t)
{
    t->state = s;
    t->mind = mind;
    t->hasty = hasty;
    t->priced = false;
    t->harm = NULL;
    if (hasty && mind->made && s->routes.phase == PHASE_SECOND) {
        outlook_same(m, &s->routes, seat, measures, &t->o); /* since the first card */
    } else {
        outlook_of(m, &s->routes, seat, measures, &t->o);
        refresh(t);
    }
    count_needs(t);
}

/* How much one more card of a kind helps. A wild card from the market costs the second card:
 * drawing blind is better, except for icons. */
static int32_t card_worth(const struct thought *t, uint32_t card)
{
    const int16_t *k = t->o.measures->tuning.value;

    if (card == WILD)
        return t->mind->need_wild > t->o.me->wild ? k[DRAW_ICON] : k[DRAW_WILD];
    int32_t lack = (int32_t)t->need[card] - (int32_t)held(t, card);
    if (lack > 0)
        return k[DRAW_NEEDED] + (lack < NEARLY ? k[DRAW_NEARLY] * (NEARLY - lack) : 0);
    return k[DRAW_HELD] * (int32_t)held(t, card);
}

static event_t draw(const struct thought *t)
{
    event_t best = event_make(EVENT_DRAW, SLOT_DECK);
    int32_t best_worth = constant(&t->o, DRAW_BLIND);

    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++) {
        event_t e = event_make(EVENT_DRAW, slot);
        int32_t worth = card_worth(t, t->o.s->market[slot]);

        if (worth > best_worth && routes_allows(t->o.m, t->o.s, e)) {
            best = e;
            best_worth = worth;
        }
    }
    return best;
}

/* Any legal event: for the few cases in which nothing better applies. */
static event_t anything(const struct thought *t)
{
    return t->o.m->rules->pick(t->o.m, t->state, 0);
}

/* The last turn: whatever counts most on the sheet. */
static event_t choose_last(const struct thought *t)
{
    event_t claim = claim_at_once(t), station = planner_useful_station(t);
    bool better =
        station && (!claim || claims_total_after(t, station) > claims_total_after(t, claim));

    return better ? station : claim;
}

/* Nothing is planned: all tickets are done, or can't be done. */
static event_t choose_unplanned(const struct thought *t, bool can_draw)
{
    const struct outlook *o = &t->o;
    event_t tickets = event_make(EVENT_TICKETS, 0);
    uint32_t turns = (uint32_t)constant(o, TICKET_TURNS) * o->b->draw_tickets / TENTHS;
    bool full = (uint32_t)o->me->hand_size * PERCENT >
                (uint32_t)constant(o, KEEP_CARDS) * o->measures->pieces;

    if (o->turns_left >= turns && routes_allows(o->m, o->s, tickets))
        return tickets;
    if (full || !can_draw || o->turns_left * TENTHS <= (uint32_t)constant(o, STATION_TURNS))
        return claim_for_points(t, INT32_MIN);
    return claim_for_points(t, constant(o, LONG_ROUTE));
}

static event_t choose_action(const struct thought *t)
{
    const struct outlook *o = &t->o;
    bool can_draw = routes_allows(o->m, o->s, event_make(EVENT_DRAW, SLOT_DECK));
    event_t e = 0;

    if (o->turns_left <= 1)
        e = choose_last(t);
    else if (t->harm && (e = claim_to_block(t)))
        return e;
    else if (t->mind->planned)
        e = claim_planned(t, can_draw);
    else
        e = choose_unplanned(t, can_draw);
    if (!e && o->turns_left * TENTHS <= (uint32_t)constant(o, STATION_TURNS))
        e = planner_useful_station(t);
    if (e && can_draw && event_kind(e) == EVENT_CLAIM && claims_end_lost(t, e))
        e = 0;
    if (e)
        return e;
    if (can_draw)
        return draw(t);
    e = claim_for_points(t, INT32_MIN);
    return e ? e : anything(t);
}

/* The tickets worth most together with those held already, of the choices that are legal. */
static event_t choose_tickets(struct thought *t)
{
    const struct outlook *o = &t->o;
    uint32_t n = o->m->rules->count(o->m, t->state);
    event_t best = 0;
    int32_t best_value = 0;

    for (uint32_t k = 0; k < n; k++) {
        event_t e = o->m->rules->pick(o->m, t->state, k);
        uint64_t tickets = t->mind->undone;

        for (uint32_t i = 0; i < o->me->offered; i++)
            if (bits_have(event_arg(e), i))
                tickets |= bit(o->me->offer[i]);
        struct network p;
        network_for(o, tickets, TRIES, &p);
        int32_t value = network_value(o, tickets, &p);
        if (best == 0 || value > best_value) {
            best = e;
            best_value = value;
        }
    }
    return best;
}

/* In haste: the ticket that fits the network best; then others, as long as too few are kept or one
 * more is worth it. */
static event_t choose_tickets_hasty(struct thought *t)
{
    const struct outlook *o = &t->o;
    struct network network = t->mind->network;
    uint64_t tickets = t->mind->undone;
    uint32_t least = routes_keep_least(o->m, o->s), mask = 0;
    int32_t value = network_value(o, tickets, &network);

    for (uint32_t kept = 0; kept < o->me->offered; kept++) {
        struct network best_network = network;
        int32_t best_value = 0;
        uint32_t best = OFFER_MAX;

        for (uint32_t i = 0; i < o->me->offered; i++) {
            struct network p = network;

            if (bits_have(mask, i))
                continue;
            network_add(o, o->me->offer[i], &p);
            int32_t v = network_value(o, tickets | bit(o->me->offer[i]), &p);
            if (best == OFFER_MAX || v > best_value) {
                best = i;
                best_value = v;
                best_network = p;
            }
        }
        if (kept >= least && best_value <= value)
            break;
        mask |= 1u << best;
        network = best_network;
        value = best_value;
        tickets |= bit(o->me->offer[best]);
    }
    return event_make(EVENT_KEEP, mask);
}

/* Pays what a tunnel asks if it can, with as few wild cards as possible. */
static event_t choose_extra(const struct thought *t)
{
    event_t first = anything(t);

    return event_kind(first) == EVENT_EXTRA ? first : event_make(EVENT_DECLINE, 0);
}

event_t planner_choose(struct thought *t)
{
    switch (t->o.s->phase) {
    case PHASE_CHOOSE:
    case PHASE_KEEP:
        want_prices(t);
        return t->hasty ? choose_tickets_hasty(t) : choose_tickets(t);
    case PHASE_SECOND:
        return draw(t);
    case PHASE_EXTRA:
        return choose_extra(t);
    default:
        return choose_action(t);
    }
}

void planner_block(struct thought *t, const uint64_t routes[PLANES_MAX],
                   int32_t harm[ROUTES_MAX])
{
    uint64_t payable[PLANES_MAX], any = 0;

    if ((int32_t)t->o.m->seats > constant(&t->o, BLOCK_SEATS) || t->o.s->phase != PHASE_TURN ||
        t->o.turns_left <= 1)
        return;
    planner_payable(t, payable);
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        any |= payable[p] &= routes[p];
    if (!any)
        return;
    block_harm(&t->o, payable, harm);
    t->harm = harm;
}

event_t routes_planner(const struct match *m, const struct view *v,
                       const struct measures *measures, bool block)
{
    int32_t harm[ROUTES_MAX];
    struct mind mind = {0};
    struct thought t;

    planner_think(m, &v->seen, v->seat, measures, &mind, false, &t);
    if (block)
        planner_block(&t, t.o.free, harm);
    return planner_choose(&t);
}
