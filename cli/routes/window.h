/*
 * Private to the screen of the routes family: where things are (window.c), what is chosen
 * (choice.c), and the panels around the map (panel.c).
 */
#ifndef ANDEN_CLI_ROUTES_WINDOW_H
#define ANDEN_CLI_ROUTES_WINDOW_H

#include "../../protocol/routes/words.h"
#include "../family.h"
#include "../window/stage.h"
#include "chart.h"
#include "routes.h"

/* What the arrows move. */
enum routes_mode { MODE_ROUTES, MODE_CITIES, MODE_LIST };

struct routes_layout {
    bool compact; /* little room */
    bool list;    /* no room for a map, or no map: shows a list of moves */
    struct area map, side, market, hand;
    int edge; /* the row of the platform's edge */
};

struct routes_layout routes_layout(struct area body, const struct stage *s);

static inline const struct routes_board *board_on(const struct stage *s)
{
    return &s->position->match->board->routes;
}

static inline const struct routes_state *seen_on(const struct stage *s)
{
    return &s->position->view->seen.routes;
}

/* ---- choice.c ---- */

/* Sets the focus for a position that it does not belong to yet. */
void focus_settle(const struct stage *s, struct focus *f);

/* Is the question a list: tickets to keep, how to pay a tunnel? */
bool asks_tickets(const struct stage *s);
bool asks_tunnel(const struct stage *s);

bool is_legal(const struct stage *s, event_t e);

/* What Enter does in a list. */
event_t list_event(const struct stage *s, const struct focus *f);

/* The legal events of a kind for one thing, in their order; returns how many. */
uint32_t events_for(const struct stage *s, enum event_kind kind, uint32_t what, event_t *list,
                    uint32_t room);

/* The chosen route (NO_ROUTE: none), or city for a station (CITIES_MAX: none). */
uint32_t chosen_route(const struct focus *f);
uint32_t chosen_city(const struct focus *f);

/* The chosen payment for it; 0 if there is none. */
event_t chosen_event(const struct stage *s, const struct focus *f);

/* Handles a key; see family_window.key. */
enum doing choice_key(const struct stage *s, struct focus *f, const struct chart *chart,
                      const struct key *k, event_t *e);

/* ---- panel.c ---- */

void panel_side(struct canvas *c, const struct routes_layout *l, const struct stage *s,
                const struct focus *f);
void panel_cards(struct canvas *c, const struct routes_layout *l, const struct stage *s);
void panel_list(struct canvas *c, struct area a, const struct stage *s, const struct focus *f);

/* The market card or deck at a cell, as a slot of EVENT_DRAW; the tickets: SLOT_TICKETS. SLOT_NONE
 * if there is nothing. */
enum { SLOT_TICKETS = SLOT_DECK + 1, SLOT_NONE };
uint32_t panel_slot_at(const struct routes_layout *l, int x, int y);

#endif
