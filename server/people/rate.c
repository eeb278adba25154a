/*
 * Rating a game that is over: see rate.h.
 */
#include "rate.h"

#include <string.h>

static void ask(struct rate *rate);

static void rating_known(void *context, const struct store_answer *a)
{
    struct rate *rate = context;
    struct rated *r = &rate->rated[rate->asked++];

    r->before = RATING_START;
    for (uint32_t i = 0; a->status == STORE_OK && i < a->rating_count; i++) {
        if (strcmp(rate->game, a->ratings[i].game) == 0) {
            r->before = (int32_t)a->ratings[i].rating;
            r->games = a->ratings[i].games;
        }
    }
    ask(rate);
}

/* After the ratings, each person's games with each of the others are asked for: returns the
 * person, and the other one, of the next question. */
static uint32_t who_of(const struct rate *rate, uint32_t *other)
{
    uint32_t pair = rate->asked - rate->count, n = rate->count - 1, i = pair / n;

    *other = pair % n + (pair % n >= i);
    return i;
}

static void met_known(void *context, const struct store_answer *a)
{
    struct rate *rate = context;
    uint32_t other, i = who_of(rate, &other);

    rate->rated[i].met[other] = a->status == STORE_OK ? a->last : 0;
    rate->asked++;
    ask(rate);
}

static void ask_met(struct rate *rate)
{
    uint32_t other, i = who_of(rate, &other);
    const struct store_meeting meeting = {.person = rate->person[i],
                                          .other = rate->person[other],
                                          .table = rate->table,
                                          .game = rate->game,
                                          .since = clock_now() -
                                                   RATING_WINDOW_DAYS * INT64_C(86400000)};

    store_met(rate->server->store, &meeting, (struct store_done){met_known, rate});
}

static void ask(struct rate *rate)
{
    if (rate->asked < rate->count) {
        store_ratings_of(rate->server->store, rate->person[rate->asked],
                         (struct store_done){rating_known, rate});
    } else if (rate->asked < rate->count * rate->count) {
        ask_met(rate);
    } else {
        rating_change(rate->rated, rate->count);
        rate->call(rate);
    }
}

static bool share_person(const struct rate *a, const struct rate *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            if (strcmp(a->person[i], b->person[k]) == 0)
                return true;
    return false;
}

/* Starts the games that need not wait for an earlier one. */
static void go_on(struct server *s)
{
    struct rate *rate, *earlier;

    for (rate = s->rating; rate; rate = rate->next) {
        for (earlier = s->rating; earlier != rate && !share_person(earlier, rate);)
            earlier = earlier->next;
        if (earlier == rate && !rate->begun) {
            rate->begun = true;
            ask(rate);
        }
    }
}

void rate_begin(struct rate *rate)
{
    struct rate **link = &rate->server->rating;

    if (rate->count < 2) {
        rate->count = 0;
        rate->call(rate);
        return;
    }
    while (*link)
        link = &(*link)->next;
    *link = rate;
    go_on(rate->server);
}

void rate_end(struct rate *rate)
{
    struct rate **link = &rate->server->rating;

    while (*link && *link != rate)
        link = &(*link)->next;
    if (*link)
        *link = rate->next;
    go_on(rate->server);
}
