/*
 * Private to the routes family: moving cards between deck, discards and hands. Inline, since
 * nearly every event moves a card. Who may draw, and the market, are in cards.c.
 */
#ifndef ANDEN_ROUTES_CARDS_H
#define ANDEN_ROUTES_CARDS_H

#include "../game.h"

static inline bool cards_can_deal(const struct routes_state *s, uint32_t card)
{
    return card == WILD ? s->deck_wild > 0 : card < COLOURS_MAX && pack_get(s->deck, card) > 0;
}

/* C6: the discards become the deck at once, so an empty deck means that both are empty. */
static inline void cards_reshuffle(struct routes_state *s)
{
    s->deck = s->discard;
    s->deck_wild = s->discard_wild;
    s->deck_size = (uint8_t)(pack_sum(s->discard) + s->discard_wild);
    s->discard = 0;
    s->discard_wild = 0;
}

/* Takes a card that cards_can_deal() off the deck. */
static inline void cards_take(struct routes_state *s, uint32_t card)
{
    if (card == WILD)
        s->deck_wild--;
    else
        s->deck -= pack_one(card);
    if (--s->deck_size == 0)
        cards_reshuffle(s);
}

static inline void cards_discard(struct routes_state *s, uint64_t coloured, uint32_t wild)
{
    s->discard += coloured;
    s->discard_wild = (uint8_t)(s->discard_wild + wild);
    if (s->deck_size == 0)
        cards_reshuffle(s);
}

static inline void cards_to_hand(struct routes_seat *seat, uint32_t card)
{
    if (card == WILD)
        seat->wild++;
    else
        seat->hand += pack_one(card);
    seat->hand_size++;
}

/* Takes a payment out of a hand that has it. Others see the paid cards leave, so they know
 * fewer of the remaining ones: the cards left may be ones they have not seen (C17R). */
static inline void cards_pay(struct routes_seat *seat, uint32_t colour, uint32_t coloured,
                             uint32_t wild)
{
    if (coloured) {
        uint32_t known = pack_get(seat->known, colour);

        seat->hand -= pack_some(colour, coloured);
        seat->known -= pack_some(colour, known < coloured ? known : coloured);
    }
    seat->wild = (uint8_t)(seat->wild - wild);
    seat->known_wild = (uint8_t)(seat->known_wild < wild ? 0 : seat->known_wild - wild);
    seat->hand_size = (uint8_t)(seat->hand_size - coloured - wild);
}

#endif
