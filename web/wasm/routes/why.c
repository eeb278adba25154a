/*
 * What can be asked about a position of a route game: why a route can't be claimed or a station
 * can't be built, the way of a ticket, the risk of a tunnel. The engine answers (queries.h);
 * here the answers become JSON.
 */
#include "../../../engine/routes/queries.h"
#include "../client.h"

EXPORT(why_route) uint32_t why_route(uint32_t route);
EXPORT(why_shut) uint32_t why_shut(uint32_t route);
EXPORT(why_city) uint32_t why_city(uint32_t city);
EXPORT(ask_way) uint32_t ask_way(uint32_t n, uint32_t a, uint32_t b);
EXPORT(ask_travelled) uint32_t ask_travelled(uint32_t seat, uint32_t a, uint32_t b);
EXPORT(ask_tunnel) uint32_t ask_tunnel(uint32_t event);

/* "Needs 4 red cards; you have 2 red and 1 locomotive." */
static void say_price(const struct nearest *near, struct complaint *why)
{
    const struct routes_board *b = &client.match.board->routes;
    const struct routes_state *s = &client.view.seen.routes;
    const struct routes_seat *seat = &s->seat[s->turn];
    struct said have[2] = {
        say_cards(pack_get(seat->hand, near->colour), b->colour_word[near->colour]),
        say_count(seat->wild, b->wild_name)};

    if (near->price.colour == GREY)
        COMPLAIN(why, GROUND(why->code, why->rule),
                 "Needs {0} of one colour; you have {1} and {2}.",
                 say_count(near->price.cards, "card"), have[0], have[1]);
    else
        COMPLAIN(why, GROUND(why->code, why->rule),
                 "Needs {0} {0|card|cards}; you have {1} and {2}.",
                 say_cards(near->price.cards, b->colour_word[near->colour]), have[0], have[1]);
}

/* Why a route can't be claimed or a station can't be built: why the nearest payment is refused.
 * If only cards are missing, the sentence names the whole price. */
static uint32_t why_not(enum event_kind kind, uint32_t what)
{
    const struct match *m = &client.match;
    struct nearest near = routes_nearest(m, &client.view.seen.routes, kind, what);
    struct complaint why = {0};

    if (near.why == LEGAL)
        return client_nothing();
    m->rules->explain(m, &client.view.seen, near.event, &why);
    if (near.why == REFUSED_CARDS)
        say_price(&near, &why);
    return client_reason(&why);
}

uint32_t why_route(uint32_t route)
{
    return why_not(EVENT_CLAIM, route % ROUTES_MAX);
}

/* Why the viewer can never claim a half of a double route, whoever's turn it is: the reason that
 * a turn of the viewer's would give. Null if that is not the cause. */
uint32_t why_shut(uint32_t route)
{
    const struct match *m = &client.match;
    struct state supposed = client.view.seen;
    struct complaint why = {0};

    if (client.view.seat >= m->seats)
        return client_nothing();
    supposed.routes.turn = client.view.seat;
    supposed.routes.phase = PHASE_TURN;
    struct nearest near = routes_nearest(m, &supposed.routes, EVENT_CLAIM, route % ROUTES_MAX);
    if (near.why != REFUSED_TWIN_OWN && near.why != REFUSED_TWIN_CLOSED)
        return client_nothing();
    m->rules->explain(m, &supposed, near.event, &why);
    return client_reason(&why);
}

uint32_t why_city(uint32_t city)
{
    return why_not(EVENT_STATION, city % CITIES_MAX);
}

static void put_routes(struct json *j, const char *key, const uint64_t set[PLANES_MAX])
{
    json_array(j, key);
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        for (uint64_t left = set[p]; left; left &= left - 1)
            json_number(j, NULL, 64 * p + bits_first(left));
    json_end(j);
}

static uint32_t put_way(const struct routes_way *way)
{
    struct json j = wasm_json();

    json_object(&j, NULL);
    put_routes(&j, "routes", way->missing);
    json_number(&j, "pieces", way->pieces);
    json_number(&j, "cards", way->cards);
    put_routes(&j, "own", way->own);
    json_end(&j);
    return wasm_answer(&j);
}

/* The way between two cities with the fewest pieces still to lay. The routes of the input
 * (their numbers, one byte each) count as claimed: {"routes": to be claimed, "pieces", "cards":
 * what they take, "own": routes of the way that are or count as claimed}; null if there is no
 * way, or for somebody without a seat. */
uint32_t ask_way(uint32_t n, uint32_t a, uint32_t b)
{
    struct routes_state supposed = client.view.seen.routes;
    struct routes_way way;

    if (client.view.seat >= client.match.seats)
        return client_nothing();
    for (uint32_t i = 0; i < n && i < ROUTES_MAX; i++)
        routes_suppose(&supposed, client.view.seat,
                       event_make(EVENT_CLAIM, (uint8_t)wasm_in[i] % ROUTES_MAX));
    if (!routes_way(&client.match, &supposed, client.view.seat, a % CITIES_MAX, b % CITIES_MAX,
                    &way))
        return client_nothing();
    return put_way(&way);
}

/* At the end: how a seat (from 1) travelled the ticket between two cities, or what it lacked.
 * Null before the end, and if there is no such ticket. */
uint32_t ask_travelled(uint32_t seat, uint32_t a, uint32_t b)
{
    const struct routes_board *board = &client.match.board->routes;
    const struct routes_state *s = &client.view.seen.routes;
    struct routes_way way;

    if (s->phase == PHASE_OVER && seat - 1 < client.match.seats)
        for (uint32_t i = 0; i < board->tickets; i++)
            if (board->ticket[i].a == a && board->ticket[i].b == b &&
                routes_travelled(&client.match, s, seat - 1, i, &way))
                return put_way(&way);
    return client_nothing();
}

/* How many cards a tunnel can ask for at most, and how many more the seat could pay after a
 * payment: {"most", "spare"}. */
uint32_t ask_tunnel(uint32_t event)
{
    struct tunnel_risk risk =
        routes_tunnel_risk(&client.match, &client.view.seen.routes, event);
    struct json j = wasm_json();

    json_object(&j, NULL);
    json_number(&j, "most", risk.most);
    json_number(&j, "spare", risk.spare);
    json_end(&j);
    return wasm_answer(&j);
}
