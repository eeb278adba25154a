/*
 * The searching player of the route games: information-set Monte Carlo. What the seat can't see is
 * dealt again and again; in each deal every candidate that is still in the race is tried, with the
 * same cards and the same dice, and the game is played to its end by the planner in all seats. The
 * weaker half of the candidates is dropped after each round.
 */
#include "../bot.h"
#include "../chance.h"
#include "candidates.h"
#include "routes_players.h"

enum {
    EVENTS_MAX = 3000, /* of a rollout: tunnels can be tried without end */
    SCOUTS = 12,       /* deals in which others' wishes are looked at */
    WIN = 1000,        /* what a won game counts, a lost one counting 0 */
};

struct search {
    const struct match *m;
    const struct view *v;
    const struct budget *budget;
    struct survey survey;
    struct mind mind; /* of the seat that thinks, at the start of each rollout */
    struct chance chance;
    uint32_t n;
    struct contender {
        event_t event;
        uint32_t visits;
        uint64_t sum;  /* of results */
        uint32_t wins; /* in thousandths */
    } one[CANDIDATES_MAX];
};

/* What a finished game counts for the seat: mostly whether it is won, and a little by how much,
 * which tells more of games that are still far from their end. */
static uint32_t result(const struct search *x, const struct sheet *sheet, uint32_t *won)
{
    uint32_t me = x->v->seat, winners = 0;
    int32_t other = -10000, mine = sheet->seat[me].total, part = 0;
    for (uint32_t i = 0; i < x->m->seats; i++) {
        winners += sheet->seat[i].rank == 1;
        if (i != me && sheet->seat[i].total > other)
            other = sheet->seat[i].total;
    }
    *won = sheet->seat[me].rank == 1 ? WIN / winners : 0;
    int32_t ahead = mine - other, size = ahead < 0 ? -ahead : ahead;
    part = WIN / 2 + WIN / 2 * ahead / (size + 20);
    return *won + (uint32_t)part;
}

/* Plays on to the end; every seat plans for itself. */
static void play_out(const struct search *x, struct state *s, struct mind mind[],
                     struct chance *chance)
{
    const struct rules *rules = x->m->rules;
    for (uint32_t k = 0; k < EVENTS_MAX; k++) {
        uint32_t actor = rules->actor(x->m, s);
        event_t e;
        if (actor == NOBODY)
            return;
        if (actor == NATURE) {
            e = rules->pick(x->m, s, chance_below(chance, rules->count(x->m, s)));
        } else {
            struct thought t;
            planner_think(x->m, s, actor, &x->survey, &mind[actor], true, &t);
            e = planner_choose(&t);
        }
        if (!rules->apply(x->m, s, e))
            return; /* never: a test plays a great many */
    }
}

static void try(struct search *x, struct contender *c, const struct state *deal, uint64_t seed)
{
    struct mind mind[ROUTES_SEATS_MAX];
    struct chance chance = {seed};
    struct state s = *deal;
    struct sheet sheet;
    uint32_t won;
    for (uint32_t i = 0; i < x->m->seats; i++)
        mind[i].made = false;
    mind[x->v->seat] = x->mind;
    if (!x->m->rules->apply(x->m, &s, c->event))
        return;
    play_out(x, &s, mind, &chance);
    x->m->rules->score(x->m, &s, &sheet);
    c->sum += result(x, &sheet, &won);
    c->wins += won;
    c->visits++;
}

/* The better half, by means. */
static void halve(struct search *x)
{
    for (uint32_t i = 1; i < x->n; i++) {
        struct contender c = x->one[i];
        uint32_t k = i;
        for (; k > 0 && x->one[k - 1].sum * c.visits < c.sum * x->one[k - 1].visits; k--)
            x->one[k] = x->one[k - 1];
        x->one[k] = c;
    }
}

static bool enough(const struct search *x)
{
    return x->budget->enough && x->budget->enough(x->budget->context);
}

static void race(struct search *x, uint32_t iterations)
{
    struct dice dice = chance_dice(&x->chance);
    uint32_t alive = x->n, rounds = 0;
    for (uint32_t k = 1; k < x->n; k *= 2)
        rounds++;
    for (; alive > 1; alive = (alive + 1) / 2) {
        uint32_t deals = iterations / rounds / alive;
        for (uint32_t d = 0; d <= deals; d++) {
            struct state deal;
            x->m->rules->resample(x->m, x->v, &dice, &deal);
            uint64_t seed = chance_next(&x->chance);
            for (uint32_t i = 0; i < alive; i++)
                try(x, &x->one[i], &deal, seed);
            if (enough(x)) {
                halve(x);
                return;
            }
        }
        halve(x);
    }
}

/* Which routes the others would plan for with the tickets of some deals. */
static void scout(struct search *x, uint32_t wanted[ROUTES_MAX])
{
    struct dice dice = chance_dice(&x->chance);
    __builtin_memset(wanted, 0, ROUTES_MAX * sizeof wanted[0]);
    for (uint32_t k = 0; k < SCOUTS; k++) {
        struct state deal;
        x->m->rules->resample(x->m, x->v, &dice, &deal);
        for (uint32_t i = 0; i < x->m->seats; i++) {
            struct mind mind = {0};
            struct thought t;
            if (i == x->v->seat)
                continue;
            planner_think(x->m, &deal, i, &x->survey, &mind, true, &t);
            for (uint32_t p = 0; p < PLANES_MAX; p++)
                for (uint64_t left = mind.plan.routes[p]; left; left &= left - 1)
                    wanted[64 * p + bits_first(left)]++;
        }
    }
}

static void search(struct search *x, const struct bot *bot, const struct match *m,
                   const struct view *v, const struct budget *budget)
{
    uint32_t wanted[ROUTES_MAX];
    event_t list[CANDIDATES_MAX];
    struct thought t;
    *x = (struct search){.m = m, .v = v, .budget = budget};
    x->chance = chance_from(&budget->dice);
    survey_of(&m->board->routes, &x->survey);
    if (v->seen.routes.phase == PHASE_TURN)
        scout(x, wanted);
    planner_think(m, &v->seen, v->seat, &x->survey, &x->mind, false, &t);
    x->n = routes_candidates(&t, wanted, list, CANDIDATES_MAX);
    for (uint32_t i = 0; i < x->n; i++)
        x->one[i].event = list[i];
    if (x->n > 1)
        race(x, bot->value[0]);
}

static event_t choose(const struct bot *bot, const struct match *m, const struct view *v,
                      struct budget *budget)
{
    struct search x;
    search(&x, bot, m, v, budget);
    return x.one[0].event;
}

static uint32_t rank(const struct bot *bot, const struct match *m, const struct view *v,
                     struct budget *budget, struct candidate *out, uint32_t cap)
{
    struct search x;
    search(&x, bot, m, v, budget);
    uint32_t n = x.n < cap ? x.n : cap;
    for (uint32_t i = 0; i < n; i++) {
        const struct contender *c = &x.one[i];
        out[i] = (struct candidate){
            .event = c->event,
            .chance = c->visits ? (uint16_t)(c->wins / c->visits) : CHANCE_UNKNOWN,
            .visits = c->visits,
        };
    }
    return n;
}

static const struct setting settings[] = {
    {"iterations", "games played on in thought for a decision", 1, 1000000, 1000, NULL},
    {0},
};

const struct player player_mcts = {
    .name = "mcts",
    .summary = "tries its best moves in many games played on in thought (route games)",
    .families = 1 << FAMILY_ROUTES,
    .settings = settings,
    .timed = true,
    .choose = choose,
    .rank = rank,
};
