/*
 * What the two files of the longest trail share: trail.c takes a network apart, trail_part.c
 * searches the parts.
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

/*
 * Finds the longest trail in a part of a network in which every edge lies on a cycle, and
 * returns the longest one there that begins in a city (or none: NO_CITY).
 */
struct way trail_in_part(struct network *n, uint64_t edges, uint32_t city);

#endif
