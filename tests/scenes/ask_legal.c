/*
 * Assertions about whom the game waits for and which events are legal.
 */
#include "scene.h"

#include <stdio.h>
#include <string.h>

static struct {
    event_t event[LEGAL_MAX];
    uint32_t weight[LEGAL_MAX];
    uint32_t count;
} legal;

static void list_legal(const struct asking *q)
{
    legal.count = q->m->rules->legal(q->m, q->state, legal.event, legal.weight, LEGAL_MAX);
}

/* The first few of the listed events of a kind and argument (kind 0: all) as text. */
static void legal_text(const struct asking *q, uint32_t kind, uint32_t arg, char *buffer,
                       size_t size)
{
    size_t n = 0;

    buffer[0] = 0;
    for (uint32_t i = 0; i < legal.count && n + 100 < size; i++) {
        event_t e = legal.event[i];

        if (kind && ((uint32_t)event_kind(e) != kind || event_arg(e) != arg))
            continue;
        if (n)
            n += (size_t)snprintf(buffer + n, size - n, "; ");
        struct text t = text_in(buffer + n, size - n);
        q->m->rules->format(q->m, q->state, e, &t);
        n += t.length;
    }
    if (!n)
        snprintf(buffer, size, "nothing");
}

static struct reader rest_of(struct asking *q)
{
    struct reader rest = q->r;

    skip_blanks(&rest);
    q->r.at = q->r.end;
    return rest;
}

static uint32_t weight_of(event_t e)
{
    for (uint32_t i = 0; i < legal.count; i++)
        if (legal.event[i] == e)
            return legal.weight[i];
    return 0;
}

static bool is_listed(event_t e)
{
    for (uint32_t i = 0; i < legal.count; i++)
        if (legal.event[i] == e)
            return true;
    return false;
}

/* "actor 2", "actor chance", "actor nobody". */
static bool ask_actor(struct asking *q)
{
    uint32_t have = q->m->rules->actor(q->m, q->state), want;

    if (take(&q->r, "chance"))
        want = NATURE;
    else if (take(&q->r, "nobody"))
        want = NOBODY;
    else if (!scan_seat(q->scene, q->m, &q->r, &want))
        return false;
    if (want == have)
        return true;
    return have == NATURE   ? wrong(q, "chance")
           : have == NOBODY ? wrong(q, "nobody")
                            : wrong(q, "seat %u", have + 1);
}

static bool ask_phase(struct asking *q)
{
    static const char *const name[] = {
        [PHASE_HANDS] = "hands",
        [PHASE_MARKET] = "market",
        [PHASE_FIRST_TICKETS] = "first-tickets",
        [PHASE_FIRST_SEAT] = "first-seat",
        [PHASE_CARD] = "card",
        [PHASE_TUNNEL] = "tunnel",
        [PHASE_TICKETS] = "tickets",
        [PHASE_CHOOSE] = "choose",
        [PHASE_TURN] = "turn",
        [PHASE_SECOND] = "second",
        [PHASE_EXTRA] = "extra",
        [PHASE_KEEP] = "keep",
        [PHASE_OVER] = "over",
    };
    uint32_t have = q->state->routes.phase;
    struct reader word = next_word(&q->r);

    for (uint32_t i = PHASE_HANDS; i <= PHASE_OVER; i++)
        if (text_is(word.at, (size_t)(word.end - word.at), name[i]))
            return i == have || wrong(q, "%s", name[have]);
    return fault(q->scene, "no such phase");
}

static bool ask_over(struct asking *q)
{
    uint32_t actor = q->m->rules->actor(q->m, q->state);

    return actor == NOBODY || wrong(q, "the game going on");
}

/* "last-round 3": turns left in it; "last-round none": it has not begun. */
static bool ask_last_round(struct asking *q)
{
    int32_t want = 0, have = q->state->routes.last_turns;

    if (!take(&q->r, "none") && !scan_number(q->scene, &q->r, &want))
        return false;
    return want == have || wrong(q, "%d", have);
}

/* "extra 2": how many more cards the tunnel asks for. */
static bool ask_extra(struct asking *q)
{
    int32_t want, have = q->state->routes.extra;

    if (!scan_number(q->scene, &q->r, &want))
        return false;
    return want == have || wrong(q, "%d", have);
}

/* "passes 1": so many seats have passed in a row. */
static bool ask_passes(struct asking *q)
{
    int32_t want, have = q->state->routes.passes;

    if (!scan_number(q->scene, &q->r, &want))
        return false;
    return want == have || wrong(q, "%d", have);
}

static bool ask_legal(struct asking *q)
{
    event_t e = scan_event(q, rest_of(q));

    list_legal(q);
    return e && (is_listed(e) || wrong(q, "that it is not legal"));
}

/* "illegal draw 3": as a refusal "!", when no rule's id is asked for. */
static bool ask_illegal(struct asking *q)
{
    event_t e = scan_event(q, rest_of(q));

    list_legal(q);
    return e && (!is_listed(e) || wrong(q, "that it is legal"));
}

/* "count 7": so many legal events. */
static bool ask_count(struct asking *q)
{
    int32_t want;
    char text[TEXT_SIZE];

    if (!scan_number(q->scene, &q->r, &want))
        return false;
    list_legal(q);
    legal_text(q, 0, 0, text, sizeof text);
    return (uint32_t)want == legal.count || wrong(q, "%u: %s", legal.count, text);
}

/* "weight 3 deal red": chance has so many ways to do that; 0: it can't. */
static bool ask_weight(struct asking *q)
{
    int32_t want;

    if (!scan_number(q->scene, &q->r, &want))
        return false;
    event_t e = scan_event(q, rest_of(q));
    if (!e)
        return false;
    list_legal(q);
    return (uint32_t)want == weight_of(e) || wrong(q, "%u", weight_of(e));
}

/* "exactly pay 1+0; decline": these events are legal and no other. */
static bool ask_exactly(struct asking *q)
{
    char text[TEXT_SIZE];
    uint32_t wanted = 0;
    bool good = true;

    list_legal(q);
    while (!at_end(&q->r)) {
        event_t e = scan_event(q, until(&q->r, ';'));

        if (!e)
            return false;
        good &= is_listed(e);
        wanted++;
    }
    legal_text(q, 0, 0, text, sizeof text);
    return (good && wanted == legal.count) || wrong(q, "%u: %s", legal.count, text);
}

/* "kinds draw claim": the kinds of events that are legal, and no other. */
static bool ask_kinds(struct asking *q)
{
    static const char *const name[] = {
        [EVENT_DRAW] = "draw",       [EVENT_CLAIM] = "claim",
        [EVENT_TICKETS] = "tickets", [EVENT_KEEP] = "keep",
        [EVENT_STATION] = "station", [EVENT_EXTRA] = "pay",
        [EVENT_DECLINE] = "decline", [EVENT_PASS] = "pass",
        [EVENT_DEAL] = "deal",       [EVENT_DEAL_TICKET] = "ticket",
        [EVENT_FIRST] = "first",     [EVENT_PLACE] = "place",
        [EVENT_REDRAW] = "redraw",
    };
    uint32_t want = 0, have = 0;

    while (!at_end(&q->r)) {
        struct reader word = next_word(&q->r);
        uint32_t before = want;

        for (uint32_t k = EVENT_DRAW; k <= EVENT_REDRAW; k++)
            if (text_is(word.at, (size_t)(word.end - word.at), name[k]))
                want |= 1u << k;
        if (want == before)
            return fault(q->scene, "no such kind, or twice: %.*s", (int)(word.end - word.at),
                         word.at);
    }
    list_legal(q);
    for (uint32_t i = 0; i < legal.count; i++) {
        enum event_kind kind = event_kind(legal.event[i]);

        have |= 1u << (kind == EVENT_DEAL_TILE ? EVENT_DEAL : kind);
    }
    char text[200] = "";
    size_t n = 0;
    for (uint32_t k = EVENT_DRAW; k <= EVENT_REDRAW; k++)
        if (have >> k & 1)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s ", name[k]);
    return want == have || wrong(q, "%s", n ? text : "none");
}

/* The payments that are legal for a route or station, "colour 2+1" separated by commas, or none:
 * "claims A-B white: white 2+0, white 1+1"; "builds Wien: red 1+0". */
static bool ask_payments(struct asking *q, enum event_kind kind, uint32_t arg,
                         struct reader target)
{
    char text[TEXT_SIZE];
    uint32_t wanted = 0, have = 0;
    bool good = true;

    list_legal(q);
    legal_text(q, kind, arg, text, sizeof text);
    for (uint32_t i = 0; i < legal.count; i++)
        have += event_kind(legal.event[i]) == kind && event_arg(legal.event[i]) == arg;
    if (!take_mark(&q->r, ':'))
        return fault(q->scene, "a colon comes before the payments");
    if (take(&q->r, "none"))
        return !have || wrong(q, "%s", text);
    while (!at_end(&q->r)) {
        struct reader item = until(&q->r, ',');
        char event[200];
        int n = snprintf(
            event, sizeof event, "%s %.*s %.*s", kind == EVENT_CLAIM ? "claim" : "station",
            (int)(target.end - target.at), target.at, (int)(item.end - item.at), item.at);
        event_t e = scan_event(q, (struct reader){event, event + n});

        if (!e)
            return false;
        good &= is_listed(e) && event_arg(e) == arg;
        wanted++;
    }
    return (good && wanted == have) || wrong(q, "%s", text);
}

/* The route is written as in an event: "A-B" or "A-B#2"; a colour after it, if any, is left out
 * of the events, where the paid colour says which route is meant. */
static bool ask_claims(struct asking *q)
{
    uint32_t route;

    skip_blanks(&q->r);
    struct reader target = q->r;
    if (!scan_route(q->scene, q->m, &q->r, &route))
        return false;
    const struct routes_board *b = &q->m->board->routes;
    uint32_t colour = b->route[route].colour;
    target.end = q->r.at;
    if (colour != GREY) {
        size_t n = strlen(b->colour_name[colour]), have = (size_t)(target.end - target.at);

        if (have > n && !memcmp(target.end - n, b->colour_name[colour], n))
            target.end -= n;
    }
    return ask_payments(q, EVENT_CLAIM, route, target);
}

static bool ask_builds(struct asking *q)
{
    uint32_t city;

    skip_blanks(&q->r);
    struct reader target = q->r;
    if (!scan_city(q->scene, q->m, &q->r, &city))
        return false;
    target.end = q->r.at;
    return ask_payments(q, EVENT_STATION, city, target);
}

const struct question legal_questions[] = {
    {"actor", false, ask_actor, true},
    {"phase", false, ask_phase, false},
    {"over", false, ask_over, true},
    {"last-round", false, ask_last_round, false},
    {"extra", false, ask_extra, false},
    {"passes", false, ask_passes, false},
    {"legal", false, ask_legal, true},
    {"illegal", false, ask_illegal, true},
    {"count", false, ask_count, true},
    {"weight", false, ask_weight, true},
    {"exactly", false, ask_exactly, true},
    {"kinds", false, ask_kinds, true},
    {"claims", false, ask_claims, false},
    {"builds", false, ask_builds, false},
    {0},
};
