/*
 * Private to the routes family of env/.
 */
#ifndef ANDEN_ENV_ROUTES_H
#define ANDEN_ENV_ROUTES_H

#include "../../engine/routes/queries.h"
#include "../family.h"

/* The most tickets that are offered at once. */
static inline uint32_t routes_offered(const struct routes_board *b)
{
    uint32_t first = b->first_long + (uint32_t)b->first_regular;

    return first > b->draw_tickets ? first : b->draw_tickets;
}

/* Where the actions of a kind begin, in env->base; those of route r begin at base[r]. */
enum { BASE_DRAW = ROUTES_MAX, BASE_ONCE, BASE_KEEP, BASE_EXTRA, BASE_STATION };
enum { ONCE_TICKETS, ONCE_PASS, ONCE_DECLINE };

/*
 * The payments of a thing, a route or a city, are runs of actions with more and more wild cards:
 * a run for each colour (only its own if it has one), then wild cards alone, then, in a colour of
 * the flag, the first run again with a card kept for it (P3). How many coloured cards a station
 * takes follows from its price, which depends on the position.
 */
struct runs {
    uint32_t colours; /* runs with coloured cards */
    uint32_t room;    /* payments of each of them */
    uint32_t wilds;   /* and wild cards of the first one */
    uint32_t alone;   /* payments in wild cards alone */
    uint32_t least;   /* and wild cards of the first one */
};

static inline struct runs route_runs(const struct routes_board *b, const struct route *r)
{
    struct price price = routes_route_price(r);

    return (struct runs){r->colour == GREY ? b->colours : 1u, price_coloured(price),
                         price.wilds, 1, price.cards};
}

static inline struct runs station_runs(const struct routes_board *b)
{
    return (struct runs){b->colours, b->stations, 0, b->stations, 1};
}

/* Where the payments in wild cards alone begin, and how many there are without those that keep a
 * card. */
static inline uint32_t runs_alone(struct runs r)
{
    return r.colours * r.room;
}

static inline uint32_t runs_size(struct runs r)
{
    return runs_alone(r) + r.alone;
}

/* actions.c: see struct family_env. */
void routes_list(struct env *env);
uint32_t routes_number(const struct env *env, event_t e);
void routes_specimen(const struct env *env, event_t e, struct state *s);

/* mask.c */
bool routes_mask(const struct env *env, const struct state *seen, uint8_t *mask);

#endif
