/*
 * Which events are legal: counted, picked by number, and listed, all in one order. What is legal
 * is decided again, event by event, in *_refusal(); the laws in tests/laws hold the two together.
 *
 * Claims are counted without looking at single routes. A payment is j coloured cards and the rest
 * of the price in wild cards. For a hand with w wild cards the routes payable with j coloured ones
 * are a constant of the board, payable[w][j]; the colours held at least j times are a byte mask
 * that selects the routes of these colours in a coloured plane; a grey route can be paid in each
 * of these colours. So all claims for one j are a few population counts.
 *
 * Order of a turn: draw 1..5 and deck, tickets, claims by j (in each coloured plane the claims,
 * then those that keep a flag card; then the grey planes), stations by j, pass.
 */
#include "routes.h"

/* What one seat could claim now, gathered once. */
struct means {
    const struct routes_board *b;
    const struct routes_seat *seat;
    const uint64_t (*payable)[PLANES_MAX]; /* [j] */
    uint64_t open[PLANES_MAX];             /* routes to be had, if they can be paid */
    uint64_t wanted;                       /* colours for the flag */
};

static inline uint32_t at_most(uint32_t n, uint32_t max)
{
    return n < max ? n : max;
}

static inline void gather(const struct match *m, const struct routes_state *s, struct means *w)
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = &s->seat[s->turn];
    w->b = b;
    w->seat = seat;
    w->payable = b->payable[at_most(seat->wild, PRICE_MAX)];
    w->wanted = flag_wanted(b, seat);
    const uint64_t *fits0 = b->within[0][at_most(seat->pieces[0], SPACES_MAX)];
    const uint64_t *fits1 = b->within[1][at_most(seat->pieces[1], SPACES_MAX)];
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        w->open[p] = s->open[p] & ~seat->barred[p] & (fits0[p] | fits1[p]); /* C8, C9, C11 */
}

/* Claims with j coloured cards of the colours held (bytes of ones); j = 0: wild cards alone. */
static inline uint32_t count_claims(const struct means *w, uint32_t j, uint64_t held)
{
    const struct routes_board *b = w->b;
    uint32_t n = 0, p = 0;
    if (j == 0) {
        for (; p < b->planes; p++)
            n += bits_count(w->open[p] & w->payable[0][p]);
        return n;
    }
    for (; p < b->coloured_planes; p++) {
        uint64_t routes = w->open[p] & w->payable[j][p] & held;
        n += bits_count(routes);
        if (w->wanted)
            n += bits_count(routes & w->wanted);
    }
    uint32_t grey = 0;
    for (; p < b->planes; p++)
        grey += bits_count(w->open[p] & w->payable[j][p]);
    return n + grey * (bits_count(held) / 8);
}

/* Ways to pay a station: for each free city one for each. */
static uint32_t count_station_payments(const struct match *m, const struct routes_seat *seat)
{
    uint32_t price = station_price(m, seat), n = seat->wild >= price;
    for (uint32_t j = 1; j <= price; j++)
        if (price - j <= seat->wild)
            n += bits_count(pack_at_least(seat->hand, j)) / 8;
    return n;
}

static inline uint32_t count_stations(const struct match *m, const struct routes_state *s)
{
    const struct routes_seat *seat = &s->seat[s->turn];
    if (seat->stations_left == 0)
        return 0;
    return bits_count(s->free_cities) * count_station_payments(m, seat);
}

/* Everything but passing. */
static uint32_t count_actions(const struct match *m, const struct routes_state *s)
{
    struct means w;
    gather(m, s, &w);
    uint32_t n = s->deck_size > 0 ? SLOT_DECK + 1 : 0;
    n += s->ticket_count > 0;
    n += count_claims(&w, 0, 0);
    for (uint32_t j = 1; j <= w.b->price_max; j++) {
        uint64_t held = pack_at_least(w.seat->hand, j);
        if (held == 0)
            break;
        n += count_claims(&w, j, held);
    }
    return n + count_stations(m, s);
}

/* C15R: a player passes who can do nothing else, and nobody else may. */
bool routes_must_pass(const struct match *m, const struct routes_state *s)
{
    return count_actions(m, s) == 0;
}

static uint32_t count_turn(const struct match *m, const struct routes_state *s)
{
    uint32_t n = count_actions(m, s);
    return n ? n : 1;
}

static uint32_t count_second(const struct routes_state *s)
{
    return MARKET_SIZE - s->market_wild + 1u; /* C3 */
}

static uint32_t count_keeps(const struct match *m, const struct routes_state *s)
{
    uint32_t n = 0, least = keep_least(m, s);
    for (uint32_t mask = 1; mask < 1u << s->seat[s->turn].offered; mask++)
        n += bits_count(mask) >= least;
    return n;
}

/* The wild cards among what a tunnel asks run from `low` to `high`; none if low > high. */
static void extra_range(const struct routes_state *s, uint32_t *low, uint32_t *high)
{
    const struct routes_seat *seat = &s->seat[s->turn];
    uint32_t colour = event_colour(s->claim);
    uint32_t held = colour == WILD ? 0 : pack_get(seat->hand, colour);
    *low = held < s->extra ? s->extra - held : 0;
    *high = at_most(seat->wild, s->extra);
}

uint32_t routes_count(const struct match *m, const struct state *state)
{
    const struct routes_state *s = &state->routes;
    uint32_t low, high;
    switch ((enum routes_phase)s->phase) {
    case PHASE_HANDS:
    case PHASE_MARKET:
    case PHASE_CARD:
    case PHASE_TUNNEL:
        return s->deck_size;
    case PHASE_FIRST_TICKETS:
    case PHASE_TICKETS:
        return bits_count(s->ticket_deck);
    case PHASE_FIRST_SEAT:
        return m->seats;
    case PHASE_CHOOSE:
    case PHASE_KEEP:
        return count_keeps(m, s);
    case PHASE_TURN:
        return count_turn(m, s);
    case PHASE_SECOND:
        return count_second(s);
    case PHASE_EXTRA:
        extra_range(s, &low, &high);
        return (low > high ? 0 : high - low + 1) + 1;
    case PHASE_OVER:
        break;
    }
    return 0;
}

/* Claim number k of those that count_claims() counts. */
static event_t pick_claim(const struct means *w, uint32_t j, uint64_t held, uint32_t k)
{
    const struct routes_board *b = w->b;
    for (uint32_t p = 0; p < b->planes; p++) {
        uint64_t routes = w->open[p] & w->payable[j][p];
        uint32_t route, colour, keep = 0;
        if (j == 0) {
            uint32_t n = bits_count(routes);
            if (k >= n) {
                k -= n;
                continue;
            }
            route = 64 * p + bits_select(routes, k);
            colour = WILD;
        } else if (p < b->coloured_planes) {
            routes &= held;
            uint32_t n = bits_count(routes);
            if (k >= n) {
                k -= n;
                routes &= w->wanted;
                n = bits_count(routes);
                keep = EVENT_FLAG_BIT;
            }
            if (k >= n) {
                k -= n;
                continue;
            }
            route = 64 * p + bits_select(routes, k);
            colour = b->route[route].colour;
        } else {
            uint32_t colours = bits_count(held) / 8, n = bits_count(routes) * colours;
            if (k >= n) {
                k -= n;
                continue;
            }
            route = 64 * p + bits_select(routes, k / colours);
            colour = bits_select(held & PACK_ONES, k % colours) / 8;
        }
        return event_pay(EVENT_CLAIM, route, colour, b->route[route].cards - j) | keep;
    }
    return 0;
}

static event_t pick_station(const struct match *m, const struct routes_state *s, uint32_t k)
{
    const struct routes_seat *seat = &s->seat[s->turn];
    uint32_t price = station_price(m, seat), cities = bits_count(s->free_cities);
    for (uint32_t j = 0; j <= price; j++) {
        if (price - j > seat->wild)
            continue;
        uint64_t held = j ? pack_at_least(seat->hand, j) : 0;
        uint32_t colours = j ? bits_count(held) / 8 : 1;
        if (k >= colours * cities) {
            k -= colours * cities;
            continue;
        }
        uint32_t city = bits_select(s->free_cities, k / colours);
        uint32_t colour = j ? bits_select(held & PACK_ONES, k % colours) / 8 : WILD;
        return event_pay(EVENT_STATION, city, colour, price - j);
    }
    return 0;
}

static event_t pick_turn(const struct match *m, const struct routes_state *s, uint32_t k)
{
    if (s->deck_size > 0) {
        if (k <= SLOT_DECK)
            return event_make(EVENT_DRAW, k);
        k -= SLOT_DECK + 1;
    }
    if (s->ticket_count > 0 && k-- == 0)
        return event_make(EVENT_TICKETS, 0);
    struct means w;
    gather(m, s, &w);
    uint64_t held = 0;
    for (uint32_t j = 0; j <= w.b->price_max; j++) {
        if (j && (held = pack_at_least(w.seat->hand, j)) == 0)
            break;
        uint32_t n = count_claims(&w, j, held);
        if (k < n)
            return pick_claim(&w, j, held, k);
        k -= n;
    }
    event_t e = w.seat->stations_left ? pick_station(m, s, k) : 0;
    return e == 0 && k == 0 && routes_must_pass(m, s) ? event_make(EVENT_PASS, 0) : e;
}

static event_t pick_second(const struct routes_state *s, uint32_t k)
{
    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++)
        if (s->market[slot] != WILD && k-- == 0)
            return event_make(EVENT_DRAW, slot);
    return k == 0 ? event_make(EVENT_DRAW, SLOT_DECK) : 0;
}

static event_t pick_keep(const struct match *m, const struct routes_state *s, uint32_t k)
{
    uint32_t least = keep_least(m, s);
    for (uint32_t mask = 1; mask < 1u << s->seat[s->turn].offered; mask++)
        if (bits_count(mask) >= least && k-- == 0)
            return event_make(EVENT_KEEP, mask);
    return 0;
}

static event_t pick_extra(const struct routes_state *s, uint32_t k)
{
    uint32_t low, high;
    extra_range(s, &low, &high);
    uint32_t n = low > high ? 0 : high - low + 1;
    if (k < n)
        return event_pay(EVENT_EXTRA, 0, 0, low + k);
    return k == n ? event_make(EVENT_DECLINE, 0) : 0;
}

/* Wild cards first, then the colours. */
static event_t pick_card(const struct routes_state *s, uint32_t k)
{
    if (k < s->deck_wild)
        return event_make(EVENT_DEAL, WILD);
    return k < s->deck_size ? event_make(EVENT_DEAL, pack_find(s->deck, k - s->deck_wild)) : 0;
}

event_t routes_pick(const struct match *m, const struct state *state, uint32_t k)
{
    const struct routes_state *s = &state->routes;
    switch ((enum routes_phase)s->phase) {
    case PHASE_HANDS:
    case PHASE_MARKET:
    case PHASE_CARD:
    case PHASE_TUNNEL:
        return pick_card(s, k);
    case PHASE_FIRST_TICKETS:
    case PHASE_TICKETS:
        return k < bits_count(s->ticket_deck)
                   ? event_make(EVENT_DEAL_TICKET, bits_select(s->ticket_deck, k))
                   : 0;
    case PHASE_FIRST_SEAT:
        return k < m->seats ? event_make(EVENT_FIRST, k) : 0;
    case PHASE_CHOOSE:
    case PHASE_KEEP:
        return pick_keep(m, s, k);
    case PHASE_TURN:
        return pick_turn(m, s, k);
    case PHASE_SECOND:
        return pick_second(s, k);
    case PHASE_EXTRA:
        return pick_extra(s, k);
    case PHASE_OVER:
        break;
    }
    return 0;
}

/* A list being written. */
struct list {
    event_t *events;
    uint32_t *weights;
    uint32_t cap, length;
};

static inline void add(struct list *l, event_t e, uint32_t weight)
{
    if (l->length < l->cap) {
        l->events[l->length] = e;
        if (l->weights)
            l->weights[l->length] = weight;
    }
    l->length++;
}

static void list_claims(const struct means *w, uint32_t j, uint64_t held, struct list *l)
{
    const struct routes_board *b = w->b;
    for (uint32_t p = 0; p < b->planes; p++) {
        uint64_t routes = w->open[p] & w->payable[j][p];
        bool grey = p >= b->coloured_planes;
        if (j && !grey)
            routes &= held;
        for (uint32_t keep = 0; keep < 2; keep++) {
            for (uint64_t left = routes; left; left &= left - 1) {
                uint32_t route = 64 * p + bits_first(left), price = b->route[route].cards;
                uint64_t colours = j && grey ? held & PACK_ONES : 1;
                for (; colours; colours &= colours - 1) {
                    uint32_t colour = j == 0 ? (uint32_t)WILD
                                      : grey ? bits_first(colours) / 8
                                             : b->route[route].colour;
                    event_t e = event_pay(EVENT_CLAIM, route, colour, price - j);
                    add(l, e | (keep ? EVENT_FLAG_BIT : 0u), 1);
                }
            }
            routes = j && !grey ? routes & w->wanted : 0;
        }
    }
}

static void list_turn(const struct match *m, const struct routes_state *s, struct list *l)
{
    struct means w;
    gather(m, s, &w);
    for (uint32_t slot = 0; slot <= SLOT_DECK && s->deck_size > 0; slot++)
        add(l, event_make(EVENT_DRAW, slot), 1);
    if (s->ticket_count > 0)
        add(l, event_make(EVENT_TICKETS, 0), 1);
    list_claims(&w, 0, 0, l);
    for (uint32_t j = 1; j <= w.b->price_max; j++) {
        uint64_t held = pack_at_least(w.seat->hand, j);
        if (held == 0)
            break;
        list_claims(&w, j, held, l);
    }
    uint32_t stations = count_stations(m, s);
    for (uint32_t k = 0; k < stations; k++)
        add(l, pick_station(m, s, k), 1);
    if (l->length == 0)
        add(l, event_make(EVENT_PASS, 0), 1);
}

/* The outcomes of a card dealt, each with the number of such cards as its weight. */
static void list_cards(const struct routes_state *s, struct list *l)
{
    if (s->deck_wild)
        add(l, event_make(EVENT_DEAL, WILD), s->deck_wild);
    for (uint32_t c = 0; c < COLOURS_MAX; c++)
        if (pack_get(s->deck, c))
            add(l, event_make(EVENT_DEAL, c), pack_get(s->deck, c));
}

uint32_t routes_legal(const struct match *m, const struct state *state, event_t *events,
                      uint32_t *weights, uint32_t cap)
{
    const struct routes_state *s = &state->routes;
    struct list l = {events, weights, cap, 0};
    if (s->phase == PHASE_TURN) {
        list_turn(m, s, &l);
    } else if (s->phase == PHASE_HANDS || s->phase == PHASE_MARKET || s->phase == PHASE_CARD ||
               s->phase == PHASE_TUNNEL) {
        list_cards(s, &l);
    } else {
        uint32_t n = routes_count(m, state);
        for (uint32_t k = 0; k < n; k++)
            add(&l, routes_pick(m, state, k), 1);
    }
    return l.length;
}
