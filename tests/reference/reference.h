/*
 * A second implementation of the routes family (sections C, E, B and P of the rules): slow and
 * obvious, with plain arrays and loops. The engine is compared with it. It shares with the
 * engine only the facts of the board (routes, tickets, numbers of things), the layout of an
 * event and the names of the phases. It never uses the derived tables of a board (`payable`,
 * `within`, planes).
 */
#ifndef ANDEN_REFERENCE_H
#define ANDEN_REFERENCE_H

#include "engine/game.h"

/* Cards are counted in arrays: the colours at 0..7, wild cards at WILD. */
enum { CARD_KINDS = COLOURS_MAX + 1 };

/* Tickets that lie together in the ticket deck; the next is any of them. */
struct ref_lot {
    int count;
    int ticket[TICKETS_MAX];
};

struct ref_seat {
    int hand[CARD_KINDS];
    int known[CARD_KINDS]; /* those that everybody has seen (C17R) */
    int flag[COLOURS_MAX]; /* cards laid out (P3) */
    int flags;             /* finished (P4) */
    bool ticket[TICKETS_MAX];
    bool dropped
        [TICKETS_MAX]; /* given up: out of the game, or in a lot that is not the top one */
    bool station[CITIES_MAX];
    int score; /* for routes (C10) */
    int pieces[PIECE_KINDS];
    int stations_left;
    int tickets_min, tickets_max; /* what everybody knows about the number of kept tickets */
    int first_kept;
    int offered;
    int offer[OFFER_MAX];
};

struct ref {
    struct ref_seat seat[ROUTES_SEATS_MAX];
    int owner[ROUTES_MAX]; /* of each route, NOBODY_YET if it has none */
    int deck[CARD_KINDS];
    int discard[CARD_KINDS];
    int held[CARD_KINDS]; /* cards that this turn will discard at its end (C6) */
    int paid[CARD_KINDS]; /* for the tunnel being tried; can still be taken back */
    int market[MARKET_SIZE];
    int lots;
    struct ref_lot lot[TICKETS_MAX + 1]; /* lot[0] is the top of the ticket deck */
    int phase;                           /* enum routes_phase */
    int next;   /* after PHASE_CARD and PHASE_MARKET; PHASE_OVER: the turn ends */
    int turn;   /* the seat whose turn it is */
    int step;   /* deals done in a set-up phase */
    int passes; /* in a row */
    int last_turns;
    bool long_tickets_dealt;
    event_t claim; /* the tunnel being tried */
    int turned[3];
    int turned_count;
    int extra;
    bool stood; /* the market had three wild cards at the last test and was left (C5R) */
    int sweeps_in_a_row;
};

enum { NOBODY_YET = -1 };

void ref_start(const struct match *m, struct ref *r);

/* Who acts: a seat, NATURE or NOBODY. */
uint32_t ref_actor(const struct match *m, const struct ref *r);

/* Lists the legal events with their weights (1 for a seat's) in no particular order; there is room
 * for LEGAL_MAX. Returns how many. */
uint32_t ref_legal(const struct match *m, const struct ref *r, event_t *events,
                   uint32_t *weights);

bool ref_is_legal(const struct match *m, const struct ref *r, event_t e);

/* Applies the event; false if it is not legal, and then nothing has changed. */
bool ref_apply(const struct match *m, struct ref *r, event_t e);

/* The score sheet as if the game ended now; `borrowed` is filled with the first best choice.
 * The search for longest trails stops after `steps` steps for each seat: returns false if that
 * was not enough; then longest, express, total and rank mean nothing. */
bool ref_score(const struct match *m, const struct ref *r, long steps, struct sheet *sheet);

/* The seat's longest trail in pieces (E18) by depth-first search over all trails, or -1 when more
 * than *steps steps would be needed. *steps becomes the number that is left. */
int ref_longest(const struct match *m, const struct ref *r, int seat, long *steps);

/* Which of the seat's tickets are completed by its own routes and the extra ones given. */
int ref_tickets(const struct match *m, const struct ref *r, int seat, const int *extra,
                int extras, uint64_t *completed);

/* Small questions that several files ask. */
int ref_count(const int *cards);          /* cards of all kinds */
int ref_price(const struct route *route); /* cards it costs */
bool ref_route_open(const struct match *m, const struct ref *r, int route);
bool ref_route_barred(const struct match *m, const struct ref *r, int seat, int route);
int ref_ticket_count(const struct ref *r);
int ref_stations_built(const struct ref *r, int seat);
bool ref_flag_colour(const struct match *m, int colour);

/* Cards (ref_cards.c). */
void ref_refill(struct ref *r); /* C6: an empty deck takes the discards */
void ref_take_from_deck(struct ref *r, int card);
bool ref_market_must_be_swept(struct ref *r); /* C5, C5R */
void ref_sweep(struct ref *r, int next);

/* Tickets (ref_tickets.c). */
void ref_next_lot(struct ref *r); /* an empty top lot gives way to the next */
void ref_take_ticket(struct ref *r, int ticket);
void ref_return_lot(struct ref *r, const struct ref_lot *lot);

/*
 * Corners: situations that random play seldom reaches. The reference counts how often it has
 * reached each; a test that never got there has not tested it.
 */
#define REF_CORNERS(X)                                                                         \
    X(SWEEP_SET_UP, "C5 sweep at set-up")                                                      \
    X(SWEEP_MID_DRAW, "C5 sweep after the first card of a draw")                               \
    X(SWEEP_AFTER_BLIND, "C5R sweep after a blind card")                                       \
    X(SWEEP_END_OF_TURN, "C5R sweep at the end of a turn")                                     \
    X(SWEEP_TWICE, "C5 sweep twice in a row")                                                  \
    X(SWEEP_RESHUFFLE, "C6 deck runs out during a sweep")                                      \
    X(STANDS_FEW, "C5R market stands: fewer than three non-wild cards")                        \
    X(STANDS_FIVE, "C5R market stands: deck of exactly five")                                  \
    X(STOOD_THEN_SWEPT, "C5R market that stood is swept later")                                \
    X(WILD_TAKEN, "C3 wild card taken from the market")                                        \
    X(WILD_NOT_SECOND, "C3 wild card in the market at the second draw")                        \
    X(WILD_BLIND, "C4 wild card drawn blind")                                                  \
    X(RESHUFFLE_DRAW, "C6 deck runs out in a draw")                                            \
    X(DISCARDS_TO_EMPTY_DECK, "C6 discards become the empty deck at the end of a turn")        \
    X(NO_CARDS, "C6R turn without deck and discards")                                          \
    X(ONE_CARD_ONLY, "C6R draw ends after one card")                                           \
    X(CLAIM_WILD_ONLY, "C8 route paid with wild cards alone")                                  \
    X(CLAIM_GREY, "C8 grey route")                                                             \
    X(TOO_FEW_PIECES, "C9 cards enough, pieces not")                                           \
    X(TWIN_CLOSED, "C11 route closed by its twin")                                             \
    X(TWIN_BARRED, "C11 open twin of an own route")                                            \
    X(TWIN_BY_OTHER, "C11 both halves by two players")                                         \
    X(TICKETS_FEWER, "C12 fewer tickets than are drawn")                                       \
    X(TICKETS_ONE, "C12 the last ticket must be kept")                                         \
    X(TICKETS_NONE, "C12 no tickets left")                                                     \
    X(LOT_COMES_UP, "C13R returned lot becomes the ticket deck")                               \
    X(LOT_IN_MID_DRAW, "C13R ... in the middle of a draw")                                     \
    X(LOTS_MANY, "C13R three lots in the queue")                                               \
    X(PASS, "C15R pass")                                                                       \
    X(ALL_PASS, "C15R everybody passes")                                                       \
    X(PASS_BROKEN, "C15R a pass, then somebody can act")                                       \
    X(ONLY_TICKETS, "C15R tickets are all that is left")                                       \
    X(FERRY, "E6 ferry")                                                                       \
    X(FERRY_MORE_WILDS, "E6 ferry with more wild cards than icons")                            \
    X(TUNNEL_THREE, "E7 three cards turned up")                                                \
    X(TUNNEL_TWO, "E12 two cards turned up")                                                   \
    X(TUNNEL_ONE, "E12 one card turned up")                                                    \
    X(TUNNEL_NONE, "E12 no card to turn up")                                                   \
    X(TUNNEL_RESHUFFLE, "E7 deck runs out during a tunnel")                                    \
    X(TUNNEL_FREE, "E22R tunnel without extra cards")                                          \
    X(TUNNEL_PAID, "E8 extra cards paid")                                                      \
    X(TUNNEL_PAID_MIXED, "E8 extra paid in a mix")                                             \
    X(TUNNEL_PAID_WILD, "E9 tunnel and extra in wild cards alone")                             \
    X(TUNNEL_WILD_IGNORES, "E9 all wild: a card of the route's colour does not count")         \
    X(TUNNEL_ASKS_THREE, "E7 three extra cards asked")                                         \
    X(TUNNEL_REFUSED, "E10 extra refused")                                                     \
    X(TUNNEL_CANT_PAY, "E22R asked though unable to pay")                                      \
    X(TUNNEL_GREY, "E13R grey tunnel")                                                         \
    X(TUNNEL_FLAG, "E7 and P3: tunnel claimed with a flag card")                               \
    X(TUNNEL_FLAG_REFUSED, "E10 and P3: tunnel with a flag card given up")                     \
    X(STATION_FIRST, "E14 first station")                                                      \
    X(STATION_SECOND, "E14 second station")                                                    \
    X(STATION_THIRD, "E14 third station")                                                      \
    X(STATION_WILD_ONLY, "E14 station paid with wild cards alone")                             \
    X(LAST_ROUND, "E17 last round set off")                                                    \
    X(LAST_ROUND_AGAIN, "E17R second player at the limit in the last round")                   \
    X(OVER_LAST_ROUND, "E17R game ends after the last round")                                  \
    X(METRO_CLAIM, "B5 metro route")                                                           \
    X(METRO_DEAR, "B5 metro route that costs more than its space")                             \
    X(METRO_CARS_OUT, "B4 B5 out of metro cars, not of the others")                            \
    X(FLAG_KEPT, "P3 flag card kept")                                                          \
    X(FLAG_DECLINED, "P3 flag card not kept")                                                  \
    X(FLAG_SAME_COLOUR, "P3 that colour lies there already")                                   \
    X(FLAG_GREY, "P4R grey route paid in a flag colour")                                       \
    X(FLAG_DONE, "P4 flag finished")                                                           \
    X(FLAG_SECOND, "P4 second flag finished")                                                  \
    X(BORROWED, "E15 a borrowed route completes a ticket")                                     \
    X(EXPRESS_SHARED, "E18 express shared")                                                    \
    X(EXPRESS_NOBODY, "E18R nobody has a route")                                               \
    X(TOTAL_NEGATIVE, "C14 total below zero")                                                  \
    X(TIE_TICKETS, "E19 tie decided by completed tickets")                                     \
    X(TIE_STATIONS, "E19 tie decided by stations")                                             \
    X(TIE_EXPRESS, "E19 tie decided by the express")                                           \
    X(TIE_SHARED, "E19 shared place")

enum ref_corner {
#define REF_CORNER_NAME(name, words) CORNER_##name,
    REF_CORNERS(REF_CORNER_NAME)
#undef REF_CORNER_NAME
        CORNERS
};

extern unsigned long ref_corner[CORNERS];

static inline void ref_note(enum ref_corner corner)
{
    ref_corner[corner]++;
}

#endif
