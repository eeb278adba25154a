/*
 * How the seats of a route game stand, as a few dozen numbers for each: what a net sees of a
 * position (net.h). The numbers are shares of something of the board (the points of an average
 * network, the pieces of a seat, the turns of a game), so that different maps have similar
 * numbers.
 *
 * It looks at the hands and tickets of all seats. So it is asked about positions of finished games,
 * and about positions that were dealt again (rules->resample), never about a game in progress.
 */
#ifndef ANDEN_STANDING_H
#define ANDEN_STANDING_H

#include "planner.h"

/* Of one seat. */
enum standing {
    /* In shares of the points of an average network. */
    NOW,          /* the total if the game ended now */
    NOW_LEAD,     /* ... less the best of the others */
    NOW_LEAD_8,   /* ... eight times, for close games */
    ROUTE_POINTS, /* of the total: for routes */
    TICKET_POINTS,
    EXPRESS_POINTS,
    OPEN_TICKETS, /* that the plan would complete: twice their points */
    LOST_TICKETS, /* that it would not */
    PLAN_POINTS,  /* for the routes of the plan */
    LATER,        /* the total with the plan done and the other pieces placed on average */
    LATER_LEAD,
    LATER_LEAD_4,
    READY_POINTS, /* for routes of the plan that can be paid now */
    BEST_READY,   /* for the best route that can be paid now, four times */

    /* In shares of the turns of a game. */
    PLAN_ROUTES,
    READY_ROUTES, /* of these, that can be paid now */
    PLAN_TURNS,   /* to claim them, and to draw the cards that are missing */
    SLACK,        /* turns left, less these */
    LATE_4,       /* how many are too few, four times */
    TURNS_LEFT,

    /* In shares of the pieces of a seat. */
    HAND,
    WILDS_4,
    MISSING_CARDS,
    SPARE_CARDS, /* in hand, not needed for the plan */
    COLOUR_4,    /* most cards of one colour, four times */
    SECOND_4,    /* of another, and of a third */
    THIRD_4,
    PIECES,
    PIECES_LATER, /* that the plan leaves */
    PATH,
    PATH_LEAD,

    /* In shares of 1. */
    STATIONS,  /* of all stations */
    FLAG,      /* of the colours of the flag */
    CONTESTED, /* of the routes of the plan: others plan them too */
    NO_PLAN,
    TICKETS, /* of eight */
    TO_MOVE, /* of the seats: how many turns come before its own */
    SEAT_NUMBERS,

    /* About the table. */
    LAST_ROUND = SEAT_NUMBERS, /* turns left of it, of the seats */
    NO_TURN,                   /* in the last round, this seat has had its turn */
    SEATS,                     /* more than two, of three */
    BOARD_EXPRESS,             /* points */
    BOARD_TICKET,              /* mean points */
    BOARD_TURNS,               /* of 64 */
    BOARD_STATIONS,            /* points */
    ONE,                       /* always 1 */
    STANDING_NUMBERS
};

/* A seat's own numbers, then the means of those of the others. */
enum { STANDING_ONE = 256, STANDING_MOST = 4 * STANDING_ONE };
enum { STANDING_INPUTS = STANDING_NUMBERS + SEAT_NUMBERS };

/* The inputs of each seat. The minds are those that planners have in this position, or empty
 * ones; they are brought up to date. */
void standing_of(const struct match *m, const struct state *s, const struct measures *measures,
                 struct mind mind[], int16_t inputs[][STANDING_INPUTS]);

#endif
