/*
 * What the constants of the planner mean: see constants.h. Turns are the planner's estimate of the
 * turns that a seat still has; "of the game" means of all turns it has at the start. The presets
 * are meant for any map.
 */
#include "constants.h"

const struct constant routes_constants[] = {
    [CARD_MISSING] = {"card_missing", 10, 150, 50,
                      "getting a card that is missing for a route, hundredths of a turn"},
    [CARD_SPENT] = {"card_spent", 0, 100, 20, "paying a card, hundredths of a turn"},
    [TUNNEL_RISK] = {"tunnel_risk", 0, 200, 50,
                     "what tunnels ask for and refuse, hundredths of a turn"},
    [ICON_EXTRA] = {"icon_extra", 0, 200, 30,
                    "a wild card that an icon asks for, hundredths of a turn"},
    [POINTS_COUNT] = {"points_count", 0, 150, 20,
                      "how much the points of a route make it cheaper, percent"},
    [TURN_WORTH] = {"turn_worth", 50, 500, 210,
                    "a turn, percent of what an average turn of claiming brings"},
    [FLAG_CARD] = {"flag_card", 0, 30, 7, "a card for the flag, tenths of a point"},
    [LATE] = {"late", 0, 100, 30,
              "each turn that a plan takes beyond the end of the game, tenths of a point"},

    [HOLD_DANGER] = {"hold_danger", 0, 600, 400, "a planned route with less danger can wait"},
    [HOLD_HAND] = {"hold_hand", 0, 150, 65,
                   "waiting ends with more cards in hand, percent of all pieces of a seat"},
    [HOLD_TURNS] = {"hold_turns", 0, 100, 43,
                    "waiting ends with fewer turns to spare, percent of the game"},
    [THRIFT_TURNS] = {"thrift_turns", 0, 100, 65,
                      "no wild card for a planned route with more turns left, percent of the "
                      "game"},
    [WAY_MISSING] = {"way_missing", 0, 40, 10,
                     "danger: each open route at its ends fewer than twelve"},
    [ONE_SPACE] = {"one_space", 0, 80, 20, "danger: each space of the route"},
    [NO_TWIN] = {"no_twin", 0, 200, 40, "danger: it has no free twin"},
    [RIVAL_NEAR] = {"rival_near", 0, 200, 0, "danger: each end that another seat has reached"},
    [HARM_COUNTS] = {"harm_counts", 0, 500, 125,
                     "danger: losing it would cost the other seat, percent of tenths of a "
                     "point"},

    [TICKET_TURNS] = {"ticket_turns", 0, 120, 40,
                      "turns that must be left for each ticket drawn, tenths"},
    [STATION_TURNS] = {"station_turns", 0, 200, 50,
                       "turns before the end from which on stations are built, tenths"},
    [ENDING_TICKET] = {"ending_ticket", 0, 150, 20,
                       "what others have from a ticket when the game ends, percent of a mean "
                       "ticket"},
    [ENDING_BEHIND] = {"ending_behind", 0, 600, 50,
                       "it does not end a game in which it is behind by more, tenths of a "
                       "point"},

    [KEEP_CARDS] = {"keep_cards", 0, 150, 40,
                    "without a plan it claims for points with more cards in hand, percent of "
                    "all pieces of a seat"},
    [LONG_ROUTE] = {"long_route", 0, 150, 45,
                    "without a plan it claims at once what is worth more, tenths of a point"},
    [CARD_POINTS] = {"card_points", 0, 20, 3, "a card paid for points, tenths of a point"},
    [WILD_POINTS] = {"wild_points", 0, 40, 4, "more for a wild card, tenths of a point"},
    [TUNNEL_DOUBT] = {"tunnel_doubt", 0, 60, 5, "a tunnel on the last turn, tenths of a point"},
    [TRAIL_PIECE] = {"trail_piece", 0, 60, 15,
                     "each piece that makes the own path longer, percent of the points for the "
                     "longest path"},
    [TRAIL_PLAN] = {"trail_plan", 0, 100, 15,
                    "how much each such piece makes a planned route cheaper, hundredths of a "
                    "turn"},
    [WILD_IN_CARDS] = {"wild_in_cards", 0, 150, 40,
                       "a wild card in a payment, tenths of a card that is not needed"},

    [DETOUR_CARD] = {"detour_card", 0, 100, 20, "a card paid to block, hundredths of a turn"},
    [DETOUR_NEEDED] = {"detour_needed", 0, 150, 50,
                       "more for one that the plan needs, hundredths of a turn"},
    [DETOUR_WILD] = {"detour_wild", 0, 200, 80, "more for a wild one, hundredths of a turn"},
    [BLOCK_PRICE] = {"block_price", 50, 500, 150,
                     "what blocking must gain, percent of its price"},
    [BLOCK_SEATS] = {"block_seats", 0, SEATS_MAX, 2, "it blocks at tables of up to so many"},

    [DRAW_BLIND] = {"draw_blind", 0, 300, 100, "drawing: a card from the deck"},
    [DRAW_WILD] = {"draw_wild", 0, 300, 90, "drawing: a wild card from the market"},
    [DRAW_ICON] = {"draw_icon", 0, 300, 120, "drawing: one that an icon of the plan needs"},
    [DRAW_NEEDED] = {"draw_needed", 0, 400, 140, "drawing: a colour that the plan needs"},
    [DRAW_NEARLY] = {"draw_nearly", 0, 100, 10,
                     "drawing: more for each card fewer than four that is missing"},
    [DRAW_HELD] = {"draw_held", 0, 60, 10,
                   "drawing: a colour that is not needed, for each such card in hand"},
    [ROUTES_CONSTANTS] = {0},
};
