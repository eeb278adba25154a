/*
 * Tunnels (E7..E13R, E22R): the cards turned up after a claim, what they ask, and the choice to pay
 * or to take the payment back.
 */
#include "routes.h"

/* E7, E9: does a turned-up card ask for one more? */
static bool asks(const struct routes_state *s, uint32_t card)
{
    return card == WILD || card == event_colour(s->claim);
}

void tunnel_deal(const struct match *m, struct routes_state *s, uint32_t card)
{
    cards_take(s, card);
    s->turned[s->turned_count++] = (uint8_t)card;
    s->extra = (uint8_t)(s->extra + asks(s, card));
    if (s->turned_count < 3 && s->deck_size > 0) /* E12 */
        return;
    if (s->extra == 0)
        claim_complete(m, s, 0); /* E22R */
    else
        s->phase = PHASE_EXTRA;
}

/* E8, E9: exactly what is asked, in the colour paid or wild cards. */
enum refusal extra_refusal(const struct routes_state *s, event_t e)
{
    const struct routes_seat *seat = &s->seat[s->turn];
    uint32_t colour = event_colour(s->claim), wilds = event_wilds(e);
    if (e != event_pay(EVENT_EXTRA, 0, 0, wilds))
        return REFUSED_MALFORMED;
    if (wilds > s->extra)
        return REFUSED_EXTRA_PRICE;
    uint32_t coloured = s->extra - wilds;
    if (colour == WILD && coloured > 0)
        return REFUSED_EXTRA_WILD;
    if (seat->wild < wilds || (coloured > 0 && pack_get(seat->hand, colour) < coloured))
        return REFUSED_CARDS;
    return REFUSED_NOT;
}

/* The claim is over: the turned-up cards are added to what the turn discards (E11). */
void tunnel_clear(struct routes_state *s, uint64_t *coloured, uint32_t *wild)
{
    for (uint32_t i = 0; i < s->turned_count; i++) {
        if (s->turned[i] == WILD)
            ++*wild;
        else
            *coloured += pack_one(s->turned[i]);
    }
    s->claim = 0;
    s->turned_count = 0;
    s->extra = 0;
    __builtin_memset(s->turned, 0, sizeof s->turned);
}

/* E10: the payment goes back, now known to all; the turned-up cards are discarded (E11). */
void tunnel_decline(const struct match *m, struct routes_state *s)
{
    struct routes_seat *seat = &s->seat[s->turn];
    uint32_t wilds = event_wilds(s->claim), colour = event_colour(s->claim);
    uint32_t price = board_of(m)->route[event_arg(s->claim)].cards;
    if (colour != WILD) {
        seat->hand += pack_some(colour, price - wilds);
        seat->known += pack_some(colour, price - wilds);
    }
    seat->wild = (uint8_t)(seat->wild + wilds);
    seat->known_wild = (uint8_t)(seat->known_wild + wilds);
    seat->hand_size = (uint8_t)(seat->hand_size + price);

    uint64_t coloured = 0;
    uint32_t wild = 0;
    tunnel_clear(s, &coloured, &wild);
    cards_discard(s, coloured, wild);
    turn_end(m, s);
}
