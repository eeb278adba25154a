/*
 * Guessing the tickets of other seats from their networks. Private to ai/routes.
 */
#ifndef ANDEN_GUESS_H
#define ANDEN_GUESS_H

#include "../../engine/game.h"
#include "../chance.h"

/* Weights of a ticket, depending on which of its ends a network touches. In games of planners,
 * a ticket whose ends were joined was 100 to 400 times as likely to be held as one that was not
 * touched. These weights are more careful, because people are not planners. */
enum { GUESS_NOT_TOUCHED = 1, GUESS_ONE_END = 4, GUESS_BOTH_ENDS = 20, GUESS_JOINED = 80 };

/* How well each ticket fits the network of a seat; 1 = no sign of it. */
struct guess {
    uint16_t weight[ROUTES_SEATS_MAX][TICKETS_MAX];
    bool blank[ROUTES_SEATS_MAX]; /* the seat has built nothing */
};

void guess_of(const struct match *m, const struct routes_state *s, struct guess *g);

/* Deals the tickets of all seats but one again, from what they hold and what is left in the ticket
 * deck, in proportion to the weights. The state was made by resample() from the view of that seat,
 * and still looks the same to it. */
void guess_tickets(const struct match *m, const struct guess *g, uint32_t me,
                   struct chance *chance, struct state *s);

#endif
