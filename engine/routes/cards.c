/*
 * Deck, discards, market and the drawing of cards (C2..C6R). Decks are counts: the dealer outside
 * chooses which card comes. Payment for routes is in claim.c.
 */
#include "routes.h"

bool cards_can_deal(const struct routes_state *s, uint32_t card)
{
    return card == WILD ? s->deck_wild > 0 : card < COLOURS_MAX && pack_get(s->deck, card) > 0;
}

/* C6: the discards become the deck at once, so an empty deck means that both are empty. */
static void reshuffle(struct routes_state *s)
{
    s->deck = s->discard;
    s->deck_wild = s->discard_wild;
    s->deck_size = (uint8_t)(pack_sum(s->discard) + s->discard_wild);
    s->discard = 0;
    s->discard_wild = 0;
}

/* Takes a card that cards_can_deal() off the deck. */
void cards_take(struct routes_state *s, uint32_t card)
{
    if (card == WILD)
        s->deck_wild--;
    else
        s->deck -= pack_one(card);
    if (--s->deck_size == 0)
        reshuffle(s);
}

void cards_discard(struct routes_state *s, uint64_t coloured, uint32_t wild)
{
    s->discard += coloured;
    s->discard_wild = (uint8_t)(s->discard_wild + wild);
    if (s->deck_size == 0)
        reshuffle(s);
}

void cards_to_hand(struct routes_seat *seat, uint32_t card)
{
    if (card == WILD)
        seat->wild++;
    else
        seat->hand += pack_one(card);
    seat->hand_size++;
}

/* Takes a payment out of a hand that has it. What others know of the hand shrinks by what they
 * see go: the rest may be the cards they don't know (C17R). */
void cards_pay(struct routes_seat *seat, uint32_t colour, uint32_t coloured, uint32_t wild)
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

/* C5, C5R: three wild cards, and dealing again can help. */
bool market_must_go(const struct routes_state *s)
{
    if (s->market_wild < 3)
        return false;
    uint32_t coloured = MARKET_SIZE - s->market_wild + pack_sum(s->deck) + pack_sum(s->discard);
    bool no_discards = s->discard == 0 && s->discard_wild == 0;
    return coloured >= 3 && !(no_discards && s->deck_size == MARKET_SIZE && s->deck_wild >= 3);
}

/* Discards the market; chance then deals the slots in order. */
void market_sweep(struct routes_state *s)
{
    uint64_t coloured = 0;
    for (uint32_t i = 0; i < MARKET_SIZE; i++) {
        if (s->market[i] != WILD)
            coloured += pack_one(s->market[i]);
        s->market[i] = NO_CARD;
    }
    cards_discard(s, coloured, s->market_wild);
    s->market_wild = 0;
    s->phase = PHASE_MARKET;
    s->step = 0;
}

/* A card for the empty slot `step`; the market is tested when it is full (C5). */
void market_deal(const struct match *m, struct routes_state *s, uint32_t card)
{
    cards_take(s, card);
    s->market[s->step] = (uint8_t)card;
    s->market_wild = (uint8_t)(s->market_wild + (card == WILD));
    s->step++;
    if (s->step < MARKET_SIZE && s->market[s->step] == NO_CARD)
        return;
    s->step = 0;
    routes_go_on(m, s, s->next);
}

void routes_go_on(const struct match *m, struct routes_state *s, uint32_t next)
{
    if (market_must_go(s)) {
        s->next = (uint8_t)next;
        market_sweep(s);
        return;
    }
    s->next = 0;
    if (next == PHASE_OVER || (next == PHASE_SECOND && s->deck_size == 0)) /* C6R */
        turn_end(m, s);
    else if (next == PHASE_FIRST_TICKETS)
        ticket_setup(m, s);
    else
        s->phase = (uint8_t)next;
}

enum refusal draw_refusal(const struct routes_state *s, event_t e)
{
    uint32_t slot = event_arg(e);
    if (slot > SLOT_DECK || e != event_make(EVENT_DRAW, slot))
        return REFUSED_MALFORMED;
    if (s->deck_size == 0)
        return REFUSED_NO_DECK; /* C6R */
    if (s->phase == PHASE_SECOND && slot != SLOT_DECK && s->market[slot] == WILD)
        return REFUSED_SECOND_WILD; /* C3 */
    return REFUSED_NOT;
}

void draw_apply(struct routes_state *s, event_t e)
{
    uint32_t slot = event_arg(e);
    s->next = s->phase == PHASE_TURN ? PHASE_SECOND : PHASE_OVER;
    s->passes = 0;
    if (slot == SLOT_DECK) {
        s->phase = PHASE_CARD;
        return;
    }
    struct routes_seat *seat = &s->seat[s->turn];
    uint32_t card = s->market[slot];
    cards_to_hand(seat, card);
    if (card == WILD) { /* C3: the whole draw */
        seat->known_wild++;
        s->market_wild--;
        s->next = PHASE_OVER;
    } else {
        seat->known += pack_one(card);
    }
    s->market[slot] = NO_CARD;
    s->step = (uint8_t)slot;
    s->phase = PHASE_MARKET;
}
