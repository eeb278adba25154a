/*
 * Events of the routes family as text (doc/notation.md). Reading is in parse.c.
 */
#include "../hidden.h"
#include "routes.h"

static void put_card(const struct routes_board *b, uint32_t card, struct text *t)
{
    text_put(t, card < COLOURS_MAX ? b->colour_name[card]
                : card == WILD     ? b->wild_name
                                   : "grey");
}

static void put_ends(const struct routes_board *b, uint32_t a, uint32_t z, struct text *t)
{
    text_put(t, b->city_name[a]);
    text_char(t, '-');
    text_put(t, b->city_name[z]);
}

static void put_payment(uint32_t coloured, uint32_t wilds, struct text *t)
{
    text_char(t, ' ');
    text_number(t, coloured);
    text_char(t, '+');
    text_number(t, wilds);
}

/* How well a colour word names a route: 2 if it is its colour, 1 if it can be paid in it,
 * otherwise 0. */
static uint32_t fits(const struct route *r, uint32_t word)
{
    if (word == NO_CARD || r->colour == word || (word == WILD && r->colour == GREY))
        return 2;
    return r->colour == GREY || word == WILD ? 1 : 0;
}

uint32_t routes_named(const struct routes_board *b, uint32_t a, uint32_t z, uint32_t word,
                      const uint64_t *among)
{
    uint32_t best = NO_ROUTE, quality = 0;

    for (uint32_t i = 0; i < b->routes; i++) {
        const struct route *r = &b->route[b->route_at[i]];
        bool joins = (r->a == a && r->b == z) || (r->a == z && r->b == a);

        if (!joins || (among && !routes_have(among, b->route_at[i])))
            continue;
        if (fits(r, word) > quality) {
            quality = fits(r, word);
            best = b->route_at[i];
        }
    }
    return best;
}

static void format_claim(const struct routes_board *b, event_t e, struct text *t)
{
    uint32_t route = event_arg(e), colour = event_colour(e), wilds = event_wilds(e);

    if (route >= ROUTES_MAX || b->route[route].length == 0) {
        text_put(t, "claim ?");
        return;
    }
    const struct route *r = &b->route[route];
    uint32_t word = colour == WILD && r->colour != GREY ? r->colour : colour;
    text_put(t, "claim ");
    put_ends(b, r->a, r->b, t);
    if (routes_named(b, r->a, r->b, word, 0) != route)
        text_put(t, routes_named(b, r->a, r->b, NO_CARD, 0) == route ? "#1" : "#2");
    text_char(t, ' ');
    if (word == WILD)
        text_put(t, "wild");
    else
        put_card(b, word, t);
    put_payment(r->cards - wilds, wilds, t);
    if (event_keeps_flag(e))
        text_put(t, " flag");
}

static void format_station(const struct match *m, const struct routes_state *s, event_t e,
                           struct text *t)
{
    const struct routes_board *b = board_of(m);
    uint32_t price = routes_station_price(m, &s->seat[s->turn]);

    text_put(t, "station ");
    text_put(t, event_arg(e) < b->cities ? b->city_name[event_arg(e)] : "?");
    text_char(t, ' ');
    if (event_colour(e) == WILD)
        text_put(t, "wild");
    else
        put_card(b, event_colour(e), t);
    put_payment(price - event_wilds(e), event_wilds(e), t);
}

static void format_keep(event_t e, struct text *t)
{
    text_put(t, "keep");
    for (uint64_t left = event_arg(e); left; left &= left - 1) {
        text_char(t, ' ');
        text_number(t, bits_first(left) + 1);
    }
}

void routes_format(const struct match *m, const struct state *state, event_t e, struct text *t)
{
    const struct routes_board *b = board_of(m);
    const struct routes_state *s = &state->routes;
    const struct ticket *ticket = &b->ticket[event_arg(e) % TICKETS_MAX];

    if (hidden_format(e, t))
        return;
    switch (event_kind(e)) {
    case EVENT_DRAW:
        text_put(t, "draw ");
        if (event_arg(e) == SLOT_DECK)
            text_put(t, "deck");
        else
            text_number(t, event_arg(e) + 1);
        break;
    case EVENT_CLAIM:
        format_claim(b, e, t);
        break;
    case EVENT_TICKETS:
        text_put(t, "tickets");
        break;
    case EVENT_KEEP:
        format_keep(e, t);
        break;
    case EVENT_STATION:
        format_station(m, s, e, t);
        break;
    case EVENT_EXTRA:
        text_put(t, "pay");
        put_payment(s->extra - event_wilds(e), event_wilds(e), t);
        break;
    case EVENT_DECLINE:
        text_put(t, "decline");
        break;
    case EVENT_PASS:
        text_put(t, "pass");
        break;
    case EVENT_DEAL:
        text_put(t, "deal ");
        put_card(b, event_arg(e), t);
        break;
    case EVENT_DEAL_TICKET:
        text_put(t, "ticket ");
        put_ends(b, ticket->a, ticket->b, t);
        break;
    case EVENT_FIRST:
        text_put(t, "first ");
        text_number(t, event_arg(e) + 1);
        break;
    default:
        text_put(t, "?");
    }
}
