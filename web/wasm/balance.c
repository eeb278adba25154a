/*
 * How a board plays: many games between good players of the program on a board of somebody's own,
 * added up. Whole numbers only; what they mean is said in web/core/balance.ts, the other side.
 */
#include "../../ai/bot.h"
#include "../../table/dealer.h"
#include "wasm.h"

EXPORT(balance_open) uint32_t balance_open(uint32_t n, uint32_t seats);
EXPORT(balance_play) void balance_play(uint32_t first, uint32_t games);
EXPORT(balance_totals) uint32_t balance_totals(void);

enum {
    EVENTS_MAX = 20000, /* a longer game is abandoned */
    WIN = 60,           /* a win, divisible among up to six winners */
    FAR = 255,
};

/* What the seats, or those who play first, second, ..., have together. */
struct tally {
    uint32_t wins; /* in WIN parts */
    int32_t score;
};

struct count {
    uint32_t all, won; /* how often, and how often by a winner */
};

static struct {
    struct board board;
    struct match match;
    struct bot bot;
    uint32_t games, abandoned, turns;
    uint32_t shortest, longest; /* game, in turns */
    int32_t best, worst;        /* score of all */
    struct tally seat[SEATS_MAX], order[SEATS_MAX];
    struct count route[ROUTES_MAX], ticket[TICKETS_MAX];
    uint32_t made[TICKETS_MAX];
    uint32_t stations; /* built */
} balance;

/* The input is a board file; the games are for so many seats. {} or {"error"}. */
uint32_t balance_open(uint32_t n, uint32_t seats)
{
    static const char level[] = "hard";
    struct complaint why = {0};
    struct json j = wasm_json();

    __builtin_memset(&balance, 0, sizeof balance);
    if (n > WASM_IN || !board_parse(wasm_in, n, &balance.board, NULL, &why))
        return wasm_complain(&why);
    balance.match = match_of(&balance.board, seats);
    if (!balance.match.rules->check(&balance.match, &why)) {
        balance.match.rules = NULL;
        return wasm_complain(&why);
    }
    balance.bot = bot_of(player_find(level, sizeof level - 1));
    balance.bot = bot_for(&balance.bot, &balance.match);
    balance.shortest = EVENTS_MAX;
    json_object(&j, NULL);
    json_end(&j);
    return wasm_answer(&j);
}

/* Playing. */

struct game {
    struct state state;
    struct rng dealer, dice[SEATS_MAX];
    uint32_t events, turns, first;
};

static event_t decide(struct game *g, uint32_t seat)
{
    const struct match *m = &balance.match;
    struct budget budget = {.dice = rng_dice(&g->dice[seat])};
    struct view v;

    if (m->rules == &routes_rules)
        g->turns += g->state.routes.phase == PHASE_TURN;
    else
        g->turns += g->state.metro.phase == METRO_TURN;
    m->rules->view(m, &g->state, seat, &v);
    return bot_choose(&balance.bot, m, &v, &budget);
}

/* False if the game has no end. */
static bool play(struct game *g, uint64_t seed)
{
    const struct match *m = &balance.match;
    uint32_t actor;

    g->events = g->turns = g->first = 0;
    rng_seed(&g->dealer, seed, 0);
    for (uint32_t i = 0; i < m->seats; i++)
        rng_seed(&g->dice[i], seed, i + 1);
    m->rules->start(m, &g->state);
    while ((actor = m->rules->actor(m, &g->state)) != NOBODY) {
        event_t e =
            actor == NATURE ? dealer_choose(m, &g->state, &g->dealer) : decide(g, actor);

        if (g->events++ == EVENTS_MAX || !m->rules->apply(m, &g->state, e))
            return false;
        if (event_kind(e) == EVENT_FIRST)
            g->first = event_arg(e);
    }
    return true;
}

/* Adding up. */

static void add_seat(const struct game *g, uint32_t seat, const struct seat_sheet *sheet,
                     uint32_t share)
{
    const struct match *m = &balance.match;
    uint32_t order = (seat + m->seats - g->first) % m->seats;

    balance.seat[seat].wins += share;
    balance.seat[seat].score += sheet->total;
    balance.order[order].wins += share;
    balance.order[order].score += sheet->total;
    balance.best = sheet->total > balance.best ? sheet->total : balance.best;
    balance.worst = sheet->total < balance.worst ? sheet->total : balance.worst;
    if (m->rules != &routes_rules)
        return;
    const struct routes_seat *s = &g->state.routes.seat[seat];
    for (uint32_t i = 0; i < m->board->routes.tickets; i++) {
        balance.ticket[i].all += bits_have(s->tickets, i);
        balance.ticket[i].won += bits_have(s->tickets, i) && share > 0;
        balance.made[i] += bits_have(sheet->completed, i);
    }
    for (uint32_t i = 0; i < ROUTES_MAX; i++) {
        bool owned = bits_have(s->owned[i / 64], i % 64);

        balance.route[i].all += owned;
        balance.route[i].won += owned && share > 0;
    }
    balance.stations += bits_count(s->stations);
}

static void add(const struct game *g)
{
    const struct match *m = &balance.match;
    struct sheet sheet;
    uint32_t winners = 0;

    m->rules->score(m, &g->state, &sheet);
    for (uint32_t i = 0; i < m->seats; i++)
        winners += sheet.seat[i].rank == 1;
    if (balance.games == 0)
        balance.best = balance.worst = sheet.seat[0].total;
    for (uint32_t i = 0; i < m->seats; i++)
        add_seat(g, i, &sheet.seat[i], sheet.seat[i].rank == 1 ? WIN / winners : 0);
    balance.games++;
    balance.turns += g->turns;
    balance.shortest = g->turns < balance.shortest ? g->turns : balance.shortest;
    balance.longest = g->turns > balance.longest ? g->turns : balance.longest;
}

/* Plays the games number first, first + 1, ... */
void balance_play(uint32_t first, uint32_t games)
{
    static struct game g;

    for (uint32_t i = 0; i < games && balance.match.rules; i++) {
        if (play(&g, first + i))
            add(&g);
        else
            balance.abandoned++;
    }
}

/* Telling. */

/* The fewest pieces that join two cities of the empty board. */
static uint32_t distance(const struct routes_board *r, uint32_t from, uint32_t to)
{
    uint32_t far[CITIES_MAX];

    for (uint32_t i = 0; i < CITIES_MAX; i++)
        far[i] = i == from ? 0 : FAR;
    for (bool better = true; better;) {
        better = false;
        for (uint32_t i = 0; i < r->routes; i++) {
            const struct route *way = &r->route[r->route_at[i]];
            uint32_t x = far[way->a], y = far[way->b], length = way->length;

            if (x + length < y)
                far[way->b] = x + length, better = true;
            else if (y + length < x)
                far[way->a] = y + length, better = true;
        }
    }
    return far[to];
}

static void tallies_json(struct json *j, const char *key, const struct tally *list)
{
    json_array(j, key);
    for (uint32_t i = 0; i < balance.match.seats; i++) {
        json_object(j, NULL);
        json_thousandths(j, "wins", (int64_t)list[i].wins * 1000 / WIN);
        json_number(j, "score", list[i].score);
        json_end(j);
    }
    json_end(j);
}

static void routes_json(struct json *j, const struct routes_board *r)
{
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
        json_number(j, "pieces", distance(r, k->a, k->b));
        json_number(j, "kept", balance.ticket[i].all);
        json_number(j, "won", balance.ticket[i].won);
        json_number(j, "made", balance.made[i]);
        json_end(j);
    }
    json_end(j);
    json_number(j, "stations", balance.stations);
}

/*
 * Sums over all games so far: "games", "abandoned", "turns" (of all seats together), "shortest" and
 * "longest" game in turns, "best" and "worst" score; "seats" and "order" (first the one who
 * begins): "wins" (shared ones in parts) and "score"; of route games "routes": "claimed", by a
 * winner "won"; "tickets": "kept", by a winner "won", "made" (completed), "pieces" (the shortest
 * way); "stations".
 */
uint32_t balance_totals(void)
{
    struct json j = wasm_json();

    if (!balance.match.rules)
        return 0;
    json_object(&j, NULL);
    json_number(&j, "games", balance.games);
    json_number(&j, "abandoned", balance.abandoned);
    json_number(&j, "turns", balance.turns);
    json_number(&j, "shortest", balance.games ? balance.shortest : 0);
    json_number(&j, "longest", balance.longest);
    json_number(&j, "best", balance.best);
    json_number(&j, "worst", balance.worst);
    tallies_json(&j, "seats", balance.seat);
    tallies_json(&j, "order", balance.order);
    if (balance.match.rules == &routes_rules)
        routes_json(&j, &balance.board.routes);
    json_end(&j);
    return wasm_answer(&j);
}
