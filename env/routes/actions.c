/*
 * The actions of the routes family: drawing, tickets, claims, stations, tunnels, each with every
 * payment. They are ordered so that a little arithmetic finds the number of an event.
 */
#include "routes_env.h"

/* Events without arguments: one action each. */
static const enum event_kind once[] = {
    [ONCE_TICKETS] = EVENT_TICKETS, [ONCE_PASS] = EVENT_PASS, [ONCE_DECLINE] = EVENT_DECLINE};
enum { ONCE = sizeof once / sizeof once[0] };

/* ---- payments: see routes_env.h ---- */

/* `own`: the colour of a route, or GREY; `flag`: a card of it can be kept. */
static void list_runs(struct env *env, enum event_kind kind, uint32_t what, struct runs r,
                      uint32_t own, bool flag)
{
    for (uint32_t i = 0; i < r.colours; i++)
        for (uint32_t w = 0; w < r.room; w++)
            env_add(env, event_pay(kind, what, own == GREY ? i : own, r.wilds + w));
    for (uint32_t w = 0; w < r.alone; w++)
        env_add(env, event_pay(kind, what, WILD, r.least + w));
    for (uint32_t w = 0; flag && w < r.room; w++)
        env_add(env, event_keeping_flag(event_pay(kind, what, own, r.wilds + w)));
}

static inline uint32_t place_of(struct runs r, event_t e)
{
    if (event_colour(e) == WILD)
        return runs_alone(r) + event_wilds(e) - r.least;
    if (event_keeps_flag(e))
        return runs_size(r) + event_wilds(e) - r.wilds;
    return (r.colours > 1 ? event_colour(e) * r.room : 0) + event_wilds(e) - r.wilds;
}

/* ---- all of them ---- */

void routes_list(struct env *env)
{
    const struct routes_board *b = &env->board.routes;

    env->base[BASE_DRAW] = env->actions;
    for (uint32_t slot = 0; slot <= SLOT_DECK; slot++)
        env_add(env, event_make(EVENT_DRAW, slot));
    env->base[BASE_ONCE] = env->actions;
    for (uint32_t i = 0; i < ONCE; i++)
        env_add(env, event_make(once[i], 0));
    env->base[BASE_KEEP] = env->actions - 1; /* masks begin at 1 */
    for (uint32_t mask = 1; mask < 1u << routes_offered(b); mask++)
        env_add(env, event_make(EVENT_KEEP, mask));
    env->base[BASE_EXTRA] = env->actions;
    for (uint32_t w = 0; b->features & FEATURE_TUNNELS && w <= TUNNEL_CARDS; w++)
        env_add(env, event_pay(EVENT_EXTRA, 0, 0, w));
    for (uint32_t i = 0; i < b->routes; i++) {
        uint32_t route = b->route_at[i], own = b->route[route].colour;
        struct runs runs = route_runs(b, &b->route[route]);

        env->base[route] = env->actions;
        env->alone[route] = (uint8_t)runs_alone(runs);
        list_runs(env, EVENT_CLAIM, route, runs, own, own != GREY && pack_get(b->flag, own));
    }
    env->base[BASE_STATION] = env->actions;
    for (uint32_t city = 0; b->stations && city < b->cities; city++)
        list_runs(env, EVENT_STATION, city, station_runs(b), GREY, false);
}

uint32_t routes_number(const struct env *env, event_t e)
{
    const struct routes_board *b = &env->board.routes;
    uint32_t what = event_arg(e);

    switch (event_kind(e)) {
    case EVENT_DRAW:
        return env->base[BASE_DRAW] + what;
    case EVENT_TICKETS:
        return env->base[BASE_ONCE] + ONCE_TICKETS;
    case EVENT_PASS:
        return env->base[BASE_ONCE] + ONCE_PASS;
    case EVENT_DECLINE:
        return env->base[BASE_ONCE] + ONCE_DECLINE;
    case EVENT_KEEP:
        return env->base[BASE_KEEP] + what;
    case EVENT_EXTRA:
        return env->base[BASE_EXTRA] + event_wilds(e);
    case EVENT_CLAIM:
        return what < ROUTES_MAX ? env->base[what] + place_of(route_runs(b, &b->route[what]), e)
                                 : (uint32_t)ENV_NONE;
    case EVENT_STATION:
        return env->base[BASE_STATION] + what * runs_size(station_runs(b)) +
               place_of(station_runs(b), e);
    default:
        return ENV_NONE;
    }
}

/* The first position of a seat in which the event makes sense: with a station price that leaves
 * room for the wild cards, or a tunnel that asks for them. */
void routes_specimen(const struct env *env, event_t e, struct state *s)
{
    uint32_t wilds = event_wilds(e), all = event_colour(e) == WILD ? wilds : wilds + 1;
    struct routes_seat *seat = &s->routes.seat[s->routes.turn];

    s->routes.extra = (uint8_t)(wilds ? wilds : 1);
    if (event_kind(e) == EVENT_STATION)
        while (seat->stations_left > 1 && routes_station_price(&env->match, seat) < all)
            routes_suppose(&s->routes, s->routes.turn, event_pay(EVENT_STATION, 0, 0, 0));
}
