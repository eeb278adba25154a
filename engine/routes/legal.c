/*
 * Which events are legal: counted, picked by number, chosen at random, and listed, all in one
 * order. *_refusal() decides the same question again, event by event; the laws in tests/laws
 * check that the two agree.
 *
 * Claims are counted without looking at single routes. A payment is j coloured cards and the rest
 * of the price in wild cards. For a hand with w wild cards the set of routes payable with j
 * coloured ones is a constant of the board, payable[w][j]. The colours held at least j times
 * are a byte mask that selects the routes of these colours in a coloured plane; a grey route
 * can be paid in each of these colours. So all claims for one j take a few population counts.
 *
 * Order of a turn: draw 1..5 and deck, tickets, claims by j (in each coloured plane the claims,
 * then those that keep a flag card; then the grey planes), stations by j, pass.
 */
#include "routes.h"

static inline uint32_t at_most(uint32_t n, uint32_t max)
{
    return n < max ? n : max;
}

/* How many ways there are to pay a station; each of them can be used in every free city. */
static inline uint32_t count_station_payments(const struct match *m,
                                              const struct routes_seat *seat)
{
    uint32_t price = routes_station_price(m, seat), n = seat->wild >= price;

    for (uint32_t j = price > seat->wild ? price - seat->wild : 1; j <= price; j++)
        n += pack_count_at_least(seat->hand, j);
    return n;
}

/*
 * Counts a turn. Inlined with constants for the usual shapes of board (survey_turn), which
 * turns the loops over planes into straight code. The sets are written last, because after a
 * store the compiler would read the state again.
 */
static inline __attribute__((always_inline)) uint32_t
survey_shape(const struct match *m, const struct routes_state *s, struct routes_choices *c,
             uint32_t coloured_planes, uint32_t planes, bool flag)
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = acting_seen(s);

    const uint64_t(*payable)[PLANES_MAX] = b->payable[at_most(seat->wild, PRICE_MAX)];
    uint64_t open[PLANES_MAX], wanted = flag ? flag_wanted(b, seat) : 0;
    for (uint32_t p = 0; p < planes; p++)
        open[p] = s->open[p] & ~seat->barred[p]; /* C8, C11 */
    if (seat->pieces[0] < b->longest[0] || seat->pieces[1] < b->longest[1])
        for (uint32_t p = 0; p < planes; p++) /* C9 */
            open[p] &= b->within[0][at_most(seat->pieces[0], SPACES_MAX)][p] |
                       b->within[1][at_most(seat->pieces[1], SPACES_MAX)][p];

    uint32_t draws = s->deck_size > 0 ? SLOT_DECK + 1 : 0, tickets = s->ticket_count > 0;
    uint32_t all = draws + tickets, payments = 0;
    if (seat->stations_left)
        all += bits_count(s->free_cities) * (payments = count_station_payments(m, seat));
    uint64_t cities = payments ? s->free_cities : 0;

    uint64_t hand = seat->hand | PACK_TOPS;
    uint32_t n = 0, j;
    for (uint32_t p = 0; p < planes; p++)
        n += bits_count(open[p] & payable[0][p]);
    c->claims[0] = n;
    all += n;
    for (j = 1; j <= PRICE_MAX; j++) {
        hand -= PACK_ONES;
        uint64_t tops = hand & PACK_TOPS;
        if (tops == 0)
            break;
        n = 0;
        for (uint32_t p = coloured_planes; p < planes; p++)
            n += bits_count(open[p] & payable[j][p]);
        n *= bits_count(tops);
        for (uint32_t p = 0; p < coloured_planes; p++) {
            uint64_t routes = open[p] & payable[j][p] & pack_spread(tops);

            n += bits_count(routes);
            if (flag)
                n += bits_count(routes & wanted);
        }
        c->claims[j] = n;
        all += n;
    }
    for (uint32_t p = 0; p < planes; p++)
        c->open[p] = open[p];
    c->flags = wanted;
    c->cities = cities;
    c->draws = (1u << draws) - 1;
    c->tickets = tickets;
    c->most = j - 1;
    c->seat = seat;
    c->payable = payable;
    return c->all = all;
}

static __attribute__((noinline)) uint32_t survey_two_coloured(const struct match *m,
                                                              const struct routes_state *s,
                                                              struct routes_choices *c)
{
    return survey_shape(m, s, c, 2, 2, true);
}

static __attribute__((noinline)) uint32_t
survey_any(const struct match *m, const struct routes_state *s, struct routes_choices *c)
{
    return survey_shape(m, s, c, board_of(m)->coloured_planes, board_of(m)->planes, true);
}

static inline uint32_t survey_turn(const struct match *m, const struct routes_state *s,
                                   struct routes_choices *c)
{
    const struct routes_board *b = board_of(m);

    if (b->planes == 2 && b->coloured_planes == 1 && b->flag == 0)
        return survey_shape(m, s, c, 1, 2, false);
    if (b->planes == 2 && b->coloured_planes == 2)
        return survey_two_coloured(m, s, c);
    return survey_any(m, s, c);
}

/* The slots for a second card: no wild one from the market (C3). */
static inline uint32_t second_draws(const struct routes_state *s)
{
    uint32_t slots = 1u << SLOT_DECK;

    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++)
        slots |= (uint32_t)(s->market[slot] != WILD) << slot;
    return slots;
}

bool routes_choices(const struct match *m, const struct routes_state *s,
                    struct routes_choices *c)
{
    if (s->phase == PHASE_TURN) {
        survey_turn(m, s, c);
        return true;
    }
    *c = (struct routes_choices){
        .seat = acting_seen(s), .payable = board_of(m)->payable[0], .all = 1};
    c->draws = second_draws(s);
    return s->phase == PHASE_SECOND;
}

/* C15R: only a player who can do nothing else passes. */
bool routes_must_pass(const struct match *m, const struct routes_state *s)
{
    struct routes_choices c;

    return survey_turn(m, s, &c) == 0;
}

static uint32_t count_turn(const struct match *m, const struct routes_state *s)
{
    struct routes_choices c;
    uint32_t n = survey_turn(m, s, &c);

    return n ? n : 1;
}

static inline uint32_t count_second(const struct routes_state *s)
{
    return MARKET_SIZE - s->market_wild + 1u; /* C3 */
}

static inline uint32_t count_keeps(const struct match *m, const struct routes_state *s)
{
    uint32_t n = 0, least = routes_keep_least(m, s), masks = 1u << s->seat[s->turn].offered;

    if (least == 1)
        return masks - 1;
    for (uint32_t mask = 1; mask < masks; mask++)
        n += bits_count(mask) >= least;
    return n;
}

/* How many wild cards the answer to a tunnel can have: from `low` to `high`; if low > high it
 * can't be paid. */
static inline void extra_range(const struct routes_state *s, uint32_t *low, uint32_t *high)
{
    const struct routes_seat *seat = acting_seen(s);
    uint32_t colour = event_colour(s->claim);
    uint32_t held = colour == WILD ? 0 : pack_get(seat->hand, colour);

    *low = held < s->extra ? s->extra - held : 0;
    *high = at_most(seat->wild, s->extra);
}

static inline uint32_t count_extras(const struct routes_state *s)
{
    uint32_t low, high;

    extra_range(s, &low, &high);
    return (low > high ? 0 : high - low + 1) + 1;
}

uint32_t routes_count(const struct match *m, const struct state *state)
{
    const struct routes_state *s = &state->routes;

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
        return count_extras(s);
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

/*
 * The functions below go through the events of a turn in their order, for pick and for legal:
 * with a list they add all events to it, without one they look for number *k, subtract from it
 * what they pass, and return the event if they come to it. They are inlined for both.
 */
#define BOTH static inline __attribute__((always_inline))

/* The first n events of a kind, by their arguments. */
BOTH event_t take_first(enum event_kind kind, uint32_t n, uint32_t *k, struct list *l)
{
    for (uint32_t i = 0; l && i < n; i++)
        add(l, event_make(kind, i), 1);
    if (!l && *k < n)
        return event_make(kind, *k);
    *k -= n;
    return 0;
}

/* Things that are paid alike: routes of one plane, or cities. */
struct run {
    enum event_kind kind;
    uint32_t first;   /* the thing of the lowest bit */
    uint64_t things;  /* a set */
    uint64_t colours; /* in each of which all can be paid, a pack of ones; 0: in one way only */
    uint32_t j;       /* coloured cards */
    uint32_t price;   /* of a city */
    event_t keep;     /* EVENT_FLAG_BIT or 0 */
};

static inline event_t run_event(const struct routes_board *b, const struct run *r, uint32_t i,
                                uint32_t colour)
{
    uint32_t what = r->first + i, price = r->price;

    if (r->kind == EVENT_CLAIM) {
        price = b->route[what].cards;
        if (r->j && r->colours == 0)
            colour = b->route[what].colour;
    }
    return event_pay(r->kind, what, colour, price - r->j) | r->keep;
}

BOTH event_t take_run(const struct routes_board *b, const struct run r, uint32_t *k,
                      struct list *l)
{
    uint32_t colours = r.colours ? bits_count(r.colours) : 1;

    for (uint64_t left = r.things; l && left; left &= left - 1) {
        if (r.colours == 0)
            add(l, run_event(b, &r, bits_first(left), WILD), 1);
        for (uint64_t ones = r.colours; ones; ones &= ones - 1)
            add(l, run_event(b, &r, bits_first(left), bits_first(ones) / 8), 1);
    }
    uint32_t n = bits_count(r.things) * colours;
    if (!l && *k < n)
        return run_event(b, &r, bits_select(r.things, *k / colours),
                         r.colours ? pack_find(r.colours, *k % colours) : (uint32_t)WILD);
    *k -= n;
    return 0;
}

/* The claims with j coloured cards: routes in their own colour, then those that keep a flag card;
 * then grey routes. */
BOTH event_t take_claims(const struct routes_board *b, const struct routes_choices *c,
                         uint32_t j, uint32_t *k, struct list *l)
{
    uint64_t held = j ? pack_at_least(c->seat->hand, j) : ~(uint64_t)0;
    event_t e = 0;
    uint32_t p = 0;

    for (; p < b->coloured_planes && !e; p++) {
        struct run own = {EVENT_CLAIM, 64 * p, routes_paid(c, j, p) & held, 0, j, 0, 0};

        e = take_run(b, own, k, l);
        if (e || !j || !b->flag)
            continue;
        own.things &= c->flags;
        own.keep = EVENT_FLAG_BIT;
        e = take_run(b, own, k, l);
    }
    for (; p < b->planes && !e; p++) {
        struct run any = {
            EVENT_CLAIM, 64 * p, routes_paid(c, j, p), j ? held & PACK_ONES : 0, j, 0, 0};

        e = take_run(b, any, k, l);
    }
    return e;
}

BOTH event_t take_stations(const struct match *m, const struct routes_choices *c, uint32_t *k,
                           struct list *l)
{
    const struct routes_seat *seat = c->seat;
    uint32_t price = routes_station_price(m, seat);
    event_t e = 0;

    for (uint32_t j = price > seat->wild ? price - seat->wild : 0; j <= price && !e; j++) {
        uint64_t ones = j ? pack_at_least(seat->hand, j) & PACK_ONES : 0;
        struct run cities = {EVENT_STATION, 0, c->cities, ones, j, price, 0};

        if (j && ones == 0)
            break;
        e = take_run(board_of(m), cities, k, l);
    }
    return e;
}

/* A turn that has been counted. */
BOTH event_t take_turn(const struct match *m, const struct routes_choices *c, uint32_t k,
                       struct list *l)
{
    event_t e = take_first(EVENT_DRAW, bits_count(c->draws), &k, l);

    if (e || (e = take_first(EVENT_TICKETS, c->tickets, &k, l)))
        return e;
    for (uint32_t j = 0; j <= c->most; j++) {
        if (l ? c->claims[j] > 0 : k < c->claims[j]) {
            e = take_claims(board_of(m), c, j, &k, l);
            if (!l)
                return e;
        }
        k -= c->claims[j];
    }
    if (c->cities && (e = take_stations(m, c, &k, l)))
        return e;
    return take_first(EVENT_PASS, c->all == 0, &k, l); /* C15R */
}

static event_t pick_turn(const struct match *m, const struct routes_state *s, uint32_t k)
{
    struct routes_choices c;

    survey_turn(m, s, &c);
    return take_turn(m, &c, k, 0);
}

static inline event_t pick_second(const struct routes_state *s, uint32_t k)
{
    if (s->market_wild == 0)
        return k <= SLOT_DECK ? event_make(EVENT_DRAW, k) : 0;
    for (uint32_t slots = second_draws(s); slots; slots &= slots - 1)
        if (k-- == 0)
            return event_make(EVENT_DRAW, bits_first(slots));
    return 0;
}

static inline event_t pick_keep(const struct match *m, const struct routes_state *s, uint32_t k)
{
    uint32_t least = routes_keep_least(m, s), masks = 1u << s->seat[s->turn].offered;

    if (least == 1)
        return k < masks - 1 ? event_make(EVENT_KEEP, k + 1) : 0;
    for (uint32_t mask = 1; mask < masks; mask++)
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
static inline event_t pick_card(const struct routes_state *s, uint32_t k)
{
    if (k < s->deck_wild)
        return event_make(EVENT_DEAL, WILD);
    return k < s->deck_size ? event_make(EVENT_DEAL, pack_find(s->deck, k - s->deck_wild)) : 0;
}

static inline event_t pick_ticket(const struct routes_state *s, uint32_t k)
{
    return k < bits_count(s->ticket_deck)
               ? event_make(EVENT_DEAL_TICKET, bits_select(s->ticket_deck, k))
               : 0;
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
        return pick_ticket(s, k);
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

/* A function of its own, so that the other phases don't reserve stack for the choices. */
static __attribute__((noinline)) event_t
choose_turn(const struct match *m, const struct routes_state *s, uint32_t number)
{
    struct routes_choices c;
    uint32_t n = survey_turn(m, s, &c);

    return take_turn(m, &c, number_below(number, n), 0);
}

/* The most frequent phases are counted and picked at once; the others go through count and
 * pick. */
event_t routes_choose(const struct match *m, const struct state *state, uint32_t number)
{
    const struct routes_state *s = &state->routes;

    if (phase_deals_cards(s->phase))
        return pick_card(s, number_below(number, s->deck_size));
    if (s->phase == PHASE_TURN)
        return choose_turn(m, s, number);
    if (s->phase == PHASE_SECOND)
        return pick_second(s, number_below(number, count_second(s)));
    if (s->phase == PHASE_TICKETS)
        return pick_ticket(s, number_below(number, bits_count(s->ticket_deck)));
    return choose_by_count(m, state, number);
}

static void list_turn(const struct match *m, const struct routes_state *s, struct list *l)
{
    struct routes_choices c;
    struct list own = *l; /* that the compiler can keep in registers */

    survey_turn(m, s, &c);
    take_turn(m, &c, 0, &own);
    l->length = own.length;
}

/* Lists the cards that can be dealt, each with the number of such cards as its weight. */
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
    } else if (phase_deals_cards(s->phase)) {
        list_cards(s, &l);
    } else {
        uint32_t n = routes_count(m, state);

        for (uint32_t k = 0; k < n; k++)
            add(&l, routes_pick(m, state, k), 1);
    }
    return l.length;
}
