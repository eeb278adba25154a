/*
 * The laws of the routes family about things: every card, piece, station, ticket and route is
 * in exactly one place, and redundant fields of the state agree. They hold both for states met
 * in play and for resampled ones.
 */
#include "laws.h"

#include <string.h>

/* Coloured and wild cards of a payment that a tunnel holds back. */
static uint64_t held(const struct routes_board *b, const struct routes_state *s, uint32_t *wild)
{
    if (s->phase != PHASE_TUNNEL && s->phase != PHASE_EXTRA)
        return 0;
    uint32_t coloured = b->route[event_arg(s->claim)].cards - event_wilds(s->claim);
    *wild += event_wilds(s->claim);
    return coloured ? pack_some(event_colour(s->claim), coloured) : 0;
}

static void check_cards(const struct game *g, const struct routes_state *s)
{
    const struct routes_board *b = &g->match.board->routes;
    uint32_t wild = s->deck_wild + s->discard_wild, market_wild = 0;
    uint64_t all = s->deck + s->discard;

    for (uint32_t i = 0; i < g->match.seats; i++) {
        const struct routes_seat *p = &s->seat[i];

        all += p->hand + p->flag;
        wild += p->wild;
        LAW(g, "hand_size is the size of the hand",
            p->hand_size == pack_sum(p->hand) + p->wild);
        LAW(g, "what is known of a hand is in it (C17R)",
            pack_min(p->hand, p->known) == p->known && p->known_wild <= p->wild);
    }
    uint32_t market = 0;
    for (uint32_t i = 0; i < (uint32_t)MARKET_SIZE + s->turned_count; i++) {
        uint8_t card = i < MARKET_SIZE ? s->market[i] : s->turned[i - MARKET_SIZE];

        if (card == NO_CARD)
            continue;
        market += i < MARKET_SIZE;
        market_wild += i < MARKET_SIZE && card == WILD;
        if (card == WILD)
            wild++;
        else
            all += pack_one(card);
    }
    all += held(b, s, &wild);
    LAW(g, "cards are conserved by colour", all == b->cards);
    LAW(g, "wild cards are conserved", wild == b->wilds);
    LAW(g, "deck_size is the size of the deck",
        s->deck_size == pack_sum(s->deck) + s->deck_wild);
    LAW(g, "market_wild counts the market's wild cards", s->market_wild == market_wild);
    LAW(g, "discards become the deck when it is empty (C6)",
        s->deck_size > 0 || (s->discard == 0 && s->discard_wild == 0));
    LAW(g, "the market has five cards (C6R)",
        s->phase == PHASE_MARKET || s->phase == PHASE_HANDS || market == MARKET_SIZE);
}

void routes_market(const struct game *g)
{
    const struct routes_state *s = &g->state.routes;
    bool tested = s->phase == PHASE_TURN || s->phase == PHASE_SECOND ||
                  s->phase == PHASE_CHOOSE || s->phase == PHASE_FIRST_SEAT;

    if (!tested || s->market_wild < 3)
        return;
    uint32_t plain = MARKET_SIZE - s->market_wild + pack_sum(s->deck) + pack_sum(s->discard);
    bool swap =
        s->discard == 0 && s->discard_wild == 0 && s->deck_size == 5 && s->deck_wild >= 3;
    LAW(g, "three wild cards are swept where a deal can help (C5, C5R)", plain < 3 || swap);
}

/* Checks the routes of a seat and what follows from them; adds them to the owned and closed
 * ones. */
static void check_owned(const struct game *g, const struct routes_seat *p,
                        uint64_t owned[PLANES_MAX], uint64_t closed[PLANES_MAX])
{
    const struct routes_board *b = &g->match.board->routes;
    bool closes = g->match.seats < b->both_halves_from;
    uint64_t barred[PLANES_MAX] = {0};
    int32_t points = 0;
    uint32_t used[PIECE_KINDS] = {0};

    for (uint32_t plane = 0; plane < PLANES_MAX; plane++) {
        LAW(g, "a route has one owner", (owned[plane] & p->owned[plane]) == 0);
        owned[plane] |= p->owned[plane];
        for (uint64_t rest = p->owned[plane]; rest; rest &= rest - 1) {
            const struct route *r = &b->route[64 * plane + bits_first(rest)];

            LAW(g, "an owned route exists", r->length > 0);
            points += r->points;
            used[r->kind] += r->length;
            if (r->twin == NO_ROUTE)
                continue;
            LAW(g, "nobody owns both halves of a double route (C11)",
                !bits_have(p->owned[r->twin / 64], r->twin % 64));
            barred[r->twin / 64] |= bit(r->twin % 64);
            closed[r->twin / 64] |= closes ? bit(r->twin % 64) : 0;
        }
    }
    LAW(g, "barred are the twins of one's routes (C11)",
        memcmp(barred, p->barred, sizeof barred) == 0);
    LAW(g, "the running score is that of the routes owned (C16)", points == p->score);
    for (uint32_t k = 0; k < PIECE_KINDS; k++)
        LAW(g, "pieces are conserved", p->pieces[k] + used[k] == b->pieces[k]);
}

/* Routes: each is open, owned once, or closed by its twin (C11). */
static void check_routes(const struct game *g, const struct routes_state *s)
{
    uint64_t owned[PLANES_MAX] = {0}, closed[PLANES_MAX] = {0};

    for (uint32_t i = 0; i < g->match.seats; i++)
        check_owned(g, &s->seat[i], owned, closed);
    for (uint32_t plane = 0; plane < PLANES_MAX; plane++) {
        LAW(g, "open routes are those neither owned nor closed",
            s->open[plane] == (g->exists[plane] & ~owned[plane] & ~closed[plane]));
        LAW(g, "with few seats one half of a double is used (C11)",
            (owned[plane] & closed[plane]) == 0);
    }
}

static void check_stations(const struct game *g, const struct routes_state *s)
{
    const struct routes_board *b = &g->match.board->routes;
    uint64_t built = 0;

    for (uint32_t i = 0; i < g->match.seats; i++) {
        const struct routes_seat *p = &s->seat[i];

        LAW(g, "one station a city (E14)", (built & p->stations) == 0);
        built |= p->stations;
        LAW(g, "stations are conserved",
            p->stations_left + bits_count(p->stations) == b->stations);
    }
    uint64_t cities = b->cities == 64 ? ~(uint64_t)0 : bit(b->cities) - 1;
    if (!(b->features & FEATURE_STATIONS))
        cities = 0;
    LAW(g, "free cities are those without a station", s->free_cities == (cities & ~built));
}

/* The tickets in the queue, which must be in order. */
static uint64_t queue_set(const struct game *g, const struct routes_state *s)
{
    uint64_t set = 0;
    uint32_t last = 0;

    LAW(g, "a queue is no longer than the tickets", s->queued <= TICKETS_MAX);
    for (uint32_t i = 0; i < TICKETS_MAX; i++) {
        uint32_t t = s->queue[i] & 0x7Fu;

        if (i >= s->queued) {
            LAW(g, "the rest of a queue is empty", s->queue[i] == 0);
            continue;
        }
        LAW(g, "a queue starts with a lot", i > 0 || (s->queue[i] & QUEUE_LOT));
        LAW(g, "a queue holds tickets", t < g->match.board->routes.tickets);
        LAW(g, "a lot is in order", (s->queue[i] & QUEUE_LOT) || t > last);
        LAW(g, "a queue has no ticket twice", !bits_have(set, t));
        set |= bit(t);
        last = t;
    }
    return set;
}

/* Adds a set of tickets to those accounted for; none may be there twice. */
static void account(const struct game *g, uint64_t *all, uint64_t some)
{
    LAW(g, "a ticket is in one place", (*all & some) == 0);
    *all |= some;
}

static void check_tickets(const struct game *g, const struct routes_state *s)
{
    const struct routes_board *b = &g->match.board->routes;
    uint64_t queue = queue_set(g, s), all = 0, dropped = 0;

    account(g, &all, s->ticket_deck);
    account(g, &all, queue);
    for (uint32_t i = 0; i < g->match.seats; i++) {
        const struct routes_seat *p = &s->seat[i];

        account(g, &all, p->tickets);
        LAW(g, "an offer is bounded", p->offered <= OFFER_MAX);
        for (uint32_t j = 0; j < OFFER_MAX; j++) {
            if (j < p->offered)
                account(g, &all, bit(p->offer[j]));
            else
                LAW(g, "the rest of an offer is empty", p->offer[j] == 0);
        }
        account(g, &dropped, p->dropped);
        uint32_t kept = bits_count(p->tickets);
        bool set_up = s->phase == PHASE_CHOOSE || s->phase <= PHASE_FIRST_TICKETS;
        if (!set_up || s->turn != 0 || p->tickets_max)
            LAW(g, "what is known of the number of tickets is true",
                s->phase == PHASE_CHOOSE || (p->tickets_min <= kept && kept <= p->tickets_max));
        if (!b->secret_counts && s->phase > PHASE_CHOOSE)
            LAW(g, "public counts of tickets are exact", p->tickets_min == p->tickets_max);
    }
    uint64_t gone = ~all & (b->regular_tickets | b->long_tickets);
    LAW(g, "tickets exist", (all & ~(b->regular_tickets | b->long_tickets)) == 0);
    LAW(g, "given-up tickets are gone or in the queue", (dropped & ~(gone | queue)) == 0);
    if (s->phase != PHASE_HANDS && s->phase != PHASE_MARKET &&
        s->phase != PHASE_FIRST_TICKETS && s->phase != PHASE_CHOOSE)
        LAW(g, "only long and given-up tickets leave the game (E2, E3)",
            (gone & ~(b->long_tickets | (b->first_leave ? dropped : 0))) == 0);
    bool long_ones = s->phase == PHASE_FIRST_TICKETS && (s->ticket_deck & b->long_tickets);
    LAW(g, "ticket_count counts the deck and the queue, but not the long tickets (C12)",
        long_ones ? s->ticket_count == 0
                  : s->ticket_count == bits_count(s->ticket_deck) + s->queued);
    LAW(g, "the next lot becomes the ticket deck (C12)", s->ticket_deck || s->queued == 0);
}

static void check_rest(const struct game *g, const struct routes_state *s)
{
    static const struct routes_seat nobody;
    const struct routes_board *b = &g->match.board->routes;

    for (uint32_t i = g->match.seats; i < ROUTES_SEATS_MAX; i++)
        LAW(g, "seats that nobody has are zero",
            memcmp(&s->seat[i], &nobody, sizeof nobody) == 0);
    for (uint32_t i = 0; i < g->match.seats; i++) {
        const struct routes_seat *p = &s->seat[i];

        LAW(g, "a flag has one card of each of its colours (P3)",
            pack_min(p->flag, b->flag) == p->flag);
        LAW(g, "a finished flag is discarded at the end of the turn (P4)",
            b->flag == 0 || p->flag != b->flag);
        for (uint32_t j = 0; j < sizeof p->unused; j++)
            LAW(g, "unused bytes are zero", p->unused[j] == 0);
    }
    for (uint32_t j = 0; j < sizeof s->unused; j++)
        LAW(g, "unused bytes are zero", s->unused[j] == 0);
    if (s->phase != PHASE_TUNNEL && s->phase != PHASE_EXTRA)
        LAW(g, "nothing is left of a tunnel",
            s->claim == 0 && s->turned_count == 0 && s->extra == 0 && s->turned[0] == 0 &&
                s->turned[1] == 0 && s->turned[2] == 0);
}

void routes_conserved(const struct game *g, const struct state *s)
{
    check_cards(g, &s->routes);
    check_routes(g, &s->routes);
    check_stations(g, &s->routes);
    check_tickets(g, &s->routes);
    check_rest(g, &s->routes);
}
