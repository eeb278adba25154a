/*
 * Running a race: see race.h.
 */
#include "race.h"

void race_enter(struct race *x, event_t e, int32_t prior)
{
    x->one[x->n] = (struct contender){.event = e, .number = x->n, .prior = prior};
    x->n++;
}

/* One deal. */
static void compare(struct race *x, uint32_t n)
{
    int32_t result[RACE_MAX], chance;

    x->deal(x);
    for (uint32_t k = 0; k < n; k++) {
        struct contender *c = &x->one[k];

        result[k] = x->try(x, c->event, &chance);
        c->visits++;
        c->sum += chance;
        for (uint32_t i = 0; i < k; i++) {
            uint32_t a = c->number, b = x->one[i].number;
            int64_t by = result[k] - result[i];

            x->apart[a][b].by += by;
            x->apart[b][a].by -= by;
            x->apart[a][b].squares += (uint64_t)(by * by);
            x->apart[b][a].squares += (uint64_t)(by * by);
        }
    }
}

bool race_on(struct race *x, uint32_t n, uint32_t deals)
{
    const struct budget *budget = x->budget;

    do {
        compare(x, n);
        if (budget->enough && budget->enough(budget->context))
            return false;
    } while (--deals > 0);
    return true;
}

void race_sort(struct race *x, uint32_t from, uint32_t to)
{
    for (uint32_t i = from + 1; i < to; i++) {
        struct contender c = x->one[i];
        uint32_t k = i;

        for (; k > from && x->one[k - 1].value < c.value; k--)
            x->one[k] = x->one[k - 1];
        x->one[k] = c;
    }
}

int32_t race_chance(const struct race *x, const struct contender *c)
{
    return (int32_t)((c->sum + (int64_t)x->priors * c->prior) / (x->priors + c->visits));
}

uint32_t race_tell(const struct race *x, struct candidate *out, uint32_t cap)
{
    uint32_t n = x->n < cap ? x->n : cap;

    for (uint32_t i = 0; i < n; i++) {
        const struct contender *c = &x->one[i];
        bool known = x->priors + c->visits > 0;

        out[i] = (struct candidate){
            .event = c->event,
            .chance = known ? race_thousandths(race_chance(x, c), x->sure) : CHANCE_UNKNOWN,
            .visits = c->visits,
        };
    }
    return n;
}

void race_weigh(struct race *x, const event_t *events, uint32_t n, uint32_t deals,
                struct candidate *out)
{
    for (uint32_t i = 0; i < n; i++)
        race_enter(x, events[i], 0);
    race_on(x, n, deals);
    race_tell(x, out, n);
}
