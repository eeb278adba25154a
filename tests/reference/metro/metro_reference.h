/*
 * A second implementation of the rules of the metro family (M1..M13R), slow and obvious: tiles are
 * pairs of ports, every line is followed from its station after every placement, and legal
 * events are found by trying. Shares nothing with the engine except the facts of the board and
 * the packing of events.
 */
#ifndef ANDEN_METRO_REFERENCE_H
#define ANDEN_METRO_REFERENCE_H

#include "engine/game.h"

enum { PORTS = 8, NO_TILE = -1 };

/* A square's tile: which port each port is joined to. Ports clockwise from the top left: north 0
 * and 1, east 2 and 3, south 4 and 5, west 6 and 7. */
struct ref_tile {
    bool there;
    uint8_t joined[PORTS];
};

/* Where a line is, and whether and how it has ended. */
struct ref_line {
    int row, column, port; /* the way in at which it waits, if it is not complete */
    int length;            /* tile crossings */
    bool complete, central;
    int end;  /* the station it has reached, or -1 */
    int most; /* the most crossings of a single tile */
};

enum ref_phase { REF_HANDS, REF_FIRST, REF_FILL, REF_REDRAW, REF_TURN, REF_DRAWN, REF_OVER };

struct ref_metro {
    struct ref_tile tile[SIDE_MAX][SIDE_MAX];
    int hand[SEATS_MAX][TILE_KINDS]; /* how many of each kind */
    int supply[TILE_KINDS];
    int drawn; /* a kind or NO_TILE */
    enum ref_phase phase;
    int turn;
    int points[SEATS_MAX];
    bool scored[METRO_STATIONS_MAX];
    struct ref_line line[METRO_STATIONS_MAX];

    /* What the last placement did. */
    bool by_exception; /* M7: it joins two stations by this one tile */
    int completed;     /* lines */
    uint32_t owners;   /* set of seats that scored */
};

struct ref_choice {
    event_t event;
    uint32_t weight;
};

enum { REF_CHOICES_MAX = 3 * 60 * 4 + 2 };

void ref_start(const struct match *m, struct ref_metro *r);
uint32_t ref_actor(const struct ref_metro *r);
/* Fills list, in no particular order; returns how many there are. */
uint32_t ref_legal(const struct match *m, const struct ref_metro *r,
                   struct ref_choice list[REF_CHOICES_MAX]);
/* Applies an event that ref_legal() lists. */
void ref_apply(const struct match *m, struct ref_metro *r, event_t e);

/* The kind that has these tracks. */
int ref_kind_of(const struct ref_tile *t);
int ref_hand_size(const struct ref_metro *r, uint32_t seat);
int ref_supply_size(const struct ref_metro *r);
/* Crossings of the whole board that belong to no station's line: lines out of the centre and
 * loops. */
int ref_loops(const struct match *m, const struct ref_metro *r);

#endif
