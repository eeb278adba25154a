/*
 * The actions of the routes family: drawing, tickets, claims, stations, tunnels, each with every
 * payment. They are ordered so that a little arithmetic finds the number of an event.
 */
#include "../../engine/routes/queries.h"
#include "routes_env.h"

/* Events without arguments: one action each. */
static const enum event_kind once[] = {
    [ONCE_TICKETS] = EVENT_TICKETS, [ONCE_PASS] = EVENT_PASS, [ONCE_DECLINE] = EVENT_DECLINE};
enum { ONCE = sizeof once / sizeof once[0] };

/* ---- payments of a route: see routes_env.h ---- */

static inline uint32_t colours_of(const struct env *env, struct price price)
{
    return price.colour == GREY ? env->board.routes.colours : 1;
}

static void list_route(struct env *env, uint32_t route)
{
    const struct routes_board *b = &env->board.routes;
    struct price price = routes_route_price(&b->route[route]);
    uint32_t flags = 0;

    env->base[route] = env->actions;
    for (uint32_t i = 0; i < colours_of(env, price); i++)
        for (uint32_t w = price.wilds; w < price.cards; w++)
            env_add(env, event_pay(EVENT_CLAIM, route,
                                   price.colour == GREY ? i : (uint32_t)price.colour, w));
    env->alone[route] = (uint16_t)env->actions;
    env_add(env, event_pay(EVENT_CLAIM, route, WILD, price.cards));
    if (price.colour != GREY && pack_get(b->flag, price.colour))
        flags = price_coloured(price);
    env->keeping[route] = (uint8_t)(flags ? flags + 1 : 0);
    for (uint32_t i = 0; i < flags; i++)
        env_add(env, event_keeping_flag(
                         event_pay(EVENT_CLAIM, route, price.colour, price.wilds + i)));
}

static inline uint32_t number_claim(const struct env *env, event_t e)
{
    uint32_t route = event_arg(e);
    const struct route *r = &env->board.routes.route[route];
    struct price price = routes_route_price(r);
    uint32_t coloured = price_coloured(price), at = event_wilds(e) - price.wilds;
    uint32_t base = env->base[route];

    if (event_keeps_flag(e))
        return base + coloured + 1 + at;
    if (price.colour == GREY)
        return base + (event_colour(e) == WILD ? coloured * env->board.routes.colours
                                               : coloured * event_colour(e) + at);
    return base + at;
}

/* ---- stations: likewise ---- */

static void list_stations(struct env *env)
{
    const struct routes_board *b = &env->board.routes;

    env->base[BASE_STATION] = env->actions;
    for (uint32_t city = 0; b->stations && city < b->cities; city++) {
        for (uint32_t colour = 0; colour < b->colours; colour++)
            for (uint32_t w = 0; w < b->stations; w++)
                env_add(env, event_pay(EVENT_STATION, city, colour, w));
        for (uint32_t w = 1; w <= b->stations; w++)
            env_add(env, event_pay(EVENT_STATION, city, WILD, w));
    }
}

static inline uint32_t number_station(const struct env *env, event_t e)
{
    const struct routes_board *b = &env->board.routes;
    uint32_t base = env->base[BASE_STATION] + event_arg(e) * station_payments(b);

    if (event_colour(e) == WILD)
        return base + b->colours * (uint32_t)b->stations + event_wilds(e) - 1;
    return base + event_colour(e) * b->stations + event_wilds(e);
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
    for (uint32_t i = 0; i < b->routes; i++)
        list_route(env, b->route_at[i]);
    list_stations(env);
}

uint32_t routes_number(const struct env *env, event_t e)
{
    switch (event_kind(e)) {
    case EVENT_DRAW:
        return env->base[BASE_DRAW] + event_arg(e);
    case EVENT_TICKETS:
        return env->base[BASE_ONCE] + ONCE_TICKETS;
    case EVENT_PASS:
        return env->base[BASE_ONCE] + ONCE_PASS;
    case EVENT_DECLINE:
        return env->base[BASE_ONCE] + ONCE_DECLINE;
    case EVENT_KEEP:
        return env->base[BASE_KEEP] + event_arg(e);
    case EVENT_EXTRA:
        return env->base[BASE_EXTRA] + event_wilds(e);
    case EVENT_CLAIM:
        return event_arg(e) < ROUTES_MAX ? number_claim(env, e) : (uint32_t)ENV_NONE;
    case EVENT_STATION:
        return number_station(env, e);
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
