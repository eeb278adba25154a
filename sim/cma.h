/*
 * CMA-ES: finding the best of many points by comparing noisy measurements. Points are drawn from a
 * normal distribution; the better half of them pulls its mean and stretches its shape in the
 * directions that paid off (N. Hansen, "The CMA Evolution Strategy: A Tutorial",
 * arXiv:1604.00772, with its usual parameters). The shape is stored with its Cholesky factor,
 * so no eigenvectors are needed.
 *
 *     cma_start(&c, n, mean, 0.1, seed);
 *     while (...) {
 *         for (uint32_t i = 0; i < c.points; i++)
 *             value[i] = measure(cma_point(&c, i));      more is better
 *         cma_step(&c, value);
 *     }
 */
#ifndef ANDEN_SIM_CMA_H
#define ANDEN_SIM_CMA_H

#include "../table/dealer.h"

#include <stdbool.h>

enum { CMA_MAX = 48, CMA_POINTS_MAX = 64 };

struct cma {
    uint32_t n, points; /* dimensions; points of a generation */
    double mean[CMA_MAX], step;
    /* The rest is private. */
    struct rng rng;
    double shape[CMA_MAX][CMA_MAX], factor[CMA_MAX][CMA_MAX];
    double path[CMA_MAX], step_path[CMA_MAX];
    double drawn[CMA_POINTS_MAX][CMA_MAX]; /* independent normal numbers */
    double point[CMA_POINTS_MAX][CMA_MAX];
    uint32_t generation;
};

/* n is at most CMA_MAX. This draws the first generation. */
void cma_start(struct cma *c, uint32_t n, const double *mean, double step, uint64_t seed);

/* A point of the present generation, which is to be measured. */
const double *cma_point(const struct cma *c, uint32_t i);

/* Takes the values of the points and draws the next generation. */
void cma_step(struct cma *c, const double *value);

#endif
