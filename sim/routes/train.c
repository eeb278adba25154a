/*
 * Gradient descent for the net: see train.h.
 */
#include "train.h"

#include "../../table/dealer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 256, /* lessons between two steps */
    INPUTS = STANDING_INPUTS,
    FIRST = NET_FIRST + 1, /* with the cell that is always 1 */
    SECOND = NET_SECOND + 1,
    OPINIONS = 2, /* strength and margin */
};

static const float RATE = 2e-3f;      /* of learning, at the start; falls evenly ... */
static const float RATE_LAST = 0.03f; /* ... to this part of it */
static const float KEEP = 0.9f; /* Adam: how long slopes and their squares are remembered */
static const float KEEP_SQUARES = 0.999f;
static const float TINY = 1e-8f;
static const float START = 0.25f; /* weights at the start, at most */

/* The weights, sorted by input first, so that loops run over cells that don't depend on each
 * other. */
struct weights {
    float first[INPUTS][NET_FIRST];
    float second[FIRST][NET_SECOND];
    float last[SECOND][OPINIONS];
};

enum { WEIGHTS = sizeof(struct weights) / sizeof(float) };

union brain {
    struct weights w;
    float all[WEIGHTS];
};

/* The cells of the net for one seat's standing. */
struct activity {
    float in[INPUTS], first[FIRST], second[SECOND], out[OPINIONS];
};

struct training {
    const struct lessons *l;
    const struct train_wish *wish;
    struct rng rng;
    union brain now, slope, mean, square;
    uint64_t *order;
    uint64_t step, steps;
    double surprise;
};

static const float MOST = (float)STANDING_MOST / (float)STANDING_ONE;

static float cell(float sum)
{
    return sum < 0 ? 0 : sum > MOST ? MOST : sum;
}

static bool is_moving(float value)
{
    return value > 0 && value < MOST;
}

static void forward(const struct weights *w, const int16_t row[INPUTS], struct activity *a)
{
    memset(a, 0, sizeof *a);
    for (uint32_t k = 0; k < INPUTS; k++) {
        a->in[k] = (float)row[k] / (float)STANDING_ONE;
        for (uint32_t i = 0; i < NET_FIRST; i++)
            a->first[i] += w->first[k][i] * a->in[k];
    }
    for (uint32_t i = 0; i < NET_FIRST; i++)
        a->first[i] = cell(a->first[i]);
    a->first[NET_FIRST] = a->second[NET_SECOND] = 1;
    for (uint32_t k = 0; k < FIRST; k++)
        for (uint32_t i = 0; i < NET_SECOND; i++)
            a->second[i] += w->second[k][i] * a->first[k];
    for (uint32_t i = 0; i < NET_SECOND; i++)
        a->second[i] = cell(a->second[i]);
    for (uint32_t k = 0; k < SECOND; k++)
        for (uint32_t i = 0; i < OPINIONS; i++)
            a->out[i] += w->last[k][i] * a->second[k];
}

/* Adds the slopes of one seat, computed from those of its opinions. */
static void backward(const struct weights *w, const struct activity *a,
                     const float out[OPINIONS], struct weights *slope)
{
    float second[NET_SECOND] = {0}, first[NET_FIRST] = {0};

    for (uint32_t k = 0; k < SECOND; k++)
        for (uint32_t i = 0; i < OPINIONS; i++)
            slope->last[k][i] += out[i] * a->second[k];
    for (uint32_t k = 0; k < NET_SECOND; k++)
        for (uint32_t i = 0; is_moving(a->second[k]) && i < OPINIONS; i++)
            second[k] += out[i] * w->last[k][i];
    for (uint32_t k = 0; k < FIRST; k++)
        for (uint32_t i = 0; i < NET_SECOND; i++)
            slope->second[k][i] += second[i] * a->first[k];
    for (uint32_t k = 0; k < NET_FIRST; k++)
        for (uint32_t i = 0; is_moving(a->first[k]) && i < NET_SECOND; i++)
            first[k] += second[i] * w->second[k][i];
    for (uint32_t k = 0; k < INPUTS; k++)
        for (uint32_t i = 0; a->in[k] != 0 && i < NET_FIRST; i++)
            slope->first[k][i] += first[i] * a->in[k];
}

/* The chances of the seats, from their strengths. */
static void chances(uint32_t seats, const struct activity a[], float chance[])
{
    float most = -INFINITY, sum = 0;

    for (uint32_t i = 0; i < seats; i++)
        most = a[i].out[0] > most ? a[i].out[0] : most;
    for (uint32_t i = 0; i < seats; i++)
        sum += chance[i] = expf(a[i].out[0] - most);
    for (uint32_t i = 0; i < seats; i++)
        chance[i] /= sum;
}

static void learn_from(struct training *t, const struct lesson *one)
{
    struct activity a[ROUTES_SEATS_MAX];
    float chance[ROUTES_SEATS_MAX];

    for (uint32_t i = 0; i < one->seats; i++)
        forward(&t->now.w, t->l->row[one->row + i], &a[i]);
    chances(one->seats, a, chance);
    for (uint32_t i = 0; i < one->seats; i++) {
        const struct lesson_seat *seat = &one->seat[i];
        const float out[OPINIONS] = {chance[i] - seat->share, a[i].out[1] - seat->margin};

        t->surprise -= (double)(seat->share * logf(chance[i] + TINY));
        backward(&t->now.w, &a[i], out, &t->slope.w);
    }
}

/* One step of Adam. */
static void step(struct training *t)
{
    const float limit = (float)INT8_MAX / (float)NET_WEIGHT;
    float done = (float)t->step / (float)t->steps;
    float rate = RATE * (1 - (1 - RATE_LAST) * done), turn = (float)++t->step;
    float mean = 1 - powf(KEEP, turn), square = 1 - powf(KEEP_SQUARES, turn);

    for (uint32_t k = 0; k < WEIGHTS; k++) {
        float slope = t->slope.all[k] / (float)BATCH;

        t->mean.all[k] = KEEP * t->mean.all[k] + (1 - KEEP) * slope;
        t->square.all[k] = KEEP_SQUARES * t->square.all[k] + (1 - KEEP_SQUARES) * slope * slope;
        t->now.all[k] -=
            rate * (t->mean.all[k] / mean) / (sqrtf(t->square.all[k] / square) + TINY);
        if (t->now.all[k] > limit)
            t->now.all[k] = limit;
        if (t->now.all[k] < -limit)
            t->now.all[k] = -limit;
    }
}

static void one_round(struct training *t)
{
    uint64_t count = t->l->count;

    for (uint64_t k = count; k > 1; k--) {
        uint64_t i = rng_next(&t->rng) % k, last = t->order[k - 1];

        t->order[k - 1] = t->order[i];
        t->order[i] = last;
    }
    t->surprise = 0;
    for (uint64_t k = 0; k + BATCH <= count; k += BATCH) {
        memset(&t->slope, 0, sizeof t->slope);
        for (uint64_t i = 0; i < BATCH; i++)
            learn_from(t, &t->l->one[t->order[k + i]]);
        step(t);
    }
}

static void begin(struct training *t)
{
    rng_seed(&t->rng, t->wish->seed, 0);
    for (uint32_t k = 0; k < WEIGHTS; k++)
        t->now.all[k] = START * ((float)rng_below(&t->rng, 20001) / 10000 - 1);
    for (uint64_t k = 0; k < t->l->count; k++)
        t->order[k] = k;
    t->steps = t->wish->rounds * (t->l->count / BATCH) + 1;
}

static int8_t rounded(float weight)
{
    return (int8_t)lroundf(weight * (float)NET_WEIGHT);
}

static void round_all(const struct weights *w, struct net *net)
{
    for (uint32_t i = 0; i < NET_FIRST; i++)
        for (uint32_t k = 0; k < INPUTS; k++)
            net->first[i][k] = rounded(w->first[k][i]);
    for (uint32_t i = 0; i < NET_SECOND; i++)
        for (uint32_t k = 0; k < FIRST; k++)
            net->second[i][k] = rounded(w->second[k][i]);
    for (uint32_t k = 0; k < SECOND; k++) {
        net->strength[k] = rounded(w->last[k][0]);
        net->margin[k] = rounded(w->last[k][1]);
    }
}

bool train_run(const struct lessons *l, const struct train_wish *wish, struct net *net)
{
    struct training *t = calloc(1, sizeof *t);
    uint64_t *order = calloc(l->count + 1, sizeof *order);
    bool good = t && order;

    if (good) {
        t->l = l;
        t->wish = wish;
        t->order = order;
        begin(t);
        for (uint32_t k = 0; k < wish->rounds; k++) {
            one_round(t);
            if (wish->report)
                wish->report(wish->context, k + 1, t->surprise / (double)(l->count + 1));
            if (wish->stop && atomic_load(wish->stop))
                break;
        }
        round_all(&t->now.w, net);
    }
    free(order);
    free(t);
    return good;
}

static double square_of(double x)
{
    return x * x;
}

static void add_quarter(struct train_quarter *sum, const struct train_quarter *more)
{
    sum->count += more->count;
    sum->net += more->net;
    sum->played += more->played;
    sum->both += more->both;
}

static void divide(struct train_quarter *q)
{
    double n = q->count ? (double)q->count : 1;

    q->net /= n;
    q->played /= n;
    q->both /= n;
}

void train_measure(const struct lessons *l, const struct net *net, uint32_t played,
                   struct train_score *score)
{
    memset(score, 0, sizeof *score);
    for (uint64_t k = 0; k < l->count; k++) {
        const struct lesson *one = &l->one[k];
        struct train_quarter *q = &score->quarter[one->quarter];
        struct opinion opinion[ROUTES_SEATS_MAX];

        double worth = net_worth(l->row[one->row]), both = worth + played;

        net_opinions(net, one->seats, l->row + one->row, opinion);
        for (uint32_t i = 0; i < one->seats; i++) {
            double chance = (double)opinion[i].chance / (double)ODDS_ONE;
            double share = (double)one->seat[i].share, wins = (double)one->seat[i].played;

            q->count++;
            q->net += square_of(chance - share);
            q->played += square_of(wins - share);
            q->both +=
                square_of((worth * chance + played * wins) / (both > 0 ? both : 1) - share);
        }
    }
    for (uint32_t i = 0; i < LESSON_QUARTERS; i++)
        add_quarter(&score->all, &score->quarter[i]);
    for (uint32_t i = 0; i < LESSON_QUARTERS; i++)
        divide(&score->quarter[i]);
    divide(&score->all);
}
