/*
 * The planner. It keeps a network of routes that would complete its tickets (network.c), claims a
 * route of it as soon as it can pay, and draws the cards that are missing. When its tickets are
 * done it takes more if there is time, or claims for points. With two seats it also claims what the
 * other evidently needs (block.c), if that costs the other more than itself.
 */
#include "planner.h"

#include "../../../engine/routes/queries.h"
#include "block.h"
#include "old_players.h"

enum {
    TICKET_TURNS = 3,  /* turns that must remain for each ticket that is drawn */
    STATION_TURNS = 5, /* turns before the end from which on stations are considered */
    KEEP_CARDS = 18,   /* with more cards in hand it claims for points instead of drawing */
    LONG_ROUTE = 4,    /* cards of a route that is worth claiming for its points alone */
    TRIES = 5,         /* orders of the tickets that are tried for a network ... */
    TRIES_HASTY = 1,   /* ... in a rollout */
};

/* What a payment costs the hand, in cards that are not needed. */
enum { WILD_IN_CARDS = 4 };

/* How urgent it is to claim a route of the network; only the order counts. */
enum {
    WAYS_ROUND = 12,  /* open routes at its ends: 1 for each that there are fewer */
    ONE_SPACE = 2,    /* longer routes are harder to replace */
    NO_TWIN = 4,      /* without a free twin one claim is enough to lose it */
    HARM_DIVISOR = 8, /* tenths of a point that losing it costs the other, for each 1 here */
};

/* What a claim outside the network costs, in tenths of a turn, besides the turn itself. */
enum {
    DETOUR_CARD = 2,   /* any card */
    DETOUR_NEEDED = 5, /* more for one that the network needs */
    DETOUR_WILD = 8,   /* more for a wild one */
    DETOUR_TUNNEL = 5,
    BLOCK_PERCENT = 150, /* blocking must gain so much of its price: the guess may be wrong */
};

/* What a claim for points brings, in tenths of a point. */
enum {
    TICKET_TWICE = 2,   /* a completed ticket gains its points and saves the deduction */
    TUNNEL_DOUBT = 5,   /* it may ask for more cards than there are */
    CARD_IN_POINTS = 3, /* deducted for each card, and more for a wild one */
    WILD_IN_POINTS = 4,
};

/* How much a card helps; only the order counts. A card of a colour that is not needed is worth as
 * much as there are in hand. */
enum {
    BLIND = 10, /* one in nine is wild, and nobody sees the card */
    WILD_CARD = 9,
    WILD_FOR_ICON = 12, /* a ferry of the network asks for it */
    NEEDED = 14,        /* a colour that the network needs ... */
    NEARLY = 4,         /* ... and 1 more for each card fewer than this that is missing */
};

static uint32_t held(const struct thought *t, uint32_t colour)
{
    return pack_get(t->o.me->hand, colour);
}

/* The payment of a free route in one colour with the fewest wild cards; 0 if it can't be
 * paid so. If a card may be kept for the flag it is: it may become points. */
static event_t payment(const struct thought *t, uint32_t route, uint32_t colour)
{
    struct price price = routes_route_price(&t->o.b->route[route]);
    struct payment p = routes_fewest_wilds(t->o.me, price, colour);

    if (p.wilds > t->o.me->wild)
        return 0;
    event_t e = event_pay(EVENT_CLAIM, route, p.colour, p.wilds);
    return routes_flag_takes(t->o.b, t->o.me, e) ? event_keeping_flag(e) : e;
}

void planner_payable(const struct thought *t, uint64_t routes[PLANES_MAX])
{
    routes_payable(t->o.b, t->o.me, routes);
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        routes[p] &= t->o.free[p];
}

event_t planner_payment(const struct thought *t, uint32_t route)
{
    const struct route *r = &t->o.b->route[route];

    if (r->colour != GREY)
        return payment(t, route, r->colour);
    event_t best = 0;
    int32_t best_worth = 0;
    for (uint32_t c = 0; c < t->o.b->colours; c++) {
        event_t e = payment(t, route, c);

        if (e == 0)
            continue;
        int32_t spare = (int32_t)held(t, c) - (int32_t)t->need[c];
        int32_t worth = spare - WILD_IN_CARDS * (int32_t)event_wilds(e);
        if (best == 0 || worth > best_worth) {
            best = e;
            best_worth = worth;
        }
    }
    return best;
}

/* The cards that the network asks for, by colour. A grey route counts for the colour with most
 * cards to spare. */
static void count_needs(struct thought *t)
{
    const struct routes_board *b = t->o.b;

    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = t->mind->network.routes[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];

            if (r->colour != GREY)
                t->need[r->colour] += r->cards;
            t->need_wild += r->icons;
        }
    }
    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = t->mind->network.routes[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];

            if (r->colour != GREY)
                continue;
            uint32_t most = 0;
            for (uint32_t c = 1; c < b->colours; c++)
                if ((int32_t)(held(t, c) - t->need[c]) >
                    (int32_t)(held(t, most) - t->need[most]))
                    most = c;
            t->need[most] += price_coloured(routes_route_price(r));
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

/* Brings the mind up to date: routes that have been claimed leave the network; if one of the others
 * is lost, or the tickets are no longer the same, it is made again. */
static void refresh(struct thought *t)
{
    struct mind *mind = t->mind;
    const struct routes_seat *me = t->o.me;
    bool good = mind->made && mind->tickets == me->tickets;

    if (!good || !same_routes(mind->owned, me->owned)) {
        routes_labels(t->o.b, me->owned, mind->label);
        mind->undone = 0;
        for (uint64_t left = me->tickets; left; left &= left - 1) {
            const struct ticket *ticket = &t->o.b->ticket[bits_first(left)];

            if (mind->label[ticket->a] != mind->label[ticket->b])
                mind->undone |= left & -left;
        }
    }
    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        mind->owned[p] = me->owned[p];
        mind->network.routes[p] &= ~me->owned[p];
        good = good && !(mind->network.routes[p] & ~t->o.free[p]);
    }
    if (good)
        return;
    want_prices(t);
    network_for(&t->o, mind->undone, t->hasty ? TRIES_HASTY : TRIES, &mind->network);
    mind->tickets = me->tickets;
    mind->made = true;
}

void planner_think(const struct match *m, const struct state *s, uint32_t seat,
                   const struct survey *survey, struct mind *mind, bool hasty,
                   struct thought *t)
{
    __builtin_memset(t->need, 0, sizeof t->need);
    t->need_wild = 0;
    t->state = s;
    t->mind = mind;
    t->hasty = hasty;
    t->priced = false;
    t->harm = NULL;
    outlook_of(m, &s->routes, seat, survey, &t->o);
    refresh(t);
    count_needs(t);
}

/* The claim of one of these routes that is worth most, and more than `least`; 0 if there is
 * none. */
static event_t best_claim(const struct thought *t, const uint64_t among[PLANES_MAX],
                          int32_t least, int32_t (*worth)(const struct thought *, uint32_t))
{
    uint32_t best = NO_ROUTE;

    for (uint32_t p = 0; p < t->o.b->planes; p++) {
        for (uint64_t left = among[p]; left; left &= left - 1) {
            uint32_t route = 64 * p + bits_first(left);
            int32_t w = worth(t, route);

            if (w > least) {
                best = route;
                least = w;
            }
        }
    }
    return best == NO_ROUTE ? 0 : planner_payment(t, best);
}

/* How urgent it is to claim a route of the network: a rough measure of how hard it would be to
 * replace, and of how much the other seat may want it. */
static int32_t urgency(const struct thought *t, uint32_t route)
{
    const struct routes_board *b = t->o.b;
    const struct route *r = &b->route[route];
    int32_t ways = 0;

    for (uint32_t p = 0; p < b->planes; p++)
        ways += (int32_t)bits_count((b->touching[r->a][p] | b->touching[r->b][p]) &
                                    t->o.s->open[p]);
    bool twin = r->twin != NO_ROUTE && routes_owner(t->o.m, t->o.s, r->twin) == NOBODY;
    int32_t wanted = t->harm ? t->harm[route] / HARM_DIVISOR : 0;
    int32_t missing = ways < WAYS_ROUND ? WAYS_ROUND - ways : 0;
    return missing + ONE_SPACE * r->length + (twin ? 0 : NO_TWIN) + wanted;
}

/* A route of the network that can be paid now, the most urgent one. */
static event_t claim_planned(const struct thought *t)
{
    uint64_t among[PLANES_MAX];

    planner_payable(t, among);
    for (uint32_t p = 0; p < t->o.b->planes; p++)
        among[p] &= t->mind->network.routes[p];
    return best_claim(t, among, INT32_MIN, urgency);
}

/* My total if the game ended after this event, in tenths of a point. */
static int32_t total_after(const struct thought *t, event_t e)
{
    struct state s = *t->state;
    struct sheet sheet;

    routes_suppose(&s.routes, t->o.seat, e);
    t->o.m->rules->score(t->o.m, &s, &sheet);
    return POINT * sheet.seat[t->o.seat].total;
}

/* The points of those of the tickets that a route would complete. */
static int32_t completes(const struct thought *t, uint64_t tickets, const struct route *r)
{
    const uint8_t *label = t->mind->label;
    uint32_t x = label[r->a], y = label[r->b];
    int32_t points = 0;

    for (uint64_t left = tickets; left; left &= left - 1) {
        const struct ticket *ticket = &t->o.b->ticket[bits_first(left)];
        uint32_t a = label[ticket->a], b = label[ticket->b];

        if ((a == x && b == y) || (a == y && b == x))
            points += ticket->points;
    }
    return points;
}

/* What a claim outside the network costs, in tenths of a turn. */
static int32_t detour_price(const struct thought *t, event_t claim)
{
    const struct route *r = &t->o.b->route[event_arg(claim)];
    struct payment p = routes_payment(t->o.m, t->o.s, claim);
    int32_t spare =
        p.colour == WILD ? 0 : (int32_t)held(t, p.colour) - (int32_t)t->need[p.colour];
    int32_t needed = p.coloured - (spare > 0 ? spare : 0);

    return TURN + DETOUR_CARD * r->cards + DETOUR_NEEDED * (needed > 0 ? needed : 0) +
           DETOUR_WILD * p.wilds + (r->tunnel ? DETOUR_TUNNEL : 0);
}

/* By how much more a claim costs the other seat than this one, in tenths of a point. */
static int32_t worth_of_block(const struct thought *t, uint32_t route)
{
    if (t->harm[route] == 0)
        return 0;
    int32_t price = detour_price(t, planner_payment(t, route));
    price = price * (int32_t)t->o.survey->turn_worth / TURN;
    return t->harm[route] + POINT * t->o.b->route[route].points - price * BLOCK_PERCENT / 100;
}

/* A claim that costs the other seat more than it costs this one; 0 if there is none. */
static event_t claim_to_block(const struct thought *t)
{
    uint64_t among[PLANES_MAX];

    planner_payable(t, among);
    for (uint32_t p = 0; p < t->o.b->planes; p++)
        among[p] &= ~t->mind->network.routes[p];
    return best_claim(t, among, 0, worth_of_block);
}

static int32_t worth_at_once(const struct thought *t, uint32_t route)
{
    const struct route *r = &t->o.b->route[route];
    int32_t gain = t->hasty ? r->points + TICKET_TWICE * completes(t, t->mind->undone, r) : 0;

    return (t->hasty ? POINT * gain : total_after(t, planner_payment(t, route))) -
           (r->tunnel ? TUNNEL_DOUBT : 0);
}

static int32_t worth_in_time(const struct thought *t, uint32_t route)
{
    const struct route *r = &t->o.b->route[route];
    int32_t wilds = (int32_t)event_wilds(planner_payment(t, route));

    return POINT * r->points - CARD_IN_POINTS * r->cards - WILD_IN_POINTS * wilds +
           (t->harm ? t->harm[route] : 0);
}

/* The claim that brings most at once or, when there is time, by points for the cards it costs; 0
 * if there is none. */
static event_t claim_for_points(const struct thought *t, bool at_once)
{
    uint64_t payable[PLANES_MAX];

    planner_payable(t, payable);
    return best_claim(t, payable, INT32_MIN, at_once ? worth_at_once : worth_in_time);
}

event_t planner_station(const struct thought *t, uint32_t city)
{
    const struct routes_seat *me = t->o.me;
    event_t best = 0;
    int32_t best_rest = 0;

    if (me->stations_left == 0)
        return 0;
    struct price price = routes_price(t->o.m, me, EVENT_STATION, city);
    for (uint32_t c = 0; c < t->o.b->colours; c++) {
        struct payment p = routes_fewest_wilds(me, price, c);
        int32_t rest =
            (int32_t)held(t, c) - (int32_t)t->need[c] - WILD_IN_CARDS * (int32_t)p.wilds;

        if (p.wilds > me->wild || (best && rest <= best_rest))
            continue;
        best = event_pay(EVENT_STATION, city, p.colour, p.wilds);
        best_rest = rest;
    }
    return best;
}

/* A route of another seat that joins two parts of the own network completes tickets. Several
 * stations that do it only together are not considered. */
event_t planner_useful_station(const struct thought *t)
{
    const struct routes_board *b = t->o.b;
    const struct routes_state *s = t->o.s;
    uint64_t open = t->mind->undone;

    if (t->o.me->stations_left == 0 || open == 0)
        return 0;
    if (t->o.me->stations)
        open &= ~routes_completed(t->o.m, s, t->o.seat);
    event_t best = 0;
    int32_t best_gain = b->station_points;
    for (uint32_t p = 0; p < b->planes; p++) {
        uint64_t others = 0;

        for (uint32_t i = 0; i < t->o.m->seats; i++)
            others |= i != t->o.seat ? s->seat[i].owned[p] : 0;
        for (; others; others &= others - 1) {
            const struct route *r = &b->route[64 * p + bits_first(others)];
            int32_t gain = TICKET_TWICE * completes(t, open, r);
            uint64_t cities = s->free_cities & (bit(r->a) | bit(r->b));
            event_t e = gain > best_gain && cities ? planner_station(t, bits_first(cities)) : 0;

            if (e) {
                best = e;
                best_gain = gain;
            }
        }
    }
    return best;
}

/* How much one more card of a kind helps. A wild card from the market costs the second card:
 * drawing blind is better, except for icons. */
static int32_t card_worth(const struct thought *t, uint32_t card)
{
    if (card == WILD)
        return t->need_wild > t->o.me->wild ? WILD_FOR_ICON : WILD_CARD;
    int32_t lack = (int32_t)t->need[card] - (int32_t)held(t, card);
    if (lack > 0)
        return NEEDED + (lack < NEARLY ? NEARLY - lack : 0);
    return (int32_t)held(t, card);
}

static event_t draw(const struct thought *t)
{
    event_t best = event_make(EVENT_DRAW, SLOT_DECK);
    int32_t best_worth = BLIND;

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

static bool has_network(const struct thought *t)
{
    uint64_t any = 0;

    for (uint32_t p = 0; p < PLANES_MAX; p++)
        any |= t->mind->network.routes[p];
    return any != 0;
}

/* Any legal event: for the few cases in which nothing better applies. */
static event_t anything(const struct thought *t)
{
    return t->o.m->rules->pick(t->o.m, t->state, 0);
}

static event_t choose_action(const struct thought *t)
{
    const struct outlook *o = &t->o;
    bool can_draw = routes_allows(o->m, o->s, event_make(EVENT_DRAW, SLOT_DECK));
    event_t tickets = event_make(EVENT_TICKETS, 0), e = 0;

    if (o->turns_left <= 1) { /* the last turn: whatever counts most on the sheet */
        event_t claim = claim_for_points(t, true), station = planner_useful_station(t);

        e = claim;
        if (station && (!claim || total_after(t, station) > total_after(t, claim)))
            e = station;
    } else if (t->harm && (e = claim_to_block(t))) {
        return e;
    } else if (has_network(t)) {
        e = claim_planned(t);
    } else if (o->turns_left >= TICKET_TURNS * o->b->draw_tickets &&
               routes_allows(o->m, o->s, tickets)) {
        return tickets;
    } else if (o->me->hand_size > KEEP_CARDS || o->turns_left <= STATION_TURNS || !can_draw) {
        e = claim_for_points(t, false);
    } else {
        event_t claim = claim_for_points(t, false);

        if (claim && o->b->route[event_arg(claim)].cards >= LONG_ROUTE)
            e = claim;
    }
    if (!e && o->turns_left <= STATION_TURNS)
        e = planner_useful_station(t);
    if (e)
        return e;
    if (can_draw)
        return draw(t);
    e = claim_for_points(t, false);
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

void planner_block(struct thought *t, int32_t harm[ROUTES_MAX])
{
    uint64_t payable[PLANES_MAX];

    if (t->o.m->seats != 2 || t->o.s->phase != PHASE_TURN || t->o.turns_left <= 1)
        return;
    planner_payable(t, payable);
    block_harm(&t->o, payable, harm);
    t->harm = harm;
}

event_t routes_planner(const struct match *m, const struct view *v, bool block)
{
    int32_t harm[ROUTES_MAX];
    struct survey survey;
    struct mind mind = {0};
    struct thought t;

    survey_of(&m->board->routes, &survey);
    planner_think(m, &v->seen, v->seat, &survey, &mind, false, &t);
    if (block)
        planner_block(&t, harm);
    return planner_choose(&t);
}
