/*
 * What a seat sees of a game of the routes family, as planes of bytes. The table of planes and the
 * writing of them stand one below the other, in the same order.
 */
#include "../../engine/routes/queries.h"
#include "routes_env.h"

enum { CARDS = COLOURS_MAX + 1 /* the most columns of a plane of cards: the colours, wild */ };

/* What the columns of a plane stand for. */
enum {
    OF_ONE,
    OF_PHASES,
    OF_ROUTES,
    OF_CITIES,
    OF_CARDS,
    OF_TICKETS,
    OF_PIECES,
    OF_BOUNDS,
    OF_COUNTS
};

/* A route has the place of its number, so there are gaps (engine/board.h). */
static inline uint32_t route_places(const struct routes_board *b)
{
    return 64u * b->planes;
}

/* What a seat can be asked for. */
static const uint8_t phases[] = {PHASE_CHOOSE, PHASE_TURN, PHASE_SECOND, PHASE_EXTRA,
                                 PHASE_KEEP};
static const char *const phase_names[] = {"keep first tickets", "begin a turn", "second card",
                                          "pay the tunnel", "keep tickets"};
enum { PHASES = sizeof phases };

static void planes(struct env *env)
{
    const struct routes_board *b = &env->board.routes;
    uint32_t seats = env->match.seats, routes = route_places(b), cards = b->colours + 1u;
    uint32_t cities = b->stations ? b->cities : 0, colours = b->flag ? b->colours : 0;
    uint32_t kinds = b->features & FEATURE_METRO_ROUTES ? 2 : 1;
    uint32_t tunnels = b->features & FEATURE_TUNNELS ? 1 : 0;
    const struct env_plane table[] = {
        {"phase", "what the game waits for", 0, 1, PHASES, 1, OF_PHASES, false, false},
        {"owned", "routes that a seat has claimed", 0, seats, routes, 1, OF_ROUTES, true,
         false},
        {"free", "routes that the seat that looks can still claim, cards left aside", 0, 1,
         routes, 1, OF_ROUTES, false, false},
        {"stations", "cities with a station of a seat", 0, seats, cities, 1, OF_CITIES, true,
         false},
        {"hand", "own cards", 0, 1, cards, 127, OF_CARDS, false, false},
        {"market", "cards face up", 0, MARKET_SIZE, cards, 1, OF_CARDS, false, false},
        {"known", "cards in a hand that everybody has seen", 0, seats, cards, 127, OF_CARDS,
         true, false},
        {"unseen", "cards in the deck or hidden in other hands", 0, 1, cards, 127, OF_CARDS,
         false, false},
        {"discards", "cards in the discard pile", 0, 1, cards, 127, OF_CARDS, false, false},
        {"flag", "cards laid out for the flag", 0, seats, colours, 1, OF_CARDS, true, false},
        {"tickets", "own tickets", 0, 1, b->tickets, 1, OF_TICKETS, false, false},
        {"done", "of these, the ones joined by own routes", 0, 1, b->tickets, 1, OF_TICKETS,
         false, false},
        {"offer", "tickets on offer, by their place in the choice", 0, routes_offered(b),
         b->tickets, 1, OF_TICKETS, false, false},
        {"returned", "tickets that the seat itself has given up", 0, 1, b->tickets, 1,
         OF_TICKETS, false, false},
        {"tried", "the tunnel that is being tried", 0, tunnels, routes, 1, OF_ROUTES, false,
         false},
        {"turned", "cards turned up for it", 0, tunnels, cards, TUNNEL_CARDS, OF_CARDS, false,
         false},
        {"asked", "cards that it asks for", 0, tunnels, 1, TUNNEL_CARDS, OF_ONE, false, false},
        {"points", "for everybody to see", 0, seats, 1, 255, OF_ONE, true, false},
        {"cards", "cards in hand", 0, seats, 1, 255, OF_ONE, true, false},
        {"pieces", "pieces left", 0, seats, kinds, PIECES_MAX, OF_PIECES, true, false},
        {"stations_left", "stations not yet built", 0, seats, cities ? 1 : 0, STATIONS_MAX,
         OF_ONE, true, false},
        {"flags", "flags finished", 0, seats, colours ? 1 : 0, 255, OF_ONE, true, false},
        {"kept", "bounds of how many tickets a seat has: at least, at most", 0, seats, 2,
         TICKETS_MAX, OF_BOUNDS, true, false},
        {"counts",
         "cards in the deck, tickets that can be drawn, turns left in the last round, "
         "passes in a row",
         0, 1, 4, 255, OF_COUNTS, false, false},
        {"hands", "cards of a seat", 0, seats, cards, 127, OF_CARDS, true, true},
        {"all_tickets", "tickets of a seat", 0, seats, b->tickets, 1, OF_TICKETS, true, true},
        {"offers", "tickets on offer to a seat", 0, seats, b->tickets, 1, OF_TICKETS, true,
         true},
        {"ticket_deck", "tickets from which the next one comes", 0, 1, b->tickets, 1,
         OF_TICKETS, false, true},
        {"deck", "cards of the deck", 0, 1, cards, 127, OF_CARDS, false, true},
    };

    for (uint32_t i = 0; i < sizeof table / sizeof table[0]; i++)
        env_add_plane(env, table[i]);
}

static inline const struct routes_board *board_seen(struct look l)
{
    return &l.match->board->routes;
}

/* The seats in the order of their rows: the one that looks is the first. */
struct rows {
    const struct routes_seat *seat[ROUTES_SEATS_MAX];
};

static inline struct rows rows_of(struct look l)
{
    struct rows rows = {0};

    for (uint32_t i = 0; i < l.match->seats; i++)
        rows.seat[i] = &l.view->seen.routes.seat[seat_after(l, i)];
    return rows;
}

static inline uint8_t *put_routes(struct look l, uint8_t *at, const uint64_t set[PLANES_MAX])
{
    for (uint32_t p = 0; p < board_seen(l)->planes; p++)
        at = put_set(at, set[p], 64);
    return at;
}

/* A pack, a byte for each colour. All eight bytes are written at once: those of colours that the
 * board doesn't have are 0, as what follows is until it is written. Only where at least eight bytes
 * follow, as in an observation, which ends with the counts. */
static inline uint8_t *put_pack(struct look l, uint8_t *at, uint64_t pack)
{
    __builtin_memcpy(at, &pack, sizeof pack);
    return at + board_seen(l)->colours;
}

static inline uint8_t *put_cards(struct look l, uint8_t *at, uint64_t coloured, uint32_t wild)
{
    return put(put_pack(l, at, coloured), wild);
}

/* Face-up cards and cards turned up: WILD is the last column. */
static uint32_t column_of(struct look l, uint32_t card)
{
    return card == WILD ? board_seen(l)->colours : card;
}

static inline uint8_t *put_tickets(struct look l, uint8_t *at, uint64_t set)
{
    at = put_set(at, set, board_seen(l)->tickets);
    return at;
}

/* Tickets joined by own routes. */
static uint64_t joined(const struct routes_board *b, const struct routes_seat *me)
{
    uint8_t label[CITIES_MAX];
    uint64_t done = 0;

    if (!me->tickets)
        return 0;
    routes_labels(b, me->owned, label);
    for (uint64_t left = me->tickets; left; left &= left - 1) {
        const struct ticket *t = &b->ticket[bits_first(left)];

        if (label[t->a] == label[t->b])
            done |= left & -left;
    }
    return done;
}

static inline uint8_t *put_network(struct look l, const struct rows *rows, uint8_t *at)
{
    const struct routes_board *b = board_seen(l);
    uint64_t free[PLANES_MAX];

    for (uint32_t i = 0; i < l.match->seats; i++)
        at = put_routes(l, at, rows->seat[i]->owned);
    routes_free(l.match, &l.view->seen.routes, l.seat, free);
    at = put_routes(l, at, free);
    for (uint32_t i = 0; b->stations && i < l.match->seats; i++)
        at = put_set(at, rows->seat[i]->stations, b->cities);
    return at;
}

static inline uint8_t *put_all_cards(struct look l, const struct rows *rows, uint8_t *at)
{
    const struct routes_state *s = &l.view->seen.routes;
    const struct routes_board *b = board_seen(l);
    const struct routes_seat *me = rows->seat[0];

    at = put_cards(l, at, me->hand, me->wild);
    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++)
        at = put_one_of(at, column_of(l, s->market[slot]), b->colours + 1u);
    for (uint32_t i = 0; i < l.match->seats; i++)
        at = put_cards(l, at, rows->seat[i]->known, rows->seat[i]->known_wild);
    at = put_cards(l, at, l.view->routes.cards, l.view->routes.wild);
    at = put_cards(l, at, s->discard, s->discard_wild);
    for (uint32_t i = 0; b->flag && i < l.match->seats; i++)
        at = put_pack(l, at, rows->seat[i]->flag);
    return at;
}

static inline uint8_t *put_own_tickets(struct look l, const struct rows *rows, uint8_t *at)
{
    const struct routes_board *b = board_seen(l);
    const struct routes_seat *me = rows->seat[0];

    at = put_tickets(l, at, me->tickets);
    at = put_tickets(l, at, joined(b, me));
    for (uint32_t i = 0; i < routes_offered(b); i++)
        at = put_one_of(at, i < me->offered ? me->offer[i] : TICKETS_MAX, b->tickets);
    at = put_tickets(l, at, me->dropped);
    return at;
}

static inline uint8_t *put_tunnel(struct look l, uint8_t *at)
{
    const struct routes_state *s = &l.view->seen.routes;
    const struct routes_board *b = board_seen(l);
    uint8_t cards[CARDS] = {0};

    if (!(b->features & FEATURE_TUNNELS))
        return at;
    at = put_one_of(at, s->claim ? event_arg(s->claim) : ROUTES_MAX, route_places(b));
    for (uint32_t i = 0; i < s->turned_count; i++)
        cards[column_of(l, s->turned[i])]++;
    at = put_bytes(at, cards, b->colours + 1u);
    at = put(at, s->extra);
    return at;
}

static inline uint8_t *put_counts(struct look l, const struct rows *rows, uint8_t *at)
{
    const struct routes_state *s = &l.view->seen.routes;
    const struct routes_board *b = board_seen(l);
    uint32_t seats = l.match->seats;

    for (uint32_t i = 0; i < seats; i++) {
        int32_t points = l.match->rules->points(l.match, &l.view->seen, seat_after(l, i));

        at = put(at, points > 0 ? (uint32_t)points : 0);
    }
    for (uint32_t i = 0; i < seats; i++)
        at = put(at, rows->seat[i]->hand_size);
    for (uint32_t i = 0; i < seats; i++)
        at = put_bytes(at, rows->seat[i]->pieces,
                       b->features & FEATURE_METRO_ROUTES ? PIECE_KINDS : 1);
    for (uint32_t i = 0; b->stations && i < seats; i++)
        at = put(at, rows->seat[i]->stations_left);
    for (uint32_t i = 0; b->flag && i < seats; i++)
        at = put(at, rows->seat[i]->flags);
    for (uint32_t i = 0; i < seats; i++) {
        at = put(at, rows->seat[i]->tickets_min);
        at = put(at, rows->seat[i]->tickets_max);
    }
    at = put(at, s->deck_size);
    at = put(at, s->ticket_count);
    at = put(at, s->last_turns);
    at = put(at, s->passes);
    return at;
}

static void observe(struct look l, uint8_t *at)
{
    const struct rows rows = rows_of(l);
    uint32_t phase = 0;

    while (phase < PHASES && phases[phase] != l.view->seen.routes.phase)
        phase++;
    at = put_one_of(at, phase, PHASES);
    at = put_network(l, &rows, at);
    at = put_all_cards(l, &rows, at);
    at = put_own_tickets(l, &rows, at);
    at = put_tunnel(l, at);
    put_counts(l, &rows, at);
}

static void reveal(struct look l, uint8_t *at)
{
    const struct routes_state *s = &l.view->seen.routes;
    const struct rows seen = rows_of(l), *rows = &seen;

    for (uint32_t i = 0; i < l.match->seats; i++) {
        at = put_bytes(at, (const uint8_t *)&rows->seat[i]->hand, board_seen(l)->colours);
        at = put(at, rows->seat[i]->wild);
    }
    for (uint32_t i = 0; i < l.match->seats; i++)
        at = put_tickets(l, at, rows->seat[i]->tickets);
    for (uint32_t i = 0; i < l.match->seats; i++) {
        uint64_t offered = 0;

        for (uint32_t j = 0; j < rows->seat[i]->offered; j++)
            offered |= bit(rows->seat[i]->offer[j]);
        at = put_tickets(l, at, offered);
    }
    at = put_tickets(l, at, s->ticket_deck);
    at =
        put_bytes(at, (const uint8_t *)&s->deck, board_seen(l)->colours); /* the end: no more */
    put(at, s->deck_wild);
}

/* ---- what columns stand for ---- */

static void put_ends(const struct routes_board *b, uint32_t from, uint32_t to, struct text *t)
{
    text_put(t, b->city_name[from]);
    text_char(t, '-');
    text_put(t, b->city_name[to]);
}

static void put_route(const struct routes_board *b, uint32_t route, struct text *t)
{
    const struct route *r = &b->route[route];

    if (r->length)
        put_ends(b, r->a, r->b, t);
}

static void column(const struct env *env, const struct env_plane *plane, uint32_t column,
                   struct text *t)
{
    const struct routes_board *b = &env->board.routes;
    static const char *const counts[] = {"deck", "tickets", "last turns", "passes"};

    switch (plane->things) {
    case OF_PHASES:
        text_put(t, phase_names[column]);
        break;
    case OF_ROUTES:
        put_route(b, column, t);
        break;
    case OF_CITIES:
        text_put(t, b->city_name[column]);
        break;
    case OF_CARDS:
        text_put(t, column < b->colours ? b->colour_name[column] : b->wild_name);
        break;
    case OF_TICKETS:
        put_ends(b, b->ticket[column].a, b->ticket[column].b, t);
        break;
    case OF_PIECES:
        text_put(t, b->piece_name[column]);
        break;
    case OF_BOUNDS:
        text_put(t, column ? "at most" : "at least");
        break;
    case OF_COUNTS:
        text_put(t, counts[column]);
        break;
    default:
        break;
    }
}

const struct family_env routes_env = {
    .list = routes_list,
    .number = routes_number,
    .mask = routes_mask,
    .specimen = routes_specimen,
    .planes = planes,
    .observe = observe,
    .reveal = reveal,
    .column = column,
    .draw = routes_draw,
};
