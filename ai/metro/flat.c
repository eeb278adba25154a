/*
 * The player by flat Monte Carlo: see metro_players.h.
 *
 * Games are not played to their end: the luck of sixty tiles would hide the little that one
 * tile is worth. After a few turns the forecast says who will win.
 */
#include "../bot.h"
#include "../chance.h"
#include "metro_players.h"
#include "rank.h"

enum { ITERATIONS, TURNS }; /* settings */

enum {
    FIRST_LOOKS = 14, /* placements that get a second look ... */
    CANDIDATES = 8,   /* ... of which the best are tried, and drawing another tile */
    LOOKS = 3,        /* placements that get a second look while playing on */
    PRIOR = 20,       /* how many rollouts the forecast of the choice itself stands for */
    ROUNDS = 3,       /* of the race; after each the weaker half of the candidates is out */
    TILES_MAX = 256,  /* a board counts its tiles in a byte */
};

/* Tiles in the order in which they come from the supply, last first, and dice for ties: the
 * same for every choice that is tried, so that luck makes no difference between them. */
struct luck {
    uint8_t tile[TILES_MAX];
    struct chance dice;
};

/* A choice that is tried, and the sum of its estimated chances to win. */
struct trial {
    event_t event;
    int32_t prior;
    uint32_t visits;
    int64_t sum;
};

struct race {
    const struct match *m;
    const struct view *v;
    const struct budget *budget;
    struct forecast f;
    uint32_t turns, n;
    struct trial one[CANDIDATES + 1];
};

static void shuffle(struct luck *luck, const struct metro_state *s, const struct dice *dice)
{
    uint32_t n = 0;

    luck->dice = chance_from(dice);
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
        for (uint32_t i = 0; i < s->supply[kind]; i++)
            luck->tile[n++] = (uint8_t)kind;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t k = dice->roll(dice->context, i);
        uint8_t tile = luck->tile[i - 1];

        luck->tile[i - 1] = luck->tile[k];
        luck->tile[k] = tile;
    }
}

/* A game that is played on. */
struct play {
    struct state state;
    struct forecast f;
};

static bool place(const struct match *m, struct play *g, event_t e)
{
    if (!m->rules->apply(m, &g->state, e))
        return false;
    forecast_place(&g->f, &g->state.metro, event_arg(e));
    return true;
}

/* Makes the best of the ranked placements: the one with the best forecast once the tile is in
 * place. */
static bool place_best(const struct match *m, struct play *g, const struct ranking *r)
{
    struct play after[2]; /* the best so far, and the one that is tried */
    uint32_t best = 0;
    int32_t most = INT32_MIN;

    if (r->n == 0)
        return false;
    for (uint32_t i = 0; i < r->n; i++) {
        struct play *tried = &after[1 - best];

        *tried = *g;
        if (!place(m, tried, r->best[i].event))
            return false;
        int32_t sum = forecast_sum(&tried->f, &tried->state.metro);
        if (sum > most) {
            most = sum;
            best = 1 - best;
        }
    }
    *g = after[best];
    return true;
}

/* The seat to act makes the best placement by the forecast, and draws no other tile. */
static bool play_turn(const struct match *m, struct play *g, const struct dice *dice)
{
    struct ranking r = {.room = LOOKS};

    forecast_for(&g->f, m, g->state.metro.turn);
    rank_placements(&g->f, &g->state.metro, dice, &r);
    return place_best(m, g, &r);
}

/* Plays on for some turns, or to the end of the game. */
static void play_on(const struct race *x, struct play *g, const struct luck *luck)
{
    const struct match *m = x->m;
    const struct metro_state *s = &g->state.metro;
    struct chance chance = luck->dice;
    struct dice dice = chance_dice(&chance);
    uint32_t turns = 0, actor;
    bool done = true;

    while (done && (actor = m->rules->actor(m, &g->state)) != NOBODY) {
        if (actor == NATURE) {
            event_t e = event_make(EVENT_DEAL_TILE, luck->tile[s->supply_size - 1]);

            done = m->rules->apply(m, &g->state, e);
        } else if (s->phase == METRO_TURN && turns++ == x->turns) {
            return;
        } else {
            done = play_turn(m, g, &dice);
        }
    }
}

/* What the end of a game is worth to a seat: the win, shared among equals, and a little for
 * the points. */
static int32_t outcome(const struct match *m, const struct metro_state *s, uint32_t seat)
{
    int32_t most = 0, equals = 1, own = s->points[seat];

    for (uint32_t i = 0; i < m->seats; i++) {
        if (i == seat)
            continue;
        most = s->points[i] > most ? s->points[i] : most;
        equals += s->points[i] == own;
    }
    return (own >= most ? SURE / equals : 0) + own - most;
}

/* The choices worth trying, with the chances to win by the forecast. */
static void enter(struct race *x)
{
    const struct match *m = x->m;
    const struct metro_state *s = &x->v->seen.metro;
    struct ranking r = {.room = FIRST_LOOKS};

    rank_placements(&x->f, s, &x->budget->dice, &r);
    int32_t best = r.best[0].value;
    rank_again(&x->f, m, &x->v->seen, &r);
    r.n = r.n < CANDIDATES ? r.n : CANDIDATES;
    if (metro_can_redraw(s)) {
        int32_t value = best + rank_redraw(&x->f, s, best, x->v->metro.tiles);

        r.best[r.n++] = (struct choice){event_make(EVENT_REDRAW, 0), value};
    }
    int32_t now = forecast_chance(&x->f, s, s->turn), slope = forecast_slope(&x->f, s, now);
    for (x->n = 0; x->n < r.n; x->n++) {
        const struct choice *c = &r.best[x->n];
        int64_t prior = now + (int64_t)c->value * slope / POINT;

        x->one[x->n] = (struct trial){.event = c->event, .prior = (int32_t)prior};
    }
}

/* Tries a choice once, in a state that the view allows. */
static void try(struct race *x, struct trial *t, const struct state *start,
                const struct luck *luck)
{
    const struct match *m = x->m;
    struct play g = {*start, x->f};

    m->rules->apply(m, &g.state, t->event);
    if (event_kind(t->event) == EVENT_PLACE)
        forecast_place(&g.f, &g.state.metro, event_arg(t->event));
    play_on(x, &g, luck);
    t->visits++;
    if (m->rules->actor(m, &g.state) == NOBODY) {
        t->sum += outcome(m, &g.state.metro, x->v->seat);
        return;
    }
    t->sum += forecast_chance(&g.f, &g.state.metro, x->v->seat);
}

static int32_t value(const struct trial *t)
{
    return (int32_t)((t->sum + (int64_t)PRIOR * t->prior) / (PRIOR + t->visits));
}

static void sort(struct race *x, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        struct trial t = x->one[i];
        uint32_t k = i;

        for (; k > 0 && value(&x->one[k - 1]) < value(&t); k--)
            x->one[k] = x->one[k - 1];
        x->one[k] = t;
    }
}

/* Tries the first n choices once, with the same hidden tiles. False when the time is up. */
static bool try_all(struct race *x, uint32_t n)
{
    const struct dice *dice = &x->budget->dice;
    struct state start;
    struct luck luck;

    x->m->rules->resample(x->m, x->v, dice, &start);
    shuffle(&luck, &start.metro, dice);
    for (uint32_t k = 0; k < n; k++)
        try(x, &x->one[k], &start, &luck);
    return !(x->budget->enough && x->budget->enough(x->budget->context));
}

/* Afterwards the trials are in order, the best first. */
static void run(struct race *x, uint32_t iterations)
{
    uint32_t alive = x->n, played = 0;
    bool late = false;

    for (uint32_t round = 1; round <= ROUNDS && alive > 1; round++) {
        for (; played < iterations * round / ROUNDS && !late; played++)
            late = !try_all(x, alive);
        sort(x, alive);
        alive = (alive + 1) / 2;
    }
}

static void prepare(struct race *x, const struct bot *bot, const struct match *m,
                    const struct view *v, const struct budget *budget)
{
    const struct metro_state *s = &v->seen.metro;
    struct tuning tuning;

    bot_tuning(bot, m, &tuning);
    x->m = m;
    x->v = v;
    x->budget = budget;
    x->turns = bot->value[TURNS];
    forecast_prepare(&x->f, m, v->metro.tiles, &tuning);
    forecast_for(&x->f, m, s->turn);
    forecast_make(&x->f, s);
}

/* Enters the race, and runs it. */
static void search(struct race *x, const struct bot *bot, const struct match *m,
                   const struct view *v, const struct budget *budget)
{
    prepare(x, bot, m, v, budget);
    enter(x);
    sort(x, x->n);
    run(x, bot->value[ITERATIONS]);
}

static event_t choose(const struct bot *bot, const struct match *m, const struct view *v,
                      struct budget *budget)
{
    struct race x;

    search(&x, bot, m, v, budget);
    return x.one[0].event;
}

static uint32_t rank(const struct bot *bot, const struct match *m, const struct view *v,
                     struct budget *budget, struct candidate *out, uint32_t cap)
{
    struct race x;

    search(&x, bot, m, v, budget);
    uint32_t n = x.n < cap ? x.n : cap;
    for (uint32_t i = 0; i < n; i++)
        out[i] = (struct candidate){
            .event = x.one[i].event,
            .chance = metro_thousandths(value(&x.one[i])),
            .visits = x.one[i].visits,
        };
    return n;
}

static void weigh(const struct bot *bot, const struct match *m, const struct view *v,
                  struct budget *budget, const event_t *events, uint32_t n,
                  struct candidate *out)
{
    struct race x;

    prepare(&x, bot, m, v, budget);
    for (x.n = 0; x.n < n; x.n++)
        x.one[x.n] = (struct trial){.event = events[x.n]};
    while (try_all(&x, n) && x.one[0].visits < bot->value[ITERATIONS])
        ;
    for (uint32_t i = 0; i < n; i++)
        out[i] = (struct candidate){
            .event = events[i],
            .chance = metro_thousandths((int32_t)(x.one[i].sum / x.one[i].visits)),
            .visits = x.one[i].visits,
        };
}

_Static_assert(WEIGHED_MAX <= CANDIDATES + 1, "room for all that is weighed");

static const struct setting settings[] = {
    [ITERATIONS] = {"iterations", "how often the best choices are tried", 1, 1000000, 40, NULL},
    [TURNS] = {"turns", "turns played on after the choice", 0, 60, 4, NULL},
    {0},
};

const struct player player_flat = {
    .name = "flat",
    .summary = "tries its best moves many times over (Metro)",
    .settings = settings,
    .timed = true,
    .choose = choose,
    .rank = rank,
    .weigh = weigh,
};
