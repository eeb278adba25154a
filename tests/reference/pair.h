/*
 * One game played by the engine and the reference side by side, and the checks made at each event.
 */
#ifndef ANDEN_REFERENCE_PAIR_H
#define ANDEN_REFERENCE_PAIR_H

#include "drivers.h"
#include "reference.h"

enum { PAIR_EVENTS_MAX = 20000, DIFFERENCE_SIZE = 240 };

/* What has been done so far, over all games. */
struct figures {
    unsigned long events, games, unfinished;
    unsigned long refused;        /* illegal events offered and refused */
    unsigned long sheets;         /* compared */
    unsigned long sheets_in_part; /* compared without the longest trail: too many steps */
    unsigned long differences;
};

struct pair {
    struct match match;
    struct state state;
    struct ref ref;
    struct cast cast;
    struct rng rng;
    struct figures *figures;
    uint32_t length;
    event_t log[PAIR_EVENTS_MAX];

    /* The reference's legal events of the position, in the order of their numbers. */
    event_t legal[LEGAL_MAX];
    uint32_t weights[LEGAL_MAX];
    uint32_t legals;

    char difference[DIFFERENCE_SIZE];
};

void pair_start(struct pair *p, const struct match *m, uint64_t seed, struct figures *figures);

/* Compares everything about the position: actor, state, legal events, counting, picking, refusing,
 * at times the sheet. False if something differs, with p->difference. */
bool pair_check(struct pair *p);

/* One event in both. False with p->difference if one of them refuses it. */
bool pair_step(struct pair *p);

/* The final sheets. */
bool pair_end(struct pair *p);

/* Prints the difference and the events that led to it, as a log. */
void pair_report(const struct pair *p);

#endif
