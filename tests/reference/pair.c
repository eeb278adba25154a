/*
 * The checks of one game played side by side. test_reference.c decides which games are played
 * (board, seats, seed).
 */
#include "pair.h"

#include "compare.h"
#include "ref_corners.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRAIL_STEPS = 200000, /* of the depth-first search for one seat's longest trail */
    ILLEGAL_TRIES = 6,    /* events that may be illegal, offered at each position */
    SHEET_EVERY = 40,     /* positions whose sheet is compared: one in so many */
    PICK_ALL_EVERY = 8,   /* positions at which every k is picked: one in so many */
    TIRED_AFTER = 4000,   /* events after which everybody builds, so that the game ends */
};

/* Notes a difference; returns false for the caller to pass on. */
static bool wrong(struct pair *p, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(p->difference, sizeof p->difference, format, list);
    va_end(list);
    return false;
}

void pair_start(struct pair *p, const struct match *m, uint64_t seed, struct figures *figures)
{
    p->match = *m;
    p->rng.at = seed;
    p->cast = cast_of(&p->rng);
    p->figures = figures;
    p->length = 0;
    p->difference[0] = 0;
    memset(&p->state, 0xA5, sizeof p->state); /* start() must not rely on zeros */
    m->rules->start(m, &p->state);
    ref_start(m, &p->ref);
}

struct weighted {
    event_t event;
    uint32_t weight;
};

static int by_event(const void *a, const void *b)
{
    const struct weighted *x = a, *y = b;

    return (x->event > y->event) - (x->event < y->event);
}

static void sort(struct weighted *to, const event_t *events, const uint32_t *weights,
                 uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        to[i] = (struct weighted){events[i], weights[i]};
    qsort(to, n, sizeof *to, by_event);
}

/* The same events with the same weights, each once. */
static bool check_legal(struct pair *p, event_t *events, uint32_t *weights, uint32_t *n)
{
    static struct weighted ours[LEGAL_MAX], theirs[LEGAL_MAX];
    const struct rules *rules = p->match.rules;
    uint32_t mine = ref_legal(&p->match, &p->ref, p->legal, p->weights);

    *n = rules->legal(&p->match, &p->state, events, weights, LEGAL_MAX);
    sort(ours, p->legal, p->weights, mine);
    sort(theirs, events, weights, *n);
    for (uint32_t i = 0; i < mine || i < *n; i++) {
        if (i >= *n || (i < mine && ours[i].event < theirs[i].event))
            return wrong(p, "legal for the reference only: event %08x", ours[i].event);
        if (i >= mine || theirs[i].event < ours[i].event)
            return wrong(p, "legal for the engine only: event %08x", theirs[i].event);
        if (theirs[i].weight != ours[i].weight)
            return wrong(p, "weight of event %08x: engine %u", ours[i].event, theirs[i].weight);
        p->legal[i] = ours[i].event;
        p->weights[i] = ours[i].weight;
    }
    p->legals = mine;
    if (rules->legal(&p->match, &p->state, events, NULL, LEGAL_MAX) != mine)
        return wrong(p, "legal() without weights lists another number");
    return true;
}

/* count() is the sum of the weights; pick() goes through the list in its order. */
static bool check_counting(struct pair *p, const event_t *events, const uint32_t *weights,
                           uint32_t n)
{
    const struct rules *rules = p->match.rules;
    uint32_t total = 0;

    for (uint32_t i = 0; i < n; i++)
        total += weights[i];
    uint32_t count = rules->count(&p->match, &p->state);
    if (count != total)
        return wrong(p, "count(): engine %u, sum of the weights %u", count, total);
    bool all = rng_below(&p->rng, PICK_ALL_EVERY) == 0;
    uint32_t k = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = all ? 0 : rng_below(&p->rng, weights[i] * (n / 4 + 1));

        for (; j < weights[i]; j++)
            if (rules->pick(&p->match, &p->state, k + j) != events[i])
                return wrong(p, "pick(%u) is not event %08x", k + j, events[i]);
        k += weights[i];
    }
    if (rules->pick(&p->match, &p->state, count) != 0 ||
        rules->pick(&p->match, &p->state, UINT32_MAX) != 0)
        return wrong(p, "pick(count) is an event");
    return true;
}

static bool listed(const struct pair *p, event_t e)
{
    uint32_t low = 0, high = p->legals;

    while (low < high) {
        uint32_t middle = (low + high) / 2;

        if (p->legal[middle] < e)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->legals && p->legal[low] == e;
}

/* An event that is probably not legal: noise, or a legal one with something changed. */
static event_t mutant(struct pair *p)
{
    struct rng *rng = &p->rng;
    event_t e = p->legals ? p->legal[rng_below(rng, p->legals)] : 0;

    switch (rng_below(rng, 7)) {
    case 0:
        return (event_t)rng_next(rng);
    case 1:
        return e ^ (event_t)1 << rng_below(rng, 32);
    case 2:
        return (e & ~(event_t)0xFF) | rng_below(rng, 256);
    case 3:
        return (e & ~(event_t)0xF00) | rng_below(rng, 16) << 8;
    case 4:
        return (e & ~(event_t)0xF000) | rng_below(rng, 16) << 12;
    case 5:
        return (e & 0x07FFFFFF) | (event_t)rng_below(rng, 32) << 27;
    default:
        return event_pay(rng_below(rng, 2) ? EVENT_CLAIM : EVENT_STATION, rng_below(rng, 256),
                         rng_below(rng, 10), rng_below(rng, 10)) |
               (rng_below(rng, 4) ? 0 : EVENT_FLAG_BIT);
    }
}

/* apply() refuses exactly what is not listed, without changing a byte. */
static bool check_refusals(struct pair *p)
{
    for (int i = 0; i < ILLEGAL_TRIES; i++) {
        event_t e = mutant(p);
        struct state after = p->state;
        bool done = p->match.rules->apply(&p->match, &after, e);

        if (done != listed(p, e))
            return wrong(p, "event %08x: the engine %s it", e, done ? "accepts" : "refuses");
        if (!done && memcmp(&after, &p->state, sizeof after) != 0)
            return wrong(p, "refusing event %08x changes the state", e);
        if (!done)
            p->figures->refused++;
    }
    return true;
}

static bool check_sheet(struct pair *p, struct sheet *reference, bool *exact)
{
    struct sheet engine;

    memset(&engine, 0xA5, sizeof engine);
    p->match.rules->score(&p->match, &p->state, &engine);
    *exact = ref_score(&p->match, &p->ref, TRAIL_STEPS, reference);
    if (*exact)
        p->figures->sheets++;
    else
        p->figures->sheets_in_part++;
    return ref_same_sheet(&p->match, &p->ref, &engine, reference, *exact, p->difference,
                          sizeof p->difference);
}

/* No card is lost or added: a check of the reference itself. */
static bool check_cards(struct pair *p)
{
    const struct routes_board *b = &p->match.board->routes;

    for (int c = 0; c < CARD_KINDS; c++) {
        const struct ref *r = &p->ref;
        int n = r->deck[c] + r->discard[c] + r->held[c] + r->paid[c];

        for (int i = 0; i < MARKET_SIZE; i++)
            n += r->market[i] == c;
        for (int i = 0; i < r->turned_count; i++)
            n += r->turned[i] == c;
        for (int s = 0; s < p->match.seats; s++)
            n += r->seat[s].hand[c] + (c == WILD ? 0 : r->seat[s].flag[c]);
        int all = c == WILD ? b->wilds : (int)(b->cards >> (8 * c) & 0xFF);
        if (n != all)
            return wrong(p, "the reference has lost cards of colour %d", c);
    }
    return true;
}

bool pair_check(struct pair *p)
{
    static event_t events[LEGAL_MAX];
    static uint32_t weights[LEGAL_MAX];
    uint32_t n;
    uint32_t actor = p->match.rules->actor(&p->match, &p->state);

    if (!ref_same(&p->match, &p->state, &p->ref, p->difference, sizeof p->difference))
        return false;
    if (actor != ref_actor(&p->match, &p->ref))
        return wrong(p, "actor: engine %u, reference %u", actor, ref_actor(&p->match, &p->ref));
    if (!check_legal(p, events, weights, &n) || !check_counting(p, events, weights, n) ||
        !check_refusals(p) || !check_cards(p))
        return false;
    if (rng_below(&p->rng, SHEET_EVERY) == 0) {
        struct sheet reference;
        bool exact;

        return check_sheet(p, &reference, &exact);
    }
    return true;
}

bool pair_step(struct pair *p)
{
    if (p->length == TIRED_AFTER)
        for (int s = 0; s < ROUTES_SEATS_MAX; s++)
            p->cast.seat[s] = DRIVER_BUILDER;
    if (p->legals == 0)
        return wrong(p, "somebody is to act and nothing is legal");
    event_t e =
        cast_choose(&p->cast, &p->match, &p->ref, p->legal, p->weights, p->legals, &p->rng);
    p->log[p->length++] = e;
    p->figures->events++;
    if (!p->match.rules->apply(&p->match, &p->state, e))
        return wrong(p, "the engine refuses the legal event %08x", e);
    if (!ref_apply(&p->match, &p->ref, e))
        return wrong(p, "the reference refuses the legal event %08x", e);
    return true;
}

bool pair_end(struct pair *p)
{
    struct sheet reference;
    bool exact;

    if (!check_sheet(p, &reference, &exact))
        return false;
    if (exact)
        ref_note_final(&p->match, &p->ref, &reference);
    return true;
}

void pair_report(const struct pair *p)
{
    struct state s;
    const struct rules *rules = p->match.rules;
    const struct ref *r = &p->ref;

    printf("DIFFERENCE: %s\n", p->difference);
    printf("# reference: phase %d, turn of seat %d, deck %d, discards %d, last turns %d\n",
           r->phase, r->turn + 1, ref_count(r->deck), ref_count(r->discard), r->last_turns);
    printf("# engine: phase %d, turn of seat %d, deck %d, discards %d, last turns %d\n",
           p->state.routes.phase, p->state.routes.turn + 1, p->state.routes.deck_size,
           (int)pack_sum(p->state.routes.discard) + p->state.routes.discard_wild,
           p->state.routes.last_turns);
    printf("anden log 1\ngame %s\nboard %s\nseats %d\n", p->match.board->id, p->match.board->id,
           p->match.seats);
    for (int i = 0; i < OPTIONS_MAX && rules->option[i].name; i++)
        printf("option %s %d\n", rules->option[i].name, p->match.option[i]);
    rules->start(&p->match, &s);
    for (uint32_t i = 0; i < p->length; i++) {
        char words[200];
        struct text t = text_in(words, sizeof words);

        rules->format(&p->match, &s, p->log[i], &t);
        uint32_t actor = rules->actor(&p->match, &s);
        if (actor < SEATS_MAX)
            printf("%u: ", actor + 1);
        printf("%s    # %08x\n", words, p->log[i]);
        if (!rules->apply(&p->match, &s, p->log[i]))
            printf("# refused\n");
    }
    fflush(stdout);
}
