/*
 * Tunnels (E7..E13R, E22R): the cards turned up after a claim, how many more cards they ask
 * for, and the choice to pay or to take the payment back.
 */
#include "routes.h"

struct tunnel_risk routes_tunnel_risk(const struct match *m, const struct routes_state *s,
                                      event_t e)
{
    const struct routes_seat *seat = acting_seen(s);
    struct payment p = routes_payment(m, s, e);
    uint32_t spare = seat->wild > p.wilds ? seat->wild - (uint32_t)p.wilds : 0;
    uint32_t held = p.colour == WILD ? 0 : pack_get(seat->hand, p.colour);

    spare += held > p.coloured ? held - p.coloured : 0;
    return (struct tunnel_risk){
        (uint8_t)(s->deck_size < TUNNEL_CARDS ? s->deck_size : TUNNEL_CARDS), (uint8_t)spare};
}

/* A card is turned up; it has been taken off the deck. */
bool tunnel_deal(const struct match *m, struct routes_state *s, uint32_t card)
{
    s->turned[s->turned_count++] = (uint8_t)card;
    s->extra = (uint8_t)(s->extra + routes_tunnel_asks(s, card));
    if (s->turned_count < TUNNEL_CARDS && s->deck_size > 0) /* E12 */
        return true;
    if (s->extra == 0)
        return claim_complete(m, s, 0); /* E22R */
    s->phase = PHASE_EXTRA;
    return true;
}

/* E8, E9: exactly as many cards as asked for, in the colour paid or wild. */
static inline enum refusal extra_refusal(const struct match *m, const struct routes_state *s,
                                         event_t e)
{
    const struct routes_seat *seat = &s->seat[s->turn];
    uint32_t colour = event_colour(s->claim), wilds = event_wilds(e);

    (void)m;
    if (s->phase != PHASE_EXTRA)
        return REFUSED_NOW;
    if (e != event_pay(EVENT_EXTRA, 0, 0, wilds))
        return REFUSED_MALFORMED;
    if (wilds > s->extra)
        return REFUSED_EXTRA_PRICE;
    uint32_t coloured = s->extra - wilds;
    if (colour == WILD && coloured > 0)
        return REFUSED_EXTRA_WILD;
    if (seat->wild < wilds || (coloured > 0 && pack_get(seat->hand, colour) < coloured))
        return REFUSED_CARDS;
    return LEGAL;
}

static bool extra_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (extra_refusal(m, s, e))
        return false;
    uint32_t wilds = event_wilds(e);
    cards_pay(&s->seat[s->turn], event_colour(s->claim), s->extra - wilds, wilds);
    return claim_complete(m, s, wilds);
}

const struct routes_kind extra_kind = {extra_refusal, extra_apply};

/* The claim is over: the turned-up cards go to the discards (E11). The caller makes the other
 * discards of the turn, which also refills an empty deck (C6). */
void tunnel_clear(struct routes_state *s)
{
    for (uint32_t i = 0; i < s->turned_count; i++) {
        if (s->turned[i] == WILD)
            s->discard_wild++;
        else
            s->discard += pack_one(s->turned[i]);
    }
    s->claim = 0;
    s->turned_count = 0;
    s->extra = 0;
    __builtin_memset(s->turned, 0, sizeof s->turned);
}

static inline enum refusal decline_refusal(const struct match *m, const struct routes_state *s,
                                           event_t e)
{
    (void)m;
    if (e != event_make(EVENT_DECLINE, 0))
        return REFUSED_MALFORMED;
    return s->phase == PHASE_EXTRA ? LEGAL : REFUSED_NOW;
}

/* E10: the payment goes back, now known to all; the turned-up cards are discarded (E11). */
static bool decline_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (decline_refusal(m, s, e))
        return false;
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

    tunnel_clear(s);
    cards_discard(s, 0, 0);
    return turn_end(m, s);
}

const struct routes_kind decline_kind = {decline_refusal, decline_apply};
