/*
 * Reasons for the events of the route games: what they do for the tickets, by the planner's
 * network. See reason.h.
 */
#include "../../engine/routes/queries.h"
#include "block.h"
#include "claims.h"
#include "routes_players.h"

/* The position as the planner sees it. */
struct lookout {
    const struct match *m;
    const struct view *v;
    struct measures measures;
    struct mind mind;
    struct thought t;
    uint64_t undone; /* tickets that can still be completed */
};

static void look(struct lookout *x, const struct match *m, const struct view *v)
{
    const struct routes_state *s = &v->seen.routes;
    struct tuning tuning;

    *x = (struct lookout){.m = m, .v = v};
    tuning_of_match(m, &tuning);
    measures_of(&m->board->routes, &tuning, &x->measures);
    planner_think(m, &v->seen, v->seat, &x->measures, &x->mind, false, &x->t);
    outlook_prices(&x->t.o);
    for (uint64_t left = s->seat[v->seat].tickets; left; left &= left - 1) {
        uint32_t ticket = bits_first(left);

        if (routes_ticket_state(m, s, v->seat, ticket) == TICKET_POSSIBLE)
            x->undone |= bit(ticket);
    }
}

static const struct routes_board *board(const struct lookout *x)
{
    return &x->m->board->routes;
}

/* The ticket that is worth most in a set that isn't empty. */
static uint32_t dearest(const struct lookout *x, uint64_t tickets)
{
    uint32_t best = bits_first(tickets);

    for (; tickets; tickets &= tickets - 1)
        if (board(x)->ticket[bits_first(tickets)].points > board(x)->ticket[best].points)
            best = bits_first(tickets);
    return best;
}

/* The price of the cheapest way for a ticket, in tenths of a turn; PRICE_NEVER if there is none. */
static uint32_t way_price(const struct outlook *o, uint32_t ticket)
{
    struct network p = {0};

    return network_add(o, ticket, &p) ? p.price : (uint32_t)PRICE_NEVER;
}

/* For a route that is the last way between two parts of the map: its end in the part with fewer
 * cities. Parts are joined by routes that the seat owns or could claim. */
static uint32_t end_of_last_way(const struct lookout *x, uint32_t route)
{
    const struct route *r = &board(x)->route[route];
    uint64_t usable[PLANES_MAX];
    uint8_t label[CITIES_MAX];
    uint32_t a = 0, b = 0;

    for (uint32_t p = 0; p < PLANES_MAX; p++)
        usable[p] = x->t.o.free[p] | x->t.o.me->owned[p];
    usable[route / 64] &= ~bit(route % 64);
    routes_labels(board(x), usable, label);
    for (uint32_t c = 0; c < board(x)->cities; c++) {
        a += label[c] == label[r->a];
        b += label[c] == label[r->b];
    }
    return a < b ? r->a : r->b;
}

/* What the tickets lose if the route is gone: gives the reason of the ticket that loses most. */
static struct reason claim_for_tickets(const struct lookout *x, uint32_t route)
{
    struct outlook without = x->t.o;
    struct reason r = {.kind = REASON_NONE, .route = (uint8_t)route};
    uint32_t most = 0;

    without.price[route] = PRICE_NEVER;
    without.free[route / 64] &= ~bit(route % 64);
    for (uint64_t left = x->undone; left; left &= left - 1) {
        uint32_t ticket = bits_first(left);
        uint32_t now = way_price(&x->t.o, ticket), then = way_price(&without, ticket);
        uint32_t lost = now == PRICE_NEVER ? 0
                        : then == PRICE_NEVER
                            ? (uint32_t)PRICE_NEVER + board(x)->ticket[ticket].points
                        : then > now ? then - now
                                     : 0;

        if (lost <= most)
            continue;
        most = lost;
        r.ticket = (uint8_t)ticket;
        r.kind = then == PRICE_NEVER ? REASON_LAST_WAY : REASON_WAY;
        r.turns = (uint8_t)((lost + TURN - 1) / TURN < 99 ? (lost + TURN - 1) / TURN : 99);
    }
    if (r.kind == REASON_LAST_WAY)
        r.city = (uint8_t)end_of_last_way(x, route);
    return r;
}

static uint32_t pieces_left(const struct routes_seat *seat)
{
    return seat->pieces[0] + (uint32_t)seat->pieces[1];
}

/* Does somebody else seem to need a route, judging by what everybody sees? */
static bool blocks(const struct lookout *x, uint32_t route)
{
    uint64_t routes[PLANES_MAX] = {0};
    int32_t harm[ROUTES_MAX];

    routes[route / 64] = bit(route % 64);
    block_harm(&x->t.o, routes, harm);
    return harm[route] > 0;
}

/* Why it is good to claim a route that no ticket needs. */
static struct reason claim_besides(const struct lookout *x, uint32_t route)
{
    const struct routes_board *b = board(x);
    const struct route *way = &b->route[route];
    struct reason r = {.route = (uint8_t)route, .points = way->points};
    bool last =
        x->t.o.s->last_turns == 0 && pieces_left(x->t.o.me) - way->length <= b->last_round_at;

    r.kind = last ? REASON_ENDS : blocks(x, route) ? REASON_BLOCK : REASON_ROUTE_POINTS;
    if (r.kind == REASON_ROUTE_POINTS && b->express_points &&
        outlook_goes_on(x->mind.odd, way)) {
        r.kind = REASON_LONGEST;
        r.points = b->express_points;
    }
    return r;
}

static struct reason claim(const struct lookout *x, uint32_t route)
{
    const struct routes_board *b = board(x);
    struct state after = x->v->seen;
    struct reason r = {.route = (uint8_t)route};
    uint64_t done = 0;

    routes_suppose(&after.routes, x->v->seat, event_make(EVENT_CLAIM, route));
    for (uint64_t left = x->undone; left; left &= left - 1) {
        uint32_t ticket = bits_first(left);

        if (routes_ticket_state(x->m, &after.routes, x->v->seat, ticket) == TICKET_DONE)
            done |= bit(ticket);
    }
    if (done) {
        r.kind = REASON_TICKET_DONE;
        r.ticket = (uint8_t)dearest(x, done);
        r.points = b->ticket[r.ticket].points;
        return r;
    }
    r = claim_for_tickets(x, route);
    if (r.kind != REASON_NONE)
        return r;
    if (bits_have(x->mind.network.routes[route / 64], route % 64)) {
        r.kind = REASON_NETWORK;
        r.count = (uint8_t)bits_count(x->mind.network.tickets);
        return r;
    }
    return claim_besides(x, route);
}

/* The most expensive route of the network in a colour, or in any colour for NO_CARD; NO_ROUTE
 * if there is none. */
static uint32_t planned_route(const struct lookout *x, uint32_t colour)
{
    uint32_t best = NO_ROUTE;

    for (uint32_t p = 0; p < board(x)->planes; p++) {
        for (uint64_t left = x->mind.network.routes[p]; left; left &= left - 1) {
            uint32_t n = 64 * p + bits_first(left);
            const struct route *r = &board(x)->route[n];

            if (colour != NO_CARD && r->colour != colour)
                continue;
            if (best == NO_ROUTE || r->cards > board(x)->route[best].cards)
                best = n;
        }
    }
    return best;
}

/* Why it is good to draw cards although a route of the network could be paid for; REASON_NONE
 * if none could. */
static struct reason wait(const struct lookout *x)
{
    const struct thought *t = &x->t;
    uint64_t payable[PLANES_MAX];
    struct reason r = {.kind = REASON_NONE};

    if (t->o.s->phase != PHASE_TURN)
        return r;
    planner_payable(t, payable);
    for (uint32_t p = 0; p < board(x)->planes && r.kind == REASON_NONE; p++) {
        uint64_t ready = payable[p] & x->mind.network.routes[p];

        if (ready)
            r = (struct reason){.kind = REASON_WAIT,
                                .route = (uint8_t)(64 * p + bits_first(ready))};
    }
    if (r.kind == REASON_WAIT && claims_end_lost(t, event_make(EVENT_CLAIM, r.route)))
        r.kind = REASON_NOT_END;
    else if (r.kind == REASON_WAIT && claim_planned(t, true))
        r.kind = REASON_NONE; /* the planner would not wait */
    return r;
}

static struct reason draw(const struct lookout *x, uint32_t slot)
{
    if (slot == SLOT_DECK) {
        struct reason r = wait(x);

        return r.kind ? r : (struct reason){.kind = REASON_SOME_CARD};
    }
    uint32_t card = x->v->seen.routes.market[slot];
    uint32_t route = planned_route(x, card == WILD ? (uint32_t)NO_CARD : card);
    if (route == NO_ROUTE)
        route = planned_route(x, GREY);
    struct reason r = {.card = (uint8_t)card, .route = (uint8_t)route};
    if (card == WILD)
        r.kind = route == NO_ROUTE ? REASON_COLLECT : REASON_WILD;
    else if (x->t.need[card] > pack_get(x->t.o.me->hand, card) && route != NO_ROUTE)
        r.kind = board(x)->route[route].colour == card ? REASON_CARD : REASON_GREY_CARD;
    else
        r.kind = REASON_COLLECT;
    return r;
}

static struct reason keep(const struct lookout *x, uint32_t mask)
{
    const struct routes_seat *me = x->t.o.me;
    uint64_t kept = 0, all = me->tickets;
    struct reason r = {.kind = REASON_TICKETS_KEEP};
    struct network p = {0};

    for (uint32_t i = 0; i < me->offered; i++) {
        if (!bits_have(mask, i))
            continue;
        kept |= bit(me->offer[i]);
        r.points = (int16_t)(r.points + board(x)->ticket[me->offer[i]].points);
    }
    all |= kept;
    network_for(&x->t.o, all, 4, &p);
    r.count = (uint8_t)bits_count(kept);
    r.turns = (uint8_t)(p.price / TURN < 99 ? p.price / TURN : 99);
    if ((kept & ~p.tickets) || p.price / TURN > x->t.o.turns_left)
        r.kind = REASON_TICKETS_HARD;
    return r;
}

static struct reason station(const struct lookout *x, uint32_t city)
{
    struct state after = x->v->seen;
    struct reason r = {.city = (uint8_t)city};
    uint64_t before = routes_completed(x->m, &x->v->seen.routes, x->v->seat), done;

    routes_suppose(&after.routes, x->v->seat, event_make(EVENT_STATION, city));
    done = routes_completed(x->m, &after.routes, x->v->seat) & ~before;
    if (done) {
        r.kind = REASON_STATION_TICKET;
        r.ticket = (uint8_t)dearest(x, done);
        r.points = board(x)->ticket[r.ticket].points;
    }
    return r;
}

struct reason routes_reason(const struct match *m, const struct view *v, event_t e)
{
    struct lookout x;
    uint32_t tunnel = event_arg(v->seen.routes.claim);

    look(&x, m, v);
    switch (event_kind(e)) {
    case EVENT_CLAIM:
        return claim(&x, event_arg(e));
    case EVENT_DRAW:
        return draw(&x, event_arg(e));
    case EVENT_TICKETS:
        return (struct reason){.kind = x.undone ? REASON_NONE : REASON_TICKETS_DRAW,
                               .turns = (uint8_t)x.t.o.turns_left};
    case EVENT_KEEP:
        return keep(&x, event_arg(e));
    case EVENT_STATION:
        return station(&x, event_arg(e));
    case EVENT_EXTRA:
        return (struct reason){.kind = REASON_TUNNEL_PAID, .route = (uint8_t)tunnel};
    case EVENT_DECLINE:
        return (struct reason){.kind = REASON_TUNNEL_DECLINED, .route = (uint8_t)tunnel};
    default:
        return (struct reason){0};
    }
}
