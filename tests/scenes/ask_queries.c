/*
 * Assertions about the engine's answers to questions (engine/routes/queries.h): prices,
 * payments, missing cards, ways, the state of tickets.
 */
#include "scene.h"

#include "engine/routes/queries.h"

#include <stdio.h>
#include <string.h>

static const struct routes_state *state_of(const struct asking *q)
{
    return &q->state->routes;
}

static bool ask_number(struct asking *q, int32_t have)
{
    int32_t want;

    if (!scan_number(q->scene, &q->r, &want))
        return false;
    return want == have || wrong(q, "%d", have);
}

/* "claim A-B" or "station Wien". */
static bool scan_thing(struct asking *q, enum event_kind *kind, uint32_t *what)
{
    *kind = EVENT_STATION;
    if (take(&q->r, "station"))
        return scan_city(q->scene, q->m, &q->r, what);
    *kind = EVENT_CLAIM;
    if (take(&q->r, "claim"))
        return scan_route(q->scene, q->m, &q->r, what);
    return fault(q->scene, "a claim or a station is asked about");
}

static bool scan_colon(struct asking *q)
{
    return take_mark(&q->r, ':') || fault(q->scene, "a colon comes before the answer");
}

/* "price claim A-B: 3", "price station Wien: 2", "price claim A-B: 4 with 2" (wild cards). */
static bool ask_price(struct asking *q)
{
    enum event_kind kind;
    uint32_t what;
    int32_t cards, wilds = 0;

    if (!scan_thing(q, &kind, &what) || !scan_colon(q) || !scan_number(q->scene, &q->r, &cards))
        return false;
    if (take(&q->r, "with") && !scan_number(q->scene, &q->r, &wilds))
        return false;
    struct price p = routes_price(q->m, &state_of(q)->seat[state_of(q)->turn], kind, what);
    return (p.cards == cards && p.wilds == wilds) || wrong(q, "%u with %u", p.cards, p.wilds);
}

/* "pays claim A-B red 2+1: red 2 wild 1": what the event takes from the hand. */
static bool ask_pays(struct asking *q)
{
    event_t e = scan_event(q, until(&q->r, ':'));
    struct pile want, have = {0};

    if (!e || !scan_pile(q->scene, q->m, &q->r, &want))
        return false;
    struct payment p = routes_payment(q->m, state_of(q), e);
    if (p.coloured)
        pile_add(&have, p.colour, p.coloured);
    pile_add(&have, WILD, p.wilds);
    return (want.pack == have.pack && want.wild == have.wild) ||
           wrong(q, "%u of colour %u and %u wild", p.coloured, p.colour, p.wilds);
}

/* "lacks claim A-B: red 2": two cards are missing, and red is the colour that comes nearest;
 * "nothing": it can be paid; "else": it is refused for another reason than missing cards. */
static bool ask_lacks(struct asking *q)
{
    enum event_kind kind;
    uint32_t what, colour;

    if (!scan_thing(q, &kind, &what) || !scan_colon(q))
        return false;
    struct nearest n = routes_nearest(q->m, state_of(q), kind, what);
    const char *name = q->m->board->routes.colour_name[n.colour];
    if (take(&q->r, "nothing"))
        return n.why == LEGAL || wrong(q, "refusal %d", (int)n.why);
    if (take(&q->r, "else"))
        return (n.why != LEGAL && n.why != REFUSED_CARDS) || wrong(q, "%s %u", name, n.missing);
    if (!scan_card(q->scene, q->m, &q->r, &colour))
        return false;
    if (n.why != REFUSED_CARDS || colour != n.colour)
        return wrong(q, "%s %u, refusal %d", name, n.missing, (int)n.why);
    return ask_number(q, n.missing);
}

/* "risk claim A-B red 2+0: 3 1": a tunnel can ask for three cards, and the hand has one left to
 * pay. */
static bool ask_risk(struct asking *q)
{
    event_t e = scan_event(q, until(&q->r, ':'));
    int32_t most, spare;

    if (!e || !scan_number(q->scene, &q->r, &most) || !scan_number(q->scene, &q->r, &spare))
        return false;
    struct tunnel_risk risk = routes_tunnel_risk(q->m, state_of(q), e);
    return (risk.most == most && risk.spare == spare) ||
           wrong(q, "%u %u", risk.most, risk.spare);
}

static bool ask_keep_least(struct asking *q)
{
    return ask_number(q, (int32_t)routes_keep_least(q->m, state_of(q)));
}

/* "ticket 1 A-B possible", or done, or cut-off. */
static bool ask_ticket(struct asking *q)
{
    static const char *const names[] = {"done", "possible", "cut-off"};
    uint32_t ticket;

    if (!scan_ticket(q->scene, q->m, &q->r, &ticket))
        return false;
    enum ticket_state have = routes_ticket_state(q->m, state_of(q), q->seat, ticket);
    for (uint32_t i = 0; i < 3; i++)
        if (take(&q->r, names[i]))
            return have == i || wrong(q, "%s", names[have]);
    return fault(q->scene, "a ticket is done, possible or cut-off");
}

static size_t put_routes(const struct asking *q, const uint64_t set[PLANES_MAX], char *at,
                         size_t size)
{
    const struct routes_board *b = &q->m->board->routes;
    size_t n = 0;

    at[0] = 0;
    for (uint32_t i = 0; i < ROUTES_MAX && n < size; i++)
        if (bits_have(set[i / 64], i % 64))
            n += (size_t)snprintf(at + n, size - n, "%s%s-%s", n ? ", " : "",
                                  b->city_name[b->route[i].a], b->city_name[b->route[i].b]);
    return n;
}

/* "way 1 A-B 8": the fewest pieces still to lay; "way 1 A-B 8 9": and the cards they cost; then, if
 * they matter, the routes to claim: "way 1 A-B 8 9: A-C, C-B white". "way 1 A-B none". */
static bool ask_way(struct asking *q)
{
    struct routes_way way;
    char text[TEXT_SIZE];
    uint32_t from, to, route;
    int32_t pieces, cards;

    if (!scan_city(q->scene, q->m, &q->r, &from) || !take_mark(&q->r, '-') ||
        !scan_city(q->scene, q->m, &q->r, &to))
        return fault(q->scene, "a way leads from one city to another: A-B");
    bool found = routes_way(q->m, state_of(q), q->seat, from, to, &way);
    if (take(&q->r, "none"))
        return !found || wrong(q, "%u pieces", way.pieces);
    struct reader numbers = until(&q->r, ':');
    if (!scan_number(q->scene, &numbers, &pieces))
        return false;
    if (!found)
        return wrong(q, "none");
    cards = way.cards;
    if (!at_end(&numbers) && !scan_number(q->scene, &numbers, &cards))
        return false;
    put_routes(q, way.missing, text, sizeof text);
    if (pieces != way.pieces || cards != way.cards)
        return wrong(q, "%u pieces, %u cards: %s", way.pieces, way.cards, text);
    if (at_end(&q->r))
        return true;
    uint64_t want[PLANES_MAX] = {0};
    do {
        if (!scan_route(q->scene, q->m, &q->r, &route))
            return false;
        want[route / 64] |= bit(route % 64);
    } while (take_mark(&q->r, ','));
    return memcmp(want, way.missing, sizeof want) == 0 || wrong(q, "%s", text);
}

const struct question query_questions[] = {
    {"price", false, ask_price, false},
    {"pays", false, ask_pays, false},
    {"lacks", false, ask_lacks, false},
    {"risk", false, ask_risk, false},
    {"keep-least", false, ask_keep_least, false},
    {"ticket", true, ask_ticket, false},
    {"way", true, ask_way, false},
    {0},
};
