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
    text_number(t, coloured);
    text_char(t, '+');
    text_number(t, wilds);
}

/* A colour, or "wild" for wild cards alone, and the payment. */
static void put_paid(const struct routes_board *b, uint32_t colour, uint32_t coloured,
                     uint32_t wilds, struct text *t)
{
    text_char(t, ' ');
    if (colour == WILD)
        text_put(t, "wild");
    else
        put_card(b, colour, t);
    text_char(t, ' ');
    put_payment(coloured, wilds, t);
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
        text_char(t, '?');
        return;
    }
    const struct route *r = &b->route[route];
    uint32_t word = colour == WILD && r->colour != GREY ? r->colour : colour;
    put_ends(b, r->a, r->b, t);
    if (routes_named(b, r->a, r->b, word, 0) != route)
        text_put(t, routes_named(b, r->a, r->b, NO_CARD, 0) == route ? "#1" : "#2");
    put_paid(b, word, r->cards - wilds, wilds, t);
    if (event_keeps_flag(e))
        text_put(t, " flag");
}

static void format_station(const struct match *m, const struct routes_state *s, event_t e,
                           struct text *t)
{
    const struct routes_board *b = board_of(m);
    uint32_t price = routes_station_price(m, &s->seat[s->turn]);

    text_put(t, event_arg(e) < b->cities ? b->city_name[event_arg(e)] : "?");
    put_paid(b, event_colour(e), price - event_wilds(e), event_wilds(e), t);
}

static void format_keep(event_t e, struct text *t)
{
    for (uint64_t left = event_arg(e); left; left &= left - 1) {
        text_number(t, bits_first(left) + 1);
        text_put(t, left & (left - 1) ? " " : "");
    }
}

void routes_format(const struct match *m, const struct state *state, event_t e, struct text *t)
{
    const struct routes_board *b = board_of(m);
    const struct routes_state *s = &state->routes;
    const struct ticket *ticket = &b->ticket[event_arg(e) % TICKETS_MAX];
    enum event_kind kind = event_kind(e);
    bool bare = kind == EVENT_TICKETS || kind == EVENT_DECLINE || kind == EVENT_PASS;

    if (hidden_format(e, t))
        return;
    text_put(t, event_words[kind] ? event_words[kind] : "?");
    text_put(t, bare || !event_words[kind] ? "" : " ");
    switch (kind) {
    case EVENT_DRAW:
        if (event_arg(e) == SLOT_DECK)
            text_put(t, "deck");
        else
            text_number(t, event_arg(e) + 1);
        break;
    case EVENT_CLAIM:
        format_claim(b, e, t);
        break;
    case EVENT_KEEP:
        format_keep(e, t);
        break;
    case EVENT_STATION:
        format_station(m, s, e, t);
        break;
    case EVENT_EXTRA:
        put_payment(s->extra - event_wilds(e), event_wilds(e), t);
        break;
    case EVENT_DEAL:
        put_card(b, event_arg(e), t);
        break;
    case EVENT_DEAL_TICKET:
        put_ends(b, ticket->a, ticket->b, t);
        break;
    case EVENT_FIRST:
        text_number(t, event_arg(e) + 1);
        break;
    default:
        break;
    }
}
