/*
 * The steps of the search for the longest trail in a part of a network: in which order its cities
 * are closed, and a table for each step with the most that the rest can add.
 */
#include "trail.h"

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

static inline uint32_t plus(uint32_t most, uint32_t length)
{
    return most ? most + length : 0;
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

/* The cities of the part, and their neighbours. */
static void find_cities(struct search *q)
{
    __builtin_memset(q->near, 0, sizeof q->near);
    q->cities = 0;
    for (uint64_t left = q->edges; left; left &= left - 1) {
        const struct edge *e = &q->n->edge[bits_first(left)];

        q->near[e->a] |= bit(e->b);
        q->near[e->b] |= bit(e->a);
        q->cities |= bit(e->a) | bit(e->b);
    }
}

bool trail_steps(struct search *q)
{
    find_cities(q);
    if (!make_steps(q))
        return false;
    fill_tables(q);
    return true;
}
