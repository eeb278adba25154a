/*
 * Why something can't be done now, in words, and what it would lead to: the questions of somebody
 * who looks at the board before choosing. Every judgement is the engine's; here the event is found
 * that comes nearest to what is asked about. See client.h.
 *
 * A reason is {"message", "rule"}, or null if it can be done.
 */
#include "../../ai/routes/plan.h"
#include "client.h"

EXPORT(why_not_now) uint32_t why_not_now(void);
EXPORT(why_event) uint32_t why_event(uint32_t event);
EXPORT(why_text) uint32_t why_text(uint32_t n);
EXPORT(why_route) uint32_t why_route(uint32_t route);
EXPORT(why_city) uint32_t why_city(uint32_t city);
EXPORT(ask_way) uint32_t ask_way(uint32_t a, uint32_t b);
EXPORT(ask_tunnel) uint32_t ask_tunnel(uint32_t event);
EXPORT(ask_preview) uint32_t ask_preview(uint32_t event);

static uint32_t can_be_done(void)
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
        return can_be_done();
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

/* The payment that the hand comes nearest to. */
struct nearest {
    event_t event;
    uint32_t colour, missing;
};

static const struct routes_seat *me(void)
{
    uint32_t seat = client.view.seat;

    return &client.view.seen.routes.seat[seat < ROUTES_SEATS_MAX ? seat : 0];
}

/* Of payments in one colour: as many of its cards as there are, the rest wild. */
static void try_colour(struct nearest *best, event_t kind_and_place, uint32_t colour,
                       uint32_t price, uint32_t icons)
{
    uint32_t have = (uint32_t)pack_get(me()->hand, colour), wild = me()->wild;
    uint32_t wilds = price > have ? price - have : 0, missing;

    wilds = wilds < icons ? icons : wilds;
    missing = wilds > wild ? wilds - wild : 0;
    wilds = wilds < wild ? wilds : wild; /* what can't be paid wild is asked in the colour */
    if (missing >= best->missing)
        return;
    best->missing = missing;
    best->colour = colour;
    best->event =
        kind_and_place | (wilds == price ? (uint32_t)WILD : colour) << 8 | wilds << 12;
}

static bool explained(event_t e, struct complaint *why)
{
    if (client_allows(e))
        return true;
    client.match.rules->explain(&client.match, &client.view.seen, e, why);
    return false;
}

/* "Needs 4 red cards; you have 2 red and 1 locomotive." instead of what is wrong with one payment;
 * other reasons stay as they are. */
static void say_price(const struct nearest *best, uint32_t price, bool any,
                      struct complaint *why)
{
    const struct routes_board *b = &client.match.board->routes;
    struct said have[2] = {
        say_cards((uint32_t)pack_get(me()->hand, best->colour), b->colour_name[best->colour]),
        say_count(me()->wild, b->wild_name)};

    if (any)
        COMPLAIN(why, why->rule, "Needs {0} of one colour; you have {1} and {2}.",
                 say_count(price, "card"), have[0], have[1]);
    else
        COMPLAIN(why, why->rule, "Needs {0} cards; you have {1} and {2}.",
                 say_cards(price, b->colour_name[best->colour]), have[0], have[1]);
}

static uint32_t why_payment(const struct nearest *best, uint32_t price, bool any)
{
    const struct routes_state *s = &client.view.seen.routes;
    struct complaint why = {0};
    bool cards;

    if (explained(best->event, &why))
        return can_be_done();
    /* The cards are what is missing if nothing else speaks against it: a reason that a full hand
     * would not change stays. */
    cards = s->phase == PHASE_TURN && best->missing && why.sentence &&
            text_equal(why.sentence, "You don't have these cards: you have {0} and {1}.");
    if (cards)
        say_price(best, price, any, &why);
    return reason(&why);
}

uint32_t why_route(uint32_t route)
{
    const struct routes_board *b = &client.match.board->routes;
    struct nearest best = {.missing = UINT32_MAX};
    const struct route *r = &b->route[route % ROUTES_MAX];
    event_t e = event_make(EVENT_CLAIM, route % ROUTES_MAX);

    for (uint32_t colour = 0; colour < b->colours; colour++)
        if (r->colour == GREY || r->colour == colour)
            try_colour(&best, e, colour, r->cards, r->icons);
    return why_payment(&best, r->cards, r->colour == GREY);
}

uint32_t why_city(uint32_t city)
{
    const struct routes_board *b = &client.match.board->routes;
    struct nearest best = {.missing = UINT32_MAX};
    uint32_t price = b->stations - me()->stations_left + 1u;

    for (uint32_t colour = 0; colour < b->colours; colour++)
        try_colour(&best, event_make(EVENT_STATION, city & 0xFF), colour, price, 0);
    return why_payment(&best, price, true);
}

/* ---- what it leads to ---- */

/* The routes of a way between two cities within a set. */
static void path(const struct routes_board *b, const uint64_t set[PLANES_MAX], uint32_t from,
                 uint32_t to, uint64_t way[PLANES_MAX])
{
    uint8_t came[CITIES_MAX] = {0}, queue[CITIES_MAX];
    uint64_t seen = bit(from);
    uint32_t head = 0, tail = 0;

    queue[tail++] = (uint8_t)from;
    while (head < tail && !bits_have(seen, to)) {
        uint32_t city = queue[head++];

        for (uint32_t r = 0; r < ROUTES_MAX; r++) {
            const struct route *route = &b->route[r];
            uint32_t other = route->a == city ? route->b : route->a;

            if (!(set[r / 64] >> r % 64 & 1) || (route->a != city && route->b != city) ||
                bits_have(seen, other))
                continue;
            seen |= bit(other);
            came[other] = (uint8_t)r;
            queue[tail++] = (uint8_t)other;
        }
    }
    for (uint32_t city = to; bits_have(seen, to) && city != from;) {
        const struct route *route = &b->route[came[city]];

        way[came[city] / 64] |= bit(came[city] % 64);
        city = route->a == city ? route->b : route->a;
    }
}

static void put_routes(struct json *j, const char *key, const uint64_t way[PLANES_MAX],
                       const uint64_t of[PLANES_MAX])
{
    json_array(j, key);
    for (uint32_t r = 0; r < ROUTES_MAX; r++)
        if ((way[r / 64] & of[r / 64]) >> r % 64 & 1)
            json_number(j, NULL, r);
    json_end(j);
}

/* The best way still open between the cities of a ticket: {"routes": to be claimed, "pieces",
 * "own": claimed already}, or null. */
uint32_t ask_way(uint32_t a, uint32_t b)
{
    static struct survey survey;
    static struct outlook o;
    const struct routes_board *board = &client.match.board->routes;
    uint64_t set[PLANES_MAX], way[PLANES_MAX] = {0};
    struct plan plan = {0};
    struct json j = wasm_json();
    uint32_t ticket = 0, pieces = 0;

    while (ticket < board->tickets &&
           !(board->ticket[ticket].a == a && board->ticket[ticket].b == b))
        ticket++;
    if (ticket == board->tickets || client.view.seat >= client.match.seats)
        return can_be_done();
    survey_of(board, &survey);
    outlook_of(&client.match, &client.view.seen.routes, client.view.seat, &survey, &o);
    outlook_prices(&o);
    if (!plan_add(&o, ticket, &plan))
        return can_be_done();
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        set[p] = plan.routes[p] | me()->owned[p];
    path(board, set, a, b, way);
    for (uint32_t r = 0; r < ROUTES_MAX; r++)
        if ((way[r / 64] & plan.routes[r / 64]) >> r % 64 & 1)
            pieces += board->route[r].length;
    json_object(&j, NULL);
    put_routes(&j, "routes", way, plan.routes);
    json_number(&j, "pieces", pieces);
    put_routes(&j, "own", way, me()->owned);
    json_end(&j);
    return wasm_answer(&j);
}

/* How many cards a tunnel can ask for at most, and how many more the seat could pay after a payment
 * (E8, E9). */
uint32_t ask_tunnel(uint32_t event)
{
    const struct routes_board *b = &client.match.board->routes;
    const struct route *r = &b->route[event_arg(event) % ROUTES_MAX];
    uint32_t colour = event_colour(event), wilds = event_wilds(event), deck;
    uint32_t spare = me()->wild > wilds ? me()->wild - wilds : 0, paid = r->cards - wilds;
    struct json j = wasm_json();

    deck = client.view.seen.routes.deck_size;
    if (colour < b->colours && pack_get(me()->hand, colour) > paid)
        spare += (uint32_t)pack_get(me()->hand, colour) - paid;
    json_object(&j, NULL);
    json_number(&j, "most", deck < 3 ? deck : 3);
    json_number(&j, "spare", spare);
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
