/*
 * Private to the routes family: what its files offer each other. Each file is one subject of the
 * rulebook; the order of reading is rules.c, cards.c, claim.c, tunnel.c, station.c, ticket.c,
 * flag.c, turn.c, then legal.c, score.c with trail.c, view.c, text.c.
 */
#ifndef ANDEN_ROUTES_H
#define ANDEN_ROUTES_H

#include "../game.h"

/* Why an event is refused; explain.c has the words and the rule for each. */
enum refusal {
    REFUSED_NOT = 0,
    REFUSED_OVER,
    REFUSED_NOW,       /* not the kind of event that the game waits for */
    REFUSED_MALFORMED, /* no such slot, route, city, colour, or bits that mean nothing */
    REFUSED_NO_DECK,
    REFUSED_SECOND_WILD,
    REFUSED_TAKEN,
    REFUSED_TWIN_OWN,
    REFUSED_TWIN_CLOSED,
    REFUSED_PIECES,
    REFUSED_COLOUR,
    REFUSED_PRICE,
    REFUSED_FERRY,
    REFUSED_CARDS,
    REFUSED_FLAG_NONE,
    REFUSED_FLAG_COLOUR,
    REFUSED_FLAG_WILD,
    REFUSED_FLAG_AGAIN,
    REFUSED_NO_TICKETS,
    REFUSED_KEEP_FEW,
    REFUSED_NO_STATIONS,
    REFUSED_STATIONS_OUT,
    REFUSED_STATION_CITY,
    REFUSED_STATION_PRICE,
    REFUSED_EXTRA_PRICE,
    REFUSED_EXTRA_WILD,
    REFUSED_PASS,
    REFUSED_CARD_GONE,
    REFUSED_TICKET_GONE,
};

static inline const struct routes_board *board_of(const struct match *m)
{
    return &m->board->routes;
}

static inline bool routes_have(const uint64_t set[PLANES_MAX], uint32_t route)
{
    return bits_have(set[route / 64], route % 64);
}

/* rules.c */
enum refusal routes_refusal(const struct match *m, const struct routes_state *s, event_t e);

/* cards.c: deck, discards, market */
bool cards_can_deal(const struct routes_state *s, uint32_t card);
void cards_take(struct routes_state *s, uint32_t card);
void cards_discard(struct routes_state *s, uint64_t coloured, uint32_t wild);
void cards_to_hand(struct routes_seat *seat, uint32_t card);
void cards_pay(struct routes_seat *seat, uint32_t colour, uint32_t coloured, uint32_t wild);
bool market_must_go(const struct routes_state *s);
void market_sweep(struct routes_state *s);
void market_deal(const struct match *m, struct routes_state *s, uint32_t card);
enum refusal draw_refusal(const struct routes_state *s, event_t e);
void draw_apply(struct routes_state *s, event_t e);

/* Goes on with phase `next` once the market has been seen to (PHASE_OVER: the turn ends). */
void routes_go_on(const struct match *m, struct routes_state *s, uint32_t next);

/* claim.c */
enum refusal payment_refusal(const struct routes_seat *seat, uint32_t price, event_t e);
enum refusal claim_refusal(const struct match *m, const struct routes_state *s, event_t e);
void claim_apply(const struct match *m, struct routes_state *s, event_t e);
void claim_complete(const struct match *m, struct routes_state *s, uint32_t extra_wilds);

/* tunnel.c */
void tunnel_deal(const struct match *m, struct routes_state *s, uint32_t card);
enum refusal extra_refusal(const struct routes_state *s, event_t e);
void tunnel_clear(struct routes_state *s, uint64_t *coloured, uint32_t *wild);
void tunnel_decline(const struct match *m, struct routes_state *s);

/* station.c */
enum refusal station_refusal(const struct match *m, const struct routes_state *s, event_t e);
void station_apply(const struct match *m, struct routes_state *s, event_t e);
/* Chooses what the seat's stations borrow, for the most points: completes sheet->completed. The
 * labels are the components of the seat's own network, by city. */
void station_assign(const struct match *m, const struct routes_state *s, uint32_t seat,
                    const uint8_t label[CITIES_MAX], struct seat_sheet *sheet);

/* What the next station of a seat costs, in cards (E14). */
static inline uint32_t station_price(const struct match *m, const struct routes_seat *seat)
{
    return board_of(m)->stations - seat->stations_left + 1u;
}

/* ticket.c */
void ticket_setup(const struct match *m, struct routes_state *s);
void ticket_setup_deal(const struct match *m, struct routes_state *s, uint32_t ticket);
void ticket_draw(struct routes_state *s);
void ticket_deal(const struct match *m, struct routes_state *s, uint32_t ticket);
enum refusal keep_refusal(const struct match *m, const struct routes_state *s, event_t e);
void keep_apply(const struct match *m, struct routes_state *s, event_t e);
uint32_t keep_least(const struct match *m, const struct routes_state *s);

/* flag.c */
enum refusal flag_refusal(const struct match *m, const struct routes_seat *seat, event_t e);
uint64_t flag_finish(const struct match *m, struct routes_seat *seat);

/* The colours, a byte of ones each, of which this seat may keep a card now (P3). */
static inline uint64_t flag_wanted(const struct routes_board *b, const struct routes_seat *seat)
{
    return (b->flag & ~seat->flag) * 0xFF;
}

/* turn.c */
void turn_end(const struct match *m, struct routes_state *s);
void turn_pass(const struct match *m, struct routes_state *s);

/* legal.c */
uint32_t routes_count(const struct match *m, const struct state *s);
event_t routes_pick(const struct match *m, const struct state *s, uint32_t k);
uint32_t routes_legal(const struct match *m, const struct state *s, event_t *events,
                      uint32_t *weights, uint32_t cap);
bool routes_must_pass(const struct match *m, const struct routes_state *s);

/* trail.c */
uint32_t longest_trail(const struct routes_board *b, const uint64_t owned[PLANES_MAX]);

/* score.c */
void routes_score(const struct match *m, const struct state *s, struct sheet *sheet);

/* view.c, resample.c */
event_t routes_hide(const struct match *m, const struct state *state, event_t e,
                    uint32_t viewer);
uint32_t routes_choosers(const struct match *m, const struct state *state);
void routes_view(const struct match *m, const struct state *s, uint32_t seat, struct view *v);
void routes_resample(const struct match *m, const struct view *v, const struct dice *dice,
                     struct state *s);

/* text.c, parse.c, explain.c */
/* The route between two cities that a colour word (a colour, WILD, or NO_CARD for none) names best,
 * the first of the file among equals; of a set of routes, or of all if it is null. NO_ROUTE if
 * there is none. */
uint32_t routes_named(const struct routes_board *b, uint32_t a, uint32_t z, uint32_t word,
                      const uint64_t *among);
void routes_format(const struct match *m, const struct state *s, event_t e, struct text *t);
event_t routes_parse(const struct match *m, const struct state *s, const char *text, size_t n,
                     struct complaint *why);
void routes_explain(const struct match *m, const struct state *s, event_t e,
                    struct complaint *why);

#endif
