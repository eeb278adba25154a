/*
 * A position of the routes family as JSON: see view_json.h.
 */
#include "voice.h"

/* Everything needed to write the parts of a position. */
struct source {
    const struct position *position;
    const struct match *match;
    const struct view *view;
    const struct routes_board *board;
    const struct routes_state *seen;
    struct sheet all;

    /* And those of a seat. */
    uint32_t seat;
    const struct routes_seat *from;
    const struct seat_sheet *sheet;
    bool tickets; /* may the viewer know them? */
};

static void pack_json(struct json *j, const char *key, const struct routes_board *b,
                      uint64_t pack, uint32_t wild)
{
    json_object(j, key);
    for (uint32_t c = 0; c < b->colours; c++)
        json_number(j, b->colour_name[c], pack_get(pack, c));
    json_number(j, b->wild_name, wild);
    json_end(j);
}

static void route_json(struct json *j, const char *key, const struct routes_board *b,
                       uint32_t number)
{
    const struct route *r = &b->route[number];

    json_object(j, key);
    json_text(j, "a", b->city_name[r->a]);
    json_text(j, "b", b->city_name[r->b]);
    json_number(j, "length", r->length);
    json_text(j, "colour", route_colour_name(b, r));
    json_number(j, "cards", r->cards);
    json_text(j, "piece", b->piece_name[r->kind]);
    json_bool(j, "tunnel", r->tunnel != 0);
    json_number(j, "icons", r->icons);
    json_number(j, "points", r->points);
    json_number(j, "number", number); /* of events and of the board's description */
    json_end(j);
}

static void routes_json(struct json *j, const char *key, const struct routes_board *b,
                        const uint64_t set[PLANES_MAX])
{
    json_array(j, key);
    for (uint32_t i = 0; i < b->routes; i++)
        if (bits_have(set[b->route_at[i] / 64], b->route_at[i] % 64))
            route_json(j, NULL, b, b->route_at[i]);
    json_end(j);
}

static void ticket_json(struct json *j, const struct source *x, uint32_t ticket)
{
    static const char *const states[] = {"done", "possible", "cut off"};
    const struct ticket *t = &x->board->ticket[ticket];
    bool completed = bits_have(x->sheet->completed, ticket);
    bool over = x->seen->phase == PHASE_OVER;
    enum ticket_state state = routes_ticket_state(x->match, x->seen, x->seat, ticket);
    struct routes_way way;

    json_object(j, NULL);
    json_text(j, "a", x->board->city_name[t->a]);
    json_text(j, "b", x->board->city_name[t->b]);
    json_number(j, "points", t->points);
    json_bool(j, "long", t->is_long != 0);
    json_bool(j, "completed", completed); /* if the game ended now, stations included (E15) */
    json_text(j, "state", over ? (completed ? "done" : "missed") : states[state]);
    if (!over && state == TICKET_CUT_OFF)
        json_bool(j, "station", routes_station_saves(x->match, x->seen, x->seat, ticket));
    if (!over && state == TICKET_POSSIBLE &&
        routes_way(x->match, x->seen, x->seat, t->a, t->b, &way)) {
        json_object(j, "to_go");
        json_number(j, "pieces", way.pieces);
        json_number(j, "cards", way.cards);
        json_end(j);
    }
    json_end(j);
}

static void offer_json(struct json *j, const struct source *x)
{
    json_number(j, "offered", x->from->offered);
    if (!view_shows_hand(x->view, x->seat)) {
        json_null(j, "offer");
        return;
    }
    json_array(j, "offer");
    for (uint32_t i = 0; i < x->from->offered; i++)
        ticket_json(j, x, x->from->offer[i]);
    json_end(j);
}

static void tickets_json(struct json *j, const struct source *x)
{
    if (x->tickets) {
        json_array(j, "tickets");
        for (uint64_t left = x->from->tickets; left; left &= left - 1)
            ticket_json(j, x, bits_first(left));
        json_end(j);
    } else {
        json_null(j, "tickets");
    }
    json_number(j, "tickets_min", x->from->tickets_min);
    json_number(j, "tickets_max", x->from->tickets_max);
    offer_json(j, x);
}

static void hand_json(struct json *j, const struct source *x)
{
    if (view_shows_hand(x->view, x->seat))
        pack_json(j, "hand", x->board, x->from->hand, x->from->wild);
    else
        json_null(j, "hand");
    json_number(j, "hand_size", x->from->hand_size);
    pack_json(j, "known", x->board, x->from->known, x->from->known_wild);
}

static void pieces_json(struct json *j, const struct source *x)
{
    json_number(j, "pieces", x->from->pieces[0] + x->from->pieces[1]);
    json_object(j, "pieces_left");
    for (uint32_t kind = 0; kind < PIECE_KINDS; kind++)
        if (x->board->pieces[kind])
            json_number(j, x->board->piece_name[kind], x->from->pieces[kind]);
    json_end(j);
}

static void stations_json(struct json *j, const struct source *x)
{
    json_array(j, "stations");
    for (uint64_t left = x->from->stations; left; left &= left - 1)
        json_text(j, NULL, x->board->city_name[bits_first(left)]);
    json_end(j);
    json_number(j, "stations_left", x->from->stations_left);
    if (!x->tickets) {
        json_null(j, "borrowed");
        return;
    }
    json_array(j, "borrowed"); /* one for each station, in the same order */
    for (uint32_t i = 0; i < bits_count(x->from->stations) && i < STATIONS_MAX; i++) {
        if (x->sheet->borrowed[i] == NO_ROUTE)
            json_null(j, NULL);
        else
            route_json(j, NULL, x->board, x->sheet->borrowed[i]);
    }
    json_end(j);
}

/* At the end: the numbers of the routes that make the longest path. */
static void trail_json(struct json *j, const struct source *x)
{
    struct trail trail;

    if (!(x->board->features & FEATURE_LONGEST_PATH) || x->seen->phase != PHASE_OVER) {
        json_null(j, "trail");
        return;
    }
    longest_trail(x->board, x->from->owned, &trail);
    json_array(j, "trail");
    for (uint32_t p = 0; p < x->board->planes; p++)
        for (uint64_t left = trail.routes[p]; left; left &= left - 1)
            json_number(j, NULL, 64 * p + bits_first(left));
    json_end(j);
}

/* Parts that depend on tickets the viewer does not see are null, and the total with them. */
static void score_json(struct json *j, const struct source *x)
{
    const char *const *part = x->match->rules->part;
    bool all = true;

    for (uint32_t i = 0; i < x->match->seats; i++)
        all = all && view_shows_tickets(x->view, i);
    json_known(j, "longest_trail", x->board->features & FEATURE_LONGEST_PATH,
               x->sheet->longest);
    trail_json(j, x);
    json_object(j, "score");
    for (uint32_t i = 0; part[i]; i++)
        json_known(j, part[i], x->tickets || i != PART_TICKETS, x->sheet->part[i]);
    json_known(j, "total", x->tickets, x->sheet->total);
    json_end(j);
    json_known(j, "rank", all, x->sheet->rank);
}

static void seat_json(struct json *j, struct source *x, uint32_t seat)
{
    x->seat = seat;
    x->from = &x->seen->seat[seat];
    x->sheet = &x->all.seat[seat];
    x->tickets = view_shows_tickets(x->view, seat);
    json_object(j, NULL);
    json_number(j, "seat", seat + 1);
    json_text(j, "name", x->position->name[seat]);
    routes_json(j, "routes", x->board, x->from->owned);
    stations_json(j, x);
    tickets_json(j, x);
    hand_json(j, x);
    pieces_json(j, x);
    if (x->board->features & FEATURE_FLAG) {
        pack_json(j, "flag_cards", x->board, x->from->flag, 0);
        json_number(j, "flags", x->from->flags);
    }
    points_json(j, x->position, seat);
    score_json(j, x);
    json_end(j);
}

static void tunnel_json(struct json *j, const struct source *x)
{
    const struct routes_state *s = x->seen;

    if (s->phase != PHASE_TUNNEL && s->phase != PHASE_EXTRA) {
        json_null(j, "tunnel");
        return;
    }
    json_object(j, "tunnel");
    route_json(j, "route", x->board, event_arg(s->claim));
    json_object(j, "paid");
    payment_json(j, x->board, routes_payment(x->match, s, s->claim));
    json_end(j);
    json_array(j, "turned_up");
    for (uint32_t i = 0; i < s->turned_count; i++)
        json_text(j, NULL, card_name(x->board, s->turned[i]));
    json_end(j);
    json_array(j, "asks"); /* for each of these cards: does it ask for one more? */
    for (uint32_t i = 0; i < s->turned_count; i++)
        json_bool(j, NULL, routes_tunnel_asks(s, s->turned[i]));
    json_end(j);
    json_number(j, "extra", s->extra);
    json_end(j);
}

static void ticket_deck_json(struct json *j, const struct source *x)
{
    static const char *const words[] = {"none", "one", "more"};
    uint32_t count = x->seen->ticket_count;

    json_known(j, "ticket_deck", !routes_ticket_count_secret(x->match, x->view), count);
    json_text(j, "tickets_left", words[count < 2 ? count : 2]);
}

/* What happens next, for people: all that chance does is a deal. */
static const char *phase_name(enum routes_phase phase)
{
    switch (phase) {
    case PHASE_CHOOSE:
        return "set-up";
    case PHASE_TURN:
        return "turn";
    case PHASE_SECOND:
        return "second card";
    case PHASE_EXTRA:
        return "tunnel";
    case PHASE_KEEP:
        return "tickets";
    case PHASE_OVER:
        return "over";
    default:
        return "deal";
    }
}

static void table_json(struct json *j, const struct source *x)
{
    const struct routes_state *s = x->seen;

    json_array(j, "market");
    for (uint32_t i = 0; i < MARKET_SIZE; i++)
        json_text(j, NULL, card_name(x->board, s->market[i]));
    json_end(j);
    json_number(j, "deck", s->deck_size);
    json_number(j, "discard", pack_sum(s->discard) + s->discard_wild);
    pack_json(j, "discard_cards", x->board, s->discard, s->discard_wild);
    if (x->view->seat == EVERYTHING)
        pack_json(j, "deck_cards", x->board, s->deck, s->deck_wild);
    else
        json_null(j, "deck_cards");
    ticket_deck_json(j, x);
    tunnel_json(j, x);
    json_text(j, "phase", phase_name(s->phase));
    json_bool(j, "last_round", s->last_turns > 0);
    json_number(j, "last_turns", s->last_turns);
}

void routes_position_json(struct json *j, const struct position *p)
{
    struct source x = {
        .position = p,
        .match = p->match,
        .view = p->view,
        .board = &p->match->board->routes,
        .seen = &p->view->seen.routes,
    };

    p->match->rules->score(p->match, &p->view->seen, &x.all);
    table_json(j, &x);
    json_array(j, "seats");
    for (uint32_t seat = 0; seat < p->match->seats; seat++)
        seat_json(j, &x, seat);
    json_end(j);
}
