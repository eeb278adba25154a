/*
 * Notes which corners of the rules a turn, a claim or a tunnel reaches, for the counters of
 * reference.h. Nothing here changes a game.
 */
#ifndef ANDEN_REF_CORNERS_H
#define ANDEN_REF_CORNERS_H

#include "reference.h"

/* At the beginning of a turn. */
void ref_note_turn(const struct match *m, const struct ref *r);

/* When the cards for a tunnel have been turned up. */
void ref_note_tunnel(const struct match *m, const struct ref *r);

/* When r->claim succeeds, before anything has moved. */
void ref_note_route(const struct match *m, const struct ref *r);

/* When the game is over. */
void ref_note_final(const struct match *m, const struct ref *r, const struct sheet *sheet);

#endif
