/*
 * Private to the routes family: what its files offer each other. Each file is one subject of
 * the rulebook; read them in the order rules.c, cards.c, claim.c, tunnel.c, station.c,
 * ticket.c, flag.h, turn.c, then legal.c, score.c with trail.c, view.c, text.c.
 */
#ifndef ANDEN_ROUTES_H
#define ANDEN_ROUTES_H

#include "../game.h"
#include "cards.h"
#include "flag.h"
#include "queries.h"

static inline const struct routes_board *board_of(const struct match *m)
{
    return &m->board->routes;
}

/*
 * Returns the same address. The empty statement hides from the compiler how the address was
 * computed: otherwise, with array elements of odd sizes, it would multiply again for every
 * field.
 */
static inline void *opaque(const void *at)
{
    __asm__("" : "+r"(at));
    return (void *)at;
}

/* board_read.c */
bool routes_read_board(struct reader *r, struct common *c);

/* The seat whose turn or choice it is. */
static inline struct routes_seat *acting(struct routes_state *s)
{
    return opaque(&s->seat[s->turn]);
}

static inline const struct routes_seat *acting_seen(const struct routes_state *s)
{
    return opaque(&s->seat[s->turn]);
}

static inline bool routes_have(const uint64_t set[PLANES_MAX], uint32_t route)
{
    return bits_have(set[route / 64], route % 64);
}

/* A rule that each of the games has under its own id: E, B or P. Which of them a board follows is
 * seen by what it does with the first tickets (E3), and by its flag (P3). */
static inline const char *rule_of_game(const struct routes_board *b, const char *e_id,
                                       const char *b_id, const char *p_id)
{
    return b->first_leave ? e_id : b->features & FEATURE_FLAG ? p_id : b_id;
}

/* The rule about who begins. */
static inline const char *first_rule(const struct routes_board *b)
{
    return rule_of_game(b, "E4", "B3", "P5");
}

/*
 * A kind of event. `refusal` gives LEGAL if an event is legal now; `apply` carries it out
 * and returns true, or returns false and changes nothing if it is refused. Functions that an
 * apply ends with (turn_end and others) return true too.
 */
struct routes_kind {
    enum refusal (*refusal)(const struct match *m, const struct routes_state *s, event_t e);
    bool (*apply)(const struct match *m, struct routes_state *s, event_t e);
};

extern const struct routes_kind deal_kind, draw_kind;                      /* cards.c */
extern const struct routes_kind claim_kind;                                /* claim.c */
extern const struct routes_kind extra_kind, decline_kind;                  /* tunnel.c */
extern const struct routes_kind station_kind;                              /* station.c */
extern const struct routes_kind tickets_kind, ticket_deal_kind, keep_kind; /* ticket.c */
extern const struct routes_kind pass_kind, first_kind;                     /* turn.c */

/* Does chance deal a card in this phase? */
static inline bool phase_deals_cards(uint32_t phase)
{
    const uint32_t dealing =
        1u << PHASE_HANDS | 1u << PHASE_MARKET | 1u << PHASE_CARD | 1u << PHASE_TUNNEL;

    return (dealing >> phase & 1) != 0;
}

/* The routes that a seat owns or may still get (C8, C11), whatever they cost. */
static inline void routes_usable(const struct routes_state *s, uint32_t seat,
                                 uint64_t set[PLANES_MAX])
{
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        set[p] = s->seat[seat].owned[p] | (s->open[p] & ~s->seat[seat].barred[p]);
}

/* cards.c. C5: a market with three wild cards must go, unless market_sweep() finds that no deal
 * can help (C5R) and returns false. It discards the market; chance then deals the slots in order,
 * and the game goes on with phase `next` (PHASE_OVER: the turn ends). */
static inline bool market_must_go(const struct routes_state *s)
{
    return s->market_wild >= 3;
}
bool market_sweep(struct routes_state *s, uint32_t next);

/* Can the seat pay this event's colour and wild cards for that price? Says nothing about which
 * colours a route takes. */
static inline enum refusal payment_refusal(const struct routes_seat *seat, uint32_t price,
                                           event_t e)
{
    uint32_t colour = event_colour(e), wilds = event_wilds(e);

    if (colour == WILD) {
        if (wilds != price)
            return REFUSED_PRICE;
    } else if (wilds >= price) {
        return REFUSED_PRICE;
    } else if (pack_get(seat->hand, colour) < price - wilds) {
        return REFUSED_CARDS;
    }
    return seat->wild < wilds ? REFUSED_CARDS : LEGAL;
}

/* claim.c. Completes the claim of a tunnel; the extra cards, of which extra_wilds are wild,
 * have been taken from the hand. */
bool claim_complete(const struct match *m, struct routes_state *s, uint32_t extra_wilds);

/* tunnel.c */
bool tunnel_deal(const struct match *m, struct routes_state *s, uint32_t card);
void tunnel_clear(struct routes_state *s);

/* station.c. Chooses the routes that the seat's stations borrow, for the most points, and adds
 * the tickets to sheet->completed. The labels are the components of the seat's own network, by
 * city. */
void station_assign(const struct match *m, const struct routes_state *s, uint32_t seat,
                    const uint8_t label[CITIES_MAX], struct seat_sheet *sheet);

/* score.c. The tickets that seat i has completed, and the routes that its stations borrow for
 * them; entries of sheet->borrowed for stations that change nothing stay as they are. */
void complete_tickets(const struct match *m, const struct routes_state *s, uint32_t i,
                      struct seat_sheet *sheet);

/* ticket.c. Begins the dealing of the first tickets; the lot at the head of the queue becomes the
 * set that is dealt from. */
bool ticket_setup(const struct match *m, struct routes_state *s);
void ticket_pop_lot(struct routes_state *s);

/* resample.c. A state of which v is the view, as routes_resample() makes it, in which some tickets
 * are in the ticket deck, and seats have kept so many of the first tickets (0: any number). False
 * if there is none. */
struct routes_wish {
    uint64_t tickets;
    uint8_t kept[ROUTES_SEATS_MAX];
};
bool routes_fill(const struct match *m, const struct view *v, const struct routes_wish *wish,
                 const struct dice *dice, struct state *state);

/* turn.c */
bool turn_end(const struct match *m, struct routes_state *s);

/* rules.c */
bool routes_apply(const struct match *m, struct state *state, event_t e);

/* legal.c */
uint32_t routes_count(const struct match *m, const struct state *s);
event_t routes_pick(const struct match *m, const struct state *s, uint32_t k);
event_t routes_choose(const struct match *m, const struct state *s, uint32_t number);
uint32_t routes_legal(const struct match *m, const struct state *s, event_t *events,
                      uint32_t *weights, uint32_t cap);
bool routes_must_pass(const struct match *m, const struct routes_state *s);

/* score.c */
void routes_score(const struct match *m, const struct state *s, struct sheet *sheet);
int32_t routes_points(const struct match *m, const struct state *s, uint32_t seat);

/* view.c, follow.c, resample.c */
event_t routes_hide(const struct match *m, const struct state *state, event_t e,
                    uint32_t viewer);
uint32_t routes_choosers(const struct match *m, const struct state *state);
uint32_t routes_reveal(const struct match *m, const struct state *s, event_t e, uint32_t viewer,
                       event_t fact[FACTS_MAX]);
void routes_view(const struct match *m, const struct state *s, uint32_t seat, struct view *v);
bool routes_follow(const struct match *m, struct view *v, event_t seen, const event_t *fact,
                   uint32_t facts);
void routes_resample(const struct match *m, const struct view *v, const struct dice *dice,
                     struct state *s);

/* text.c, parse.c, explain.c */
/* The route between two cities that a colour word (a colour, WILD, or NO_CARD for none)
 * names best, the first in the file if several do. Only routes of the set `among` count, or
 * all if it is null. NO_ROUTE if there is none. */
uint32_t routes_named(const struct routes_board *b, uint32_t a, uint32_t z, uint32_t word,
                      const uint64_t *among);
void routes_format(const struct match *m, const struct state *s, event_t e, struct text *t);
event_t routes_parse(const struct match *m, const struct state *s, const char *text, size_t n,
                     struct complaint *why);
void routes_explain(const struct match *m, const struct state *s, event_t e,
                    struct complaint *why);

#endif
