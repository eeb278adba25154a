/*
 * A small net that judges how a route game stands: how likely each seat is to win, and by how much.
 * It was trained with positions of finished games (`anden train`); its weights are data
 * (routes.net), compiled in.
 *
 * Each seat's standing (standing.h) goes through the same two layers and gives two opinions. The
 * chances of all seats follow from the first one: they add up to 1, for any number of seats. It
 * computes with whole numbers only, so the results are the same everywhere.
 */
#ifndef ANDEN_NET_H
#define ANDEN_NET_H

#include "../odds.h"
#include "standing.h"

enum {
    NET_FIRST = 32,   /* cells of the first layer */
    NET_SECOND = 16,  /* of the second */
    NET_WEIGHT = 64,  /* the weight 1 */
    NET_WORTH = 32,   /* games, at the start of one */
    NET_MARGIN = 256, /* the most that a margin counts */
};

/* What a cell adds up: its inputs times these. The last input of a layer is always 1. */
struct net {
    int8_t first[NET_FIRST][STANDING_INPUTS];
    int8_t second[NET_SECOND][NET_FIRST + 1];
    int8_t strength[NET_SECOND + 1];
    int8_t margin[NET_SECOND + 1];
};

extern const struct net routes_net;

/* What is expected of a seat. */
struct opinion {
    uint16_t chance; /* to win, of ODDS_ONE */
    int16_t margin;  /* to the best of the others, squeezed: -NET_MARGIN to NET_MARGIN */
};

/* What the net thinks of each seat, from the inputs of standing_of(). */
void net_opinions(const struct net *net, uint32_t seats, int16_t inputs[][STANDING_INPUTS],
                  struct opinion opinion[]);

/* The net's opinion is as good as so many games played on from the position: fewer towards the
 * end. */
static inline uint32_t net_worth(const int16_t inputs[STANDING_INPUTS])
{
    return NET_WORTH * (uint32_t)inputs[TURNS_LEFT] / STANDING_ONE;
}

#endif
