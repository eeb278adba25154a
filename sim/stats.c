/*
 * Statistics of a simulation: intervals, Elo, the sequential test. See stats.h and sim.h.
 */
#include "stats.h"

#include "sim.h"

#include <math.h>

struct interval stats_wilson(double rate, double n)
{
    double z2 = STATS_Z * STATS_Z;
    double centre = (rate + z2 / (2 * n)) / (1 + z2 / n);
    double half = STATS_Z / (1 + z2 / n) * sqrt(rate * (1 - rate) / n + z2 / (4 * n * n));

    return (struct interval){stats_within(centre - half, 0, rate),
                             stats_within(centre + half, rate, 1)};
}

struct interval stats_normal(double mean, double variance, double n)
{
    double half = STATS_Z * sqrt(variance / n);

    return (struct interval){stats_within(mean - half, 0, 1), stats_within(mean + half, 0, 1)};
}

double stats_variance(double n, double sum, double squares)
{
    double variance;

    if (n < 2)
        return 0;
    variance = (squares - sum * sum / n) / (n - 1);
    return variance > 0 ? variance : 0;
}

double stats_elo(double p, uint32_t mine, uint32_t others)
{
    return 400 * log10(p * others / ((1 - p) * mine));
}

double stats_share(double elo, uint32_t mine, uint32_t others)
{
    double strength = mine * pow(10, elo / 400);

    return strength / (strength + others);
}

double stats_log_likelihood(double n, double sum, double squares, double p0, double p1)
{
    double all = n + 2, mean = (sum + 1) / all;
    double variance = (squares + 1) / all - mean * mean;

    return all * (p1 - p0) * (2 * mean - p0 - p1) / (2 * variance);
}

static uint32_t seats_of(const struct sim_series *series, uint32_t spec)
{
    uint32_t seats = 0;

    for (uint32_t seat = 0; seat < series->match.seats; seat++)
        seats += series->spec[seat] == spec;
    return seats;
}

/* The most that a spec can win in a sample. */
static double whole_sample(const struct sim_series *series)
{
    return (double)SIM_WIN * (series->paired ? (double)sim_rotations(series) : 1);
}

/* 95 % interval of the share of all games that a spec wins: Wilson's for independent games
 * without shared wins, and if all samples are won or all lost, because their variance is then
 * 0; the normal interval otherwise. */
static struct interval share_interval(const struct sim_series *series,
                                      const struct sim_totals *t, uint32_t spec, double share)
{
    double n = (double)t->samples, unit = whole_sample(series);
    double variance = stats_variance(n, (double)t->spec[spec].sample_sum / unit,
                                     (double)t->spec[spec].sample_squares / (unit * unit));

    if (seats_of(series, spec) == series->match.seats) /* against itself: nothing to measure */
        return (struct interval){share, share};
    if (n < 2)
        return (struct interval){0, 1};
    if ((!series->paired && !t->shared) || share <= 0 || share >= 1)
        return stats_wilson(share, n);
    return stats_normal(share, variance, n);
}

/* Elo. The share is kept half a game away from 0 and 1, where Elo would be infinite. */
static double elo_of(const struct sim_series *series, const struct sim_totals *t, uint32_t spec,
                     double share)
{
    uint32_t mine = seats_of(series, spec), others = series->match.seats - mine;
    double edge = 0.5 / (double)t->games;

    return others ? stats_elo(stats_within(share, edge, 1 - edge), mine, others) : 0;
}

bool sim_has_tickets(const struct match *m)
{
    for (const char *const *part = m->rules->part; *part; part++)
        if (text_equal(*part, "tickets"))
            return true;
    return false;
}

void sim_estimate(const struct sim_series *series, const struct sim_totals *totals,
                  uint32_t spec, struct sim_estimate *e)
{
    const struct sim_tally *t = &totals->spec[spec];
    double games = (double)totals->games, seats = seats_of(series, spec), n = games * seats;
    double share = (double)t->wins / (double)SIM_WIN / games;
    struct interval i = share_interval(series, totals, spec, share);

    *e = (struct sim_estimate){
        .wins = (double)t->wins / (double)SIM_WIN,
        .rate = share / seats,
        .low = i.low / seats,
        .high = i.high / seats,
        .elo = elo_of(series, totals, spec, share),
        .elo_error =
            (elo_of(series, totals, spec, i.high) - elo_of(series, totals, spec, i.low)) / 2,
        .score = (double)t->score_sum / n,
        .score_sd = sqrt(stats_variance(n, (double)t->score_sum, (double)t->score_squares)),
        .tickets_kept = (double)t->tickets_kept / n,
        .tickets_made = (double)t->tickets_made / n,
        .turns = (double)t->turns / n,
        .us_per_decision =
            t->decisions ? (double)t->nanoseconds / 1000 / (double)t->decisions : 0,
    };
}

/* Wald's bounds: 2.5 % of wrong "stronger" on each side, 5 % of a difference overlooked. */
enum sim_verdict sim_verdict(const struct sim_series *series, const struct sim_totals *totals)
{
    const double accept = log(0.95 / 0.025), reject = log(0.05 / 0.975);
    uint32_t mine = seats_of(series, 0), others = series->match.seats - mine;
    double unit = whole_sample(series), n = (double)totals->samples;
    double sum = (double)totals->spec[0].sample_sum / unit;
    double squares = (double)totals->spec[0].sample_squares / (unit * unit);
    double even = stats_share(0, mine, others);
    double up, down;

    up = stats_log_likelihood(n, sum, squares, even, stats_share(SIM_MARGIN, mine, others));
    down = stats_log_likelihood(n, sum, squares, even, stats_share(-SIM_MARGIN, mine, others));
    if (up >= accept)
        return SIM_FIRST_STRONGER;
    if (down >= accept)
        return SIM_SECOND_STRONGER;
    return up <= reject && down <= reject ? SIM_NO_DIFFERENCE : SIM_OPEN;
}
