/*
 * Which laws a game is held against besides the generic ones: those of its family.
 */
#include "laws.h"

void family_start(struct game *g)
{
    if (g->match.board->family == FAMILY_ROUTES)
        routes_start(g);
    else if (g->match.board->family == FAMILY_METRO)
        metro_start(g);
}

void family_position(const struct game *g)
{
    if (g->match.board->family == FAMILY_ROUTES) {
        routes_market(g);
        routes_queries(g);
    } else if (g->match.board->family == FAMILY_METRO) {
        metro_queries(g);
    }
    family_conserved(g, &g->state);
}

void family_conserved(const struct game *g, const struct state *s)
{
    if (g->match.board->family == FAMILY_ROUTES)
        routes_conserved(g, s);
    else if (g->match.board->family == FAMILY_METRO)
        metro_conserved(g, s);
}

void family_before(struct game *g, event_t e)
{
    g->phase = 0;
    if (g->match.board->family == FAMILY_ROUTES) {
        g->phase = g->state.routes.phase;
        routes_before(g, e);
    } else if (g->match.board->family == FAMILY_METRO) {
        metro_before(g, e);
    }
}

void family_after(struct game *g, event_t e)
{
    if (g->match.board->family == FAMILY_ROUTES)
        routes_after(g, e, g->phase);
    else if (g->match.board->family == FAMILY_METRO)
        metro_after(g, e);
}

void family_hidden(struct game *g)
{
    if (g->match.board->family == FAMILY_ROUTES)
        routes_hidden(g);
    else if (g->match.board->family == FAMILY_METRO)
        metro_hidden(g);
}

void family_end(struct game *g)
{
    if (g->match.board->family == FAMILY_ROUTES)
        routes_end(g);
    else if (g->match.board->family == FAMILY_METRO)
        metro_end(g);
}
