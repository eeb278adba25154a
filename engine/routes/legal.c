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

/* What the seat to act can do in its turn, counted once: count, pick and choose begin with it. */
struct survey {
    const struct routes_seat *seat;
    const uint64_t (*payable)[PLANES_MAX]; /* [j] */
    uint64_t open[PLANES_MAX];             /* routes that may be claimed if the hand can pay */
    uint32_t claims[PRICE_MAX + 1];        /* with j coloured cards, up to `most` */
    uint32_t most;                         /* the most cards held of one colour */
    uint32_t all;                          /* everything but passing */
};

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
 * turns the loops over planes into straight code. The survey is written last, because after a
 * store the compiler would read the state again.
 */
static inline __attribute__((always_inline)) uint32_t
survey_shape(const struct match *m, const struct routes_state *s, struct survey *v,
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

    uint32_t all = s->deck_size > 0 ? SLOT_DECK + 1 : 0;
    all += s->ticket_count > 0;
    if (seat->stations_left)
        all += bits_count(s->free_cities) * count_station_payments(m, seat);

    uint64_t hand = seat->hand | PACK_TOPS;
    uint32_t n = 0, j;
    for (uint32_t p = 0; p < planes; p++)
        n += bits_count(open[p] & payable[0][p]);
    v->claims[0] = n;
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
        v->claims[j] = n;
        all += n;
    }
    for (uint32_t p = 0; p < planes; p++)
        v->open[p] = open[p];
    v->most = j - 1;
    v->seat = seat;
    v->payable = payable;
    return v->all = all;
}

static __attribute__((noinline)) uint32_t
survey_two_coloured(const struct match *m, const struct routes_state *s, struct survey *v)
{
    return survey_shape(m, s, v, 2, 2, true);
}

static __attribute__((noinline)) uint32_t
survey_any(const struct match *m, const struct routes_state *s, struct survey *v)
{
    return survey_shape(m, s, v, board_of(m)->coloured_planes, board_of(m)->planes, true);
}

static inline uint32_t survey_turn(const struct match *m, const struct routes_state *s,
                                   struct survey *v)
{
    const struct routes_board *b = board_of(m);

    if (b->planes == 2 && b->coloured_planes == 1 && b->flag == 0)
        return survey_shape(m, s, v, 1, 2, false);
    if (b->planes == 2 && b->coloured_planes == 2)
        return survey_two_coloured(m, s, v);
    return survey_any(m, s, v);
}

/* C15R: only a player who can do nothing else passes. */
bool routes_must_pass(const struct match *m, const struct routes_state *s)
{
    struct survey v;

    return survey_turn(m, s, &v) == 0;
}

static uint32_t count_turn(const struct match *m, const struct routes_state *s)
{
    struct survey v;
    uint32_t n = survey_turn(m, s, &v);

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

/* Claim number k of those with j coloured cards. */
static event_t pick_claim(const struct routes_board *b, const struct survey *v, uint32_t j,
                          uint32_t k)
{
    uint64_t held = j ? pack_at_least(v->seat->hand, j) : ~(uint64_t)0;
    uint32_t p = 0;

    for (; p < b->coloured_planes; p++) {
        uint64_t routes = v->open[p] & v->payable[j][p] & held;
        uint32_t n = bits_count(routes), keep = 0;

        if (k >= n && j && b->flag) {
            k -= n;
            routes &= flag_wanted(b, v->seat);
            n = bits_count(routes);
            keep = EVENT_FLAG_BIT;
        }
        if (k < n) {
            const struct route *r = &b->route[64 * p + bits_select(routes, k)];

            return event_pay(EVENT_CLAIM, (uint32_t)(r - b->route), j ? r->colour : WILD,
                             r->cards - j) |
                   keep;
        }
        k -= n;
    }
    uint32_t colours = j ? bits_count(held) / 8 : 1;
    for (; p < b->planes; p++) {
        uint64_t routes = v->open[p] & v->payable[j][p];
        uint32_t n = bits_count(routes) * colours;

        if (k < n) {
            uint32_t route = 64 * p + bits_select(routes, k / colours);
            uint32_t colour = j ? pack_find(held & PACK_ONES, k % colours) : WILD;

            return event_pay(EVENT_CLAIM, route, colour, b->route[route].cards - j);
        }
        k -= n;
    }
    return 0;
}

static event_t pick_station(const struct match *m, const struct routes_state *s, uint32_t k)
{
    const struct routes_seat *seat = acting_seen(s);
    uint32_t price = routes_station_price(m, seat), cities = bits_count(s->free_cities);

    for (uint32_t j = price > seat->wild ? price - seat->wild : 0; j <= price; j++) {
        uint64_t held = j ? pack_at_least(seat->hand, j) : 0;
        uint32_t colours = j ? bits_count(held) / 8 : 1;

        if (k >= colours * cities) {
            k -= colours * cities;
            continue;
        }
        uint32_t city = bits_select(s->free_cities, k / colours);
        uint32_t colour = j ? pack_find(held & PACK_ONES, k % colours) : WILD;
        return event_pay(EVENT_STATION, city, colour, price - j);
    }
    return 0;
}

/* Number k of a turn that has been counted. */
static inline event_t pick_counted(const struct match *m, const struct routes_state *s,
                                   const struct survey *v, uint32_t k)
{
    if (s->deck_size > 0) {
        if (k <= SLOT_DECK)
            return event_make(EVENT_DRAW, k);
        k -= SLOT_DECK + 1;
    }
    if (s->ticket_count > 0 && k-- == 0)
        return event_make(EVENT_TICKETS, 0);
    for (uint32_t j = 0; j <= v->most; j++) {
        if (k < v->claims[j])
            return pick_claim(board_of(m), v, j, k);
        k -= v->claims[j];
    }
    if (v->all == 0)
        return k == 0 ? event_make(EVENT_PASS, 0) : 0; /* C15R */
    return v->seat->stations_left ? pick_station(m, s, k) : 0;
}

static event_t pick_turn(const struct match *m, const struct routes_state *s, uint32_t k)
{
    struct survey v;

    survey_turn(m, s, &v);
    return pick_counted(m, s, &v, k);
}

static inline event_t pick_second(const struct routes_state *s, uint32_t k)
{
    if (s->market_wild == 0)
        return k <= SLOT_DECK ? event_make(EVENT_DRAW, k) : 0;
    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++)
        if (s->market[slot] != WILD && k-- == 0)
            return event_make(EVENT_DRAW, slot);
    return k == 0 ? event_make(EVENT_DRAW, SLOT_DECK) : 0;
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

/* A function of its own, so that the other phases don't reserve stack for a survey. */
static __attribute__((noinline)) event_t
choose_turn(const struct match *m, const struct routes_state *s, uint32_t number)
{
    struct survey v;
    uint32_t n = survey_turn(m, s, &v);

    return pick_counted(m, s, &v, number_below(number, n));
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

/* Routes of a coloured plane, each once: in its own colour, or by wild cards alone if j = 0. */
static void list_coloured(const struct routes_board *b, uint64_t routes, uint32_t p, uint32_t j,
                          event_t keep, struct list *l)
{
    for (; routes; routes &= routes - 1) {
        uint32_t route = 64 * p + bits_first(routes);
        const struct route *r = &b->route[route];
        event_t e = event_pay(EVENT_CLAIM, route, j ? r->colour : WILD, r->cards - j);

        add(l, e | keep, 1);
    }
}

/* Lists something that can be paid in any of the colours in `ones`, a pack: once for each; once
 * if j = 0. */
static void list_colours(enum event_kind kind, uint32_t what, uint32_t wilds, uint64_t ones,
                         struct list *l)
{
    if (ones == 0)
        add(l, event_pay(kind, what, WILD, wilds), 1);
    for (; ones; ones &= ones - 1)
        add(l, event_pay(kind, what, bits_first(ones) / 8, wilds), 1);
}

/* The claims with j coloured cards of the colours held; all colours if j = 0. */
static void list_claims(const struct routes_board *b, const struct survey *v, uint32_t j,
                        struct list *l)
{
    uint64_t held = j ? pack_at_least(v->seat->hand, j) : ~(uint64_t)0;
    uint32_t p = 0;

    for (; p < b->coloured_planes; p++) {
        uint64_t routes = v->open[p] & v->payable[j][p] & held;

        list_coloured(b, routes, p, j, 0, l);
        if (j && b->flag)
            list_coloured(b, routes & flag_wanted(b, v->seat), p, j, EVENT_FLAG_BIT, l);
    }
    for (; p < b->planes; p++) {
        for (uint64_t left = v->open[p] & v->payable[j][p]; left; left &= left - 1) {
            uint32_t route = 64 * p + bits_first(left);

            list_colours(EVENT_CLAIM, route, b->route[route].cards - j,
                         j ? held & PACK_ONES : 0, l);
        }
    }
}

static void list_stations(const struct match *m, const struct routes_state *s, struct list *l)
{
    const struct routes_seat *seat = acting_seen(s);
    uint32_t price = routes_station_price(m, seat);

    for (uint32_t j = price > seat->wild ? price - seat->wild : 0; j <= price; j++) {
        uint64_t ones = j ? pack_at_least(seat->hand, j) & PACK_ONES : 0;

        if (j && ones == 0)
            return;
        for (uint64_t left = s->free_cities; left; left &= left - 1)
            list_colours(EVENT_STATION, bits_first(left), price - j, ones, l);
    }
}

static void list_turn(const struct match *m, const struct routes_state *s, struct list *l)
{
    struct survey v;

    survey_turn(m, s, &v);
    for (uint32_t slot = 0; slot <= SLOT_DECK && s->deck_size > 0; slot++)
        add(l, event_make(EVENT_DRAW, slot), 1);
    if (s->ticket_count > 0)
        add(l, event_make(EVENT_TICKETS, 0), 1);
    for (uint32_t j = 0; j <= v.most; j++)
        if (v.claims[j])
            list_claims(board_of(m), &v, j, l);
    if (v.seat->stations_left)
        list_stations(m, s, l);
    if (v.all == 0)
        add(l, event_make(EVENT_PASS, 0), 1);
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
