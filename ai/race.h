/*
 * A race of events: how players that search find the best of some. What the seat can't see is dealt
 * again and again, and every event still in the race is tried in the same deal, so that luck makes
 * little difference between them. Which of them drop out, and when, is up to the player. Private to
 * ai/.
 */
#ifndef ANDEN_RACE_H
#define ANDEN_RACE_H

#include "player.h"

enum { RACE_MAX = 32 };

struct contender {
    event_t event;
    uint32_t number; /* in the order in which they entered */
    uint32_t visits; /* how often it was tried */
    int32_t prior;   /* an estimate of its chance to win before that */
    int32_t value;   /* race_sort() goes by it */
    int64_t sum;     /* of the chances to win, by each try */
};

/* All zero but the first fields: nobody has entered. The struct of a player begins with it. */
struct race {
    const struct budget *budget;
    void (*deal)(struct race *x); /* what the seat can't see */
    /* Tries an event in that deal. Returns how good the result is; *chance is that to win. */
    int32_t (*try)(struct race *x, event_t e, int32_t *chance);
    int32_t sure;    /* the chance 1 */
    uint32_t priors; /* how many tries the estimate before them counts for */

    uint32_t n;
    struct contender one[RACE_MAX];
    struct {
        int64_t by;              /* how much better the results of the first were, in all */
        uint64_t squares;        /* of these differences */
    } apart[RACE_MAX][RACE_MAX]; /* of two contenders, by their numbers */
};

void race_enter(struct race *x, event_t e, int32_t prior);

/* Tries the first n contenders in so many deals. False if the time is up before that; the first
 * deal is always played. */
bool race_on(struct race *x, uint32_t n, uint32_t deals);

/* Sorts some contenders by their values, best first. Equal ones keep their order. */
void race_sort(struct race *x, uint32_t from, uint32_t to);

/* The mean chance of a contender to win; there must be a try or a prior. */
int32_t race_chance(const struct race *x, const struct contender *c);

/* A chance in thousandths. */
static inline uint16_t race_thousandths(int64_t chance, int32_t sure)
{
    int64_t n = chance * 1000 / sure;

    return (uint16_t)(n < 0 ? 0 : n > 1000 ? 1000 : n);
}

/* Writes down the first contenders, at most cap of them. Returns how many. */
uint32_t race_tell(const struct race *x, struct candidate *out, uint32_t cap);

/* A race in which nobody drops out: see weigh() in player.h. */
void race_weigh(struct race *x, const event_t *events, uint32_t n, uint32_t deals,
                struct candidate *out);

_Static_assert((int)WEIGHED_MAX <= (int)RACE_MAX, "room for all that is weighed");

#endif
