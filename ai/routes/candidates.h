/*
 * The events worth a search in a position of a route game. Private to ai/routes.
 */
#ifndef ANDEN_CANDIDATES_H
#define ANDEN_CANDIDATES_H

#include "planner.h"

/* Lists at most cap of them, the planner's own choice first. wanted[] is how much others
 * seem to want each route (0: not at all). */
uint32_t routes_candidates(struct thought *t, const uint32_t wanted[ROUTES_MAX], event_t *out,
                           uint32_t cap);

#endif
