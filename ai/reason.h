/*
 * Why an event is good, as data: other code puts it into words, in the language of the reader.
 * A reason is found from the view alone, whichever player has chosen the event.
 */
#ifndef ANDEN_REASON_H
#define ANDEN_REASON_H

#include "../engine/game.h"

/* In brackets: the fields that a reason has. */
enum reason_kind {
    REASON_NONE, /* there is nothing in particular to say */

    /* Route games. */
    REASON_TICKET_DONE,     /* completes a ticket (route, ticket, points) */
    REASON_LAST_WAY,        /* without the route a ticket is lost (route, city, ticket) */
    REASON_WAY,             /* a ticket's way; another takes longer (route, ticket, turns) */
    REASON_NETWORK,         /* part of the network for all tickets (route, count) */
    REASON_ENDS,            /* begins the last round (route) */
    REASON_BLOCK,           /* somebody else seems to need it (route) */
    REASON_LONGEST,         /* lengthens one's path; points for the longest (route, points) */
    REASON_ROUTE_POINTS,    /* points for the route itself (route, points) */
    REASON_CARD,            /* a route of the network needs the colour (card, route) */
    REASON_GREY_CARD,       /* ... a grey one, for which the colour will do (card, route) */
    REASON_WILD,            /* a wild card, for a route of the network (card, route) */
    REASON_SOME_CARD,       /* no card in the market helps (nothing) */
    REASON_WAIT,            /* a planned route could be paid, but is in no danger (route) */
    REASON_NOT_END,         /* a claim would end a game that seems lost (route) */
    REASON_COLLECT,         /* cards of a colour already held (card) */
    REASON_TICKETS_DRAW,    /* all tickets are done, time is left (turns) */
    REASON_TICKETS_KEEP,    /* a network can serve them (count, points, turns) */
    REASON_TICKETS_HARD,    /* the cheapest to miss: not all can be done (count, points) */
    REASON_STATION_TICKET,  /* a station completes a ticket (city, ticket, points) */
    REASON_TUNNEL_PAID,     /* the network needs the tunnel (route) */
    REASON_TUNNEL_DECLINED, /* too expensive now (route) */

    /* Metro. Stations are from 0. */
    REASON_LINE_CENTRE, /* one's own line ends in the centre: doubled (station, points) */
    REASON_LINE_ENDS,   /* one's own line ends (station, points) */
    REASON_LINE_GROWS,  /* one's own line is longer now (station, count: its length) */
    REASON_LINE_CUT,    /* another's line ends early (station, seat, points) */
    REASON_NO_HARM,     /* touches no line of one's own (nothing) */
    REASON_LEAST_HARM,  /* a line of one's own must end; this costs least (station, points) */
    REASON_NEW_TILE,    /* better tiles are to come than those in hand (nothing) */

    REASON_KINDS,
};

struct reason {
    uint8_t kind; /* enum reason_kind */
    uint8_t route, city, ticket, card, station, seat;
    uint8_t count, turns;
    int16_t points;
};

#endif
