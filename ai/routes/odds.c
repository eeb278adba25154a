/*
 * The odds of route games, by the net: see ai/odds.h.
 */
#include "../odds.h"

#include "net.h"
#include "routes_players.h"

bool routes_odds(const struct match *m, const struct state *s, struct odds *odds)
{
    int16_t inputs[ROUTES_SEATS_MAX][STANDING_INPUTS];
    struct mind mind[ROUTES_SEATS_MAX] = {0};
    struct opinion opinion[ROUTES_SEATS_MAX];
    struct tuning tuning;
    struct measures measures;

    if (s->routes.phase != PHASE_TURN && s->routes.phase != PHASE_SECOND)
        return false;
    tuning_of_match(m, &tuning);
    measures_of(&m->board->routes, &tuning, &measures);
    standing_of(m, s, &measures, mind, inputs);
    net_opinions(&routes_net, m->seats, inputs, opinion);
    for (uint32_t i = 0; i < m->seats; i++)
        odds->chance[i] = opinion[i].chance;
    odds->games = net_worth(inputs[0]);
    return true;
}
