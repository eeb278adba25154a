/*
 * What the files of the longest trail share: trail.c makes a network smaller and takes it apart,
 * trail_part.c searches the parts step by step, trail_steps.c prepares the steps.
 */
#ifndef ANDEN_ROUTES_TRAIL_H
#define ANDEN_ROUTES_TRAIL_H

#include "routes.h"

enum { NO_CITY = CITIES_MAX };

struct edge {
    uint64_t owned; /* the routes that it stands for, numbered as they were added */
    uint8_t a, b;
    uint8_t length;
};

struct way {
    uint64_t owned; /* likewise */
    uint32_t length;
};

struct network {
    struct edge edge[PIECES_MAX];
    uint8_t route[PIECES_MAX];      /* the routes by number */
    uint64_t at[CITIES_MAX];        /* edges of a city */
    struct way tail[CITIES_MAX][2]; /* the two longest tails of a city, by different edges */
    struct way best;
    uint32_t work;
    bool exact;
};

static inline uint32_t other_end(const struct edge *e, uint32_t city)
{
    return (uint32_t)(e->a ^ e->b) ^ city;
}

static inline struct way way_joined(struct way a, struct way b)
{
    return (struct way){a.owned | b.owned, a.length + b.length};
}

/* Finds the longest trail in a connected part of a network without dead ends, if it is longer
 * than the best: trail_part.c. */
void trail_in_part(struct network *n, uint64_t edges);

/* ---- the search in a part ---- */

enum {
    OPEN_MAX = 15, /* open cities: a label of four bits each, and one value for none */
    TABLES_SIZE = 256 * 1024, /* bytes of all tables */
    LAYER_MAX = 2048,         /* sets kept at one step */
    INDEX_SIZE = 2 * LAYER_MAX,
    STEPS_MAX = PIECES_MAX + CITIES_MAX,
    NOTHING = 15, /* the label of a city of which no route is kept yet */
};

/* A step decides about one edge, or closes a city: all its edges have been decided about. */
struct step {
    uint8_t a, b;   /* places of the open cities: both ends of the edge; the city, NO_CITY */
    uint8_t edge;   /* or the city */
    uint8_t open;   /* how many cities are open before this step */
    uint32_t table; /* where its table begins */
};

/* A set of kept edges. Connected cities have the same label, the lowest of their places. */
struct kept {
    uint64_t labels; /* four bits for each place */
    uint64_t owned;
    uint16_t odd; /* a set of places */
    uint8_t ends;
    uint8_t length;
};

struct search {
    struct network *n;
    uint64_t edges; /* of this part */
    uint64_t cities;
    uint64_t near[CITIES_MAX]; /* the neighbours of a city */
    struct step step[STEPS_MAX + 1];
    uint32_t steps;
    struct way best;
    uint32_t missed; /* the most that a set promised that was dropped for lack of room */
    uint32_t floor;  /* at this step sets that promise no more than this are dropped */
    uint32_t room;   /* sets that may be kept at this step */
    uint32_t count[2];
    struct kept layer[2][LAYER_MAX];
    uint16_t index[INDEX_SIZE];
    uint8_t table[TABLES_SIZE];
};

/* trail_steps.c. Puts the steps of a part in order and fills their tables. False if that needs more
 * room than there is. */
bool trail_steps(struct search *q);

/*
 * The tables. The number of odd open cities and of ends used is even, so one entry for each
 * set of odd cities is for no ends, or one; the entries for two ends follow, for the even sets
 * only.
 */
static inline uint32_t entry_of(const struct step *s, uint32_t odd, uint32_t ends)
{
    return s->table + (ends == 2 ? (1u << s->open) + (odd >> 1) : odd);
}

/* The odd cities when one has been closed and the last place moves to its place. */
static inline uint32_t odd_after(const struct step *s, uint32_t odd)
{
    uint32_t last = s->open - 1u, moves = (odd >> last & 1) & (uint32_t)(s->a != last);

    return (odd & ~(1u << s->a) & ~(1u << last)) | moves << s->a;
}

/* 1 + the most that the steps from i on can add if nothing need be connected; 0 if these cities
 * cannot be made even any more. */
static inline uint32_t most(const struct search *q, uint32_t i, uint32_t odd, uint32_t ends)
{
    return q->table[entry_of(&q->step[i], odd, ends)];
}

static inline uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

#endif
