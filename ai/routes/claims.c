/*
 * Which claim, and paid how: planned ones and whether they can wait, claims that block, claims for
 * points; and stations. What to do instead is decided in planner.c.
 */
#include "claims.h"

#include "../../engine/routes/queries.h"

enum {
    PERCENT = 100,
    TENTHS = 10,
    TICKET_TWICE = 2, /* a completed ticket gains its points and saves the deduction */
};

static const struct route *route_of(const struct thought *t, uint32_t route)
{
    return &t->o.b->route[route];
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

/* How good it is to pay with a colour: the cards of it that are not needed, less the wild ones, in
 * tenths of a card. */
static int32_t rest(const struct thought *t, uint32_t colour, uint32_t wilds)
{
    return TENTHS * ((int32_t)held(t, colour) - (int32_t)t->need[colour]) -
           constant(&t->o, WILD_IN_CARDS) * (int32_t)wilds;
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
        int32_t worth = rest(t, c, event_wilds(e));
        if (best == 0 || worth > best_worth) {
            best = e;
            best_worth = worth;
        }
    }
    return best;
}

/* The claim of one of these routes that is worth most, and more than `least`; 0 if there is
 * none. Routes worth no more than the best so far need not be judged exactly. */
static event_t best_claim(const struct thought *t, const uint64_t among[PLANES_MAX],
                          int32_t least,
                          int32_t (*worth)(const struct thought *, uint32_t, int32_t))
{
    uint32_t best = NO_ROUTE;

    for (uint32_t p = 0; p < t->o.b->planes; p++) {
        for (uint64_t left = among[p]; left; left &= left - 1) {
            uint32_t route = 64 * p + bits_first(left);
            int32_t w = worth(t, route, least);

            if (w > least) {
                best = route;
                least = w;
            }
        }
    }
    return best == NO_ROUTE ? 0 : planner_payment(t, best);
}

/* Routes of all other seats. */
struct rivals {
    uint64_t routes[PLANES_MAX];
};

static struct rivals rivals_of(const struct thought *t)
{
    struct rivals rivals = {{0}};

    for (uint32_t i = 0; i < t->o.m->seats; i++)
        for (uint32_t p = 0; p < t->o.b->planes && i != t->o.seat; p++)
            rivals.routes[p] |= t->o.s->seat[i].owned[p];
    return rivals;
}

/* How dangerous it is to leave a planned route unclaimed: how hard it would be to replace, and how
 * much others may want it. Only its order, and HOLD_DANGER, count. */
static int32_t danger(const struct thought *t, uint32_t route, int32_t least)
{
    const struct rivals rivals = rivals_of(t);
    const struct routes_board *b = t->o.b;
    const struct route *r = route_of(t, route);
    const int16_t *k = t->o.measures->tuning.value;
    int32_t ways = 0;
    uint64_t at_a = 0, at_b = 0;

    (void)least;
    for (uint32_t p = 0; p < b->planes; p++) {
        ways += (int32_t)bits_count((b->touching[r->a][p] | b->touching[r->b][p]) &
                                    t->o.s->open[p]);
        at_a |= b->touching[r->a][p] & rivals.routes[p];
        at_b |= b->touching[r->b][p] & rivals.routes[p];
    }
    bool twin = r->twin != NO_ROUTE && routes_owner(t->o.m, t->o.s, r->twin) == NOBODY;
    int32_t missing = ways < WAYS_ROUND ? WAYS_ROUND - ways : 0;
    int32_t reached = (at_a != 0) + (at_b != 0);
    return k[WAY_MISSING] * missing + k[ONE_SPACE] * r->length + (twin ? 0 : k[NO_TWIN]) +
           k[RIVAL_NEAR] * reached + (t->harm ? k[HARM_COUNTS] * t->harm[route] / PERCENT : 0);
}

/* The fewest wild cards that a route takes beyond its icons. */
static uint32_t wilds_for(const struct thought *t, const struct route *r)
{
    return outlook_payment(&t->o, r).wilds - r->icons;
}

static uint32_t turns_of_game(const struct thought *t, enum routes_constant percent)
{
    return (uint32_t)constant(&t->o, percent) * t->o.measures->game_turns / PERCENT;
}

/* Few enough cards in hand to draw more instead of claiming. */
static bool has_room(const struct thought *t)
{
    return (uint32_t)t->o.me->hand_size * PERCENT <=
           (uint32_t)constant(&t->o, HOLD_HAND) * t->o.measures->pieces;
}

/* Is there time to draw first, and claim the whole plan after that? */
static bool has_time(const struct thought *t)
{
    return has_room(t) && t->o.turns_left > t->mind->planned + turns_of_game(t, HOLD_TURNS);
}

event_t claim_planned(const struct thought *t, bool can_draw)
{
    bool thrift = can_draw && t->o.turns_left > turns_of_game(t, THRIFT_TURNS);
    bool wait = can_draw && has_time(t);
    int32_t hold = constant(&t->o, HOLD_DANGER);
    uint64_t among[PLANES_MAX];

    if (wait && !t->harm && hold > t->o.measures->danger_most)
        return 0;
    planner_payable(t, among);
    for (uint32_t p = 0; p < PLANES_MAX; p++) {
        among[p] &= t->mind->network.routes[p];
        for (uint64_t left = thrift ? among[p] : 0; left; left &= left - 1)
            if (wilds_for(t, route_of(t, 64 * p + bits_first(left))))
                among[p] &= ~(left & -left);
    }
    return best_claim(t, among, wait ? hold - 1 : INT32_MIN, danger);
}

int32_t claims_total_after(const struct thought *t, event_t e)
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

/* How many of the coloured cards that a claim takes the network needs. */
static int32_t needed_cards(const struct thought *t, struct payment p)
{
    int32_t spare =
        p.colour == WILD ? 0 : (int32_t)held(t, p.colour) - (int32_t)t->need[p.colour];
    int32_t needed = p.coloured - (spare > 0 ? spare : 0);

    return needed > 0 ? needed : 0;
}

/* What a claim outside the network costs, in tenths of a turn. */
static int32_t detour_price(const struct thought *t, event_t claim)
{
    const struct route *r = route_of(t, event_arg(claim));
    const int16_t *k = t->o.measures->tuning.value;
    struct payment p = routes_payment(t->o.m, t->o.s, claim);
    int32_t price = k[DETOUR_CARD] * r->cards + k[DETOUR_NEEDED] * needed_cards(t, p) +
                    k[DETOUR_WILD] * p.wilds + (r->tunnel ? k[TUNNEL_RISK] : 0);

    return TURN + price / PRICE_PARTS;
}

/* By how much more a claim costs the other seat than this one, in tenths of a point. */
static int32_t worth_of_block(const struct thought *t, uint32_t route, int32_t least)
{
    (void)least;
    if (t->harm[route] == 0)
        return 0;
    int32_t price = detour_price(t, planner_payment(t, route));
    price = price * (int32_t)t->o.measures->turn_worth / TURN;
    return t->harm[route] + POINT * t->o.b->route[route].points -
           price * constant(&t->o, BLOCK_PRICE) / PERCENT;
}

event_t claim_to_block(const struct thought *t)
{
    uint64_t among[PLANES_MAX];

    planner_payable(t, among);
    for (uint32_t p = 0; p < t->o.b->planes; p++)
        among[p] &= ~t->mind->network.routes[p];
    return best_claim(t, among, 0, worth_of_block);
}

static int32_t worth_at_once(const struct thought *t, uint32_t route, int32_t least)
{
    const struct route *r = route_of(t, route);
    int32_t gain = t->hasty ? r->points + TICKET_TWICE * completes(t, t->mind->undone, r) : 0;

    (void)least;
    return (t->hasty ? POINT * gain : claims_total_after(t, planner_payment(t, route))) -
           (r->tunnel ? constant(&t->o, TUNNEL_DOUBT) : 0);
}

/* Points, and the path, for the cards that it costs. */
static int32_t worth_in_time(const struct thought *t, uint32_t route, int32_t least)
{
    const struct route *r = route_of(t, route);
    int32_t worth = t->o.measures->claim[route] + (t->harm ? t->harm[route] : 0);

    if (outlook_goes_on(t->mind->odd, r))
        worth += t->o.measures->trail[route];
    if (worth <= least)
        return worth; /* wild cards can only make it less */
    return worth - constant(&t->o, WILD_POINTS) * (int32_t)wilds_for(t, r);
}

event_t claim_at_once(const struct thought *t)
{
    uint64_t payable[PLANES_MAX];

    planner_payable(t, payable);
    return best_claim(t, payable, INT32_MIN, worth_at_once);
}

event_t claim_for_points(const struct thought *t, int32_t least)
{
    uint64_t payable[PLANES_MAX];

    planner_payable(t, payable);
    return best_claim(t, payable, least, worth_in_time);
}

/* Public points only: a rollout deals the others' tickets, which this seat may not know. */
bool claims_end_lost(const struct thought *t, event_t claim)
{
    const struct outlook *o = &t->o;
    const struct route *r = route_of(t, event_arg(claim));
    uint32_t left = o->me->pieces[0] + (uint32_t)o->me->pieces[1] - r->length;
    struct state s;
    struct sheet sheet;

    if (o->s->last_turns || !has_room(t) || left > o->b->last_round_at)
        return false;
    s = *t->state;
    routes_suppose(&s.routes, o->seat, claim);
    o->m->rules->score(o->m, &s, &sheet);
    for (uint32_t i = 0; i < o->m->seats; i++) {
        const struct seat_sheet *one = &sheet.seat[i];
        int32_t points = POINT * (one->total - one->part[PART_TICKETS]);

        points += (int32_t)(o->s->seat[i].tickets_max * o->measures->ticket_points) *
                  constant(o, ENDING_TICKET) / PERCENT;
        if (i != o->seat &&
            points > POINT * sheet.seat[o->seat].total + constant(o, ENDING_BEHIND))
            return true;
    }
    return false;
}

/* The best payment of a station in a free city; 0 if it can't be paid. */
static event_t pay_station(const struct thought *t, uint32_t city)
{
    const struct routes_seat *me = t->o.me;
    event_t best = 0;
    int32_t best_rest = 0;

    if (me->stations_left == 0)
        return 0;
    struct price price = routes_price(t->o.m, me, EVENT_STATION, city);
    for (uint32_t c = 0; c < t->o.b->colours; c++) {
        struct payment p = routes_fewest_wilds(me, price, c);
        int32_t left = rest(t, c, p.wilds);

        if (p.wilds > me->wild || (best && left <= best_rest))
            continue;
        best = event_pay(EVENT_STATION, city, p.colour, p.wilds);
        best_rest = left;
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
    const struct rivals rivals = rivals_of(t);
    event_t best = 0;
    int32_t best_gain = b->station_points;
    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = rivals.routes[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];
            int32_t gain = TICKET_TWICE * completes(t, open, r);
            uint64_t cities = s->free_cities & (bit(r->a) | bit(r->b));
            event_t e = gain > best_gain && cities ? pay_station(t, bits_first(cities)) : 0;

            if (e) {
                best = e;
                best_gain = gain;
            }
        }
    }
    return best;
}
