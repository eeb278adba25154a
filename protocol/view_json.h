/*
 * A position as JSON, as one viewer sees it. All that leaves the program about a game goes through
 * a view: nothing here takes a state. What the viewer may not know is null; counts that everybody
 * knows are always there.
 */
#ifndef ANDEN_VIEW_JSON_H
#define ANDEN_VIEW_JSON_H

#include "../engine/game.h"
#include "../engine/words.h"
#include "json.h"

/* A view, and what the table knows besides. */
struct position {
    const struct match *match;
    const struct view *view;
    const char *name[SEATS_MAX]; /* of the seats */
    uint32_t events;             /* that led here */
    enum language language;      /* of what is said about it in words */
    bool codes; /* words name tiles by their codes: for whoever does not see them drawn */
};

/* Writes one object. doc/notation.md lists its members. */
void view_json(struct json *j, const struct position *p);

/* What placing a tile would do, an array: for each line that changes an object with "before" (its
 * length now), "words" and "line", its station as it would then stand in a position. Empty if the
 * event places no tile or is not legal. */
void preview_json(struct json *j, const char *key, const struct position *p, event_t e);

/* The name of a card: of its colour, or of the wild card. */
static inline const char *card_name(const struct routes_board *b, uint32_t card)
{
    return card < COLOURS_MAX ? b->colour_name[card] : b->wild_name;
}

/* The name of a route's colour. */
static inline const char *route_colour_name(const struct routes_board *b, const struct route *r)
{
    return r->colour < COLOURS_MAX ? b->colour_name[r->colour] : "grey";
}

/* May the viewer know the cards of a seat; its tickets (C13: at the end everybody)? */
static inline bool view_shows_hand(const struct view *v, uint32_t seat)
{
    return v->seat == seat || v->seat == EVERYTHING;
}

static inline bool view_shows_tickets(const struct view *v, uint32_t seat)
{
    return view_shows_hand(v, seat) || v->seen.routes.phase == PHASE_OVER;
}

#endif
