/*
 * Guessing the tickets of other seats from their networks. Private to ai/routes.
 */
#ifndef ANDEN_GUESS_H
#define ANDEN_GUESS_H

#include "../../engine/game.h"
#include "../chance.h"

/* How well each ticket fits what a seat has built; 1 = nothing speaks for it. */
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
