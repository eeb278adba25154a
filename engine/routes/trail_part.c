/*
 * The longest trail in a part of a network in which every route lies on a cycle.
 *
 * A trail is a connected set of routes in which every city has an even number of them; an end
 * of the trail, with the tail that hangs there, counts as one more route, and there are at
 * most two ends. We go through the routes in an order that keeps few cities open (some of
 * their routes decided about, some not), and note for each set kept so far only what matters
 * to the rest: which open cities are odd, which are connected, how many ends are used. Of the
 * sets that agree in that, the longest is enough.
 *
 * If the trail need not be connected, the most that the remaining routes can add depends only
 * on the odd cities and the ends: a small table for each step, made from the back. Sets that
 * cannot pass the best trail by it are dropped. The tables come close to the truth where there
 * are many ways round; where there are few, few cities are open.
 *
 * At first only a few sets are kept at each step, those that promise most. If one that was
 * dropped promised more than the best trail found, it is done again with more of them.
 */
#include "trail.h"

enum {
    OPEN_MAX = 15, /* open cities: a label of four bits each, and one value for none */
    TABLES_SIZE = 256 * 1024, /* bytes of all tables */
    LAYER_MAX = 2048,         /* sets kept at one step */
    INDEX_SIZE = 2 * LAYER_MAX,
    STEPS_MAX = PIECES_MAX + CITIES_MAX,
    NOTHING = 15, /* the label of a city of which no route is kept yet */
    ANCHOR = 100, /* a tail longer than any trail */
};

/* A step decides about one edge, or closes a city: all its edges have been decided about. */
struct step {
    uint8_t a, b;   /* places of the open cities: both ends of the edge; the city, NO_CITY */
    uint8_t edge;   /* or the city */
    uint8_t open;   /* how many cities are open before this step */
    uint32_t table; /* where its table begins */
};

/* A set of kept edges. Connected cities have the same label, the lowest of their places. */
struct kept {
    uint64_t labels; /* four bits for each place */
    uint64_t owned;
    uint16_t odd; /* a set of places */
    uint8_t ends;
    uint8_t length;
};

struct search {
    struct network *n;
    uint64_t edges; /* of this part */
    uint64_t cities;
    uint64_t near[CITIES_MAX]; /* the neighbours of a city */
    struct step step[STEPS_MAX + 1];
    uint32_t steps;
    struct way best;
    uint32_t missed; /* the most that a set promised that was dropped for lack of room */
    uint32_t floor;  /* at this step sets that promise no more than this are dropped */
    uint32_t room;   /* sets that may be kept at this step */
    uint32_t count[2];
    struct kept layer[2][LAYER_MAX];
    uint16_t index[INDEX_SIZE];
    uint8_t table[TABLES_SIZE];
};

/*
 * An order of the cities in which few are open at a time: next comes the one that leaves the
 * fewest open, and of these one after which the fewest edges lead out of the open cities.
 * Returns roughly the size of the tables.
 */
static uint64_t order_from(struct search *q, uint32_t city, uint8_t order[CITIES_MAX])
{
    uint64_t seen = 0, left = q->cities, size = 0;

    for (uint32_t n = 0; left; n++) {
        uint32_t fewest = UINT32_MAX;

        for (uint64_t c = n ? left : bit(city); c; c &= c - 1) {
            uint32_t next = bits_first(c);
            uint64_t open = (seen | q->near[next] | bit(next)) & left & ~bit(next);
            uint32_t key = bits_count(open) * CITIES_MAX * CITIES_MAX;

            if (key > fewest)
                continue;
            for (uint64_t o = open; o; o &= o - 1)
                key += bits_count(q->near[bits_first(o)] & left & ~open & ~bit(next));
            if (key < fewest) {
                fewest = key;
                city = next;
            }
        }
        seen |= q->near[city] | bit(city);
        uint32_t open = bits_count(seen & left);
        size +=
            open > OPEN_MAX ? TABLES_SIZE : (uint64_t)bits_count(q->near[city] & left) << open;
        left &= ~bit(city);
        order[n] = (uint8_t)city;
    }
    return size;
}

/* Tries one city after the other as the first, as long as that is less work than the tables. */
static void choose_order(struct search *q, uint8_t best[CITIES_MAX])
{
    uint32_t cities = bits_count(q->cities), spent = 0;
    uint64_t least = UINT64_MAX;
    uint8_t order[CITIES_MAX];

    for (uint64_t c = q->cities; c && 4 * spent < least; c &= c - 1) {
        uint64_t size = order_from(q, bits_first(c), order);

        spent += cities * cities;
        if (size >= least)
            continue;
        least = size;
        __builtin_memcpy(best, order, cities);
    }
    q->n->work += spent / 4; /* each is a small part of a step */
}

/* While the steps are made: which cities are open, and where. */
struct places {
    uint64_t seen;
    uint8_t place[CITIES_MAX];
    uint8_t city[OPEN_MAX + 1];
    uint32_t open;
};

static uint32_t place_of(struct places *x, uint32_t city)
{
    if (!bits_have(x->seen, city)) {
        x->seen |= bit(city);
        x->place[city] = (uint8_t)x->open;
        x->city[x->open++] = (uint8_t)city;
    }
    return x->place[city];
}

/* The steps of one city: its edges to open cities, those to others, and its end. False if there
 * is no room for so many open cities. */
static bool add_steps(struct search *q, struct places *x, uint32_t city, uint64_t *left)
{
    uint64_t seen = x->seen, here = *left & q->n->at[city];
    uint32_t open = x->open, a = place_of(x, city);

    *left &= ~here;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint64_t e = here; e; e &= e - 1) {
            uint32_t edge = bits_first(e), to = other_end(&q->n->edge[edge], city);

            if (bits_have(seen, to) == (pass == 1))
                continue;
            if (x->open == OPEN_MAX && !bits_have(x->seen, to))
                return false;
            uint32_t b = place_of(x, to);
            q->step[q->steps++] =
                (struct step){(uint8_t)a, (uint8_t)b, (uint8_t)edge, (uint8_t)open, 0};
            open = x->open;
        }
    }
    q->step[q->steps++] = (struct step){(uint8_t)a, NO_CITY, (uint8_t)city, (uint8_t)open, 0};
    x->open--;
    x->city[a] = x->city[x->open]; /* the last place moves here */
    x->place[x->city[a]] = (uint8_t)a;
    return true;
}

/* Makes the steps, and gives them tables; false if there is not enough room. */
static bool make_steps(struct search *q)
{
    struct places x = {.seen = 0, .open = 0};
    uint8_t order[CITIES_MAX];
    uint32_t cities = bits_count(q->cities), size = 0;
    uint64_t left = q->edges;

    choose_order(q, order);
    q->steps = 0;
    for (uint32_t i = 0; i < cities; i++)
        if (x.open == OPEN_MAX || !add_steps(q, &x, order[i], &left))
            return false;
    q->step[q->steps] = (struct step){.b = NO_CITY, .open = 0};
    for (uint32_t i = 0; i <= q->steps; i++) {
        uint32_t sets = 1u << q->step[i].open;

        q->step[i].table = size;
        size += sets + (sets + 1) / 2;
        if (size > TABLES_SIZE)
            return false;
    }
    return true;
}

/*
 * The tables. The number of odd open cities and of ends used is even, so one entry for each
 * set of odd cities is for no ends, or one; the entries for two ends follow, for the even sets
 * only.
 */
static inline uint32_t entry_of(const struct step *s, uint32_t odd, uint32_t ends)
{
    return s->table + (ends == 2 ? (1u << s->open) + (odd >> 1) : odd);
}

static inline uint32_t plus(uint32_t most, uint32_t length)
{
    return most ? most + length : 0;
}

static inline uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The odd cities when one has been closed and the last place moves to its place. */
static inline uint32_t odd_after(const struct step *s, uint32_t odd)
{
    uint32_t last = s->open - 1u, moves = (odd >> last & 1) & (uint32_t)(s->a != last);

    return (odd & ~(1u << s->a) & ~(1u << last)) | moves << s->a;
}

/* 1 + the most that the steps from i on can add if nothing need be connected; 0 if these cities
 * cannot be made even any more. */
static inline uint32_t most(const struct search *q, uint32_t i, uint32_t odd, uint32_t ends)
{
    return q->table[entry_of(&q->step[i], odd, ends)];
}

/* The same, worked out from the next table, for a step that closes a city. */
static inline uint32_t most_closing(const struct search *q, uint32_t i, uint32_t odd,
                                    uint32_t ends)
{
    const struct step *s = &q->step[i];
    const struct way *tail = q->n->tail[s->edge];
    uint32_t rest = odd_after(s, odd);

    if (odd >> s->a & 1)
        return ends == 2 ? 0 : plus(most(q, i + 1, rest, ends + 1), tail[0].length);
    uint32_t closed = most(q, i + 1, rest, ends);
    if (ends == 0)
        closed =
            greater(closed, plus(most(q, i + 1, rest, 2), tail[0].length + tail[1].length));
    return closed;
}

/* ... and for so many entries of a step about an edge, which makes `both` cities odd or even. */
static void fill_deciding(uint8_t *now, const uint8_t *next, uint32_t entries, uint32_t both,
                          uint32_t length)
{
    for (uint32_t k = 0; k < entries; k++)
        now[k] = (uint8_t)greater(next[k], plus(next[k ^ both], length));
}

static void fill_tables(struct search *q)
{
    const struct step *s = &q->step[q->steps];

    q->table[s->table] = q->table[s->table + 1] = 1;
    for (uint32_t i = q->steps; i-- > 0;) {
        s = &q->step[i];
        uint8_t *now = q->table + s->table, *next = q->table + s[1].table;
        uint32_t sets = 1u << s->open;

        if (s->b != NO_CITY) {
            uint32_t both = 1u << s->a | 1u << s->b, length = q->n->edge[s->edge].length;

            fill_deciding(now, next, sets, both, length);
            fill_deciding(now + sets, next + (1u << s[1].open), (sets + 1) / 2, both >> 1,
                          length);
        } else {
            for (uint32_t odd = 0; odd < sets; odd++)
                for (uint32_t ends = bits_count(odd) % 2; ends <= 2; ends += 2)
                    q->table[entry_of(s, odd, ends)] = (uint8_t)most_closing(q, i, odd, ends);
        }
        q->n->work += sets / 4 + 1;
    }
}

/* ---- layers of kept sets ---- */

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

/* The longest trail with the tails as they are, if it is longer than `best`. */
static struct way search_all(struct search *q, struct way best)
{
    bool exact = false;

    q->best = best;
    fill_tables(q);
    for (uint32_t room = 32; !exact && room <= LAYER_MAX; room *= 4)
        exact = search_with(q, room);
    q->n->exact = q->n->exact && exact;
    return q->best;
}

/*
 * Lengthens an edge by the next one beyond a city where nothing else happens: a longest trail
 * does not end there, since it could go on. A city that `stays` (or NO_CITY) is not such a
 * city.
 */
static bool lengthen(struct search *q, uint32_t e, uint32_t stays)
{
    struct network *n = q->n;
    struct edge *one = &n->edge[e];

    for (uint32_t end = 0; end < 2; end++) {
        uint32_t c = end ? one->b : one->a;
        uint64_t next = n->at[c] & q->edges & ~bit(e);

        if (c == stays || n->tail[c][0].length || next & (next - 1))
            continue;
        const struct edge *two = &n->edge[bits_first(next)];
        uint32_t from = other_end(one, c), to = other_end(two, c);
        if (from == to)
            continue;
        *one = (struct edge){one->owned | two->owned, (uint8_t)from, (uint8_t)to,
                             (uint8_t)(one->length + two->length)};
        n->at[to] |= bit(e);
        q->edges &= ~next;
        return true;
    }
    return false;
}

static void begin(struct search *q, struct network *n, uint64_t edges, uint32_t city)
{
    q->n = n;
    q->edges = edges;
    q->cities = 0;
    for (uint64_t left = edges; left; left &= q->edges)
        if (!lengthen(q, bits_first(left), city))
            left &= left - 1;
    __builtin_memset(q->near, 0, sizeof q->near);
    for (uint64_t left = q->edges; left; left &= left - 1) {
        const struct edge *e = &n->edge[bits_first(left)];

        q->near[e->a] |= bit(e->b);
        q->near[e->b] |= bit(e->a);
        q->cities |= bit(e->a) | bit(e->b);
    }
}

/* It takes much room on the stack, and is a function of its own because trees don't need it. */
struct way trail_in_part(struct network *n, uint64_t edges, uint32_t city)
{
    struct way tail[2] = {{0, 0}, {0, 0}};
    struct search q;

    if (city != NO_CITY)
        __builtin_memcpy(tail, n->tail[city], sizeof tail);
    begin(&q, n, edges, city);
    if (!make_steps(&q)) {
        n->exact = false;
        return tail[0];
    }
    n->best = search_all(&q, n->best);
    if (city == NO_CITY)
        return tail[0];
    /* A tail longer than any trail makes sure that it ends in this city. */
    n->tail[city][0] = (struct way){0, ANCHOR};
    n->tail[city][1] = tail[0];
    struct way from = search_all(&q, way_joined(n->tail[city][0], tail[0]));
    __builtin_memcpy(n->tail[city], tail, sizeof tail);
    from.length -= ANCHOR;
    return from;
}
