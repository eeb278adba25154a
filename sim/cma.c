/*
 * CMA-ES: see cma.h.
 */
#include "cma.h"

#include <math.h>
#include <string.h>

/* Weights and rates of learning, from the number of dimensions and points alone. */
struct rates {
    uint32_t parents;
    double weight[CMA_POINTS_MAX];
    double mass;              /* 1 / the sum of the squares of the weights */
    double step, damping;     /* of the length of steps */
    double path, one, others; /* of the shape: its path, one direction, the points */
    double expected;          /* length of a vector of normal numbers */
};

static struct rates rates_of(uint32_t dimensions, uint32_t points)
{
    struct rates r = {.parents = points / 2};
    double n = dimensions, sum = 0, squares = 0;

    for (uint32_t i = 0; i < r.parents; i++) {
        r.weight[i] = log(points / 2.0 + 0.5) - log(i + 1.0);
        sum += r.weight[i];
    }
    for (uint32_t i = 0; i < r.parents; i++) {
        r.weight[i] /= sum;
        squares += r.weight[i] * r.weight[i];
    }
    r.mass = 1 / squares;
    r.step = (r.mass + 2) / (n + r.mass + 5);
    r.damping = 1 + 2 * fmax(0, sqrt((r.mass - 1) / (n + 1)) - 1) + r.step;
    r.path = (4 + r.mass / n) / (n + 4 + 2 * r.mass / n);
    r.one = 2 / ((n + 1.3) * (n + 1.3) + r.mass);
    r.others = fmin(1 - r.one, 2 * (r.mass - 2 + 1 / r.mass) / ((n + 2) * (n + 2) + r.mass));
    r.expected = sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    return r;
}

static double normal(struct rng *rng)
{
    struct dice dice = rng_dice(rng);
    double a = (dice.roll(dice.context, UINT32_MAX) + 1.0) / 4294967296.0;
    double b = dice.roll(dice.context, UINT32_MAX) / 4294967296.0;

    return sqrt(-2 * log(a)) * cos(2 * 3.14159265358979323846 * b);
}

/* shape = factor * factor transposed. Numbers that rounding has made negative are kept just
 * above zero. */
static void factorise(struct cma *c)
{
    memset(c->factor, 0, sizeof c->factor);
    for (uint32_t i = 0; i < c->n; i++) {
        for (uint32_t k = 0; k <= i; k++) {
            double sum = c->shape[i][k];

            for (uint32_t j = 0; j < k; j++)
                sum -= c->factor[i][j] * c->factor[k][j];
            c->factor[i][k] = i == k ? sqrt(fmax(sum, 1e-12)) : sum / c->factor[k][k];
        }
    }
}

/* Turns independent numbers into a vector of the present shape. */
static void shaped(const struct cma *c, const double *drawn, double *out)
{
    for (uint32_t i = 0; i < c->n; i++) {
        out[i] = 0;
        for (uint32_t k = 0; k <= i; k++)
            out[i] += c->factor[i][k] * drawn[k];
    }
}

static void draw(struct cma *c)
{
    for (uint32_t p = 0; p < c->points; p++) {
        double way[CMA_MAX];

        for (uint32_t i = 0; i < c->n; i++)
            c->drawn[p][i] = normal(&c->rng);
        shaped(c, c->drawn[p], way);
        for (uint32_t i = 0; i < c->n; i++)
            c->point[p][i] = c->mean[i] + c->step * way[i];
    }
}

void cma_start(struct cma *c, uint32_t n, const double *mean, double step, uint64_t seed)
{
    uint32_t points = 4 + (uint32_t)(3 * log(n));

    memset(c, 0, sizeof *c);
    c->n = n;
    c->points = points + points % 2;
    c->step = step;
    rng_seed(&c->rng, seed, 0);
    for (uint32_t i = 0; i < n; i++) {
        c->mean[i] = mean[i];
        c->shape[i][i] = 1;
    }
    factorise(c);
    draw(c);
}

const double *cma_point(const struct cma *c, uint32_t i)
{
    return c->point[i];
}

/* The points' numbers, the best first. */
static void sort(const struct cma *c, const double *value, uint32_t order[CMA_POINTS_MAX])
{
    for (uint32_t n = 0; n < c->points; n++) {
        uint32_t i = n;

        for (; i > 0 && value[order[i - 1]] < value[n]; i--)
            order[i] = order[i - 1];
        order[i] = n;
    }
}

/* The shape forgets a little of its past, and learns from its path and from the points. */
static void learn_shape(struct cma *c, const struct rates *r, const uint32_t *order,
                        bool moving)
{
    double way[CMA_POINTS_MAX][CMA_MAX];
    double keep = 1 - r->one - r->others + (moving ? 0 : r->one * r->path * (2 - r->path));

    for (uint32_t p = 0; p < r->parents; p++)
        shaped(c, c->drawn[order[p]], way[p]);
    for (uint32_t i = 0; i < c->n; i++) {
        for (uint32_t k = 0; k <= i; k++) {
            double sum = keep * c->shape[i][k] + r->one * c->path[i] * c->path[k];

            for (uint32_t p = 0; p < r->parents; p++)
                sum += r->others * r->weight[p] * way[p][i] * way[p][k];
            c->shape[i][k] = c->shape[k][i] = sum;
        }
    }
}

void cma_step(struct cma *c, const double *value)
{
    const struct rates r = rates_of(c->n, c->points);
    double drawn[CMA_MAX] = {0}, way[CMA_MAX], length = 0;
    uint32_t order[CMA_POINTS_MAX];
    bool moving;

    sort(c, value, order);
    for (uint32_t p = 0; p < r.parents; p++)
        for (uint32_t i = 0; i < c->n; i++)
            drawn[i] += r.weight[p] * c->drawn[order[p]][i];
    shaped(c, drawn, way);
    for (uint32_t i = 0; i < c->n; i++) {
        c->mean[i] += c->step * way[i];
        c->step_path[i] =
            (1 - r.step) * c->step_path[i] + sqrt(r.step * (2 - r.step) * r.mass) * drawn[i];
        length += c->step_path[i] * c->step_path[i];
    }
    length = sqrt(length);
    c->generation++;
    moving = length / sqrt(1 - pow(1 - r.step, 2.0 * c->generation)) <
             (1.4 + 2.0 / (c->n + 1)) * r.expected;
    for (uint32_t i = 0; i < c->n; i++)
        c->path[i] = (1 - r.path) * c->path[i] +
                     (moving ? sqrt(r.path * (2 - r.path) * r.mass) * way[i] : 0);
    learn_shape(c, &r, order, moving);
    c->step *= exp(r.step / r.damping * (length / r.expected - 1));
    factorise(c);
    draw(c);
}
