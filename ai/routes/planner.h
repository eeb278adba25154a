/*
 * What the planner thinks of a position, for the planner itself and for players that build on it.
 * Like a network it is made only from what the seat may know.
 */
#ifndef ANDEN_PLANNER_H
#define ANDEN_PLANNER_H

#include "network.h"

/* What a seat remembers from one decision to the next, so that its network is made again only when
 * something has happened to it. All zero: nothing yet. */
struct mind {
    struct network network;
    uint64_t tickets, owned[PLANES_MAX]; /* that the network was made for */
    uint64_t undone;                     /* tickets that are not completed yet */
    uint8_t label[CITIES_MAX];           /* components of the seat's own network */
    uint64_t odd;                        /* cities where an odd number of its routes meet */
    uint32_t planned;                    /* routes of the network */
    uint32_t pieces[PIECE_KINDS];        /* that it takes */
    uint32_t need[COLOURS_MAX];          /* cards that its coloured routes ask for */
    uint32_t need_wild;                  /* for icons */
    bool made;
};

/* A decision being made. */
struct thought {
    struct outlook o;
    const struct state *state;
    struct mind *mind;
    bool hasty; /* a rollout: quick rather than exact */
    bool priced;
    const int32_t *harm;        /* what claims would cost other seats (block.h), or null */
    uint32_t need[COLOURS_MAX]; /* cards that the network asks for, by colour */
};

/* Cards of a colour in hand. */
static inline uint32_t held(const struct thought *t, uint32_t colour)
{
    return pack_get(t->o.me->hand, colour);
}

/* Thinks about the position of a seat; mind and state must stay valid while the thought is
 * used. */
void planner_think(const struct match *m, const struct state *s, uint32_t seat,
                   const struct measures *measures, struct mind *mind, bool hasty,
                   struct thought *t);

/* Also considers blocking the others by one of these routes, if there are few enough. harm keeps
 * what that would cost them, and must stay valid while the thought is used. */
void planner_block(struct thought *t, const uint64_t routes[PLANES_MAX],
                   int32_t harm[ROUTES_MAX]);

/* What the planner does in the phase that the position is in. */
event_t planner_choose(struct thought *t);

/* The routes that are free and can be paid now. */
void planner_payable(const struct thought *t, uint64_t routes[PLANES_MAX]);

/* The best payment of a free route: few wild cards and, for a grey route, a colour that is
 * not needed. 0 if it can't be paid. */
event_t planner_payment(const struct thought *t, uint32_t route);

/* A station that would bring points if the game ended now; 0 if there is none. */
event_t planner_useful_station(const struct thought *t);

#endif
