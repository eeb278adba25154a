/*
 * The player by flat Monte Carlo: see metro_players.h.
 *
 * Games are not played to their end: what chance does to sixty tiles would drown the little that
 * one tile is worth. After a few turns the forecast says how the game stands.
 */
#include "../bot.h"
#include "metro_players.h"
#include "rank.h"

enum { ITERATIONS }; /* settings */

enum {
    FIRST_LOOKS = 14, /* placements that get a second look ... */
    CANDIDATES = 8,   /* ... of which the best are tried, and drawing another tile */
    LOOKS = 3,        /* placements that get a second look while playing on */
    TURNS = 2,        /* played on after the choice */
    PRIOR = 20,       /* how many rollouts the forecast of the choice itself stands for */
    SURE_POINTS = 10, /* a lead of so many points, and one for each tile left, is half a win */
    WIN_POINTS = 30,  /* what having won is worth besides */
    TILES_MAX = 256,  /* a board counts its tiles in a byte */
};

/* Tiles in the order in which they come from the supply, last first, and dice for ties: the same
 * for every choice that is tried, so that luck does not tell them apart. */
struct luck {
    uint8_t tile[TILES_MAX];
    uint32_t seed;
};

static uint32_t xorshift(void *context, uint32_t n)
{
    uint32_t *x = context;
    *x ^= *x << 13;
    *x ^= *x >> 17;
    *x ^= *x << 5;
    return (uint32_t)((uint64_t)*x * n >> 32);
}

static void shuffle(struct luck *luck, const struct metro_state *s, const struct dice *dice)
{
    uint32_t n = 0;
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
        for (uint32_t i = 0; i < s->supply[kind]; i++)
            luck->tile[n++] = (uint8_t)kind;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t k = dice->roll(dice->context, i);
        uint8_t tile = luck->tile[i - 1];
        luck->tile[i - 1] = luck->tile[k];
        luck->tile[k] = tile;
    }
    luck->seed = dice->roll(dice->context, UINT32_MAX - 1) + 1; /* never 0 */
}

/* Plays on for some turns, or to the end of the game: everybody makes the best placement by the
 * forecast and draws no other tile. */
static void play_on(struct forecast *f, const struct match *m, struct state *state,
                    const struct luck *luck)
{
    const struct metro_state *s = &state->metro;
    uint32_t seed = luck->seed, turns = 0, actor;
    struct dice dice = {xorshift, &seed};
    while ((actor = m->rules->actor(m, state)) != NOBODY) {
        event_t e;
        if (actor == NATURE) {
            e = event_make(EVENT_DEAL_TILE, luck->tile[s->supply_size - 1]);
        } else {
            struct ranking r = {.room = LOOKS};
            if (s->phase == METRO_TURN && turns++ == TURNS)
                return;
            forecast_for(f, m, actor);
            forecast_make(f, s, 1);
            rank_placements(f, s, &dice, &r);
            rank_again(f, m, state, &r);
            e = r.best[0].event;
        }
        if (!m->rules->apply(m, state, e))
            return;
    }
}

/* Stands for the chance to win with such a lead (points times POINT) while so many tiles are left:
 * rises with the lead, less and less. */
static int32_t prospect(int32_t lead, uint32_t tiles)
{
    int32_t unsure = (SURE_POINTS + (int32_t)tiles) * POINT, size = lead < 0 ? -lead : lead;
    return (int32_t)((int64_t)lead * unsure / (unsure + size));
}

/* What the end of a game is to a seat: winning, shared by equals, and the lead. */
static int32_t outcome(const struct match *m, const struct metro_state *s, uint32_t seat)
{
    int32_t most = 0, equals = 1, own = s->points[seat];
    for (uint32_t i = 0; i < m->seats; i++) {
        if (i == seat)
            continue;
        most = s->points[i] > most ? s->points[i] : most;
        equals += s->points[i] == own;
    }
    return (own >= most ? POINT * WIN_POINTS / equals : 0) + prospect(POINT * (own - most), 0);
}

/* The choices worth trying, with their values by the forecast. */
static void candidates(const struct forecast *f, const struct match *m, const struct view *v,
                       const struct dice *dice, struct ranking *r)
{
    const struct metro_state *s = &v->seen.metro;
    r->room = FIRST_LOOKS;
    rank_placements(f, s, dice, r);
    int32_t best = r->best[0].value;
    rank_again(f, m, &v->seen, r);
    r->n = r->n < CANDIDATES ? r->n : CANDIDATES;
    if (s->phase == METRO_TURN && s->supply_size > 0) {
        int32_t value = best + rank_redraw(f, s, best, v->metro.tiles);
        r->best[r->n++] = (struct choice){event_make(EVENT_REDRAW, 0), value};
    }
}

/* Tries a choice once, in a state that the view allows. */
static int32_t try(const struct forecast *f, const struct match *m, const struct state *start,
                   event_t e, const struct luck *luck)
{
    struct state s = *start;
    struct forecast g = *f;
    uint32_t seat = start->metro.turn;
    m->rules->apply(m, &s, e);
    play_on(&g, m, &s, luck);
    if (m->rules->actor(m, &s) == NOBODY)
        return outcome(m, &s.metro, seat);
    forecast_for(&g, m, seat);
    forecast_make(&g, &s.metro, 2);
    return prospect(forecast_sum(&g, &s.metro), s.metro.supply_size);
}

static event_t choose(const struct bot *bot, const struct match *m, const struct view *v,
                      struct budget *budget)
{
    const struct metro_state *s = &v->seen.metro;
    const struct dice *dice = &budget->dice;
    struct forecast f;
    struct ranking r;
    int64_t sum[CANDIDATES + 1];
    forecast_prepare(&f, m, v->metro.tiles);
    forecast_for(&f, m, s->turn);
    forecast_make(&f, s, FIRST_SWEEPS);
    candidates(&f, m, v, dice, &r);
    int32_t now = forecast_sum(&f, s);
    for (uint32_t k = 0; k < r.n; k++)
        sum[k] = (int64_t)PRIOR * prospect(now + r.best[k].value, s->supply_size);
    for (uint32_t i = 0; i < bot->value[ITERATIONS]; i++) {
        struct state start;
        struct luck luck;
        if (i && budget->enough && budget->enough(budget->context))
            break;
        m->rules->resample(m, v, dice, &start);
        shuffle(&luck, &start.metro, dice);
        for (uint32_t k = 0; k < r.n; k++)
            sum[k] += try(&f, m, &start, r.best[k].event, &luck);
    }
    uint32_t best = 0;
    for (uint32_t k = 1; k < r.n; k++)
        if (sum[k] > sum[best])
            best = k;
    return r.best[best].event;
}

static const struct setting settings[] = {
    [ITERATIONS] = {.name = "iterations",
                    .help = "how often each choice is tried",
                    .min = 1,
                    .max = 1000000,
                    .preset = 40},
    {0},
};

const struct player player_flat = {
    .name = "flat",
    .summary = "tries its best moves many times over (Metro)",
    .families = 1 << FAMILY_METRO,
    .settings = settings,
    .timed = true,
    .choose = choose,
};
