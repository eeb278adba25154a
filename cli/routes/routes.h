/*
 * Private to the face of the routes family: what its files offer each other.
 */
#ifndef ANDEN_CLI_ROUTES_H
#define ANDEN_CLI_ROUTES_H

#include "../../engine/routes/queries.h"
#include "../../protocol/routes/words.h"
#include "../family.h"
#include "../show.h"

/* The parts of a position (show.c). Each ends its last line. */
void show_market(struct screen *s, const struct position *p);
void show_tunnel(struct screen *s, const struct position *p); /* if one is being tried */
void show_seats(struct screen *s, const struct position *p);
void show_hand(struct screen *s, const struct position *p, uint32_t seat);
void show_tickets(struct screen *s, const struct position *p, uint32_t seat);
void show_offer(struct screen *s, const struct position *p,
                uint32_t seat); /* if there is one */

/* The state of a seat's ticket, by its own routes: "possible, 8 trains to go". Returns the
 * style for it. */
enum { PROGRESS_SIZE = 160 };
const char *ticket_progress(const struct position *p, uint32_t seat, uint32_t ticket,
                            struct text *t);

/* The width of the longest name among some tickets, "Madrid–Dieppe". */
uint32_t ticket_width(const struct routes_board *b, uint64_t tickets);

/* The word for n cards of a kind. The text is valid until the next call. */
const char *card_words(const struct routes_board *b, uint32_t card, uint32_t n);

/* "3 red, 2 blue, 1 locomotive", wrapped. */
void show_cards(struct screen *s, const struct routes_board *b, uint64_t pack, uint32_t wild);

/* A seat's routes and stations; all routes with their owners, and the stations: only of one
 * city unless it is CITIES_MAX (map.c). */
void show_network(struct screen *s, const struct position *p, uint32_t seat);
void show_board(struct screen *s, const struct position *p, uint32_t city);
void show_stations(struct screen *s, const struct position *p, uint32_t city);

/* Draws the map, or a part of it three times as large with a city in the middle. Returns null,
 * or a sentence about what the board lacks to be drawn. */
const char *show_map(struct screen *s, const struct position *p, const struct board_art *art,
                     uint32_t city);

/* One route: "Madrid–Pamplona", then from a column on "3 black tunnel". */
void show_route_name(struct screen *s, const struct routes_board *b, const struct route *r);
void show_route_kind(struct screen *s, const struct routes_board *b, const struct route *r);
uint32_t show_route_width(const struct routes_board *b, const struct route *r);

/* The question to the seat to act, with its legal events (moves.c). All claims, or the best
 * few. */
void show_question(struct screen *s, const struct position *p);
void show_claims(struct screen *s, const struct position *p, bool all);

/* Boards (facts.c). */
void routes_summary(const struct board *board, const struct board_art *art);
void routes_facts(const struct board *board, const struct board_art *art);

#endif
