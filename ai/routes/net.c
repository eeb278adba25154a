/*
 * Asking the net: see net.h.
 */
#include "net.h"

enum {
    POWER_ONE = 1 << 16, /* of powers of e */
    BITS_OF_E = 94548,   /* log2(e), of POWER_ONE */
    POWER_BITS = 16,
    POWER_SLOPE = 43026, /* 2^x is nearly 1 + x (0.6565 + 0.3435 x) between 0 and 1 */
    POWER_BEND = POWER_ONE - POWER_SLOPE,
    LEAST_POWER = -20, /* of 2: smaller ones are nothing */
};

/* A cell is off below 0, and has a largest value, STANDING_MOST. */
static int16_t cell(int32_t sum)
{
    sum /= NET_WEIGHT;
    return (int16_t)(sum < 0 ? 0 : sum > STANDING_MOST ? STANDING_MOST : sum);
}

static int32_t sum_of(const int8_t *weight, const int16_t *in, uint32_t n)
{
    int32_t sum = 0;

    for (uint32_t k = 0; k < n; k++)
        sum += weight[k] * in[k];
    return sum;
}

/* e^x, of POWER_ONE, for an x of at most 0 in parts of STANDING_ONE. */
static uint32_t power(int32_t x)
{
    int64_t bits = (int64_t)x * BITS_OF_E / STANDING_ONE; /* of POWER_ONE: e^x = 2^bits */
    int32_t whole = (int32_t)(bits >> POWER_BITS);
    uint32_t rest = (uint32_t)(bits & (POWER_ONE - 1));
    uint64_t bend = POWER_SLOPE + ((uint64_t)POWER_BEND * rest >> POWER_BITS);

    if (whole < LEAST_POWER)
        return 0;
    return (uint32_t)(POWER_ONE + (rest * bend >> POWER_BITS)) >> -whole;
}

/* The strength of a seat, in parts of STANDING_ONE, and its margin. */
static int32_t strength(const struct net *net, const int16_t in[STANDING_INPUTS],
                        int16_t *margin)
{
    int16_t first[NET_FIRST + 1], second[NET_SECOND + 1];
    int32_t m;

    for (uint32_t i = 0; i < NET_FIRST; i++)
        first[i] = cell(sum_of(net->first[i], in, STANDING_INPUTS));
    first[NET_FIRST] = second[NET_SECOND] = STANDING_ONE;
    for (uint32_t i = 0; i < NET_SECOND; i++)
        second[i] = cell(sum_of(net->second[i], first, NET_FIRST + 1));
    m = sum_of(net->margin, second, NET_SECOND + 1) / NET_WEIGHT;
    *margin = (int16_t)(m > NET_MARGIN ? NET_MARGIN : m < -NET_MARGIN ? -NET_MARGIN : m);
    return sum_of(net->strength, second, NET_SECOND + 1) / NET_WEIGHT;
}

void net_opinions(const struct net *net, uint32_t seats, int16_t inputs[][STANDING_INPUTS],
                  struct opinion opinion[])
{
    int32_t of[ROUTES_SEATS_MAX];
    uint32_t share[ROUTES_SEATS_MAX], sum = 0, best = 0, left = ODDS_ONE;

    for (uint32_t i = 0; i < seats; i++) {
        of[i] = strength(net, inputs[i], &opinion[i].margin);
        best = of[i] > of[best] ? i : best;
    }
    for (uint32_t i = 0; i < seats; i++)
        sum += share[i] = power(of[i] - of[best]);
    for (uint32_t i = 0; i < seats; i++) {
        opinion[i].chance = (uint16_t)(ODDS_ONE * share[i] / sum);
        left -= opinion[i].chance;
    }
    opinion[best].chance = (uint16_t)(opinion[best].chance + left);
}
