/*
 * Blocking: what claims would cost the other seats, judged from what is public: their networks,
 * and the cards that they took from the market. Private to ai/routes.
 */
#ifndef ANDEN_BLOCK_H
#define ANDEN_BLOCK_H

#include "network.h"

/* For each route of the set, what the other seats together are expected to lose if this one claims
 * it, in tenths of a point; 0 for all other routes. */
void block_harm(const struct outlook *o, const uint64_t routes[PLANES_MAX],
                int32_t harm[ROUTES_MAX]);

#endif
