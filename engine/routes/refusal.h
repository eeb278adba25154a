/*
 * Why an event of the routes family is refused. Other layers ask through queries.h; explain.c
 * has the words and the rule for each.
 */
#ifndef ANDEN_ROUTES_REFUSAL_H
#define ANDEN_ROUTES_REFUSAL_H

enum refusal {
    LEGAL = 0,
    REFUSED_OVER,
    REFUSED_NOW,       /* not the kind of event that the game waits for */
    REFUSED_MALFORMED, /* no such slot, route, city, colour, or bits that mean nothing */
    REFUSED_NO_DECK,
    REFUSED_SECOND_WILD,
    REFUSED_TAKEN,
    REFUSED_TWIN_OWN,
    REFUSED_TWIN_CLOSED,
    REFUSED_PIECES,
    REFUSED_COLOUR,
    REFUSED_PRICE,
    REFUSED_FERRY,
    REFUSED_CARDS,
    REFUSED_FLAG_NONE,
    REFUSED_FLAG_COLOUR,
    REFUSED_FLAG_WILD,
    REFUSED_FLAG_AGAIN,
    REFUSED_NO_TICKETS,
    REFUSED_KEEP_FEW,
    REFUSED_NO_STATIONS,
    REFUSED_STATIONS_OUT,
    REFUSED_STATION_CITY,
    REFUSED_STATION_PRICE,
    REFUSED_EXTRA_PRICE,
    REFUSED_EXTRA_WILD,
    REFUSED_PASS,
    REFUSED_CARD_GONE,
    REFUSED_TICKET_GONE,
};

#endif
