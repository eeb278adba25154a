/*
 * The reference's list of legal events, by brute force: every route (or city) with every colour
 * and every number of wild cards is checked against the rules one by one.
 */
#include "reference.h"

struct list {
    event_t *events;
    uint32_t *weights;
    uint32_t count;
};

static void add(struct list *l, event_t e, int weight)
{
    l->events[l->count] = e;
    l->weights[l->count] = (uint32_t)weight;
    l->count++;
}

int ref_price(const struct route *route)
{
    return route->cards;
}

/* C11: neither claimed nor closed by its twin. */
bool ref_route_open(const struct match *m, const struct ref *r, int route)
{
    const struct routes_board *b = &m->board->routes;

    if (b->route[route].length == 0 || r->owner[route] != NOBODY_YET)
        return false;
    int twin = b->route[route].twin;
    bool twin_taken = twin != NO_ROUTE && r->owner[twin] != NOBODY_YET;
    return !(twin_taken && m->seats < b->both_halves_from);
}

/* C11: no player may own both. */
bool ref_route_barred(const struct match *m, const struct ref *r, int seat, int route)
{
    const struct route *x = &m->board->routes.route[route];

    return x->length != 0 && x->twin != NO_ROUTE && r->owner[x->twin] == seat;
}

bool ref_flag_colour(const struct match *m, int colour)
{
    const struct routes_board *b = &m->board->routes;

    return (b->features & FEATURE_FLAG) != 0 && colour < COLOURS_MAX &&
           (b->flag >> (8 * colour) & 0xFF) != 0;
}

int ref_stations_built(const struct ref *r, int seat)
{
    int n = 0;

    for (int c = 0; c < CITIES_MAX; c++)
        if (r->seat[seat].station[c])
            n++;
    return n;
}

/*
 * Can the hand pay `price` cards, `wilds` of them wild and the others of `colour`? With colour WILD
 * all of them are wild.
 */
static bool can_pay(const struct ref_seat *seat, int price, int colour, int wilds)
{
    int coloured = price - wilds;

    if (wilds > seat->hand[WILD] || coloured < 0)
        return false;
    if (colour == WILD)
        return coloured == 0;
    return coloured > 0 && coloured <= seat->hand[colour];
}

/* C8, C9, C11, E6, P3 */
static void list_claims(const struct match *m, const struct ref *r, struct list *l)
{
    const struct routes_board *b = &m->board->routes;
    const struct ref_seat *seat = &r->seat[r->turn];

    for (int n = 0; n < ROUTES_MAX; n++) {
        const struct route *route = &b->route[n];

        if (!ref_route_open(m, r, n) || ref_route_barred(m, r, r->turn, n))
            continue;
        if (seat->pieces[route->kind] < route->length)
            continue;
        for (int colour = 0; colour <= WILD; colour++) {
            if (colour != WILD && colour >= b->colours)
                continue;
            if (colour != WILD && route->colour != GREY && route->colour != colour)
                continue;
            for (int wilds = route->icons; wilds <= ref_price(route); wilds++) {
                if (!can_pay(seat, ref_price(route), colour, wilds))
                    continue;
                event_t e =
                    event_pay(EVENT_CLAIM, (uint32_t)n, (uint32_t)colour, (uint32_t)wilds);
                add(l, e, 1);
                if (colour == route->colour && ref_flag_colour(m, colour) &&
                    seat->flag[colour] == 0)
                    add(l, e | EVENT_FLAG_BIT, 1);
            }
        }
    }
}

/* E14 */
static void list_stations(const struct match *m, const struct ref *r, struct list *l)
{
    const struct routes_board *b = &m->board->routes;
    const struct ref_seat *seat = &r->seat[r->turn];

    if ((b->features & FEATURE_STATIONS) == 0 || seat->stations_left == 0)
        return;
    int price = ref_stations_built(r, r->turn) + 1;
    for (int city = 0; city < b->cities; city++) {
        bool taken = false;

        for (int s = 0; s < m->seats; s++)
            if (r->seat[s].station[city])
                taken = true;
        if (taken)
            continue;
        for (int colour = 0; colour <= WILD; colour++) {
            if (colour != WILD && colour >= b->colours)
                continue;
            for (int wilds = 0; wilds <= price; wilds++)
                if (can_pay(seat, price, colour, wilds))
                    add(l,
                        event_pay(EVENT_STATION, (uint32_t)city, (uint32_t)colour,
                                  (uint32_t)wilds),
                        1);
        }
    }
}

/* C2, C3, C6R: from the market only while it can be filled up again. */
static void list_draws(const struct ref *r, struct list *l)
{
    if (ref_count(r->deck) + ref_count(r->discard) == 0)
        return;
    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++)
        if (r->phase == PHASE_TURN || r->market[slot] != WILD)
            add(l, event_make(EVENT_DRAW, slot), 1);
    add(l, event_make(EVENT_DRAW, SLOT_DECK), 1);
}

static void list_turn(const struct match *m, const struct ref *r, struct list *l)
{
    list_draws(r, l);
    if (ref_ticket_count(r) > 0)
        add(l, event_make(EVENT_TICKETS, 0), 1); /* C12 */
    list_claims(m, r, l);
    list_stations(m, r, l);
    if (l->count == 0)
        add(l, event_make(EVENT_PASS, 0), 1); /* C15R */
}

/* E8, E9, E10: the colour paid or wild cards; after wild cards alone only wild cards. */
static void list_extra(const struct ref *r, struct list *l)
{
    const struct ref_seat *seat = &r->seat[r->turn];
    int colour = (int)event_colour(r->claim);

    for (int wilds = 0; wilds <= r->extra; wilds++) {
        int coloured = r->extra - wilds;

        if (wilds > seat->hand[WILD])
            continue;
        if (coloured > 0 && (colour == WILD || coloured > seat->hand[colour]))
            continue;
        add(l, event_pay(EVENT_EXTRA, 0, 0, (uint32_t)wilds), 1);
    }
    add(l, event_make(EVENT_DECLINE, 0), 1);
}

/* C12, E3: every choice of at least so many of the tickets offered. */
static void list_keeps(const struct ref *r, int at_least, struct list *l)
{
    int offered = r->seat[r->turn].offered;

    for (int mask = 0; mask < 1 << offered; mask++) {
        int kept = 0;

        for (int i = 0; i < offered; i++)
            if (mask >> i & 1)
                kept++;
        if (kept >= at_least)
            add(l, event_make(EVENT_KEEP, (uint32_t)mask), 1);
    }
}

uint32_t ref_legal(const struct match *m, const struct ref *r, event_t *events,
                   uint32_t *weights)
{
    struct list l = {events, weights, 0};

    switch (r->phase) {
    case PHASE_HANDS:
    case PHASE_MARKET:
    case PHASE_CARD:
    case PHASE_TUNNEL:
        for (uint32_t c = 0; c < CARD_KINDS; c++)
            if (r->deck[c] > 0)
                add(&l, event_make(EVENT_DEAL, c), r->deck[c]);
        break;
    case PHASE_FIRST_TICKETS:
    case PHASE_TICKETS:
        for (int i = 0; i < r->lot[0].count; i++)
            add(&l, event_make(EVENT_DEAL_TICKET, (uint32_t)r->lot[0].ticket[i]), 1);
        break;
    case PHASE_FIRST_SEAT:
        for (uint32_t s = 0; s < m->seats; s++)
            add(&l, event_make(EVENT_FIRST, s), 1);
        break;
    case PHASE_CHOOSE:
        list_keeps(r, m->board->routes.first_keep, &l);
        break;
    case PHASE_KEEP:
        list_keeps(r, 1, &l);
        break;
    case PHASE_TURN:
        list_turn(m, r, &l);
        break;
    case PHASE_SECOND:
        list_draws(r, &l);
        break;
    case PHASE_EXTRA:
        list_extra(r, &l);
        break;
    default:
        break;
    }
    return l.count;
}

bool ref_is_legal(const struct match *m, const struct ref *r, event_t e)
{
    static event_t events[LEGAL_MAX];
    static uint32_t weights[LEGAL_MAX];
    uint32_t n = ref_legal(m, r, events, weights);

    for (uint32_t i = 0; i < n; i++)
        if (events[i] == e)
            return true;
    return false;
}

uint32_t ref_actor(const struct match *m, const struct ref *r)
{
    (void)m;
    switch (r->phase) {
    case PHASE_CHOOSE:
    case PHASE_KEEP:
    case PHASE_TURN:
    case PHASE_SECOND:
    case PHASE_EXTRA:
        return (uint32_t)r->turn;
    case PHASE_OVER:
        return NOBODY;
    default:
        return NATURE;
    }
}
