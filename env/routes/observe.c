/*
 * What a seat sees of a game of the routes family, as planes of bytes. The table of planes and
 * the code that writes them are in the same order, one below the other.
 */
#include "../../engine/routes/queries.h"
#include "../../svg/svg.h"
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

/* A route's place is its number, so there are gaps (engine/board.h). */
static inline uint32_t route_places(const struct routes_board *b)
{
    return 64u * b->planes;
}

/* What a seat can be asked to do: the phases from PHASE_CHOOSE on. */
static const char *const phase_names[] = {"keep first tickets", "begin a turn", "second card",
                                          "pay the tunnel", "keep tickets"};
enum { PHASES = PHASE_KEEP - PHASE_CHOOSE + 1 };

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

/* Who looks at what, with the numbers of the board: see struct look. */
struct sight {
    const struct look *look;
    const struct routes_state *s;
    const struct routes_seat
        *seat[ROUTES_SEATS_MAX]; /* by row: the one that looks is the first */
    uint32_t seats, planes, colours, cities, tickets, offered, kinds;
    bool stations, flag, tunnels;
};

static inline const struct routes_board *board_seen(const struct look *look)
{
    return &look->match->board->routes;
}

static inline void look_around(const struct look *look, uint32_t seats, struct sight *g)
{
    const struct routes_board *b = board_seen(look);

    g->look = look;
    g->s = &look->view->seen.routes;
    g->seats = seats;
    g->planes = b->planes;
    g->colours = b->colours;
    g->cities = b->cities;
    g->tickets = b->tickets;
    g->offered = routes_offered(b);
    g->kinds = b->features & FEATURE_METRO_ROUTES ? PIECE_KINDS : 1;
    g->stations = b->stations != 0;
    g->flag = b->flag != 0;
    g->tunnels = b->features & FEATURE_TUNNELS;
    for (uint32_t i = 0; i < g->seats; i++)
        g->seat[i] = &g->s->seat[seat_after(*look, i)];
}

static inline uint8_t *put_routes(uint8_t *at, const uint64_t set[PLANES_MAX], uint32_t planes)
{
    for (uint32_t p = 0; p < planes; p++)
        at = put_word(at, set[p]);
    return at;
}

/* A pack, a byte for each colour. Writes all eight bytes at once: those of missing colours are
 * 0, like everything after them that is not written yet. Use it only where at least eight bytes
 * follow, as in an observation, which ends with the counts. */
static inline uint8_t *put_pack(uint8_t *at, uint64_t pack, uint32_t colours)
{
    __builtin_memcpy(at, &pack, sizeof pack);
    return at + colours;
}

static inline uint8_t *put_cards(uint8_t *at, uint64_t coloured, uint32_t wild,
                                 uint32_t colours)
{
    return put(put_pack(at, coloured, colours), wild);
}

/* Face-up cards and cards turned up: WILD is the last column. */
static inline uint32_t column_of(uint32_t card, uint32_t colours)
{
    return card == WILD ? colours : card;
}

/* Computes the tickets that are joined by the seat's own routes. */
static uint64_t join(const struct routes_board *b, const struct routes_seat *me)
{
    uint8_t label[CITIES_MAX];
    uint64_t done = 0;

    routes_labels(b, me->owned, label);
    for (uint64_t left = me->tickets; left; left &= left - 1) {
        const struct ticket *t = &b->ticket[bits_first(left)];

        if (label[t->a] == label[t->b])
            done |= left & -left;
    }
    return done;
}

/* The same, remembered until routes or tickets change. */
static inline uint64_t joined(const struct routes_board *b, const struct routes_seat *me,
                              struct memo *memo)
{
    uint64_t new = me->tickets ^ (memo ? memo->key[PLANES_MAX] : 0);

    if (!memo)
        return join(b, me);
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        new |= me->owned[p] ^ memo->key[p];
    if (new) {
        memo->value = join(b, me);
        memo->key[PLANES_MAX] = me->tickets;
        for (uint32_t p = 0; p < PLANES_MAX; p++)
            memo->key[p] = me->owned[p];
    }
    return memo->value;
}

static inline uint8_t *put_network(const struct sight *g, uint8_t *at)
{
    uint64_t free[PLANES_MAX];

    routes_free(g->look->match, g->s, g->look->seat, free);
    for (uint32_t i = 0; i < g->seats; i++)
        at = put_routes(at, g->seat[i]->owned, g->planes);
    at = put_routes(at, free, g->planes);
    for (uint32_t i = 0; g->stations && i < g->seats; i++)
        at = put_set(at, g->seat[i]->stations, g->cities);
    return at;
}

static inline uint8_t *put_all_cards(const struct sight *g, uint8_t *at)
{
    const struct routes_unseen *unseen = &g->look->view->routes;
    const struct routes_seat *me = g->seat[0];

    at = put_cards(at, me->hand, me->wild, g->colours);
    for (uint32_t slot = 0; slot < MARKET_SIZE; slot++)
        at = put_one_of(at, column_of(g->s->market[slot], g->colours), g->colours + 1);
    for (uint32_t i = 0; i < g->seats; i++)
        at = put_cards(at, g->seat[i]->known, g->seat[i]->known_wild, g->colours);
    at = put_cards(at, unseen->cards, unseen->wild, g->colours);
    at = put_cards(at, g->s->discard, g->s->discard_wild, g->colours);
    for (uint32_t i = 0; g->flag && i < g->seats; i++)
        at = put_pack(at, g->seat[i]->flag, g->colours);
    return at;
}

static inline uint8_t *put_own_tickets(const struct sight *g, uint8_t *at)
{
    const struct routes_seat *me = g->seat[0];
    uint32_t offered = me->offered;

    at = put_set(at, me->tickets, g->tickets);
    at = put_set(at, joined(board_seen(g->look), me, g->look->memo), g->tickets);
    for (uint32_t i = 0; i < offered; i++)
        at[i * g->tickets + me->offer[i]] = 1;
    at = put_set(at + g->offered * g->tickets, me->dropped, g->tickets);
    return at;
}

static inline uint8_t *put_tunnel(const struct sight *g, uint8_t *at)
{
    uint8_t cards[CARDS] = {0};

    if (!g->tunnels)
        return at;
    at = put_one_of(at, g->s->claim ? event_arg(g->s->claim) : ROUTES_MAX, 64 * g->planes);
    for (uint32_t i = 0; i < g->s->turned_count; i++)
        cards[column_of(g->s->turned[i], g->colours)]++;
    at = put_bytes(at, cards, g->colours + 1);
    at = put(at, g->s->extra);
    return at;
}

static inline uint8_t *put_points(const struct sight *g, uint8_t *at)
{
    const struct look l = *g->look;

    for (uint32_t i = 0; i < g->seats; i++) {
        int32_t points = l.match->rules->points(l.match, &l.view->seen, seat_after(l, i));

        at = put(at, (uint32_t)(points < 0 ? 0 : points));
    }
    return at;
}

static inline uint8_t *put_counts(const struct sight *g, uint8_t *at)
{
    at = put_points(g, at);
    for (uint32_t i = 0; i < g->seats; i++)
        at = put(at, g->seat[i]->hand_size);
    for (uint32_t i = 0; i < g->seats; i++)
        at = put_bytes(at, g->seat[i]->pieces, g->kinds);
    for (uint32_t i = 0; g->stations && i < g->seats; i++)
        at = put(at, g->seat[i]->stations_left);
    for (uint32_t i = 0; g->flag && i < g->seats; i++)
        at = put(at, g->seat[i]->flags);
    for (uint32_t i = 0; i < g->seats; i++) {
        at = put(at, g->seat[i]->tickets_min);
        at = put(at, g->seat[i]->tickets_max);
    }
    at = put(at, g->s->deck_size);
    at = put(at, g->s->ticket_count);
    at = put(at, g->s->last_turns);
    at = put(at, g->s->passes);
    return at;
}

/* Inlined for two seats, which most learning programs use: loops over rows become straight
 * code. */
static inline __attribute__((always_inline)) void observe_seats(const struct look *look,
                                                                uint32_t seats, uint8_t *at)
{
    struct sight here;
    const struct sight *g = &here;

    look_around(look, seats, &here);
    at = put_one_of(at, g->s->phase - (uint32_t)PHASE_CHOOSE, PHASES);
    at = put_network(g, at);
    at = put_all_cards(g, at);
    at = put_own_tickets(g, at);
    at = put_tunnel(g, at);
    put_counts(g, at);
}

static void observe(const struct look *look, uint8_t *at)
{
    if (look->match->seats == 2)
        observe_seats(look, 2, at);
    else
        observe_seats(look, look->match->seats, at);
}

static void reveal(const struct look *look, uint8_t *at)
{
    struct sight here;
    const struct sight *g = &here;

    look_around(look, look->match->seats, &here);
    for (uint32_t i = 0; i < g->seats; i++) {
        at = put_bytes(at, (const uint8_t *)&g->seat[i]->hand, g->colours);
        at = put(at, g->seat[i]->wild);
    }
    for (uint32_t i = 0; i < g->seats; i++)
        at = put_set(at, g->seat[i]->tickets, g->tickets);
    for (uint32_t i = 0; i < g->seats; i++) {
        uint64_t offered = 0;

        for (uint32_t j = 0; j < g->seat[i]->offered; j++)
            offered |= bit(g->seat[i]->offer[j]);
        at = put_set(at, offered, g->tickets);
    }
    at = put_set(at, g->s->ticket_deck, g->tickets);
    at = put_bytes(at, (const uint8_t *)&g->s->deck, g->colours); /* the end: no more */
    put(at, g->s->deck_wild);
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
    .svg = routes_svg,
};
