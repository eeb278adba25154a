/*
 * Why an event is refused, in whole sentences for the person who tried it, with the id of the rule.
 */
#include "../words.h"
#include "routes.h"

struct reason {
    struct ground ground;
    const char *words;
};

static const struct reason reasons[] = {
    [LEGAL] = {{CODE("allowed"), ""}, SAYS("This is allowed.")},
    [REFUSED_OVER] = {{CODE("game_over"), 0}, SAYS("The game is over.")},
    [REFUSED_MALFORMED] = {{CODE("no_such_event"), ""}, SAYS("There is no such event.")},
    [REFUSED_NO_DECK] = {{CODE("no_cards"), "C6R"},
                         SAYS("No cards can be drawn while deck and discards are empty.")},
    [REFUSED_SECOND_WILD] = {{CODE("second_wild"), "C3"},
                             SAYS("A {0} that lies face up can only be taken as first card.")},
    [REFUSED_TAKEN] = {{CODE("route_taken"), "C8"},
                       SAYS("This route has been claimed already.")},
    [REFUSED_TWIN_OWN] = {{CODE("twin_owned"), "C11"},
                          SAYS("You own the other of these two parallel routes; nobody may "
                               "own both.")},
    [REFUSED_TWIN_CLOSED] = {{CODE("twin_closed"), "C11"},
                             SAYS(
                                 "With so few players only one of two parallel routes is used, "
                                 "and the other one has been claimed.")},
    [REFUSED_PIECES] = {{CODE("pieces_missing"), "C9"},
                        SAYS("You don't have enough pieces left for this route.")},
    [REFUSED_COLOUR] = {{CODE("wrong_colour"), "C8"},
                        SAYS("This route is {0}, and is paid in that colour.")},
    [REFUSED_PRICE] = {{CODE("wrong_price"), "C8"},
                       SAYS("That is not the price of this route.")},
    [REFUSED_FERRY] = {{CODE("ferry_wilds"), "E6"},
                       SAYS("This ferry needs at least {0} in its payment.")},
    [REFUSED_CARDS] = {{CODE("cards_missing"), "C8"},
                       SAYS("You don't have these cards: you have {0} and {1}.")},
    [REFUSED_FLAG_NONE] = {{CODE("no_flag"), "C8"}, SAYS("There is no flag on this board.")},
    [REFUSED_FLAG_COLOUR] = {{CODE("flag_colour"), "P4R"},
                             SAYS("Only routes in a colour of the flag give a card for it.")},
    [REFUSED_FLAG_WILD] =
        {{CODE("flag_wild"), "P4R"},
         SAYS("Only wild cards are paid, and they are never kept for the flag.")},
    [REFUSED_FLAG_AGAIN] = {{CODE("flag_again"), "P3"},
                            SAYS("A card of this colour lies before you already.")},
    [REFUSED_NO_TICKETS] = {{CODE("no_tickets"), "C12"}, SAYS("There are no tickets left.")},
    [REFUSED_KEEP_FEW] = {{CODE("too_few_tickets"), "C12"},
                          SAYS("You must keep at least {0}.")},
    [REFUSED_NO_STATIONS] = {{CODE("no_stations"), "C1"},
                             SAYS("There are no stations on this board.")},
    [REFUSED_STATIONS_OUT] = {{CODE("stations_used"), "E14"},
                              SAYS("You have no station left.")},
    [REFUSED_STATION_CITY] = {{CODE("station_taken"), "E14"},
                              SAYS("There is a station here already.")},
    [REFUSED_STATION_PRICE] =
        {{CODE("station_price"), "E14"},
         SAYS("That is not the price of your next station: it is {0} of one colour.")},
    [REFUSED_EXTRA_PRICE] = {{CODE("tunnel_price"), "E8"},
                             SAYS("The tunnel asks for exactly {0}.")},
    [REFUSED_EXTRA_WILD] =
        {{CODE("tunnel_wilds"), "E9"},
         SAYS("Only wild cards were paid, so what the tunnel asks for is paid "
              "in wild cards too.")},
    [REFUSED_PASS] = {{CODE("must_act"), "C15R"},
                      SAYS("You can only pass if you can do nothing else.")},
    [REFUSED_CARD_GONE] = {{CODE("card_gone"), "C6"},
                           SAYS("There is no such card left in the deck.")},
    [REFUSED_TICKET_GONE] = {{CODE("ticket_gone"), "C12"},
                             SAYS("This ticket can't be the next one.")},
};

/* What the game waits for, if something else is tried. */
static const struct reason waits[] = {
    [PHASE_HANDS] = {{CODE("wrong_phase"), "C18R"},
                     SAYS("A card must be dealt to a hand first.")},
    [PHASE_MARKET] = {{CODE("wrong_phase"), "C2"},
                      SAYS("A card must be turned face up first.")},
    [PHASE_FIRST_TICKETS] = {{CODE("wrong_phase"), "C18R"},
                             SAYS("A ticket must be dealt first.")},
    [PHASE_FIRST_SEAT] = {{CODE("wrong_phase"), 0},
                          SAYS("First it must be decided who begins.")},
    [PHASE_CARD] = {{CODE("wrong_phase"), "C2"},
                    SAYS("The card drawn from the deck must be dealt first.")},
    [PHASE_TUNNEL] = {{CODE("wrong_phase"), "E7"},
                      SAYS("A card must be turned up for the tunnel first.")},
    [PHASE_TICKETS] = {{CODE("wrong_phase"), "C12"}, SAYS("A ticket must be dealt first.")},
    [PHASE_CHOOSE] = {{CODE("wrong_phase"), "C18R"},
                      SAYS("The first tickets must be chosen: say which to keep.")},
    [PHASE_TURN] = {{CODE("wrong_phase"), "C1"},
                    SAYS("A turn is one action: draw cards, claim a route, draw tickets, or "
                         "something else that the board offers.")},
    [PHASE_SECOND] = {{CODE("wrong_phase"), "C2"},
                      SAYS("The second card must be drawn: it is not optional.")},
    [PHASE_EXTRA] = {{CODE("wrong_phase"), "E10"},
                     SAYS("The tunnel asks for more: pay it or decline.")},
    [PHASE_KEEP] = {{CODE("wrong_phase"), "C12"},
                    SAYS("Tickets have been drawn: say which to keep.")},
};

/* The values of a sentence of the table, in their places. */
static void put_values(const struct match *m, const struct routes_state *s, event_t e,
                       enum refusal code, struct said value[2])
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = &s->seat[s->turn];
    const struct route *r = &b->route[event_arg(e) < ROUTES_MAX ? event_arg(e) : 0];
    uint32_t colour = event_colour(event_kind(e) == EVENT_EXTRA ? s->claim : e);

    switch (code) {
    case REFUSED_COLOUR:
        value[0] = say_word(b->colour_word[r->colour]);
        if (r->twin != NO_ROUTE && b->route[r->twin].colour < COLOURS_MAX &&
            b->route[r->twin].colour != r->colour)
            value[1] = say_word(b->colour_word[b->route[r->twin].colour]);
        break;
    case REFUSED_SECOND_WILD:
        value[0] = say_word(b->wild_name);
        break;
    case REFUSED_FERRY:
        value[0] = say_count(r->icons, b->wild_name);
        break;
    case REFUSED_CARDS:
        value[1] = say_count(seat->wild, b->wild_name);
        value[0] = value[1];
        if (colour < b->colours)
            value[0] = say_cards(pack_get(seat->hand, colour), b->colour_word[colour]);
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

/* In some contexts a refusal comes from another rule; where the games have each their own, the
 * table has none. */
static const char *rule_of(const struct match *m, const struct routes_state *s, event_t e,
                           enum refusal code)
{
    const struct routes_board *b = board_of(m);

    if (code == REFUSED_OVER)
        return rule_of_game(b, "E17", "B9", "P6");
    if (code == REFUSED_NOW)
        return s->phase == PHASE_FIRST_SEAT ? first_rule(b) : waits[s->phase].ground.rule;
    if (code == REFUSED_CARDS && event_kind(e) == EVENT_STATION)
        return "E14";
    if (code == REFUSED_CARDS && event_kind(e) == EVENT_EXTRA)
        return "E8";
    if (code == REFUSED_KEEP_FEW && s->phase == PHASE_CHOOSE)
        return rule_of_game(b, "E3", "B2", "P2");
    if (code == REFUSED_FLAG_COLOUR && b->route[event_arg(e)].colour != GREY)
        return "P3";
    return reasons[code].ground.rule;
}

void routes_explain(const struct match *m, const struct state *state, event_t e,
                    struct complaint *why)
{
    const struct routes_state *s = &state->routes;
    enum refusal code = routes_refusal(m, s, e);
    const struct reason *reason = code == REFUSED_NOW ? &waits[s->phase] : &reasons[code];
    struct said value[2] = {{0}};
    const char *sentence = reason->words;

    put_values(m, s, e, code, value);
    if (code == REFUSED_COLOUR && value[1].text)
        sentence = SAYS("One of these two routes is {0}, the other {1}; each is paid in its "
                        "own colour.");
    if (code == REFUSED_CARDS && value[0].kind != SAID_CARDS)
        sentence = SAYS("You don't have these cards: you have {0}.");
    complain_say(why, GROUND(reason->ground.code, rule_of(m, s, e, code)), sentence, value, 2);
}
