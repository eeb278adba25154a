/*
 * How a board plays: results of many games between good players of the program, added up in
 * whole numbers. web/core/balance.ts, the other side, draws conclusions from them.
 */
#include "../../ai/bot.h"
#include "../../table/dealer.h"
#include "families.h"
#include "wasm.h"

EXPORT(balance_open) uint32_t balance_open(uint32_t n, uint32_t seats);
EXPORT(balance_play) void balance_play(uint32_t first, uint32_t games);
EXPORT(balance_totals) uint32_t balance_totals(void);

enum {
    EVENTS_MAX = 20000, /* a longer game is abandoned */
    WIN = 60,           /* a win: can be divided among up to six winners */
};

/* The sums of a seat, or of the player who goes first, second, ... */
struct tally {
    uint32_t wins; /* in WIN parts */
    int32_t score;
};

static struct {
    struct board board;
    struct match match;
    struct bot bot;
    uint32_t games, abandoned, turns;
    uint32_t shortest, longest; /* game, in turns */
    int32_t best, worst;        /* score of any seat */
    struct tally seat[SEATS_MAX], order[SEATS_MAX];
} balance;

/* The input is a board file; seats is the number of players. Answers {} or {"error"}. */
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
    if (balance_of(&balance.board)->clear)
        balance_of(&balance.board)->clear();
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

    g->turns += m->rules->begins_turn(m, &g->state);
    m->rules->view(m, &g->state, seat, &v);
    return bot_choose(&balance.bot, m, &v, &budget);
}

/* False if the game does not end. */
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
    const struct family_balance *own = balance_of(m->board);
    uint32_t order = (seat + m->seats - g->first) % m->seats;

    balance.seat[seat].wins += share;
    balance.seat[seat].score += sheet->total;
    balance.order[order].wins += share;
    balance.order[order].score += sheet->total;
    balance.best = sheet->total > balance.best ? sheet->total : balance.best;
    balance.worst = sheet->total < balance.worst ? sheet->total : balance.worst;
    if (own->add)
        own->add(&g->state, seat, sheet, share > 0);
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

/* Answers. */

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

/*
 * Sums over all games so far: "games", "abandoned", "turns" (of all seats together), "shortest"
 * and "longest" game in turns, "best" and "worst" score; "seats" and "order" (the seat that
 * begins comes first): "wins" (shared ones in parts) and "score"; and members of the family
 * (families.h).
 */
uint32_t balance_totals(void)
{
    const struct family_balance *own;
    struct json j = wasm_json();

    if (!balance.match.rules)
        return 0;
    own = balance_of(&balance.board);
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
    if (own->totals)
        own->totals(&j, &balance.board);
    json_end(&j);
    return wasm_answer(&j);
}
