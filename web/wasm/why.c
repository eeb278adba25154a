/*
 * Why something can't be done now, in words, and what it would lead to: the questions of somebody
 * who looks at the board before choosing. The engine answers them (queries.h); here the answers
 * become JSON. See client.h.
 *
 * A reason is {"message", "rule"}, or null if it can be done.
 */
#include "../../engine/routes/queries.h"
#include "client.h"

EXPORT(why_not_now) uint32_t why_not_now(void);
EXPORT(why_event) uint32_t why_event(uint32_t event);
EXPORT(why_text) uint32_t why_text(uint32_t n);
EXPORT(why_route) uint32_t why_route(uint32_t route);
EXPORT(why_city) uint32_t why_city(uint32_t city);
EXPORT(ask_way) uint32_t ask_way(uint32_t a, uint32_t b);
EXPORT(ask_tunnel) uint32_t ask_tunnel(uint32_t event);
EXPORT(ask_preview) uint32_t ask_preview(uint32_t event);

static uint32_t nothing(void)
{
    struct json j = wasm_json();

    json_null(&j, NULL);
    return wasm_answer(&j);
}

static uint32_t reason(const struct complaint *why)
{
    char words[512];
    struct text t = text_in(words, sizeof words);
    struct json j = wasm_json();

    complaint_put(&t, wasm_language, why);
    json_object(&j, NULL);
    json_text(&j, "message", words);
    json_text(&j, "rule", why->rule ? why->rule : "");
    json_end(&j);
    return wasm_answer(&j);
}

/* For somebody who is not to act. */
uint32_t why_not_now(void)
{
    struct complaint why = {0};
    bool over = client.match.rules->actor(&client.match, &client.view.seen) == NOBODY;

    complain_say(&why, "", over ? SAYS("The game is over.") : SAYS("It is not your turn."), 0,
                 0);
    return reason(&why);
}

uint32_t why_event(uint32_t event)
{
    struct complaint why = {0};

    if (client_allows(event))
        return nothing();
    client.match.rules->explain(&client.match, &client.view.seen, event, &why);
    return reason(&why);
}

/* The event of the input, as it is written. */
uint32_t why_text(uint32_t n)
{
    struct complaint why = {0};
    event_t e = client.match.rules->parse(&client.match, &client.view.seen, wasm_in, n, &why);

    return e ? why_event(e) : reason(&why);
}

/* ---- payments ---- */

/* "Needs 4 red cards; you have 2 red and 1 locomotive." */
static void say_price(const struct nearest *near, struct complaint *why)
{
    const struct routes_board *b = &client.match.board->routes;
    const struct routes_state *s = &client.view.seen.routes;
    const struct routes_seat *seat = &s->seat[s->turn];
    struct said have[2] = {
        say_cards(pack_get(seat->hand, near->colour), b->colour_name[near->colour]),
        say_count(seat->wild, b->wild_name)};

    if (near->price.colour == GREY)
        COMPLAIN(why, why->rule, "Needs {0} of one colour; you have {1} and {2}.",
                 say_count(near->price.cards, "card"), have[0], have[1]);
    else
        COMPLAIN(why, why->rule, "Needs {0} cards; you have {1} and {2}.",
                 say_cards(near->price.cards, b->colour_name[near->colour]), have[0], have[1]);
}

/* Why a route can't be claimed or a station not be built: what the payment that comes nearest is
 * refused for. If that is cards alone, the whole price is named. */
static uint32_t why_not(enum event_kind kind, uint32_t what)
{
    const struct match *m = &client.match;
    struct nearest near = routes_nearest(m, &client.view.seen.routes, kind, what);
    struct complaint why = {0};

    if (near.why == REFUSED_NOT)
        return nothing();
    m->rules->explain(m, &client.view.seen, near.event, &why);
    if (near.why == REFUSED_CARDS)
        say_price(&near, &why);
    return reason(&why);
}

uint32_t why_route(uint32_t route)
{
    return why_not(EVENT_CLAIM, route % ROUTES_MAX);
}

uint32_t why_city(uint32_t city)
{
    return why_not(EVENT_STATION, city % CITIES_MAX);
}

/* ---- what it leads to ---- */

static void put_routes(struct json *j, const char *key, const uint64_t set[PLANES_MAX])
{
    json_array(j, key);
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        for (uint64_t left = set[p]; left; left &= left - 1)
            json_number(j, NULL, 64 * p + bits_first(left));
    json_end(j);
}

/* The way between two cities with the fewest pieces still to lay: {"routes": to be claimed,
 * "pieces", "cards": what they take, "own": routes of the way that are claimed already}; null if
 * there is none, or for somebody without a seat. */
uint32_t ask_way(uint32_t a, uint32_t b)
{
    struct json j = wasm_json();
    struct routes_way way;

    if (client.view.seat >= client.match.seats ||
        !routes_way(&client.match, &client.view.seen.routes, client.view.seat, a % CITIES_MAX,
                    b % CITIES_MAX, &way))
        return nothing();
    json_object(&j, NULL);
    put_routes(&j, "routes", way.missing);
    json_number(&j, "pieces", way.pieces);
    json_number(&j, "cards", way.cards);
    put_routes(&j, "own", way.own);
    json_end(&j);
    return wasm_answer(&j);
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

/* What placing a tile would do to each line. */
uint32_t ask_preview(uint32_t event)
{
    struct position p = client_now(0);
    struct json j = wasm_json();

    preview_json(&j, NULL, &p, event);
    return wasm_answer(&j);
}
