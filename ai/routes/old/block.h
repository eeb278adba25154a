/*
 * Blocking: what claims would cost the other seat of a game for two, judged by what is public:
 * its network, and the cards it took from the market. Private to ai/routes.
 */
#ifndef ANDEN_OLD_BLOCK_H
#define ANDEN_OLD_BLOCK_H

#include "old_players.h"

#include "network.h"

/* For each route of the set, what the other seat is expected to lose if this one claims it, in
 * tenths of a point; 0 for all other routes. For two seats only. */
void block_harm(const struct outlook *o, const uint64_t routes[PLANES_MAX],
                int32_t harm[ROUTES_MAX]);

#endif
