/*
 * The laws of each family, which are checked besides the generic ones.
 */
#include "laws.h"

static void routes_position(const struct game *g)
{
    routes_market(g);
    routes_queries(g);
}

/* Each may be null if the family has no such laws. */
static const struct family_laws {
    void (*start)(struct game *g);
    void (*position)(const struct game *g);
    void (*conserved)(const struct game *g, const struct state *s);
    void (*before)(struct game *g, event_t e);
    void (*after)(struct game *g, event_t e);
    void (*hidden)(struct game *g);
    void (*end)(struct game *g);
} laws[FAMILIES] = {
    [FAMILY_ROUTES] = {routes_start, routes_position, routes_conserved, routes_before,
                       routes_after, routes_hidden, routes_end},
    [FAMILY_METRO] = {metro_start, metro_queries, metro_conserved, metro_before, metro_after,
                      metro_hidden, metro_end},
};

static const struct family_laws *laws_of(const struct game *g)
{
    return &laws[g->match.board->family];
}

void family_start(struct game *g)
{
    if (laws_of(g)->start)
        laws_of(g)->start(g);
}

void family_position(const struct game *g)
{
    if (laws_of(g)->position)
        laws_of(g)->position(g);
    family_conserved(g, &g->state);
}

void family_conserved(const struct game *g, const struct state *s)
{
    if (laws_of(g)->conserved)
        laws_of(g)->conserved(g, s);
}

void family_before(struct game *g, event_t e)
{
    if (laws_of(g)->before)
        laws_of(g)->before(g, e);
}

void family_after(struct game *g, event_t e)
{
    if (laws_of(g)->after)
        laws_of(g)->after(g, e);
}

void family_hidden(struct game *g)
{
    if (laws_of(g)->hidden)
        laws_of(g)->hidden(g);
}

void family_end(struct game *g)
{
    if (laws_of(g)->end)
        laws_of(g)->end(g);
}
