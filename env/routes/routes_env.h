/*
 * Private to the routes family of env/.
 */
#ifndef ANDEN_ENV_ROUTES_H
#define ANDEN_ENV_ROUTES_H

#include "../family.h"

/* The most tickets that are offered at once. */
static inline uint32_t routes_offered(const struct routes_board *b)
{
    uint32_t first = b->first_long + (uint32_t)b->first_regular;

    return first > b->draw_tickets ? first : b->draw_tickets;
}

/*
 * Where the actions of a kind begin, in env->base.
 *
 * Those of route r begin at base[r]: payments with coloured cards, colour by colour (only its own
 * if it has one) with more and more wild cards; then wild cards alone; then, of a colour of the
 * flag, the first ones again with a card kept for it (P3). The payment in wild cards alone is
 * alone[r]; a payment in the route's own colour with j coloured cards comes j before it, and
 * the same one with a card kept comes keeping[r] after that.
 *
 * Stations, city by city: colour by colour, with no wild card or more; then wild cards alone, one
 * or more. The number of coloured cards follows from the price, which depends on the position.
 */
enum { BASE_DRAW = ROUTES_MAX, BASE_ONCE, BASE_KEEP, BASE_EXTRA, BASE_STATION };
enum { ONCE_TICKETS, ONCE_PASS, ONCE_DECLINE };

/* The actions of a city. */
static inline uint32_t station_payments(const struct routes_board *b)
{
    return b->stations * (b->colours + 1u);
}

/* actions.c: see struct family_env. */
void routes_list(struct env *env);
uint32_t routes_number(const struct env *env, event_t e);
void routes_specimen(const struct env *env, event_t e, struct state *s);

/* mask.c */
bool routes_mask(const struct env *env, const struct state *seen, uint8_t *mask);

/* draw.c */
bool routes_draw(const struct env *env, const struct view *v, struct text *t);

#endif
