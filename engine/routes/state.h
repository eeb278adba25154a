/*
 * The state of a game of the routes family, and a seat's view of it. Plain bytes without
 * pointers: copied by memcpy, compared by memcmp (every unused byte is zero), the same natively
 * and in wasm32. Field comments say who may know what ("secret": only the seat itself).
 */
#ifndef ANDEN_ROUTES_STATE_H
#define ANDEN_ROUTES_STATE_H

#include "../board.h"

/* The phase says whom the game waits for; the phases of chance come first. */
enum routes_phase {
    PHASE_HANDS = 1,     /* chance deals the first hands */
    PHASE_MARKET,        /* chance fills the market, then the game goes on with `next` */
    PHASE_FIRST_TICKETS, /* chance deals the tickets of the set-up */
    PHASE_FIRST_SEAT,    /* chance chooses who begins */
    PHASE_CARD,          /* chance deals the card drawn blind */
    PHASE_TUNNEL,        /* chance turns up cards for a tunnel */
    PHASE_TICKETS,       /* chance deals the tickets drawn in a turn */
    PHASE_LAST_OF_CHANCE = PHASE_TICKETS,
    PHASE_CHOOSE, /* set-up: seat `turn` chooses its tickets */
    PHASE_TURN,   /* seat `turn` chooses its action */
    PHASE_SECOND, /* ... its second card */
    PHASE_EXTRA,  /* ... whether to pay what the tunnel asks */
    PHASE_KEEP,   /* ... which tickets to keep */
    PHASE_OVER,
};

/* In a queue of tickets: set on the first ticket of each lot that was returned together; and
 * (views only) a ticket that the seat does not know. */
enum { QUEUE_LOT = 0x80, QUEUE_UNKNOWN = 0x7F };

struct routes_seat {
    uint64_t hand;    /* secret: coloured cards, a pack */
    uint64_t known;   /* the part of it that everybody has seen (C17R): a pack */
    uint64_t flag;    /* cards laid out for the flag (P3), a pack */
    uint64_t tickets; /* secret until the end: tickets kept */
    uint64_t dropped; /* secret: tickets given up that have left the game or lie in the queue */
    uint64_t owned[PLANES_MAX];  /* routes */
    uint64_t barred[PLANES_MAX]; /* the twins of these (C11) */
    uint64_t stations;           /* cities */
    int16_t score;               /* points for routes */
    uint8_t wild;                /* secret: wild cards in hand */
    uint8_t known_wild;
    uint8_t hand_size;           /* all cards in hand */
    uint8_t pieces[PIECE_KINDS]; /* left */
    uint8_t stations_left;
    uint8_t flags;                    /* flags finished */
    uint8_t tickets_min, tickets_max; /* public limits of the number of tickets it has kept */
    uint8_t first_kept; /* how many tickets of the set-up it kept; 0 where counts are secret */
    uint8_t offered;    /* tickets on offer to this seat now */
    uint8_t offer[OFFER_MAX]; /* secret: which, in the order dealt */
    uint8_t unused[5];
};

struct routes_state {
    struct routes_seat seat[ROUTES_SEATS_MAX];
    uint64_t open[PLANES_MAX]; /* routes neither claimed nor closed to everybody */
    uint64_t deck;             /* secret: coloured cards, a pack */
    uint64_t discard;          /* coloured cards, a pack */
    uint64_t ticket_deck;      /* secret: the set from which the next ticket comes */
    uint64_t free_cities;      /* without a station */
    uint8_t deck_wild;         /* secret */
    uint8_t deck_size;         /* all cards of the deck */
    uint8_t discard_wild;
    uint8_t market[MARKET_SIZE]; /* NO_CARD while it is being filled */
    uint8_t market_wild;         /* wild cards among them */
    uint8_t phase;               /* enum routes_phase */
    uint8_t next;                /* the phase after PHASE_MARKET; PHASE_OVER: the turn ends */
    uint8_t turn;                /* the seat whose turn or choice it is */
    uint8_t step;                /* counts the deals of a set-up phase */
    uint8_t last_turns;          /* turns left in the last round, 0 = not yet begun */
    uint8_t passes;              /* in a row (C15R) */
    uint8_t ticket_count; /* tickets in ticket_deck and queue; views of boards with secret
                                    counts: at most 2 = "more than one" (C13R) */
    /* A tunnel being tried: the event of the claim, the turned-up cards, how many more cards
     * they ask for. */
    uint32_t claim;
    uint8_t turned[TUNNEL_CARDS];
    uint8_t turned_count;
    uint8_t extra;
    uint8_t queued;             /* tickets in the queue */
    uint8_t queue[TICKETS_MAX]; /* secret: returned tickets below the ticket deck, first come
                                     first; within a lot in the order of their numbers */
    uint8_t unused[6];
};

/* Added to a view: the cards that are in the deck or hidden in other hands. */
struct routes_unseen {
    uint64_t cards; /* coloured, a pack */
    uint8_t wild;
    uint8_t unused[7];
};

#endif
