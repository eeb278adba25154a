/*
 * The constants that the planner of the route games uses to judge positions, by name. The
 * meaning, unit, bounds and preset of each are in constants.c; boards can have values of their
 * own (tuning.h). Private to ai/.
 */
#ifndef ANDEN_ROUTES_CONSTANTS_H
#define ANDEN_ROUTES_CONSTANTS_H

#include "../tuning.h"

enum routes_constant {
    /* What a route costs. */
    CARD_MISSING,
    CARD_SPENT,
    TUNNEL_RISK,
    ICON_EXTRA,
    POINTS_COUNT,
    TURN_WORTH,
    FLAG_CARD,
    LATE,

    /* Which planned claims can wait. */
    HOLD_DANGER,
    HOLD_HAND,
    HOLD_TURNS,
    THRIFT_TURNS,
    WAY_MISSING,
    ONE_SPACE,
    NO_TWIN,
    RIVAL_NEAR,
    HARM_COUNTS,

    /* Tickets, stations, the end. */
    TICKET_TURNS,
    STATION_TURNS,
    ENDING_TICKET,
    ENDING_BEHIND,

    /* Claims for points, and what cards are worth when they are paid. */
    KEEP_CARDS,
    LONG_ROUTE,
    CARD_POINTS,
    WILD_POINTS,
    TUNNEL_DOUBT,
    TRAIL_PIECE,
    TRAIL_PLAN,
    WILD_IN_CARDS,

    /* Claims that block. */
    DETOUR_CARD,
    DETOUR_NEEDED,
    DETOUR_WILD,
    BLOCK_PRICE,
    BLOCK_SEATS,

    /* Which card to draw. */
    DRAW_BLIND,
    DRAW_WILD,
    DRAW_ICON,
    DRAW_NEEDED,
    DRAW_NEARLY,
    DRAW_HELD,

    ROUTES_CONSTANTS,
};

_Static_assert((int)ROUTES_CONSTANTS <= (int)TUNING_MAX, "TUNING_MAX");

extern const struct constant routes_constants[];

#endif
