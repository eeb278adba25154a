/*
 * Questions about a position that only the rules can answer. Code that shows or plays games
 * asks here instead of knowing the rules: prices and payments, free routes, what a ticket still
 * needs, points so far, what a turned-up card means.
 *
 * All of them can be asked of a true state and of what a view shows (view.seen). Hands and tickets
 * that a view hides are empty there, so ask about the viewer's own.
 */
#ifndef ANDEN_ROUTES_QUERIES_H
#define ANDEN_ROUTES_QUERIES_H

#include "../game.h"
#include "refusal.h"

/* ---- what is legal ---- */

/* Why an event of the seat to act is refused; LEGAL if it is legal now. */
enum refusal routes_refusal(const struct match *m, const struct routes_state *s, event_t e);

static inline bool routes_allows(const struct match *m, const struct routes_state *s, event_t e)
{
    return routes_refusal(m, s, e) == LEGAL;
}

/* What the seat to act can do in its turn, as sets: all that count(), pick() and legal() need. */
struct routes_choices {
    const struct routes_seat *seat;
    const uint64_t (*payable)[PLANES_MAX]; /* [j]: see routes_paid() */
    uint64_t open[PLANES_MAX];             /* routes that may be claimed if the hand can pay */
    uint64_t flags; /* colours of which a claim may keep a card (P3): a byte of ones for each */
    uint64_t cities;                /* where it can build a station and pay for it */
    uint32_t draws;                 /* the set of slots that it can draw from */
    uint32_t tickets;               /* 1 if it can draw tickets */
    uint32_t claims[PRICE_MAX + 1]; /* how many there are with j coloured cards, up to `most` */
    uint32_t most;                  /* the most cards held of one colour */
    uint32_t all;                   /* how many events there are; 0: the seat must pass */
};

/* Also for a second card. False if the seat is to choose anything else. */
bool routes_choices(const struct match *m, const struct routes_state *s,
                    struct routes_choices *c);

/* The routes of a plane that may be claimed with j coloured cards and wild ones for the rest;
 * j = 0: wild ones alone. Whether the hand has j cards of the colour is left aside. */
static inline uint64_t routes_paid(const struct routes_choices *c, uint32_t j, uint32_t plane)
{
    return c->open[plane] & c->payable[j][plane];
}

/* How many of the tickets on offer to the seat to act must be kept (C12, E3, B2). */
uint32_t routes_keep_least(const struct match *m, const struct routes_state *s);

/* Changes the position as if the seat owned the route of a CLAIM or the station of a STATION,
 * to find out what that would be worth. Nothing is paid and no turn passes. */
void routes_suppose(struct routes_state *s, uint32_t seat, event_t e);

/* ---- routes ---- */

/* The seat that owns a route, or NOBODY. */
uint32_t routes_owner(const struct match *m, const struct routes_state *s, uint32_t route);

/* Does claiming one half of a double route close the other half to everybody (C11)? */
static inline bool routes_half_closes(const struct match *m)
{
    return m->seats < m->board->routes.both_halves_from;
}

/* The routes that a seat could claim now if it had the cards (C8, C9, C11). */
void routes_free(const struct match *m, const struct routes_state *s, uint32_t seat,
                 uint64_t set[PLANES_MAX]);

/* The routes that the cards of a seat pay for, free or not (C8, E6). */
void routes_payable(const struct routes_board *b, const struct routes_seat *seat,
                    uint64_t set[PLANES_MAX]);

/* Labels the cities so that two have the same label when routes of the set join them. */
void routes_labels(const struct routes_board *b, const uint64_t owned[PLANES_MAX],
                   uint8_t label[CITIES_MAX]);

/* Brings labels up to date when these routes have been added to the set. */
void routes_join(const struct routes_board *b, const uint64_t more[PLANES_MAX],
                 uint8_t label[CITIES_MAX]);

/* The longest path of a seat that owns these routes (E18): see trail.c. */
struct trail {
    uint32_t length; /* in pieces */
    uint32_t work;   /* steps of the search, at most about 180 instructions each */
    bool exact;      /* the search was complete */
    uint64_t routes[PLANES_MAX];
};

/*
 * What makes every longest path exact and quick: no board with the longest path lets a seat own
 * more than TRAIL_ROUTES_MAX routes (board_check.c), and the worst network of so many routes
 * that a long search has found takes 9,261 steps. However a network is made, the search ends
 * after TRAIL_WORK_MAX steps, about 15 million instructions.
 */
enum { TRAIL_ROUTES_MAX = 40, TRAIL_WORK_MAX = 100000 };

void longest_trail(const struct routes_board *b, const uint64_t owned[PLANES_MAX],
                   struct trail *trail);

/* ---- prices and payments ---- */

/* The price of a route or a station: cards of one colour, any of which may be wild. */
struct price {
    uint8_t cards;
    uint8_t wilds;  /* at least this many of the cards must be wild (E6) */
    uint8_t colour; /* of the others; GREY: any one colour */
};

/* How many cards of a price may be of its colour. */
static inline uint32_t price_coloured(struct price price)
{
    return price.cards - (uint32_t)price.wilds;
}

/* Cards paid for one thing. */
struct payment {
    uint8_t colour;   /* of the coloured cards; WILD: it is paid in wild cards alone */
    uint8_t coloured; /* how many of that colour */
    uint8_t wilds;    /* and how many wild cards */
};

/* What a route costs (C8, E6, B5). */
static inline struct price routes_route_price(const struct route *r)
{
    return (struct price){r->cards, r->icons, r->colour};
}

/* What the next station of a seat costs (E14). The seat must have one left. */
static inline uint32_t routes_station_price(const struct match *m,
                                            const struct routes_seat *seat)
{
    return m->board->routes.stations - seat->stations_left + 1u;
}

/* What a route (EVENT_CLAIM) or the next station (EVENT_STATION) costs a seat. */
struct price routes_price(const struct match *m, const struct routes_seat *seat,
                          enum event_kind kind, uint32_t what);

/* What a CLAIM, STATION or EXTRA takes from the hand of the seat to act. */
struct payment routes_payment(const struct match *m, const struct routes_state *s, event_t e);

/* The numbers of wild cards with which a seat can pay a price: from least to most; it can't pay
 * if least is greater. For a colour, at least one card of it is paid; for WILD, wild cards
 * alone. */
struct wilds {
    uint32_t least, most;
};
static inline struct wilds routes_wilds(const struct routes_seat *seat, struct price price,
                                        uint32_t colour)
{
    uint32_t coloured = colour == WILD ? 0 : price_coloured(price);
    uint32_t held = coloured ? pack_get(seat->hand, colour) : 0;
    uint32_t most = colour == WILD ? price.cards : price.cards - 1u;

    return (struct wilds){price.cards - (held < coloured ? held : coloured),
                          seat->wild < most ? seat->wild : most};
}

/* The payment in one colour that takes the fewest wild cards. The hand can pay it if it has
 * these wild cards. */
static inline struct payment routes_fewest_wilds(const struct routes_seat *seat,
                                                 struct price price, uint32_t colour)
{
    uint32_t coloured = price_coloured(price), held = pack_get(seat->hand, colour);

    coloured = held < coloured ? held : coloured;
    return (struct payment){(uint8_t)(coloured ? colour : WILD), (uint8_t)coloured,
                            (uint8_t)(price.cards - coloured)};
}

/* How close the hand of the seat to act comes to a price. If `why` is REFUSED_CARDS, only cards
 * are missing; any other refusal would apply to any hand. */
struct nearest {
    enum refusal why; /* LEGAL: it can be paid now */
    event_t event;    /* the payment that is closest; among equals the first colour */
    struct price price;
    uint8_t colour;  /* of that payment */
    uint8_t missing; /* cards */
};
struct nearest routes_nearest(const struct match *m, const struct routes_state *s,
                              enum event_kind kind, uint32_t what);

/* Does the flag of a seat still need a card of this colour (P3)? */
static inline bool routes_flag_needs(const struct routes_board *b,
                                     const struct routes_seat *seat, uint32_t colour)
{
    return pack_get(b->flag & ~seat->flag, colour) != 0;
}

/* May a card that a CLAIM pays be kept for the seat's flag (P3, P4R)? */
static inline bool routes_flag_takes(const struct routes_board *b,
                                     const struct routes_seat *seat, event_t e)
{
    return b->route[event_arg(e)].colour != GREY && event_colour(e) != WILD &&
           routes_flag_needs(b, seat, event_colour(e));
}

/* ---- tunnels ---- */

/* E7, E9: does a card turned up for the tunnel that is being tried ask for one more? */
static inline bool routes_tunnel_asks(const struct routes_state *s, uint32_t card)
{
    return card == WILD || card == event_colour(s->claim);
}

/* The risk for the seat to act of trying a tunnel with the payment of a CLAIM. */
struct tunnel_risk {
    uint8_t most;  /* cards that the tunnel can ask for at most (E7, E12) */
    uint8_t spare; /* cards left after the payment that could answer it (E8, E9) */
};
struct tunnel_risk routes_tunnel_risk(const struct match *m, const struct routes_state *s,
                                      event_t e);

/* ---- tickets ---- */

enum ticket_state {
    TICKET_DONE,     /* its cities are joined by own routes */
    TICKET_POSSIBLE, /* they can still be joined by its own routes and routes it may claim */
    TICKET_CUT_OFF,  /* they cannot be joined, except with a station */
};

enum ticket_state routes_ticket_state(const struct match *m, const struct routes_state *s,
                                      uint32_t seat, uint32_t ticket);

/* Could one station, built or still to be built, join a ticket that is cut off (E15)? Somebody
 * else's route would have to close the gap between what the seat has or can get at both ends. */
bool routes_station_saves(const struct match *m, const struct routes_state *s, uint32_t seat,
                          uint32_t ticket);

/* The tickets that a seat has completed, counting the routes that its stations borrow. */
uint64_t routes_completed(const struct match *m, const struct routes_state *s, uint32_t seat);

/*
 * The way between two cities that takes the fewest pieces still to lay: over routes of the seat,
 * which cost nothing more, and routes that it may still claim. Routes of others and closed ones
 * (C11) are not used. Borrowing with stations, and the number of pieces and cards that the seat
 * has, are ignored. Among ways with equally few pieces it is the one with the fewest cards,
 * then with the fewest routes, then always the same one.
 *
 * False if there is no such way: then, and only then, a ticket between the two is cut off.
 */
struct routes_way {
    uint16_t pieces;              /* to lay, of all kinds together */
    uint16_t cards;               /* that they cost, without the extra cards of tunnels */
    uint64_t missing[PLANES_MAX]; /* routes of the way that are still to be claimed */
    uint64_t own[PLANES_MAX];     /* routes of the way that the seat has */
};
bool routes_way(const struct match *m, const struct routes_state *s, uint32_t seat,
                uint32_t from, uint32_t to, struct routes_way *way);

/*
 * The way of a ticket at the end, over routes of the seat and those that its stations borrow
 * (E15), which are both in way->own. If it was not completed, way->missing has the routes that
 * were missing, whoever owns them, with the fewest pieces. False if the board does not join the
 * two cities at all.
 */
bool routes_travelled(const struct match *m, const struct routes_state *s, uint32_t seat,
                      uint32_t ticket, struct routes_way *way);

/* ---- points and results ---- */

/* The parts of a score sheet: indices of seat_sheet.part. Only the part of the tickets is
 * secret. */
enum routes_part { PART_ROUTES, PART_TICKETS, PART_STATIONS, PART_EXPRESS, PART_FLAG };

/* Does the board have what a part counts? */
bool routes_has_part(const struct routes_board *b, enum routes_part part);

/* The tie-breaks between seats with equal totals, in order; more is better (E19, B10, P7).
 * Where a board has no stations or no longest path these never differ. */
enum routes_decider { DECIDES_TICKETS, DECIDES_STATIONS, DECIDES_EXPRESS, DECIDERS };
static inline int32_t routes_decides(const struct routes_state *s, const struct sheet *sheet,
                                     uint32_t seat, enum routes_decider what)
{
    const struct seat_sheet *one = &sheet->seat[seat];

    return what == DECIDES_TICKETS    ? one->tickets
           : what == DECIDES_STATIONS ? s->seat[seat].stations_left
                                      : one->part[PART_EXPRESS];
}

/* Did an event that led from one position to the other sweep the market (C5)? */
bool routes_swept(const struct routes_state *before, const struct routes_state *after);

/* Is the number of tickets left to draw secret from this viewer? It then knows only that there
 * is more than one (C13R). */
bool routes_ticket_count_secret(const struct match *m, const struct view *v);

#endif
