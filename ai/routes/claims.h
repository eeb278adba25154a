/*
 * Claims that the planner considers. Each gives the best event of its kind that can be paid now, or
 * 0. Private to ai/routes.
 */
#ifndef ANDEN_CLAIMS_H
#define ANDEN_CLAIMS_H

#include "planner.h"

/*
 * A route of the network: the one that is most dangerous to leave.
 *
 * A planned route that can be paid need not be claimed at once. As long as nobody is likely to take
 * it, the turn is better used for drawing: the cards will be needed anyway, they leave the choice
 * of routes open, and the others don't see the plan. So it waits while the danger is low, the hand
 * is not too large and there is time for the rest of the plan (HOLD_...), and gives no wild cards
 * for what colours can pay while there is time to draw them (THRIFT_TURNS).
 */
event_t claim_planned(const struct thought *t, bool can_draw);

/* A claim that costs the other seat more than it costs this one. Needs t->harm. */
event_t claim_to_block(const struct thought *t);

/* The last turn: whatever counts most on the sheet. */
event_t claim_at_once(const struct thought *t);

/* By points and the longest path for the cards it costs, if that is worth more than `least` tenths
 * of a point. */
event_t claim_for_points(const struct thought *t, int32_t least);

/* Would the claim set off the last round of a game that another seat seems to win? */
bool claims_end_lost(const struct thought *t, event_t claim);

/* My total if the game ended after this event, in tenths of a point. */
int32_t claims_total_after(const struct thought *t, event_t e);

#endif
