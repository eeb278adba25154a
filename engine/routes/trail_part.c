/*
 * The longest trail in a connected part of a network without dead ends.
 *
 * A trail is a connected set of routes in which every city has an even number of them; an end
 * of the trail, with the tail that hangs there, counts as one more route, and there are at
 * most two ends. We go through the routes in an order that keeps few cities open (some of
 * their routes decided about, some not), and note for each set kept so far only what matters
 * to the rest: which open cities are odd, which are connected, how many ends are used. Of the
 * sets that agree in that, the longest is enough.
 *
 * If the trail need not be connected, the most that the remaining routes can add depends only
 * on the odd cities and the ends: a small table for each step (trail_steps.c). Sets that
 * cannot pass the best trail by it are dropped. The tables come close to the truth where there
 * are many ways round; where there are few, few cities are open.
 *
 * At first only a few sets are kept at each step, those that promise most. If one that was
 * dropped promised more than the best trail found, it is done again with more of them.
 */
#include "trail.h"

#define ALL_PLACES 0x1111111111111111u

static inline uint32_t label_at(uint64_t labels, uint32_t place)
{
    return labels >> 4 * place & 15;
}

static inline uint64_t label_set(uint64_t labels, uint32_t place, uint32_t label)
{
    return (labels & ~((uint64_t)15 << 4 * place)) | (uint64_t)label << 4 * place;
}

/* The places with this label: the lowest bit of each. */
static inline uint64_t places_with(uint64_t labels, uint32_t label)
{
    uint64_t x = labels ^ label * ALL_PLACES; /* four zeros where they are equal */

    x |= x >> 2;
    x |= x >> 1;
    return ~x & ALL_PLACES;
}

static inline uint64_t relabel(uint64_t labels, uint32_t from, uint32_t to)
{
    return labels ^ places_with(labels, from) * (from ^ to);
}

static inline uint32_t index_of(const struct search *q, const struct kept *k)
{
    uint64_t h = (k->labels ^ ((uint64_t)k->odd << 2 | k->ends) * 0x9E3779B97F4A7C15u) *
                 0xD6E8FEB86659FD93u;

    return (uint32_t)(h >> 40) & (2 * q->room - 1);
}

static inline bool same_future(const struct kept *a, const struct kept *b)
{
    return a->labels == b->labels && a->odd == b->odd && a->ends == b->ends;
}

/* Where in the index a set is, or would be. */
static uint32_t find(const struct search *q, const struct kept *layer, const struct kept *k)
{
    uint32_t at = index_of(q, k);

    while (q->index[at] && !same_future(&layer[q->index[at] - 1], k))
        at = (at + 1) & (2 * q->room - 1);
    return at;
}

static void clear_index(struct search *q)
{
    __builtin_memset(q->index, 0, 2 * q->room * sizeof *q->index);
}

/* The layer before step i is full: keeps at most three quarters, those that promise most. */
static void thin_out(struct search *q, uint32_t i)
{
    struct kept *layer = q->layer[i % 2];
    uint32_t promising[256] = {0}, count = q->count[i % 2], many = 0, floor = 255, kept = 0;

    for (uint32_t k = 0; k < count; k++)
        promising[layer[k].length + most(q, i, layer[k].odd, layer[k].ends)]++;
    while (many + promising[floor] <= count / 4 * 3)
        many += promising[floor--];
    uint32_t equals = many ? 0 : count / 4 * 3; /* if too many promise the most: some of them */
    for (uint32_t k = 0; k < count; k++) {
        uint32_t promise = layer[k].length + most(q, i, layer[k].odd, layer[k].ends);

        if (promise > floor || (promise == floor && equals && equals--))
            layer[kept++] = layer[k];
    }
    q->count[i % 2] = kept;
    q->floor = floor;
    q->missed = greater(q->missed, floor);
    clear_index(q);
    for (uint32_t k = 0; k < kept; k++)
        q->index[find(q, layer, &layer[k])] = (uint16_t)(k + 1);
}

/* Adds a set to the layer before step i, unless it cannot pass the best. */
static void add(struct search *q, uint32_t i, const struct kept *k)
{
    struct kept *layer = q->layer[i % 2];
    uint32_t more = most(q, i, k->odd, k->ends), promise = k->length + more;

    q->n->work++;
    if (!more || promise <= q->best.length + 1)
        return;
    if (promise <= q->floor) {
        q->missed = greater(q->missed, promise);
        return;
    }
    uint32_t at = find(q, layer, k);
    if (q->index[at]) {
        struct kept *old = &layer[q->index[at] - 1];

        if (k->length > old->length)
            *old = *k;
        return;
    }
    layer[q->count[i % 2]++] = *k;
    q->index[at] = (uint16_t)q->count[i % 2];
    if (q->count[i % 2] == q->room)
        thin_out(q, i);
}

/* With and without the edge of step i. */
static void decide(struct search *q, uint32_t i, struct kept k)
{
    const struct step *s = &q->step[i];
    uint32_t a = label_at(k.labels, s->a), b = label_at(k.labels, s->b);

    add(q, i + 1, &k);
    if (a == NOTHING)
        k.labels = label_set(k.labels, s->a, a = s->a);
    if (b == NOTHING)
        k.labels = label_set(k.labels, s->b, b = s->b);
    if (a != b)
        k.labels = relabel(k.labels, a > b ? a : b, a > b ? b : a);
    k.odd ^= (uint16_t)(1u << s->a | 1u << s->b);
    k.owned |= q->n->edge[s->edge].owned;
    k.length = (uint8_t)(k.length + q->n->edge[s->edge].length);
    add(q, i + 1, &k);
}

static void add_ends(struct search *q, uint32_t i, struct kept k, uint32_t ends,
                     struct way tail)
{
    k.ends = (uint8_t)(k.ends + ends);
    k.owned |= tail.owned;
    k.length = (uint8_t)(k.length + tail.length);
    add(q, i, &k);
}

/* Closes a city that is connected with no open one: the trail is complete, if it is all. */
static void complete(struct search *q, const struct step *s, const struct kept *k)
{
    const struct way *tail = q->n->tail[s->edge];
    struct way all = {k->owned, k->length};

    if (label_set(k->labels, s->a, NOTHING) != UINT64_MAX)
        return;
    if (k->odd)
        all = way_joined(all, tail[0]);
    else if (k->ends == 0)
        all = way_joined(all, way_joined(tail[0], tail[1]));
    if (all.length > q->best.length && !(k->odd && k->ends == 2))
        q->best = all;
}

/* Closes the city of step i, with every number of ends there that makes it even. */
static void close(struct search *q, uint32_t i, struct kept k)
{
    const struct step *s = &q->step[i];
    const struct way *tail = q->n->tail[s->edge];
    uint32_t label = label_at(k.labels, s->a), last = s->open - 1u;
    bool odd = k.odd >> s->a & 1;

    if (label != NOTHING) {
        uint64_t joined =
            places_with(k.labels, label) & ~(ALL_PLACES & (uint64_t)15 << 4 * s->a);

        if (!joined) {
            complete(q, s, &k);
            return;
        }
        if (label == s->a)
            k.labels ^= joined * (label ^ bits_first(joined) / 4);
    }
    /* The last place moves here. */
    uint32_t moves = last == s->a ? NOTHING : label_at(k.labels, last);
    k.labels = label_set(label_set(k.labels, last, NOTHING), s->a, moves);
    if (moves != NOTHING && moves > s->a)
        k.labels = relabel(k.labels, moves, s->a);
    k.odd = (uint16_t)odd_after(s, k.odd);
    if (!odd)
        add(q, i + 1, &k);
    if (odd && k.ends < 2)
        add_ends(q, i + 1, k, 1, tail[0]);
    if (!odd && k.ends == 0 && label != NOTHING)
        add_ends(q, i + 1, k, 2, way_joined(tail[0], tail[1]));
}

/* Goes through all steps with room for so many sets. Has the longest trail been found? */
static bool search_with(struct search *q, uint32_t room)
{
    q->room = room;
    q->missed = 0;
    q->layer[0][0] = (struct kept){.labels = UINT64_MAX};
    q->count[0] = 1;
    for (uint32_t i = 0; i < q->steps && q->count[i % 2]; i++) {
        if (q->n->work >= TRAIL_WORK_MAX)
            return false;
        q->count[(i + 1) % 2] = q->floor = 0;
        clear_index(q);
        for (uint32_t k = 0; k < q->count[i % 2]; k++) {
            struct kept *one = &q->layer[i % 2][k];

            if (one->length + most(q, i, one->odd, one->ends) <= q->best.length + 1)
                continue;
            if (q->step[i].b == NO_CITY)
                close(q, i, *one);
            else
                decide(q, i, *one);
        }
    }
    return q->missed <= q->best.length + 1;
}

/* It takes much room on the stack, and is a function of its own because trees don't need it. */
void trail_in_part(struct network *n, uint64_t edges)
{
    struct search q;
    bool exact = false;

    q.n = n;
    q.edges = edges;
    q.best = n->best;
    if (trail_steps(&q))
        for (uint32_t room = 32; !exact && room <= LAYER_MAX; room *= 4)
            exact = search_with(&q, room);
    n->best = q.best;
    n->exact = n->exact && exact;
}
