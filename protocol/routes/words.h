/*
 * Names and parts of sentences of the routes family, for everything that shows its games.
 */
#ifndef ANDEN_ROUTES_WORDS_H
#define ANDEN_ROUTES_WORDS_H

#include "../../engine/routes/queries.h"
#include "../view_json.h"

/* The name of a card: of its colour, or of the wild card; null for no card. */
static inline const char *card_name(const struct routes_board *b, uint32_t card)
{
    return card == WILD ? b->wild_name : card < b->colours ? b->colour_name[card] : NULL;
}

/* The name of a route's colour. */
static inline const char *route_colour_name(const struct routes_board *b, const struct route *r)
{
    return r->colour < COLOURS_MAX ? b->colour_name[r->colour] : "grey";
}

/* May the viewer know the tickets of a seat (C13: at the end everybody)? */
static inline bool view_shows_tickets(const struct view *v, uint32_t seat)
{
    return view_shows_hand(v, seat) || v->seen.routes.phase == PHASE_OVER;
}

/* One card as a value of a sentence, "red" or "locomotive"; marked. */
struct said say_board_card(const struct routes_board *b, uint32_t card);

/* "Madrid–Pamplona"; "3 black and 1 locomotive". */
void words_route(const struct routes_board *b, uint32_t route, struct text *t);
void words_payment(enum language l, const struct routes_board *b, struct payment paid,
                   struct text *t);

#endif
