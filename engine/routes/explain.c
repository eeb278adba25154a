/*
 * Why an event is refused, in whole sentences for the person who tried it, with the id of the rule.
 */
#include "../words.h"
#include "routes.h"

struct reason {
    const char *rule;
    const char *words;
};

static const struct reason reasons[] = {
    [REFUSED_NOT] = {"", SAYS("Nothing speaks against it.")},
    [REFUSED_OVER] = {"E17", SAYS("The game is over.")},
    [REFUSED_MALFORMED] = {"", SAYS("There is no such event.")},
    [REFUSED_NO_DECK] = {"C6R",
                         SAYS("No cards can be drawn while deck and discards are empty.")},
    [REFUSED_SECOND_WILD] = {"C3",
                             SAYS("A {0} can only be taken from the market as first card.")},
    [REFUSED_TAKEN] = {"C8", SAYS("This route has been claimed already.")},
    [REFUSED_TWIN_OWN] = {"C11",
                          SAYS("You own the other route between these two cities; nobody may "
                               "own both.")},
    [REFUSED_TWIN_CLOSED] = {"C11",
                             SAYS(
                                 "With so few players only one of two parallel routes is used, "
                                 "and the other one has been claimed.")},
    [REFUSED_PIECES] = {"C9", SAYS("You have not enough pieces left for this route.")},
    [REFUSED_COLOUR] = {"C8", SAYS("This route is not paid in that colour.")},
    [REFUSED_PRICE] = {"C8", SAYS("That is not the price of this route.")},
    [REFUSED_FERRY] = {"E6", SAYS("This ferry needs at least {0} in its payment.")},
    [REFUSED_CARDS] = {"C8", SAYS("You don't have these cards: you have {0} and {1}.")},
    [REFUSED_FLAG_NONE] = {"P3", SAYS("There is no flag on this board.")},
    [REFUSED_FLAG_COLOUR] = {"P4R",
                             SAYS("Only routes in a colour of the flag give a card for it.")},
    [REFUSED_FLAG_WILD] = {"P4R",
                           SAYS("Wild cards are never kept for the flag, and nothing else is "
                                "paid.")},
    [REFUSED_FLAG_AGAIN] = {"P3", SAYS("A card of this colour lies before you already.")},
    [REFUSED_NO_TICKETS] = {"C12", SAYS("There are no tickets left.")},
    [REFUSED_KEEP_FEW] = {"C12", SAYS("You must keep at least {0}.")},
    [REFUSED_NO_STATIONS] = {"C1", SAYS("There are no stations on this board.")},
    [REFUSED_STATIONS_OUT] = {"E14", SAYS("You have no station left.")},
    [REFUSED_STATION_CITY] = {"E14", SAYS("There is a station in this city already.")},
    [REFUSED_STATION_PRICE] =
        {"E14", SAYS("That is not the price of your next station: it is {0} of one colour.")},
    [REFUSED_EXTRA_PRICE] = {"E8", SAYS("The tunnel asks for exactly {0}.")},
    [REFUSED_EXTRA_WILD] =
        {"E9", SAYS("Only wild cards were paid, so what the tunnel asks for is paid "
                    "in wild cards too.")},
    [REFUSED_PASS] = {"C15R", SAYS("Only a player who can do nothing else passes.")},
    [REFUSED_CARD_GONE] = {"C6", SAYS("There is no such card left in the deck.")},
    [REFUSED_TICKET_GONE] = {"C12", SAYS("This ticket can't be the next one.")},
};

/* What the game waits for, when something else is tried. */
static const struct reason waits[] = {
    [PHASE_HANDS] = {"C18R", SAYS("A card must be dealt to a hand first.")},
    [PHASE_MARKET] = {"C2", SAYS("A card must be dealt to the market first.")},
    [PHASE_FIRST_TICKETS] = {"C18R", SAYS("A ticket must be dealt first.")},
    [PHASE_FIRST_SEAT] = {"E4", SAYS("It must be settled first who begins.")},
    [PHASE_CARD] = {"C2", SAYS("The card drawn from the deck must be dealt first.")},
    [PHASE_TUNNEL] = {"E7", SAYS("A card must be turned up for the tunnel first.")},
    [PHASE_TICKETS] = {"C12", SAYS("A ticket must be dealt first.")},
    [PHASE_CHOOSE] = {"C18R", SAYS("The first tickets must be chosen: say which to keep.")},
    [PHASE_TURN] = {"C1",
                    SAYS("A turn is one action: draw cards, claim a route, draw tickets, or "
                         "what else the board offers.")},
    [PHASE_SECOND] = {"C2", SAYS("The second card must be drawn: it is not optional.")},
    [PHASE_EXTRA] = {"E10", SAYS("The tunnel asks for more: pay it or decline.")},
    [PHASE_KEEP] = {"C12", SAYS("Tickets have been drawn: say which to keep.")},
    [PHASE_OVER] = {"E17", SAYS("The game is over.")},
};

/* The values of a sentence of the table, in their places. */
static void put_values(const struct match *m, const struct routes_state *s, event_t e,
                       enum refusal code, struct said value[2])
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = &s->seat[s->turn];
    uint32_t colour = event_colour(event_kind(e) == EVENT_EXTRA ? s->claim : e);

    switch (code) {
    case REFUSED_SECOND_WILD:
        value[0] = say_word(b->wild_name);
        break;
    case REFUSED_FERRY:
        value[0] = say_count(b->route[event_arg(e)].icons, b->wild_name);
        break;
    case REFUSED_CARDS:
        value[1] = say_count(seat->wild, b->wild_name);
        value[0] = value[1];
        if (colour < b->colours)
            value[0] = say_cards(pack_get(seat->hand, colour), b->colour_name[colour]);
        break;
    case REFUSED_KEEP_FEW:
        value[0] = say_count(routes_keep_least(m, s), "ticket");
        break;
    case REFUSED_STATION_PRICE:
        value[0] = say_count(routes_station_price(m, seat), "card");
        break;
    case REFUSED_EXTRA_PRICE:
        value[0] = say_count(s->extra, "card");
        break;
    default:
        break;
    }
}

/* The same refusal has another rule in some contexts. */
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
    struct said value[2] = {{0}};
    const char *sentence = reasons[code].words;
    if (code == REFUSED_NOW) {
        complain_say(why, waits[s->phase].rule, waits[s->phase].words, 0, 0);
        return;
    }
    put_values(m, s, e, code, value);
    if (code == REFUSED_CARDS && value[0].kind != SAID_CARDS)
        sentence = SAYS("You don't have these cards: you have {0}.");
    complain_say(why, rule_of(m, s, e, code), sentence, value, 2);
}
