/*
 * Who plays the games of the comparison: seats with a bias and chance with a bias, so that they
 * reach corners that unbiased play seldom reaches.
 */
#ifndef ANDEN_REFERENCE_DRIVERS_H
#define ANDEN_REFERENCE_DRIVERS_H

#include "reference.h"
#include "rng.h"

enum driver {
    DRIVER_EVEN,     /* any legal event */
    DRIVER_KINDS,    /* any kind of event, then any of that kind */
    DRIVER_HOARDER,  /* draws cards while there are any */
    DRIVER_BUILDER,  /* claims whenever possible */
    DRIVER_TICKETS,  /* draws tickets while there are any */
    DRIVER_STATIONS, /* builds stations */
    DRIVER_WILDS,    /* draws wild cards and pays with them */
    DRIVER_TUNNELS,  /* claims tunnels, expensive ones too */
    DRIVER_IDLER,    /* draws cards and claims nothing while anything else is possible */
    DRIVERS
};

enum luck {
    LUCK_EVEN,     /* by weight */
    LUCK_FLAT,     /* any outcome */
    LUCK_WILD,     /* often a wild card */
    LUCK_MATCHING, /* tunnels are often expensive */
    LUCKS
};

/* The players of one game. */
struct cast {
    enum driver seat[ROUTES_SEATS_MAX];
    enum luck luck;
};

struct cast cast_of(struct rng *rng);

/* Chooses one of the n legal events of the position. */
event_t cast_choose(const struct cast *cast, const struct match *m, const struct ref *r,
                    const event_t *events, const uint32_t *weights, uint32_t n,
                    struct rng *rng);

#endif
