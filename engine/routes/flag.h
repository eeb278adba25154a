/*
 * The flag (P3, P4, P4R): cards of certain colours kept on the table when a route of that
 * colour is claimed; one of each is worth points. Private to the routes family; inline, since
 * every claim uses it.
 */
#ifndef ANDEN_ROUTES_FLAG_H
#define ANDEN_ROUTES_FLAG_H

#include "../game.h"
#include "refusal.h"

/* The colours of which this seat may keep a card now, a byte of ones for each (P3). */
static inline uint64_t flag_wanted(const struct routes_board *b, const struct routes_seat *seat)
{
    return (b->flag & ~seat->flag) * 0xFF;
}

/* May the claim keep a card? The payment itself has been judged. */
static inline enum refusal flag_refusal(const struct routes_board *b,
                                        const struct routes_seat *seat, event_t e)
{
    uint32_t colour = event_colour(e);

    if (b->flag == 0)
        return REFUSED_FLAG_NONE;
    if (b->route[event_arg(e)].colour == GREY)
        return REFUSED_FLAG_COLOUR; /* P4R */
    if (colour == WILD)
        return REFUSED_FLAG_WILD; /* P4R */
    if (pack_get(b->flag, colour) == 0)
        return REFUSED_FLAG_COLOUR;
    return pack_get(seat->flag, colour) ? REFUSED_FLAG_AGAIN : LEGAL;
}

/* P4: at the end of the turn a complete flag becomes points. Returns its cards, which are
 * discarded with the rest of the turn (C6). */
static inline uint64_t flag_finish(const struct routes_board *b, struct routes_seat *seat)
{
    uint64_t cards = seat->flag;

    if (cards == 0 || cards != b->flag)
        return 0;
    seat->flags++;
    seat->flag = 0;
    return cards;
}

#endif
