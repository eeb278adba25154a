/*
 * Tuning: see tune.h.
 */
#include "tune.h"

#include "cma.h"
#include "stats.h"

#include <math.h>
#include <stdlib.h>

enum { REFRESH = 8 }; /* generations until the moving opponent becomes the present centre */

static const double STEP = 0.12;   /* at the start: the share of a constant's range */
static const double MARGIN = 0.2;  /* the value of a lead of one standard deviation of scores */
static const double OUTSIDE = 0.5; /* deducted for the squared distance from the ranges */

struct search {
    const struct tune_setup *setup;
    const struct constant *constants;
    uint32_t n;
    struct cma cma;
    struct tuning moving; /* the centre of some generations before */
    double sum[CMA_MAX];  /* of the centres that count */
    uint32_t summed;
};

/* Points are shares of the constants' ranges. */
static struct tuning tuning_at(const struct search *x, const double *point)
{
    struct tuning t = {0};

    for (uint32_t i = 0; i < x->n; i++) {
        const struct constant *c = &x->constants[i];

        t.value[i] = (int16_t)lround(c->min + stats_within(point[i], 0, 1) * (c->max - c->min));
    }
    return t;
}

static void point_of(const struct search *x, const struct tuning *t, double *point)
{
    for (uint32_t i = 0; i < x->n; i++) {
        const struct constant *c = &x->constants[i];

        point[i] = (double)(t->value[i] - c->min) / (c->max - c->min);
    }
}

/* Opponent number i: first those that were asked for, then the start, then the moving one. */
static struct bot opponent(const struct search *x, uint32_t i)
{
    struct bot bot = x->setup->bot;

    if (i < x->setup->opponents)
        return x->setup->opponent[i];
    bot.tuning = i == x->setup->opponents ? &x->setup->start : &x->moving;
    return bot;
}

/* Games of one set against one opponent. */
static bool play(const struct search *x, const struct tuning *t, uint32_t against,
                 struct sim_series *series, struct sim_totals *totals)
{
    const struct tune_setup *setup = x->setup;
    uint32_t seats = setup->each.match.seats, parts = setup->opponents + 2;

    *series = setup->each;
    series->specs = 2;
    series->bot[0] = setup->bot;
    series->bot[0].tuning = t;
    series->bot[1] = opponent(x, against);
    for (uint32_t seat = 0; seat < seats; seat++)
        series->spec[seat] = seat > 0;
    series->paired = true;
    series->games = (setup->each.games / parts + seats - 1) / seats * seats;
    series->seed = setup->each.seed + x->cma.generation * parts + against;
    return ranks_run(&setup->ranks, series, totals);
}

/* The value of the games: the share of wins, plus a little for the lead. */
static double value_of(const struct sim_series *series, const struct sim_totals *totals,
                       double *rate)
{
    struct sim_estimate mine, other;
    double lead;

    sim_estimate(series, totals, 0, &mine);
    sim_estimate(series, totals, 1, &other);
    *rate = mine.rate;
    lead = mine.score;
    lead -= other.score;
    return mine.rate + MARGIN * lead / fmax(1, hypot(mine.score_sd, other.score_sd));
}

/* How good a set is; false if its games were not all played. */
static bool measure(const struct search *x, const double *point, double *value, double *rate)
{
    const struct tune_setup *setup = x->setup;
    const struct tuning t = tuning_at(x, point);
    uint32_t parts = setup->opponents + 2;

    *value = *rate = 0;
    for (uint32_t i = 0; i < parts; i++) {
        struct sim_series series;
        struct sim_totals totals;
        double won = 0, one = 0;
        bool good = play(x, &t, i, &series, &totals);

        good = ranks_agree(&setup->ranks, good && totals.games > 0 && !totals.interrupted);
        if (!good)
            return false;
        if (setup->ranks.rank == 0)
            one = value_of(&series, &totals, &won);
        ranks_share(&setup->ranks, &one, sizeof one);
        ranks_share(&setup->ranks, &won, sizeof won);
        *value += one / parts;
        *rate += won / parts;
    }
    for (uint32_t i = 0; i < x->n; i++) {
        double off = point[i] - stats_within(point[i], 0, 1);

        *value -= OUTSIDE * off * off;
    }
    return true;
}

static bool generation(struct search *x, struct tune_report *report)
{
    double value[CMA_POINTS_MAX];

    *report = (struct tune_report){.generation = x->cma.generation + 1};
    for (uint32_t i = 0; i < x->cma.points; i++) {
        double rate;

        if (!measure(x, cma_point(&x->cma, i), &value[i], &rate))
            return false;
        report->best = fmax(report->best, rate);
        report->mean += rate / x->cma.points;
    }
    cma_step(&x->cma, value);
    report->step = x->cma.step;
    report->centre = tuning_at(x, x->cma.mean);
    return true;
}

/* One centre is as noisy as its last generation, so the mean of many is better. */
static void remember(struct search *x)
{
    if (x->cma.generation * 3 <= x->setup->generations * 2)
        return;
    for (uint32_t i = 0; i < x->n; i++)
        x->sum[i] += x->cma.mean[i];
    x->summed++;
}

static struct tuning found_so_far(const struct search *x)
{
    double centre[CMA_MAX];

    for (uint32_t i = 0; i < x->n; i++)
        centre[i] = x->summed ? x->sum[i] / x->summed : x->cma.mean[i];
    return tuning_at(x, centre);
}

bool tune_run(const struct tune_setup *setup, struct tuning *found)
{
    struct search *x = calloc(1, sizeof *x);
    double start[CMA_MAX];
    bool any;

    if (!x)
        return false;
    x->setup = setup;
    x->constants = tuning_constants(setup->each.match.board);
    while (x->constants[x->n].name)
        x->n++;
    x->moving = setup->start;
    point_of(x, &setup->start, start);
    cma_start(&x->cma, x->n, start, STEP, setup->each.seed);
    while (x->cma.generation < setup->generations) {
        struct tune_report report;

        if (!generation(x, &report))
            break;
        remember(x);
        if (x->cma.generation % REFRESH == 0)
            x->moving = report.centre;
        if (setup->report)
            setup->report(setup->context, &report);
    }
    any = x->cma.generation > 0;
    *found = found_so_far(x);
    free(x);
    return any;
}
