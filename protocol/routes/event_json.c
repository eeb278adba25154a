/*
 * Events of the routes family as JSON: see event_json.h.
 */
#include "voice.h"

void payment_json(struct json *j, const struct routes_board *b, struct payment paid)
{
    json_text(j, "colour", paid.colour < b->colours ? b->colour_name[paid.colour] : NULL);
    json_number(j, "coloured", paid.coloured);
    json_number(j, "wilds", paid.wilds);
}

static void draw_json(struct json *j, const struct routes_board *b,
                      const struct routes_state *s, event_t e)
{
    uint32_t slot = event_arg(e);

    json_number(j, "slot", slot); /* SLOT_DECK: blind */
    json_text(j, "card", card_name(b, slot < MARKET_SIZE ? s->market[slot] : NO_CARD));
}

static void keep_json(struct json *j, event_t e)
{
    if (event_is_hidden(e)) {
        json_null(j, "tickets");
        json_number(j, "count", event_arg(e)); /* 0: secret too */
        return;
    }
    json_array(j, "tickets"); /* which of those on offer, from 0 */
    for (uint32_t i = 0; i < OFFER_MAX; i++)
        if (bits_have(event_arg(e), i))
            json_number(j, NULL, i);
    json_end(j);
    json_number(j, "count", bits_count(event_arg(e)));
}

/* The phase says where a dealt card goes. */
static void deal_json(struct json *j, const struct routes_board *b,
                      const struct routes_state *s, event_t e)
{
    uint32_t card = event_is_hidden(e) ? (uint32_t)NO_CARD : event_arg(e);

    json_text(j, "card", card_name(b, card));
    if (s->phase == PHASE_MARKET) {
        json_text(j, "to", "market");
        json_number(j, "slot", s->step);
    } else if (s->phase == PHASE_TUNNEL) {
        json_text(j, "to", "tunnel");
        json_number(j, "route", event_arg(s->claim));
        json_bool(j, "asks", routes_tunnel_asks(s, card));
    } else {
        json_text(j, "to", s->phase == PHASE_CARD ? "hand" : "first hand");
        json_number(j, "seat", s->turn + 1);
    }
}

static void ticket_json(struct json *j, const struct routes_board *b,
                        const struct routes_state *s, event_t e)
{
    const struct ticket *t = &b->ticket[event_arg(e)];

    json_number(j, "seat", s->turn + 1);
    if (event_is_hidden(e)) {
        json_null(j, "ticket");
        return;
    }
    json_object(j, "ticket");
    json_text(j, "a", b->city_name[t->a]);
    json_text(j, "b", b->city_name[t->b]);
    json_number(j, "points", t->points);
    json_end(j);
}

void routes_event_json(struct json *j, const struct match *m, const struct view *v, event_t e)
{
    const struct routes_board *b = &m->board->routes;
    const struct routes_state *s = &v->seen.routes;

    switch (event_kind(e)) {
    case EVENT_DRAW:
        draw_json(j, b, s, e);
        break;
    case EVENT_CLAIM:
        json_number(j, "route", event_arg(e));
        payment_json(j, b, routes_payment(m, s, e));
        json_bool(j, "flag", event_keeps_flag(e));
        break;
    case EVENT_STATION:
        json_text(j, "city", b->city_name[event_arg(e)]);
        payment_json(j, b, routes_payment(m, s, e));
        break;
    case EVENT_KEEP:
        keep_json(j, e);
        break;
    case EVENT_EXTRA:
        json_number(j, "route", event_arg(s->claim));
        payment_json(j, b, routes_payment(m, s, e));
        break;
    case EVENT_DECLINE:
        json_number(j, "route", event_arg(s->claim));
        break;
    case EVENT_DEAL:
        deal_json(j, b, s, e);
        break;
    case EVENT_DEAL_TICKET:
        ticket_json(j, b, s, e);
        break;
    case EVENT_FIRST:
        json_number(j, "seat", event_arg(e) + 1);
        break;
    default:
        break;
    }
}

void routes_outcome_json(struct json *j, const struct position *before,
                         const struct position *after)
{
    const struct routes_state *old = &before->view->seen.routes;
    const struct routes_state *new = &after->view->seen.routes;
    uint32_t turn = old->turn < ROUTES_SEATS_MAX ? old->turn : 0;
    const struct routes_seat *was = &old->seat[turn], *is = &new->seat[turn];
    const struct match *m = before->match;
    int32_t points = m->rules->points(m, &after->view->seen, turn) -
                     m->rules->points(m, &before->view->seen, turn);

    for (uint32_t p = 0; p < PLANES_MAX; p++)
        if (is->owned[p] & ~was->owned[p])
            json_number(j, "claimed",
                        64 * p + (uint32_t)__builtin_ctzll(is->owned[p] & ~was->owned[p]));
    if (points)
        json_number(j, "points", points);
    if (is->flags > was->flags)
        json_number(j, "flag_points", m->board->routes.flag_points);
    if (new->phase == PHASE_EXTRA && old->phase == PHASE_TUNNEL)
        json_number(j, "extra", new->extra);
    if (routes_swept(old, new))
        json_bool(j, "sweep", true);
}
