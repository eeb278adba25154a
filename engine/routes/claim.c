/*
 * Claiming a route (C8..C11, E6, B4, B5). A tunnel's claim begins here and goes on in tunnel.c;
 * the card kept for a flag is judged in flag.h.
 */
#include "routes.h"

/* C8, C9, C11: may this seat claim the route at all? */
static inline enum refusal route_refusal(const struct routes_state *s,
                                         const struct routes_seat *seat, const struct route *r,
                                         uint32_t route)
{
    if (routes_have(seat->barred, route))
        return REFUSED_TWIN_OWN;
    if (!routes_have(s->open, route)) {
        for (uint32_t i = 0; i < ROUTES_SEATS_MAX; i++)
            if (routes_have(s->seat[i].owned, route))
                return REFUSED_TAKEN;
        return REFUSED_TWIN_CLOSED;
    }
    return seat->pieces[r->kind] < r->length ? REFUSED_PIECES : LEGAL;
}

static inline enum refusal claim_refusal(const struct match *m, const struct routes_state *s,
                                         event_t e)
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = acting_seen(s);
    uint32_t route = event_arg(e), colour = event_colour(e), wilds = event_wilds(e);

    if (s->phase != PHASE_TURN)
        return REFUSED_NOW;
    if (route >= ROUTES_MAX)
        return REFUSED_MALFORMED;
    const struct route *r = opaque(&b->route[route]);
    if (r->length == 0 || !event_fits(e, 17) || (colour >= b->colours && colour != WILD))
        return REFUSED_MALFORMED;
    enum refusal why = route_refusal(s, seat, r, route);
    if (why)
        return why;
    if (colour != WILD && r->colour != GREY && r->colour != colour)
        return REFUSED_COLOUR;
    why = payment_refusal(seat, r->cards, e);
    if (why == REFUSED_PRICE)
        return why;
    if (wilds < r->icons)
        return REFUSED_FERRY; /* E6 */
    if (why)
        return why;
    return event_keeps_flag(e) ? flag_refusal(b, seat, e) : LEGAL;
}

/* The seat gets the route: pieces, points, its twin, and everything paid goes to the
 * discards. The cards have already left the hand; `extra` of them were asked for by a tunnel. */
static inline bool take_route(const struct match *m, struct routes_state *s, event_t e,
                              uint32_t extra, uint32_t extra_wilds)
{
    uint32_t route = event_arg(e), colour = event_colour(e);
    struct routes_seat *seat = acting(s);
    const struct route *r = opaque(&board_of(m)->route[route]);
    uint64_t mask = bit(route % 64);

    s->open[route / 64] &= ~mask;
    seat->owned[route / 64] |= mask;
    if (r->twin != NO_ROUTE) { /* C11 */
        uint64_t twin = bit(r->twin % 64);

        seat->barred[r->twin / 64] |= twin;
        if (routes_half_closes(m))
            s->open[r->twin / 64] &= ~twin;
    }
    seat->pieces[r->kind] = (uint8_t)(seat->pieces[r->kind] - r->length);
    seat->score = (int16_t)(seat->score + r->points);

    uint32_t wilds = event_wilds(e) + extra_wilds;
    uint64_t paid = colour == WILD ? 0 : pack_some(colour, r->cards + extra - wilds);
    if (event_keeps_flag(e)) { /* P3 */
        seat->flag += pack_one(colour);
        paid -= pack_one(colour);
        paid += flag_finish(board_of(m), seat);
    }
    cards_discard(s, paid, wilds);
    return turn_end(m, s);
}

static bool claim_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (claim_refusal(m, s, e))
        return false;
    const struct route *r = opaque(&board_of(m)->route[event_arg(e)]);
    uint32_t wilds = event_wilds(e);
    s->passes = 0;
    cards_pay(acting(s), event_colour(e), r->cards - wilds, wilds);
    if (!r->tunnel || s->deck_size == 0) /* E12 */
        return take_route(m, s, e, 0, 0);
    s->claim = e;
    s->phase = PHASE_TUNNEL; /* E7 */
    return true;
}

const struct routes_kind claim_kind = {claim_refusal, claim_apply};

bool claim_complete(const struct match *m, struct routes_state *s, uint32_t extra_wilds)
{
    event_t e = s->claim;
    uint32_t extra = s->extra;

    tunnel_clear(s);
    return take_route(m, s, e, extra, extra_wilds);
}
