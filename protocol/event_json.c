/*
 * Events as JSON: see event_json.h.
 */
#include "event_json.h"

#include "../engine/metro/tile.h"
#include "families.h"

static const char *const kinds[] = {
    [EVENT_DRAW] = "draw",       [EVENT_CLAIM] = "claim",
    [EVENT_TICKETS] = "tickets", [EVENT_KEEP] = "keep",
    [EVENT_STATION] = "station", [EVENT_EXTRA] = "extra",
    [EVENT_DECLINE] = "decline", [EVENT_PASS] = "pass",
    [EVENT_DEAL] = "deal",       [EVENT_DEAL_TICKET] = "deal_ticket",
    [EVENT_FIRST] = "first",     [EVENT_PLACE] = "place",
    [EVENT_REDRAW] = "redraw",   [EVENT_DEAL_TILE] = "deal_tile",
    [EVENT_COUNT] = "count",     [EVENT_DIE] = "die",
};

/* A payment: the colour of the coloured cards (null if there are none), how many, and wild cards. */
static void payment_json(struct json *j, const struct routes_board *b, event_t e,
                         uint32_t price)
{
    uint32_t wilds = event_wilds(e);

    if (event_colour(e) < b->colours)
        json_text(j, "colour", b->colour_name[event_colour(e)]);
    else
        json_null(j, "colour");
    json_number(j, "coloured", price - wilds);
    json_number(j, "wilds", wilds);
}

static void claim_json(struct json *j, const struct routes_board *b, event_t e)
{
    const struct route *r = &b->route[event_arg(e)];

    json_number(j, "route", event_arg(e));
    payment_json(j, b, e, r->cards);
    json_bool(j, "flag", event_keeps_flag(e));
}

static void station_json(struct json *j, const struct routes_board *b,
                         const struct routes_state *s, event_t e)
{
    uint32_t price = b->stations - s->seat[s->turn].stations_left + 1u;

    json_text(j, "city", b->city_name[event_arg(e)]);
    payment_json(j, b, e, price);
}

static void keep_json(struct json *j, event_t e)
{
    json_array(j, "tickets"); /* which of those on offer, from 0 */
    for (uint32_t i = 0; i < OFFER_MAX; i++)
        if (bits_have(event_arg(e), i))
            json_number(j, NULL, i);
    json_end(j);
}

static void members(struct json *j, const struct match *m, const struct state *s, event_t e)
{
    const struct routes_board *b = &m->board->routes;

    switch (event_kind(e)) {
    case EVENT_DRAW:
        json_number(j, "slot", event_arg(e)); /* SLOT_DECK: blind */
        break;
    case EVENT_CLAIM:
        claim_json(j, b, e);
        break;
    case EVENT_STATION:
        station_json(j, b, &s->routes, e);
        break;
    case EVENT_KEEP:
        keep_json(j, e);
        break;
    case EVENT_EXTRA:
        json_number(j, "coloured", s->routes.extra - event_wilds(e));
        json_number(j, "wilds", event_wilds(e));
        break;
    case EVENT_PLACE:
        square_json(j, "square", &m->board->metro, event_arg(e));
        json_text(j, "tile", tile_kinds[event_tile(e)].code);
        json_number(j, "turns", event_turns(e));
        break;
    default:
        break;
    }
}

void event_json(struct json *j, const char *key, const struct match *m, const struct state *s,
                event_t e)
{
    json_object(j, key);
    json_number(j, "event", e);
    json_text(j, "kind", kinds[event_kind(e)]);
    members(j, m, s, e);
    json_end(j);
}

void legal_json(struct json *j, const char *key, const struct match *m, const struct state *s)
{
    uint32_t n = m->rules->actor(m, s) < m->seats ? m->rules->count(m, s) : 0;

    json_array(j, key);
    for (uint32_t k = 0; k < n; k++)
        event_json(j, NULL, m, s, m->rules->pick(m, s, k));
    json_end(j);
}
