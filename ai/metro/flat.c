/*
 * The player by flat Monte Carlo: see metro_players.h.
 *
 * Games are not played to their end: the luck of sixty tiles would hide the little that one
 * tile is worth. After a few turns, and again in every round until the game is cut off, the
 * forecast says how likely each seat is to win; the mean counts. Late forecasts know more about
 * where the choice leads, and early ones depend less on luck.
 */
#include "../bot.h"
#include "../chance.h"
#include "../race.h"
#include "metro_players.h"
#include "rank.h"

enum { ITERATIONS, TURNS }; /* settings */

enum {
    FIRST_LOOKS = 14,   /* placements that get a second look ... */
    CANDIDATES = 8,     /* ... of which the best are tried, and drawing another tile */
    LOOKS = 10,         /* placements that get a quick second look while playing on */
    UNASKED = 6,        /* turns played on before the forecast is asked for the first time */
    PRIOR = 20,         /* how many rollouts the forecast of the choice itself stands for */
    DEALS = 16,         /* tried before choices are dropped, and before each next time */
    ERRORS = 5,         /* standard errors, squared, by which a dropped choice is behind */
    ALIKE = SURE / 256, /* chances that differ by less are not worth more tries */
    SEARCHED =
        FINE_POINT * 7 / 10, /* what a search adds to the placement of a tile that is drawn */
    TILES_MAX = 256,         /* a board counts its tiles in a byte */
};

/* Tiles in the order in which they come from the supply, last first, and dice for ties: the
 * same for every choice that is tried, so that luck makes no difference between them. */
struct luck {
    uint8_t tile[TILES_MAX];
    struct chance dice;
};

struct flat {
    struct race race;
    const struct match *m;
    const struct view *v;
    uint32_t turns;
    struct forecast f;
    struct prospect next[SEATS_MAX]; /* what each seat may expect from drawing a tile */
    struct state start;              /* of the tries of a deal: one that the view allows */
    struct luck luck;                /* in them */
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

static bool play(const struct match *m, struct play *g, event_t e)
{
    if (!m->rules->apply(m, &g->state, e))
        return false;
    if (event_kind(e) == EVENT_PLACE)
        forecast_place(&g->f, &g->state.metro, event_arg(e));
    return true;
}

/* The seat to act makes the best placement by the forecast, or draws another tile. What that
 * promises is taken from the position of the choice: it changes little in a few turns. */
static bool play_turn(const struct flat *x, struct play *g, const struct dice *dice)
{
    const struct match *m = x->m;
    const struct metro_state *s = &g->state.metro;
    struct ranking r = {.room = LOOKS};

    forecast_for(&g->f, m, s->turn);
    rank_placements(&g->f, s, dice, &r);
    if (metro_can_redraw(s) && rank_redraw(&x->next[s->turn], r.best[0].value) > 0)
        return play(m, g, event_make(EVENT_REDRAW, 0));
    rank_closely(&g->f, s, 1, &r);
    return play(m, g, r.best[0].event);
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

/* The forecasts made on the way. */
struct forecasts {
    int64_t sum; /* of chances to win */
    uint32_t n;
};

static void ask(struct forecasts *made, int32_t chance)
{
    made->sum += chance;
    made->n++;
}

/* Plays on for some turns, or to the end of the game. */
static struct forecasts play_on(const struct flat *x, struct play *g)
{
    const struct match *m = x->m;
    const struct metro_state *s = &g->state.metro;
    const uint32_t first = x->turns < UNASKED ? x->turns : UNASKED;
    struct chance chance = x->luck.dice;
    struct dice dice = chance_dice(&chance);
    struct forecasts made = {0};
    uint32_t turns = 0, actor;
    bool done = true;

    while (done && (actor = m->rules->actor(m, &g->state)) != NOBODY) {
        if (actor == NATURE) {
            event_t e = event_make(EVENT_DEAL_TILE, x->luck.tile[s->supply_size - 1]);

            done = play(m, g, e);
            continue;
        }
        if (s->phase == METRO_TURN) {
            if (turns >= first && (turns - first) % m->seats == 0)
                ask(&made, forecast_chance(&g->f, s, x->v->seat));
            if (turns++ == x->turns)
                return made;
        }
        done = play_turn(x, g, &dice);
    }
    ask(&made, outcome(m, s, x->v->seat));
    return made;
}

/* The choices worth trying, with the chances to win by the forecast. */
static void enter(struct flat *x)
{
    const struct metro_state *s = &x->v->seen.metro;
    struct ranking r = {.room = FIRST_LOOKS};

    rank_placements(&x->f, s, &x->race.budget->dice, &r);
    int32_t best = r.best[0].value;
    rank_again(&x->f, x->m, &x->v->seen, &r);
    r.n = r.n < CANDIDATES ? r.n : CANDIDATES;
    if (metro_can_redraw(s)) {
        int32_t value = best + rank_redraw(&x->next[s->turn], best) + SEARCHED;

        r.best[r.n++] = (struct choice){event_make(EVENT_REDRAW, 0), value};
    }
    int32_t now = forecast_chance(&x->f, s, s->turn), slope = forecast_slope(&x->f, s, now);
    for (uint32_t i = 0; i < r.n; i++) {
        int64_t prior = now + (int64_t)r.best[i].value * slope / FINE_POINT;

        race_enter(&x->race, r.best[i].event, (int32_t)prior);
    }
}

static void deal_again(struct race *race)
{
    struct flat *x = (struct flat *)race;
    const struct dice *dice = &race->budget->dice;

    x->m->rules->resample(x->m, x->v, dice, &x->start);
    shuffle(&x->luck, &x->start.metro, dice);
}

/* A tile that is drawn is placed like all others in a try, but in the game a search will place it:
 * drawing is worth more than it seems. */
static int32_t try(struct race *race, event_t e, int32_t *chance)
{
    const struct flat *x = (const struct flat *)race;
    struct play g = {x->start, x->f};

    play(x->m, &g, e);
    struct forecasts made = play_on(x, &g);
    *chance = (int32_t)(made.sum / made.n);
    if (event_kind(e) == EVENT_REDRAW)
        *chance += (int32_t)((int64_t)SEARCHED *
                             forecast_slope(&x->f, &x->v->seen.metro, *chance) / FINE_POINT);
    return *chance;
}

static void sort(struct race *x, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        x->one[i].value = race_chance(x, &x->one[i]);
    race_sort(x, 0, n);
}

/* The square of the error of the difference between two sums, of choices tried equally often.
 * In doubles, because squares of sums can be too large for 64 bits; IEEE rounds them the same way
 * everywhere. */
static double error(const struct race *x, const struct contender *a, const struct contender *b)
{
    double by = (double)x->apart[a->number][b->number].by;

    return (double)x->apart[a->number][b->number].squares - by * by / a->visits;
}

/* Is b behind a, and not by chance? */
static bool behind(const struct race *x, const struct contender *a, const struct contender *b)
{
    double by = (double)x->apart[a->number][b->number].by;

    return by > 0 && by * by > (double)ERRORS * error(x, a, b);
}

/* Is b hardly better than a, if at all? */
static bool alike(const struct race *x, const struct contender *a, const struct contender *b)
{
    double by = (double)x->apart[a->number][b->number].by;
    double room = by + (double)ALIKE * a->visits;

    return room > 0 && room * room > (double)ERRORS * error(x, a, b);
}

/* How many of the first n choices, which are in order, stay in the race: one if all are alike. */
static uint32_t sift(const struct race *x, uint32_t n)
{
    bool all_alike = true;

    while (n > 1 && behind(x, &x->one[0], &x->one[n - 1]))
        n--;
    for (uint32_t k = 1; k < n; k++)
        all_alike &= alike(x, &x->one[0], &x->one[k]);
    return all_alike ? 1 : n;
}

/* Afterwards the choices are in order, the best first. */
static void run(struct race *x, uint32_t iterations)
{
    uint32_t alive = x->n;
    bool late = false;

    sort(x, alive);
    for (uint32_t done = 0; done < iterations && alive > 1 && !late; done += DEALS) {
        late = !race_on(x, alive, iterations - done < DEALS ? iterations - done : DEALS);
        sort(x, alive);
        if (done)
            alive = sift(x, alive);
    }
}

static void prepare(struct flat *x, const struct bot *bot, const struct match *m,
                    const struct view *v, const struct budget *budget)
{
    const struct metro_state *s = &v->seen.metro;
    struct tuning tuning;

    bot_tuning(bot, m, &tuning);
    x->race = (struct race){budget, deal_again, try, .sure = SURE};
    x->m = m;
    x->v = v;
    x->turns = bot->value[TURNS];
    forecast_prepare(&x->f, m, v->metro.tiles, &tuning);
    forecast_make(&x->f, s);
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        forecast_for(&x->f, m, seat);
        x->next[seat] = rank_prospect(&x->f, s, v->metro.tiles);
    }
    forecast_for(&x->f, m, s->turn);
}

static uint32_t rank(const struct bot *bot, const struct match *m, const struct view *v,
                     struct budget *budget, struct candidate *out, uint32_t cap)
{
    struct flat x;

    prepare(&x, bot, m, v, budget);
    x.race.priors = PRIOR;
    enter(&x);
    forecast_roughly(&x.f);
    run(&x.race, bot->value[ITERATIONS]);
    return race_tell(&x.race, out, cap);
}

static void weigh(const struct bot *bot, const struct match *m, const struct view *v,
                  struct budget *budget, const event_t *events, uint32_t n,
                  struct candidate *out)
{
    struct flat x;

    prepare(&x, bot, m, v, budget);
    forecast_roughly(&x.f);
    race_weigh(&x.race, events, n, bot->value[ITERATIONS], out);
}

static const struct setting settings[] = {
    [ITERATIONS] = {"iterations", "how often the best choices are tried", 1, 1000000, 40, NULL},
    [TURNS] = {"turns", "turns played on after the choice", 0, 60, 14, NULL},
    {0},
};

const struct player player_flat = {
    .name = "flat",
    .summary = "tries its best moves many times over (Metro)",
    .settings = settings,
    .timed = true,
    .rank = rank,
    .weigh = weigh,
};
