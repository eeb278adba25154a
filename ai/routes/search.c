/*
 * The searching player of the route games. What the seat can't see is dealt again and again; in
 * each deal every candidate that is still in the race is tried, with the same cards and the same
 * luck, and the game is played on by the planner in all seats, to its end: a rollout. The weaker
 * half of the candidates is dropped after each round.
 */
#include "../bot.h"
#include "../chance.h"
#include "../race.h"
#include "candidates.h"
#include "constants.h"
#include "guess.h"
#include "routes_players.h"

enum {
    EVENTS_MAX = 3000, /* of a rollout: tunnels can be tried without end */
    SCOUTS = 12,       /* deals used to find out what the others may want */
    HOPE = 20,         /* tenths of the standard error by which a contender may be unlucky */
    DOUBT = 15,        /* ... that are deducted from a contender's lead */
    WIN = 1000,        /* what a won game counts, a lost one counting 0 */
    MARGIN = 3000,     /* what winning by a wide margin adds at most */
};

/* Settings. */
enum { ITERATIONS, POLICY };

/* A position that looks to the seat like the one it is in, and everything that is the same for all
 * contenders. */
struct deal {
    struct state state;
    struct mind mind[ROUTES_SEATS_MAX];
    const struct measures *others; /* how the other seats judge */
    uint64_t seed;
};

struct search {
    struct race race; /* the planner's choice enters first, and keeps its place to the end */
    const struct match *m;
    const struct view *v;
    bool random; /* the policy of rollouts */
    struct measures measures;
    struct measures hasty; /* of somebody who claims as soon as possible */
    bool guessing;
    struct guess guess;
    struct mind mind; /* of the seat that thinks, at the start of each rollout */
    struct chance chance;
    struct deal deal;
};

/* What the seat can't see, dealt again. */
static void resample(struct search *x, struct state *s)
{
    struct dice dice = chance_dice(&x->chance);

    x->m->rules->resample(x->m, x->v, &dice, s);
    if (x->guessing)
        guess_tickets(x->m, &x->guess, x->v->seat, &x->chance, s);
}

/* In every other deal the others don't wait with what they plan. Some people do and some don't, and
 * a plan that only works if everybody waits should not look good. */
static void deal_again(struct race *race)
{
    struct search *x = (struct search *)race;
    struct deal *deal = &x->deal;
    struct thought t;

    resample(x, &deal->state);
    deal->others = race->one[0].visits % 2 ? &x->hasty : &x->measures;
    deal->seed = chance_next(&x->chance);
    for (uint32_t i = 0; i < x->m->seats; i++) {
        deal->mind[i] = (struct mind){0};
        if (i == x->v->seat)
            deal->mind[i] = x->mind;
        else
            planner_think(x->m, &deal->state, i, deal->others, &deal->mind[i], true, &t);
    }
}

/* What a finished game counts for the seat: whether it is won, and by how much. The margin
 * says more when the end is still far; a margin of half a network's points counts half. */
static int32_t result(const struct search *x, const struct sheet *sheet, int32_t *won)
{
    uint32_t me = x->v->seat, winners = 0;
    int32_t other = INT16_MIN, mine = sheet->seat[me].total;

    for (uint32_t i = 0; i < x->m->seats; i++) {
        winners += sheet->seat[i].rank == 1;
        if (i != me && sheet->seat[i].total > other)
            other = sheet->seat[i].total;
    }
    *won = sheet->seat[me].rank == 1 ? WIN / (int32_t)winners : 0;
    int32_t ahead = mine - other, size = ahead < 0 ? -ahead : ahead;
    return *won + MARGIN / 2 * ahead / (size + (int32_t)x->measures.network_points / 2 + 1);
}

/* The luck of a rollout. Every seat has its own, one for the cards it draws and one for those that
 * fill the market after it, so that what one seat does changes little for the others. */
struct luck {
    struct chance seat[ROUTES_SEATS_MAX], market[ROUTES_SEATS_MAX];
};

static struct luck luck_of(uint64_t seed)
{
    struct chance chance = {seed};
    struct luck luck;

    for (uint32_t i = 0; i < ROUTES_SEATS_MAX; i++) {
        luck.seat[i].at = chance_next(&chance);
        luck.market[i].at = chance_next(&chance);
    }
    return luck;
}

static event_t pick(const struct search *x, const struct state *s, struct luck *luck)
{
    const struct rules *rules = x->m->rules;
    uint32_t turn = s->routes.turn;
    struct chance *chance =
        s->routes.phase == PHASE_MARKET ? &luck->market[turn] : &luck->seat[turn];

    return rules->pick(x->m, s, chance_below(chance, rules->count(x->m, s)));
}

/* Plays on: every seat plays as a planner, or all play at random. In its first turn each of the
 * others also considers blocking what this seat plans: that is what a move can forestall. */
static void play_on(const struct search *x, struct state *s, struct mind mind[])
{
    const struct deal *deal = &x->deal;
    const struct rules *rules = x->m->rules;
    struct luck luck = luck_of(deal->seed);
    uint64_t done = bit(x->v->seat); /* seats that have considered blocking, or don't */

    for (uint32_t k = 0; k < EVENTS_MAX; k++) {
        uint32_t actor = rules->actor(x->m, s);
        event_t e;

        if (actor == NOBODY)
            return;
        if (actor == NATURE || x->random) {
            e = pick(x, s, &luck);
        } else {
            const struct measures *own = actor == x->v->seat ? &x->measures : deal->others;
            struct thought t;
            int32_t harm[ROUTES_MAX];

            planner_think(x->m, s, actor, own, &mind[actor], true, &t);
            if (s->routes.phase == PHASE_TURN && !bits_have(done, actor)) {
                planner_block(&t, mind[x->v->seat].network.routes, harm);
                done |= bit(actor);
            }
            e = planner_choose(&t);
        }
        if (!rules->apply(x->m, s, e))
            return; /* never happens: a test plays very many games */
    }
}

static int32_t try(struct race *race, event_t e, int32_t *won)
{
    const struct search *x = (const struct search *)race;
    const struct match *m = x->m;
    struct mind mind[ROUTES_SEATS_MAX];
    struct state s = x->deal.state;
    struct sheet sheet;

    for (uint32_t i = 0; i < m->seats; i++)
        mind[i] = x->deal.mind[i];
    m->rules->apply(m, &s, e);
    play_on(x, &s, mind);
    m->rules->score(m, &s, &sheet);
    return result(x, &sheet, won);
}

static uint32_t root(uint64_t square)
{
    uint64_t root = 0;

    for (uint64_t b = bit(31); b; b /= 2)
        if ((root + b) * (root + b) <= square)
            root += b;
    return (uint32_t)root;
}

/* By how much a contender is better than the planner's choice, with a deduction for what may be
 * luck: `doubt` tenths of the standard error, or with a bonus for it. */
static int32_t lead(const struct race *x, const struct contender *c, int32_t doubt)
{
    int64_t n = c->visits, ahead = x->apart[c->number][0].by;

    if (n < 2)
        return -WIN;
    int64_t mean = ahead / n, squares = (int64_t)x->apart[c->number][0].squares;
    int64_t spread = (squares - ahead * mean) / (n - 1);
    uint32_t error = root(spread > 0 ? (uint64_t)(spread / n) : 0);
    return (int32_t)(mean - (int64_t)doubt * error / 10);
}

static void sort(struct race *x, uint32_t from, uint32_t to, int32_t doubt)
{
    for (uint32_t i = from; i < to; i++)
        x->one[i].value = lead(x, &x->one[i], doubt);
    race_sort(x, from, to);
}

/* Half of the contenders drop out after each of some rounds. At the end another than the planner's
 * choice is first only if it leads. */
static void run(struct race *x, uint32_t iterations)
{
    uint32_t alive = x->n, rounds = 0;
    bool late = false;

    for (uint32_t k = 1; k < x->n; k *= 2)
        rounds++;
    while (alive > 1 && !late) {
        late = !race_on(x, alive, iterations / rounds / alive + 1);
        sort(x, 1, alive, 0);
        alive = alive > 2 ? (alive + 2) / 2 : 1;
        while (alive > 1 && lead(x, &x->one[alive - 1], -HOPE) < 0)
            alive--; /* clearly worse than the planner's choice */
    }
    sort(x, 1, x->n, DOUBT);
    if (x->n > 1 && x->one[1].value > 0)
        sort(x, 0, x->n, DOUBT);
}

/* Which routes the others would want with the tickets of some deals. */
static void scout(struct search *x, uint32_t wanted[ROUTES_MAX])
{
    __builtin_memset(wanted, 0, ROUTES_MAX * sizeof wanted[0]);
    for (uint32_t k = 0; k < SCOUTS; k++) {
        struct state deal;

        resample(x, &deal);
        for (uint32_t i = 0; i < x->m->seats; i++) {
            struct mind mind = {0};
            struct thought t;

            if (i == x->v->seat)
                continue;
            planner_think(x->m, &deal, i, &x->measures, &mind, true, &t);
            for (uint32_t p = 0; p < PLANES_MAX; p++)
                for (uint64_t left = mind.network.routes[p]; left; left &= left - 1)
                    wanted[64 * p + bits_first(left)]++;
        }
    }
}

/* Everything but the contenders. */
static void prepare(struct search *x, const struct bot *bot, const struct match *m,
                    const struct view *v, const struct budget *budget)
{
    struct tuning tuning;

    *x = (struct search){
        .race = {budget, deal_again, try, .sure = WIN},
        .m = m,
        .v = v,
        .random = bot->value[POLICY],
    };
    x->chance = chance_from(&budget->dice);
    bot_tuning(bot, m, &tuning);
    measures_of(&m->board->routes, &tuning, &x->measures);
    tuning.value[HOLD_HAND] = 0;
    measures_of(&m->board->routes, &tuning, &x->hasty);
    x->guessing = v->seen.routes.phase > PHASE_CHOOSE;
    if (x->guessing)
        guess_of(m, &v->seen.routes, &x->guess);
}

static uint32_t rank(const struct bot *bot, const struct match *m, const struct view *v,
                     struct budget *budget, struct candidate *out, uint32_t cap)
{
    uint32_t wanted[ROUTES_MAX], n;
    event_t list[RACE_MAX];
    struct search x;
    struct thought t;

    prepare(&x, bot, m, v, budget);
    if (v->seen.routes.phase == PHASE_TURN)
        scout(&x, wanted);
    planner_think(m, &v->seen, v->seat, &x.measures, &x.mind, false, &t);
    n = routes_candidates(&t, wanted, list, RACE_MAX);
    for (uint32_t i = 0; i < n; i++)
        race_enter(&x.race, list[i], 0);
    run(&x.race, bot->value[ITERATIONS]);
    return race_tell(&x.race, out, cap);
}

static void weigh(const struct bot *bot, const struct match *m, const struct view *v,
                  struct budget *budget, const event_t *events, uint32_t n,
                  struct candidate *out)
{
    struct search x;
    struct thought t;

    prepare(&x, bot, m, v, budget);
    planner_think(m, &v->seen, v->seat, &x.measures, &x.mind, false, &t);
    race_weigh(&x.race, events, n, (bot->value[ITERATIONS] + n - 1) / n, out);
}

static const char *const policies[] = {"planner", "random", NULL};

static const struct setting settings[] = {
    [ITERATIONS] = {"iterations", "games played on in thought for a decision", 1, 1000000, 2000,
                    NULL},
    [POLICY] = {"policy", "who plays them on", 0, 1, 0, policies},
    {0},
};

const struct player player_rollout = {
    .name = "rollout",
    .alias = "mcts",
    .summary = "tries its best moves in many games played on in thought (route games)",
    .settings = settings,
    .timed = true,
    .rank = rank,
    .weigh = weigh,
};
