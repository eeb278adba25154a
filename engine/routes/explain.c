/*
 * Why an event is refused, in whole sentences for the person who tried it, with the id of the rule.
 */
#include "routes.h"

struct reason {
    const char *rule;
    const char *words;
};

static const struct reason reasons[] = {
    [REFUSED_NOT] = {"", "Nothing speaks against it."},
    [REFUSED_OVER] = {"E17", "The game is over."},
    [REFUSED_MALFORMED] = {"", "There is no such event."},
    [REFUSED_NO_DECK] = {"C6R", "No cards can be drawn while deck and discards are empty."},
    [REFUSED_SECOND_WILD] = {"C3", "can only be taken from the market as first card."},
    [REFUSED_TAKEN] = {"C8", "This route has been claimed already."},
    [REFUSED_TWIN_OWN] = {"C11", "You own the other route between these two cities; nobody may "
                                 "own both."},
    [REFUSED_TWIN_CLOSED] = {"C11",
                             "With so few players only one of two parallel routes is used, "
                             "and the other one has been claimed."},
    [REFUSED_PIECES] = {"C9", "You have not enough pieces left for this route."},
    [REFUSED_COLOUR] = {"C8", "This route is not paid in that colour."},
    [REFUSED_PRICE] = {"C8", "That is not the price of this route."},
    [REFUSED_FERRY] = {"E6", "This ferry needs at least "},
    [REFUSED_CARDS] = {"C8", "You don't have these cards: you have "},
    [REFUSED_FLAG_NONE] = {"P3", "There is no flag on this board."},
    [REFUSED_FLAG_COLOUR] = {"P4R", "Only routes in a colour of the flag give a card for it."},
    [REFUSED_FLAG_WILD] = {"P4R", "Wild cards are never kept for the flag, and nothing else is "
                                  "paid."},
    [REFUSED_FLAG_AGAIN] = {"P3", "A card of this colour lies before you already."},
    [REFUSED_NO_TICKETS] = {"C12", "There are no tickets left."},
    [REFUSED_KEEP_FEW] = {"C12", "You must keep at least "},
    [REFUSED_NO_STATIONS] = {"C1", "There are no stations on this board."},
    [REFUSED_STATIONS_OUT] = {"E14", "You have no station left."},
    [REFUSED_STATION_CITY] = {"E14", "There is a station in this city already."},
    [REFUSED_STATION_PRICE] = {"E14", "That is not the price of your next station: it is "},
    [REFUSED_EXTRA_PRICE] = {"E8", "The tunnel asks for exactly "},
    [REFUSED_EXTRA_WILD] = {"E9",
                            "Only wild cards were paid, so what the tunnel asks for is paid "
                            "in wild cards too."},
    [REFUSED_PASS] = {"C15R", "Only a player who can do nothing else passes."},
    [REFUSED_CARD_GONE] = {"C6", "There is no such card left in the deck."},
    [REFUSED_TICKET_GONE] = {"C12", "This ticket can't be the next one."},
};

/* What the game waits for, when something else is tried. */
static const struct reason waits[] = {
    [PHASE_HANDS] = {"C18R", "A card must be dealt to a hand first."},
    [PHASE_MARKET] = {"C2", "A card must be dealt to the market first."},
    [PHASE_FIRST_TICKETS] = {"C18R", "A ticket must be dealt first."},
    [PHASE_FIRST_SEAT] = {"E4", "It must be settled first who begins."},
    [PHASE_CARD] = {"C2", "The card drawn from the deck must be dealt first."},
    [PHASE_TUNNEL] = {"E7", "A card must be turned up for the tunnel first."},
    [PHASE_TICKETS] = {"C12", "A ticket must be dealt first."},
    [PHASE_CHOOSE] = {"C18R", "The first tickets must be chosen: say which to keep."},
    [PHASE_TURN] = {"C1", "A turn is one action: draw cards, claim a route, draw tickets, or "
                          "what else the board offers."},
    [PHASE_SECOND] = {"C2", "The second card must be drawn: it is not optional."},
    [PHASE_EXTRA] = {"E10", "The tunnel asks for more: pay it or decline."},
    [PHASE_KEEP] = {"C12", "Tickets have been drawn: say which to keep."},
    [PHASE_OVER] = {"E17", "The game is over."},
};

/* "2 red and 1 locomotive". */
static void put_holding(const struct match *m, const struct routes_state *s, uint32_t colour,
                        struct text *t)
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = &s->seat[s->turn];
    if (colour < b->colours) {
        text_number(t, pack_get(seat->hand, colour));
        text_put(t, " ");
        text_put(t, b->colour_name[colour]);
        text_put(t, " and ");
    }
    text_count(t, seat->wild, b->wild_name);
    text_put(t, ".");
}

/* The numbers and names that end a sentence of the table. */
static void put_details(const struct match *m, const struct routes_state *s, event_t e,
                        enum refusal code, struct text *t)
{
    const struct routes_board *b = board_of(m);
    bool extra = event_kind(e) == EVENT_EXTRA;
    switch (code) {
    case REFUSED_FERRY:
        text_count(t, b->route[event_arg(e)].icons, b->wild_name);
        text_put(t, " in its payment.");
        break;
    case REFUSED_CARDS:
        put_holding(m, s, event_colour(extra ? s->claim : e), t);
        break;
    case REFUSED_KEEP_FEW:
        text_count(t, keep_least(m, s), "ticket");
        text_put(t, ".");
        break;
    case REFUSED_STATION_PRICE:
        text_count(t, station_price(m, &s->seat[s->turn]), "card");
        text_put(t, " of one colour.");
        break;
    case REFUSED_EXTRA_PRICE:
        text_count(t, s->extra, "card");
        text_put(t, ".");
        break;
    default:
        break;
    }
}

/* Some refusals are ruled by another id in some contexts. */
static const char *rule_of(const struct match *m, const struct routes_state *s, event_t e,
                           enum refusal code)
{
    const struct routes_board *b = board_of(m);
    if (code == REFUSED_CARDS && event_kind(e) == EVENT_STATION)
        return "E14";
    if (code == REFUSED_CARDS && event_kind(e) == EVENT_EXTRA)
        return "E8";
    if (code == REFUSED_KEEP_FEW && s->phase == PHASE_CHOOSE)
        return b->first_leave ? "E3" : "B2";
    if (code == REFUSED_FLAG_COLOUR && b->route[event_arg(e)].colour != GREY)
        return "P3";
    return reasons[code].rule;
}

void routes_explain(const struct match *m, const struct state *state, event_t e,
                    struct complaint *why)
{
    const struct routes_state *s = &state->routes;
    enum refusal code = routes_refusal(m, s, e);
    if (code == REFUSED_NOW) {
        struct text t = complain(why, waits[s->phase].rule);
        text_put(&t, waits[s->phase].words);
        return;
    }
    struct text t = complain(why, rule_of(m, s, e, code));
    if (code == REFUSED_SECOND_WILD) {
        text_put(&t, "A ");
        text_put(&t, board_of(m)->wild_name);
        text_char(&t, ' ');
    }
    text_put(&t, reasons[code].words);
    put_details(m, s, e, code, &t);
}
