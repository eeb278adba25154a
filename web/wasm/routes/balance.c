/*
 * How a board of the routes family plays: how often its routes, tickets and stations are used.
 * See balance.c.
 */
#include "../../../engine/routes/queries.h"
#include "../families.h"

enum { FAR = 255 }; /* there is no way */

struct count {
    uint32_t all, won; /* how often at all, and how often by a winner */
};

static struct {
    struct count route[ROUTES_MAX], ticket[TICKETS_MAX];
    uint32_t made[TICKETS_MAX];
    uint32_t stations; /* built */
} balance;

static void clear(void)
{
    __builtin_memset(&balance, 0, sizeof balance);
}

static void add(const struct state *state, uint32_t seat, const struct seat_sheet *sheet,
                bool won)
{
    const struct routes_seat *s = &state->routes.seat[seat];

    for (uint32_t i = 0; i < TICKETS_MAX; i++) {
        balance.ticket[i].all += bits_have(s->tickets, i);
        balance.ticket[i].won += bits_have(s->tickets, i) && won;
        balance.made[i] += bits_have(sheet->completed, i);
    }
    for (uint32_t i = 0; i < ROUTES_MAX; i++) {
        bool owned = bits_have(s->owned[i / 64], i % 64);

        balance.route[i].all += owned;
        balance.route[i].won += owned && won;
    }
    balance.stations += bits_count(s->stations);
}

/* The fewest pieces that join two cities of the empty board. */
static uint32_t distance(const struct board *board, uint32_t from, uint32_t to)
{
    struct match m = match_of(board, board->seats_max);
    struct routes_way way;
    struct state s;

    m.rules->start(&m, &s);
    return routes_way(&m, &s.routes, 0, from, to, &way) ? way.pieces : FAR;
}

/* "routes": "claimed", by a winner "won"; "tickets": "kept", by a winner "won", "made" (completed),
 * "pieces" (the shortest way); "stations". */
static void totals(struct json *j, const struct board *board)
{
    const struct routes_board *r = &board->routes;

    json_array(j, "routes");
    for (uint32_t i = 0; i < r->routes; i++) {
        uint32_t n = r->route_at[i];

        json_object(j, NULL);
        json_number(j, "number", n);
        json_number(j, "claimed", balance.route[n].all);
        json_number(j, "won", balance.route[n].won);
        json_end(j);
    }
    json_end(j);
    json_array(j, "tickets");
    for (uint32_t i = 0; i < r->tickets; i++) {
        const struct ticket *k = &r->ticket[i];

        json_object(j, NULL);
        json_text(j, "a", r->city_name[k->a]);
        json_text(j, "b", r->city_name[k->b]);
        json_number(j, "points", k->points);
        json_bool(j, "long", k->is_long);
        json_number(j, "pieces", distance(board, k->a, k->b));
        json_number(j, "kept", balance.ticket[i].all);
        json_number(j, "won", balance.ticket[i].won);
        json_number(j, "made", balance.made[i]);
        json_end(j);
    }
    json_end(j);
    json_number(j, "stations", balance.stations);
}

const struct family_balance routes_balance = {
    .clear = clear,
    .add = add,
    .totals = totals,
};
