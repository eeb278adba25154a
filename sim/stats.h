/*
 * Statistics on plain numbers: intervals, variance, Elo, likelihood. sim.h says what the
 * numbers mean.
 */
#ifndef ANDEN_SIM_STATS_H
#define ANDEN_SIM_STATS_H

#include <stdint.h>

struct interval {
    double low, high;
};

/* 95 % of a normal distribution lie within so many standard deviations. */
#define STATS_Z 1.959963984540054

static inline double stats_within(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* Wilson's 95 % interval of a rate seen in n independent trials. */
struct interval stats_wilson(double rate, double n);

/* The normal 95 % interval of a mean within 0..1, given the variance of n samples. */
struct interval stats_normal(double mean, double variance, double n);

/* The variance of n samples, from their sum and the sum of their squares; 0 for fewer than 2. */
double stats_variance(double n, double sum, double squares);

/*
 * The Elo of `mine` seats that win the share p of the games against `others` seats: each seat
 * wins in proportion to its strength, and 400 Elo are ten times the strength. And the other way
 * round.
 */
double stats_elo(double p, uint32_t mine, uint32_t others);
double stats_share(double elo, uint32_t mine, uint32_t others);

/*
 * The logarithm of how much more likely n samples of this sum and sum of squares (each within
 * 0..1) are with the mean p1 than with p0, by the normal approximation. Two invented samples, a
 * 0 and a 1, are added, so that a short run of wins is not taken as certain.
 */
double stats_log_likelihood(double n, double sum, double squares, double p0, double p1);

#endif
