/*
 * The planner: keeps a plan of routes for its tickets (plan.c), claims what the plan wants as soon
 * as it can be paid, draws the cards that are missing, takes more tickets when its own are done
 * and time remains, and claims for points when nothing else is to be done.
 */
#include "../../engine/routes/queries.h"
#include "plan.h"
#include "routes_players.h"

enum {
    TICKETS_TURNS = 6, /* turns that must remain to take more tickets */
    STATION_TURNS = 5, /* turns before the end at which stations are thought of */
    KEEP_CARDS = 18,   /* more cards than that in hand are not waited with */
};

/* A decision being made. */
struct thought {
    struct outlook o;
    struct plan plan;
    const struct view *v;
    const struct dice *dice;
    uint32_t need[COLOURS_MAX]; /* cards that the plan still lacks, by colour */
    uint32_t need_wild;         /* for icons */
};

static uint32_t held(const struct thought *t, uint32_t colour)
{
    return pack_get(t->o.me->hand, colour);
}

/* The payment of a route in one colour with the fewest wild cards; 0 if it can't be paid so. */
static event_t payment(const struct thought *t, uint32_t route, uint32_t colour)
{
    const struct route *r = &t->o.b->route[route];
    uint32_t coloured = r->cards - r->icons;
    coloured = held(t, colour) < coloured ? held(t, colour) : coloured;
    uint32_t wilds = r->cards - coloured;
    event_t e = event_pay(EVENT_CLAIM, route, coloured ? colour : (uint32_t)WILD, wilds);
    if (routes_allows(t->o.m, t->o.s, e | EVENT_FLAG_BIT))
        return e | EVENT_FLAG_BIT; /* a card on the table may become points */
    return routes_allows(t->o.m, t->o.s, e) ? e : 0;
}

/* The best payment of a route: few wild cards, and for a grey one a colour that is not needed. */
static event_t best_payment(const struct thought *t, uint32_t route)
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
        int32_t worth = spare - 4 * (int32_t)event_wilds(e);
        if (best == 0 || worth > best_worth) {
            best = e;
            best_worth = worth;
        }
    }
    return best;
}

/* What the plan asks for, by colour. Grey routes are thought of in the colour held most. */
static void count_needs(struct thought *t)
{
    const struct routes_board *b = t->o.b;
    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = t->plan.routes[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];
            if (r->colour != GREY)
                t->need[r->colour] += r->cards;
            t->need_wild += r->icons;
        }
    }
    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = t->plan.routes[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];
            if (r->colour != GREY)
                continue;
            uint32_t most = 0;
            for (uint32_t c = 1; c < b->colours; c++)
                if ((int32_t)(held(t, c) - t->need[c]) >
                    (int32_t)(held(t, most) - t->need[most]))
                    most = c;
            t->need[most] += r->cards - (uint32_t)r->icons;
        }
    }
}

static void think(const struct match *m, const struct view *v, const struct dice *dice,
                  struct thought *t)
{
    __builtin_memset(t->need, 0, sizeof t->need);
    t->need_wild = 0;
    t->v = v;
    t->dice = dice;
    outlook_of(m, v, &t->o);
    uint64_t open = 0;
    for (uint64_t left = t->o.me->tickets; left; left &= left - 1) {
        uint32_t ticket = bits_first(left);
        if (routes_ticket_state(m, t->o.s, v->seat, ticket) == TICKET_POSSIBLE)
            open |= bit(ticket);
    }
    plan_for(&t->o, open, &t->plan);
    count_needs(t);
}

/* How many other ways the others could take a route from us: short ones in the middle of things go
 * first. A rough count of open routes at both ends. */
static uint32_t danger(const struct thought *t, uint32_t route)
{
    const struct routes_board *b = t->o.b;
    const struct route *r = &b->route[route];
    uint32_t ways = 0;
    for (uint32_t p = 0; p < b->planes; p++)
        ways += bits_count((b->touching[r->a][p] | b->touching[r->b][p]) & t->o.s->open[p]);
    uint32_t twin = r->twin != NO_ROUTE && routes_owner(t->o.m, t->o.s, r->twin) == NOBODY;
    return (ways < 12 ? 12 - ways : 0) + 2u * r->length + (twin ? 0 : 4);
}

/* A planned route that can be paid now, the one most in danger. */
static event_t claim_planned(const struct thought *t)
{
    event_t best = 0;
    uint32_t best_danger = 0;
    for (uint32_t p = 0; p < t->o.b->planes; p++) {
        for (uint64_t left = t->plan.routes[p]; left; left &= left - 1) {
            uint32_t route = 64 * p + bits_first(left);
            event_t e = best_payment(t, route);
            if (e && (best == 0 || danger(t, route) > best_danger)) {
                best = e;
                best_danger = danger(t, route);
            }
        }
    }
    return best;
}

/* My total if the game ended after this event, in tenths of a point. */
static int32_t total_after(const struct thought *t, event_t e)
{
    struct state s = t->v->seen;
    struct sheet sheet;
    struct routes_seat *me = &s.routes.seat[t->v->seat];
    if (event_kind(e) == EVENT_CLAIM) {
        me->owned[event_arg(e) / 64] |= bit(event_arg(e) % 64);
    } else if (event_kind(e) == EVENT_STATION) {
        me->stations |= bit(event_arg(e));
        me->stations_left--;
    }
    t->o.m->rules->score(t->o.m, &s, &sheet);
    return 10 * sheet.seat[t->v->seat].total;
}

/* The claim that brings most at once, by what the sheet says or, when there is time, by points for
 * the cards it costs; 0 if there is none. */
static event_t claim_for_points(const struct thought *t, bool at_once)
{
    const struct routes_board *b = t->o.b;
    event_t best = 0;
    int32_t best_worth = 0;
    for (uint32_t i = 0; i < b->routes; i++) {
        uint32_t route = b->route_at[i];
        if (t->o.price[route] == 0 || t->o.price[route] == PRICE_NEVER)
            continue;
        event_t e = best_payment(t, route);
        if (e == 0)
            continue;
        int32_t worth = at_once ? total_after(t, e)
                                : 10 * b->route[route].points - 3 * b->route[route].cards -
                                      4 * (int32_t)event_wilds(e);
        worth -= at_once && b->route[route].tunnel ? 5 : 0;
        if (best == 0 || worth > best_worth) {
            best = e;
            best_worth = worth;
        }
    }
    return best;
}

/* A station that saves a ticket, if that brings points now. */
static event_t build_station(const struct thought *t)
{
    const struct routes_board *b = t->o.b;
    if (t->o.me->stations_left == 0)
        return 0;
    event_t best = 0;
    int32_t now = total_after(t, 0), best_total = now;
    uint32_t price = (uint32_t)(b->stations - t->o.me->stations_left) + 1;
    for (uint64_t left = t->o.s->free_cities; left; left &= left - 1) {
        uint32_t city = bits_first(left);
        event_t e = 0;
        int32_t spare = -1000;
        for (uint32_t c = 0; c < b->colours; c++) {
            uint32_t coloured = held(t, c) < price ? held(t, c) : price;
            event_t f =
                event_pay(EVENT_STATION, city, coloured ? c : (uint32_t)WILD, price - coloured);
            int32_t rest =
                (int32_t)held(t, c) - (int32_t)t->need[c] - 4 * (int32_t)(price - coloured);
            if (rest > spare && routes_allows(t->o.m, t->o.s, f)) {
                e = f;
                spare = rest;
            }
        }
        if (e && total_after(t, e) > best_total) {
            best_total = total_after(t, e);
            best = e;
        }
    }
    return best;
}

/* How much one more card of a kind helps the plan; colours held most when there is none. */
static int32_t card_worth(const struct thought *t, uint32_t card)
{
    if (card == WILD)
        return t->need_wild > t->o.me->wild ? 25 : 16;
    int32_t lack = (int32_t)t->need[card] - (int32_t)held(t, card);
    if (lack > 0)
        return 14 + (lack < 4 ? 4 - lack : 0);
    return (int32_t)held(t, card);
}

static event_t draw(const struct thought *t)
{
    event_t best = event_make(EVENT_DRAW, SLOT_DECK);
    int32_t best_worth = 10; /* blind: one in nine is wild, and it doesn't tell */
    bool second = t->o.s->phase == PHASE_SECOND;
    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++) {
        uint32_t card = t->o.s->market[slot];
        event_t e = event_make(EVENT_DRAW, slot);
        if ((card == WILD && second) || !routes_allows(t->o.m, t->o.s, e))
            continue;
        int32_t worth = card_worth(t, card);
        if (worth > best_worth) {
            best = e;
            best_worth = worth;
        }
    }
    return best;
}

static bool has_plan(const struct thought *t)
{
    uint64_t any = 0;
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        any |= t->plan.routes[p];
    return any != 0;
}

/* Anything legal: for the few cases in which nothing wiser applies. */
static event_t anything(const struct thought *t)
{
    const struct rules *rules = t->o.m->rules;
    return rules->pick(t->o.m, &t->v->seen, 0);
}

static event_t choose_action(const struct thought *t)
{
    const struct outlook *o = &t->o;
    bool can_draw = o->s->deck_size > 0;
    event_t tickets = event_make(EVENT_TICKETS, 0), e = 0;
    if (o->turns_left <= 1) { /* the last turn: whatever counts most on the sheet */
        event_t claim = claim_for_points(t, true), station = build_station(t);
        e = claim;
        if (station && (!claim || total_after(t, station) > total_after(t, claim)))
            e = station;
    } else if (has_plan(t)) {
        e = claim_planned(t);
    } else if (o->turns_left >= TICKETS_TURNS && routes_allows(o->m, o->s, tickets)) {
        return tickets;
    } else if (o->me->hand_size > KEEP_CARDS || o->turns_left <= STATION_TURNS || !can_draw) {
        e = claim_for_points(t, false);
    } else {
        event_t claim = claim_for_points(t, false);
        if (claim && o->b->route[event_arg(claim)].cards >= 4)
            e = claim;
    }
    if (!e && o->turns_left <= STATION_TURNS)
        e = build_station(t);
    if (e)
        return e;
    if (can_draw)
        return draw(t);
    e = claim_for_points(t, false);
    return e ? e : anything(t);
}

/* The tickets worth most together with those held already, of the choices that are legal. */
static event_t choose_tickets(const struct thought *t)
{
    const struct outlook *o = &t->o;
    uint32_t n = o->m->rules->count(o->m, &t->v->seen);
    event_t best = 0;
    int32_t best_value = 0;
    for (uint32_t k = 0; k < n; k++) {
        event_t e = o->m->rules->pick(o->m, &t->v->seen, k);
        uint64_t tickets = o->me->tickets;
        for (uint32_t i = 0; i < o->me->offered; i++)
            if (bits_have(event_arg(e), i))
                tickets |= bit(o->me->offer[i]);
        struct plan p;
        plan_for(o, tickets, &p);
        int32_t value = plan_value(o, tickets, &p);
        if (best == 0 || value > best_value) {
            best = e;
            best_value = value;
        }
    }
    return best;
}

/* Pays what a tunnel asks if it can, with few wild cards; a route of the plan is worth it. */
static event_t choose_extra(const struct thought *t)
{
    event_t first = anything(t);
    return event_kind(first) == EVENT_EXTRA ? first : event_make(EVENT_DECLINE, 0);
}

event_t routes_planner(const struct match *m, const struct view *v, const struct dice *dice)
{
    struct thought t;
    think(m, v, dice, &t);
    switch (t.o.s->phase) {
    case PHASE_CHOOSE:
    case PHASE_KEEP:
        return choose_tickets(&t);
    case PHASE_SECOND:
        return draw(&t);
    case PHASE_EXTRA:
        return choose_extra(&t);
    default:
        return choose_action(&t);
    }
}
