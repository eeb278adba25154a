/*
 * The laws of the routes family about its questions (engine/routes/queries.h): the answers
 * agree with the legal events, with the effects of events, and with slow and obvious ways to
 * find them.
 */
#include "laws.h"

#include "engine/routes/queries.h"

#include <string.h>

enum { EVERY = 8 }; /* one position in so many is checked */

/* The slow twin of routes_way(): every city's best way is improved over any route until nothing
 * changes (Bellman, Ford). Ways are compared by pieces, then cards, then routes. */
struct length {
    uint32_t pieces, cards, routes;
};

static bool shorter(struct length a, struct length b)
{
    if (a.pieces != b.pieces)
        return a.pieces < b.pieces;
    return a.cards != b.cards ? a.cards < b.cards : a.routes < b.routes;
}

static bool may_use(const struct routes_state *s, uint32_t seat, uint32_t n)
{
    const struct routes_seat *me = &s->seat[seat];

    return bits_have(me->owned[n / 64], n % 64) ||
           (bits_have(s->open[n / 64], n % 64) && !bits_have(me->barred[n / 64], n % 64));
}

static struct length slow_way(const struct game *g, const struct routes_state *s, uint32_t seat,
                              uint32_t from, uint32_t to)
{
    const struct routes_board *b = &g->match.board->routes;
    const struct length nowhere = {UINT32_MAX, 0, 0};
    struct length best[CITIES_MAX];

    for (uint32_t i = 0; i < CITIES_MAX; i++)
        best[i] = i == from ? (struct length){0, 0, 0} : nowhere;
    for (bool better = true; better;) {
        better = false;
        for (uint32_t n = 0; n < ROUTES_MAX; n++) {
            const struct route *r = &b->route[n];
            bool own = bits_have(s->seat[seat].owned[n / 64], n % 64);

            if (r->length == 0 || !may_use(s, seat, n))
                continue;
            for (uint32_t side = 0; side < 2; side++) {
                uint32_t here = side ? r->a : r->b, there = side ? r->b : r->a;
                struct length l = best[here];

                if (l.pieces == UINT32_MAX)
                    continue;
                l.pieces += own ? 0 : r->length;
                l.cards += own ? 0 : r->cards;
                l.routes++;
                if (shorter(l, best[there])) {
                    best[there] = l;
                    better = true;
                }
            }
        }
    }
    return best[to];
}

/* The routes of a way join its ends, and are the seat's own or still free, as the answer says. */
static void check_routes_of(const struct game *g, const struct routes_state *s, uint32_t seat,
                            const struct ticket *t, const struct routes_way *way)
{
    const struct routes_board *b = &g->match.board->routes;
    uint64_t all[PLANES_MAX];
    uint8_t label[CITIES_MAX];
    uint32_t pieces = 0, cards = 0;

    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        all[p] = way->own[p] | way->missing[p];
        LAW(g, "a way is over own routes where it says so",
            (way->own[p] & ~s->seat[seat].owned[p]) == 0 &&
                (way->missing[p] & s->seat[seat].owned[p]) == 0);
    }
    for (uint32_t n = 0; n < ROUTES_MAX; n++) {
        if (!bits_have(way->missing[n / 64], n % 64))
            continue;
        LAW(g, "a way is over routes that can be had (C8, C11)", may_use(s, seat, n));
        pieces += b->route[n].length;
        cards += b->route[n].cards;
    }
    LAW(g, "a way counts its pieces and cards", pieces == way->pieces && cards == way->cards);
    routes_labels(b, all, label);
    LAW(g, "the routes of a way join its ends", label[t->a] == label[t->b]);
}

static void check_way(const struct game *g, const struct routes_state *s, uint32_t seat,
                      uint32_t ticket)
{
    const struct ticket *t = &g->match.board->routes.ticket[ticket];
    struct length slow = slow_way(g, s, seat, t->a, t->b);
    enum ticket_state state = routes_ticket_state(&g->match, s, seat, ticket);
    struct routes_way way, again;

    if (bits_have(s->seat[seat].tickets, ticket) &&
        routes_travelled(&g->match, s, seat, ticket, &way))
        LAW(g, "a ticket is travelled without a gap if it is completed",
            (way.pieces == 0) == bits_have(routes_completed(&g->match, s, seat), ticket));
    memset(&way, 0x5A, sizeof way);
    bool found = routes_way(&g->match, s, seat, t->a, t->b, &way);
    LAW(g, "there is a way unless a ticket is cut off", found == (state != TICKET_CUT_OFF));
    LAW(g, "a way is found if there is one", found == (slow.pieces != UINT32_MAX));
    if (!found)
        return;
    LAW(g, "nothing is to be laid for a ticket that is done",
        (way.pieces == 0) == (state == TICKET_DONE));
    uint32_t routes = 0;
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        routes += bits_count(way.own[p] | way.missing[p]);
    LAW(g, "a way has the fewest pieces, then cards, then routes",
        way.pieces == slow.pieces && way.cards == slow.cards && routes == slow.routes);
    check_routes_of(g, s, seat, t, &way);
    memset(&again, 0, sizeof again);
    routes_way(&g->match, s, seat, t->a, t->b, &again);
    LAW(g, "the same way is found again",
        way.pieces == again.pieces && !memcmp(way.own, again.own, sizeof way.own) &&
            !memcmp(way.missing, again.missing, sizeof way.missing));
}

/* The routes of the claims that are listed, and the cities of the stations. */
static void listed(const struct game *g, uint64_t routes[PLANES_MAX], uint64_t *cities)
{
    memset(routes, 0, PLANES_MAX * sizeof routes[0]);
    *cities = 0;
    for (uint32_t i = 0; i < g->legals; i++) {
        event_t e = g->legal[i];

        if (event_kind(e) == EVENT_CLAIM)
            routes[event_arg(e) / 64] |= bit(event_arg(e) % 64);
        else if (event_kind(e) == EVENT_STATION)
            *cities |= bit(event_arg(e));
    }
}

/* The routes and cities that can be paid are those of the listed claims and stations. */
static void check_prices(const struct game *g, const struct routes_state *s)
{
    const struct routes_board *b = &g->match.board->routes;
    uint64_t routes[PLANES_MAX], cities, open[PLANES_MAX], payable[PLANES_MAX];

    listed(g, routes, &cities);
    routes_free(&g->match, s, s->turn, open);
    routes_payable(b, &s->seat[s->turn], payable);
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        LAW(g, "what is free and payable can be claimed", (open[p] & payable[p]) == routes[p]);
    for (uint32_t n = 0; n < ROUTES_MAX; n++) {
        if (b->route[n].length == 0)
            continue;
        struct nearest near = routes_nearest(&g->match, s, EVENT_CLAIM, n);
        LAW(g, "the nearest payment of a route is legal if one is",
            (near.why == LEGAL) == bits_have(routes[n / 64], n % 64));
        LAW(g, "cards are missing for what is free and can't be paid",
            near.why == LEGAL || (near.missing > 0) == !bits_have(payable[n / 64], n % 64));
    }
    for (uint32_t c = 0; c < b->cities && s->seat[s->turn].stations_left > 0; c++) {
        struct nearest near = routes_nearest(&g->match, s, EVENT_STATION, c);

        LAW(g, "the nearest payment of a station is legal if one is",
            (near.why == LEGAL) == bits_have(cities, c));
    }
}

/* An event takes exactly those cards from the hand that the answer says; a claim may keep a
 * card for the flag only if it is listed. */
static void check_payments(const struct game *g, const struct state *state)
{
    const struct match *m = &g->match;
    const struct routes_state *s = &state->routes;
    const struct routes_seat *me = &s->seat[s->turn];

    for (uint32_t i = g->length % EVERY; i < g->legals; i += EVERY) {
        event_t e = g->legal[i];
        enum event_kind kind = event_kind(e);
        struct state after = *state;

        if (kind != EVENT_CLAIM && kind != EVENT_STATION && kind != EVENT_EXTRA)
            continue;
        struct payment p = routes_payment(m, s, e);
        m->rules->apply(m, &after, e);
        const struct routes_seat *then = &after.routes.seat[s->turn];
        uint64_t coloured = p.coloured ? pack_some(p.colour, p.coloured) : 0;
        LAW(g, "a payment is what leaves the hand",
            me->hand - then->hand == coloured && me->wild - then->wild == p.wilds &&
                me->hand_size - then->hand_size == p.coloured + p.wilds);
        if (kind == EVENT_CLAIM && !event_keeps_flag(e))
            LAW(g, "a flag takes a card where the claim with it is legal",
                routes_flag_takes(&m->board->routes, me, e) ==
                    routes_allows(m, s, event_keeping_flag(e)));
    }
}

/* Points so far are the parts of the sheet that don't depend on the end of the game; and
 * routes_suppose() changes the sheet as expected. */
static void check_points(const struct game *g, const struct state *state)
{
    const struct match *m = &g->match;
    struct sheet sheet, then;

    m->rules->score(m, state, &sheet);
    for (uint32_t i = 0; i < m->seats; i++)
        LAW(g, "points so far are those of routes and flags",
            m->rules->points(m, state, i) ==
                sheet.seat[i].part[PART_ROUTES] + sheet.seat[i].part[PART_FLAG]);
    for (uint32_t i = 0; i < g->legals; i++) {
        struct state supposed = *state;

        if (event_kind(g->legal[i]) != EVENT_CLAIM)
            continue;
        routes_suppose(&supposed.routes, state->routes.turn, g->legal[i]);
        m->rules->score(m, &supposed, &then);
        LAW(g, "a supposed claim counts its points",
            then.seat[state->routes.turn].part[PART_ROUTES] ==
                sheet.seat[state->routes.turn].part[PART_ROUTES] +
                    m->board->routes.route[event_arg(g->legal[i])].points);
        break;
    }
}

void routes_queries(const struct game *g)
{
    const struct routes_state *s = &g->state.routes;
    uint32_t tickets = g->match.board->routes.tickets, turn = g->length / EVERY;

    if (g->length % EVERY != 0)
        return;
    check_points(g, &g->state);
    check_payments(g, &g->state);
    check_way(g, s, turn % g->match.seats, turn % tickets);
    if (s->phase == PHASE_TURN)
        check_prices(g, s);
}
