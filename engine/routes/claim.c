/*
 * Claiming a route (C8..C11, E6, B4, B5). A tunnel's claim begins here and goes on in tunnel.c;
 * the card kept for a flag is judged in flag.c.
 */
#include "routes.h"

/* Can the seat pay this event's colour and wild cards for that price? Says nothing about which
 * colours the route takes. */
enum refusal payment_refusal(const struct routes_seat *seat, uint32_t price, event_t e)
{
    uint32_t colour = event_colour(e), wilds = event_wilds(e);
    if (colour == WILD) {
        if (wilds != price)
            return REFUSED_PRICE;
    } else if (wilds >= price) {
        return REFUSED_PRICE;
    } else if (pack_get(seat->hand, colour) < price - wilds) {
        return REFUSED_CARDS;
    }
    return seat->wild < wilds ? REFUSED_CARDS : REFUSED_NOT;
}

/* C8, C9, C11: is the route itself to be had for this seat? */
static enum refusal route_refusal(const struct routes_state *s, const struct routes_seat *seat,
                                  const struct route *r, uint32_t route)
{
    if (routes_have(seat->barred, route))
        return REFUSED_TWIN_OWN;
    if (!routes_have(s->open, route)) {
        for (uint32_t i = 0; i < ROUTES_SEATS_MAX; i++)
            if (routes_have(s->seat[i].owned, route))
                return REFUSED_TAKEN;
        return REFUSED_TWIN_CLOSED;
    }
    return seat->pieces[r->kind] < r->length ? REFUSED_PIECES : REFUSED_NOT;
}

enum refusal claim_refusal(const struct match *m, const struct routes_state *s, event_t e)
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = &s->seat[s->turn];
    uint32_t route = event_arg(e), colour = event_colour(e), wilds = event_wilds(e);
    if (route >= ROUTES_MAX || b->route[route].length == 0 ||
        (e & ~(event_t)EVENT_FLAG_BIT) != event_pay(EVENT_CLAIM, route, colour, wilds) ||
        (colour >= b->colours && colour != WILD))
        return REFUSED_MALFORMED;
    const struct route *r = &b->route[route];
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
    return event_keeps_flag(e) ? flag_refusal(m, seat, e) : REFUSED_NOT;
}

void claim_apply(const struct match *m, struct routes_state *s, event_t e)
{
    const struct route *r = &board_of(m)->route[event_arg(e)];
    uint32_t wilds = event_wilds(e);
    cards_pay(&s->seat[s->turn], event_colour(e), r->cards - wilds, wilds);
    s->claim = e;
    s->passes = 0;
    if (r->tunnel && s->deck_size > 0)
        s->phase = PHASE_TUNNEL; /* E7 */
    else
        claim_complete(m, s, 0); /* E12 */
}

/* The route is the seat's: pieces, points, twin, and everything paid goes to the discards. What a
 * tunnel asked has been taken from the hand already; extra_wilds of it are wild cards. */
void claim_complete(const struct match *m, struct routes_state *s, uint32_t extra_wilds)
{
    struct routes_seat *seat = &s->seat[s->turn];
    event_t e = s->claim;
    uint32_t route = event_arg(e), colour = event_colour(e);
    const struct route *r = &board_of(m)->route[route];
    uint32_t plane = route / 64;
    uint64_t mask = bit(route % 64);

    s->open[plane] &= ~mask;
    seat->owned[plane] |= mask;
    if (r->twin != NO_ROUTE) { /* C11 */
        uint64_t twin = bit(r->twin % 64);
        seat->barred[r->twin / 64] |= twin;
        if (m->seats < board_of(m)->both_halves_from)
            s->open[r->twin / 64] &= ~twin;
    }
    seat->pieces[r->kind] = (uint8_t)(seat->pieces[r->kind] - r->length);
    seat->score = (int16_t)(seat->score + r->points);

    uint32_t wilds = event_wilds(e) + extra_wilds;
    uint32_t all = r->cards + (uint32_t)s->extra;
    uint64_t paid = colour == WILD ? 0 : pack_some(colour, all - wilds);
    if (event_keeps_flag(e)) { /* P3 */
        seat->flag += pack_one(colour);
        paid -= pack_one(colour);
        paid += flag_finish(m, seat);
    }
    tunnel_clear(s, &paid, &wilds);
    cards_discard(s, paid, wilds);
    turn_end(m, s);
}
