/*
 * The tables of an arena and the ratings: see arena.h.
 *
 * A table has players of two kinds: m seats of strength x win against n seats of strength y with
 * the chance m x / (m x + n y). Finding the most likely ratings is then a logistic regression,
 * which Newton's method solves in a few steps. Errors follow from how much the results varied at
 * each table, not from the number of games: paired deals vary less than independent games.
 */
#include "arena.h"

#include "stats.h"

#include <math.h>
#include <string.h>

enum { MOST = ARENA_PLAYERS_MAX, STEPS = 50 };

static const double ELO = 173.71779276130073; /* 400 / ln 10: Elo of one e-fold of strength */
static const double ADDED = 0.5;              /* wins given to each side: no infinite Elo */

static struct sim_series series_of(const struct arena_setup *setup, uint32_t a, uint32_t b,
                                   uint64_t games)
{
    struct sim_series p = setup->each;
    uint64_t rotations;

    p.specs = 2;
    p.bot[0] = setup->bot[a];
    p.bot[1] = setup->bot[b];
    p.guest[0] = setup->guest[a];
    p.guest[1] = setup->guest[b];
    for (uint32_t seat = 0; seat < p.match.seats; seat++)
        p.spec[seat] = (uint8_t)(seat % 2);
    p.paired = true;
    rotations = sim_rotations(&p);
    p.games = (games + rotations - 1) / rotations * rotations;
    return p;
}

uint32_t arena_tables(const struct arena_setup *setup, struct arena_table *tables)
{
    uint32_t seats = setup->each.match.seats, count = 0;
    bool odd = seats % 2 != 0;
    uint64_t games = odd ? (setup->each.games + 1) / 2 : setup->each.games;

    for (uint32_t a = 0; a < setup->players; a++) {
        for (uint32_t b = a + 1; b < setup->players; b++) {
            for (uint32_t turn = 0; turn <= (uint32_t)odd; turn++) {
                uint32_t first = turn ? b : a, second = turn ? a : b;

                tables[count++] = (struct arena_table){
                    .player = {first, second},
                    .seats = {(seats + 1) / 2, seats / 2},
                    .series = series_of(setup, first, second, games),
                };
            }
        }
    }
    return count;
}

/* Solves a x = b for several right-hand sides at once; both are overwritten, b by x. The matrix
 * is positive definite, so no pivots are needed. */
static void solve(uint32_t n, double a[MOST][MOST], double b[MOST][MOST], uint32_t columns)
{
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < n; i++) {
            double factor = i == k ? 0 : a[i][k] / a[k][k];

            for (uint32_t j = k; j < n && i != k; j++)
                a[i][j] -= factor * a[k][j];
            for (uint32_t j = 0; j < columns && i != k; j++)
                b[i][j] -= factor * b[k][j];
        }
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < columns; j++)
            b[i][j] /= a[i][i];
}

/* The share of the games that the first player of a table is expected to win, from the
 * strengths (logarithms). */
static double expected(const struct arena_table *t, const double *strength)
{
    return stats_share(ELO * (strength[t->player[0]] - strength[t->player[1]]), t->seats[0],
                       t->seats[1]);
}

static double games_of(const struct arena_table *t)
{
    return (double)t->totals.games + 2 * ADDED;
}

static double wins_of(const struct arena_table *t)
{
    return (double)t->totals.spec[0].wins / (double)SIM_WIN + ADDED;
}

/* Adds x to the four places of a pairing: the outer product of (1, -1). */
static void add_pair(double a[MOST][MOST], const struct arena_table *t, double x)
{
    uint32_t i = t->player[0], k = t->player[1];

    a[i][i] += x;
    a[k][k] += x;
    a[i][k] -= x;
    a[k][i] -= x;
}

/* The second derivative of the likelihood. The likelihood leaves the mean rating open; the ones
 * fix it at 0. */
static void curvature(const struct arena_table *tables, uint32_t count, uint32_t n,
                      const double *strength, double h[MOST][MOST])
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            h[i][k] = i == k ? 1 + 1e-6 : 1; /* 1e-6: somebody may not have played yet */
    for (uint32_t i = 0; i < count; i++) {
        double p = expected(&tables[i], strength);

        if (tables[i].totals.games)
            add_pair(h, &tables[i], games_of(&tables[i]) * p * (1 - p));
    }
}

static void most_likely(const struct arena_table *tables, uint32_t count, uint32_t n,
                        double *strength)
{
    for (uint32_t step = 0; step < STEPS; step++) {
        double h[MOST][MOST], slope[MOST][MOST] = {{0}};

        curvature(tables, count, n, strength, h);
        for (uint32_t i = 0; i < count; i++) {
            const struct arena_table *t = &tables[i];
            double over = wins_of(t) - games_of(t) * expected(t, strength);

            if (!t->totals.games)
                continue;
            slope[t->player[0]][0] += over;
            slope[t->player[1]][0] -= over;
        }
        solve(n, h, slope, 1);
        double longest = 1; /* no rating moves by more than an e-fold in a step */
        for (uint32_t i = 0; i < n; i++)
            longest = fmax(longest, fabs(slope[i][0]));
        for (uint32_t i = 0; i < n; i++)
            strength[i] += slope[i][0] / longest;
    }
}

/* The variance of the games that the first of a table has won. */
static double variance_of(const struct arena_table *t)
{
    const struct sim_tally *first = &t->totals.spec[0];
    double samples = (double)t->totals.samples, games = games_of(t), p = wins_of(t) / games;
    double seen = samples * stats_variance(samples, (double)first->sample_sum / (double)SIM_WIN,
                                           (double)first->sample_squares / (double)SIM_WIN /
                                               (double)SIM_WIN);
    double least = p * (1 - p); /* if all were won or lost: the added wins */

    return seen > least ? seen : least;
}

/* The errors: the variance of the slope, multiplied by the inverse curvature from both sides. */
static void errors(const struct arena_table *tables, uint32_t count, uint32_t n,
                   const double *strength, struct arena_rating *ratings)
{
    double h[MOST][MOST], v[MOST][MOST] = {{0}}, again[MOST][MOST];

    for (uint32_t i = 0; i < count; i++)
        if (tables[i].totals.games)
            add_pair(v, &tables[i], variance_of(&tables[i]));
    curvature(tables, count, n, strength, h);
    solve(n, h, v, n); /* H^-1 V */
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            again[i][k] = v[k][i];
    curvature(tables, count, n, strength, h);
    solve(n, h, again, n); /* H^-1 (H^-1 V)' */
    for (uint32_t i = 0; i < n; i++)
        ratings[i].error = STATS_Z * ELO * sqrt(again[i][i] > 0 ? again[i][i] : 0);
}

/* The other numbers of a player, from all its tables. */
static void summarize(const struct arena_table *tables, uint32_t count, uint32_t player,
                      struct arena_rating *r)
{
    double wins = 0, seats = 0, score = 0, decisions = 0, nanoseconds = 0;

    *r = (struct arena_rating){0};
    for (uint32_t i = 0; i < count; i++) {
        const struct arena_table *t = &tables[i];

        for (uint32_t k = 0; k < 2; k++) {
            const struct sim_tally *tally = &t->totals.spec[k];

            if (t->player[k] != player)
                continue;
            r->games += t->totals.games;
            seats += (double)t->totals.games * t->seats[k];
            wins += (double)tally->wins / (double)SIM_WIN;
            score += (double)tally->score_sum;
            decisions += (double)tally->decisions;
            nanoseconds += (double)tally->nanoseconds;
            r->forfeits += tally->forfeits;
        }
    }
    r->rate = seats > 0 ? wins / seats : 0;
    r->score = seats > 0 ? score / seats : 0;
    r->us_per_decision = decisions > 0 ? nanoseconds / 1000 / decisions : 0;
}

bool arena_rate(const struct arena_table *tables, uint32_t count, uint32_t n,
                struct arena_rating *ratings)
{
    double strength[MOST] = {0};
    uint64_t games = 0;

    for (uint32_t i = 0; i < count; i++)
        games += tables[i].totals.games;
    for (uint32_t i = 0; i < n; i++)
        summarize(tables, count, i, &ratings[i]);
    if (games == 0)
        return false;
    most_likely(tables, count, n, strength);
    for (uint32_t i = 0; i < n; i++)
        ratings[i].elo = ELO * strength[i];
    errors(tables, count, n, strength, ratings);
    return true;
}
