/*
 * The longest trail (E18): the longest way through a player's routes that uses none of them
 * twice.
 *
 * A route whose loss would cut the network in two (a dead end, a bridge) is crossed at most
 * once. So the network is taken apart from the outside in: what lies beyond such a route is a
 * tail of the city on the near side, as long as the longest way into it. This solves trees;
 * what is left are parts in which every route lies on a cycle, for trail_part.c.
 *
 * The work is bounded (queries.h). If a network took more than TRAIL_WORK_MAX steps, the longest
 * trail found by then would be the answer, the same on every machine. With TRAIL_ROUTES_MAX routes
 * none is known that takes a tenth of that; tests/reference/test_trails.c looks for the worst.
 */
#include "trail.h"

static void add_tail(struct network *n, uint32_t city, struct way tail)
{
    struct way *has = n->tail[city];

    if (tail.length > has[0].length) {
        has[1] = has[0];
        has[0] = tail;
    } else if (tail.length > has[1].length) {
        has[1] = tail;
    }
    if (has[0].length + has[1].length > n->best.length)
        n->best = way_joined(has[0], has[1]);
}

static void add_tail_by(struct network *n, uint32_t city, uint32_t e, struct way beyond)
{
    add_tail(n, city, way_joined(beyond, (struct way){n->edge[e].owned, n->edge[e].length}));
}

/* Takes dead ends off, the quick way. Returns the cities that have edges left. */
static uint64_t peel(struct network *n, uint64_t cities)
{
    uint64_t core = cities;

    for (; cities; cities &= cities - 1) {
        uint32_t c = bits_first(cities);

        while (n->at[c] && !(n->at[c] & (n->at[c] - 1))) {
            uint32_t e = bits_first(n->at[c]), to = other_end(&n->edge[e], c);

            add_tail_by(n, to, e, n->tail[c][0]);
            n->at[c] = 0;
            n->at[to] &= ~bit(e);
            core &= ~bit(c);
            c = to;
        }
        core &= n->at[c] ? UINT64_MAX : ~bit(c);
    }
    return core;
}

/* The cities of one connected network: a tree of edges, from a root outwards. */
struct tree {
    uint8_t city[CITIES_MAX];
    uint32_t cities;
    uint8_t by[CITIES_MAX];    /* the edge towards the root */
    uint64_t part[CITIES_MAX]; /* edges of the same part, further out */
    uint64_t
        round[CITIES_MAX]; /* edges outside the tree that lead from further out to elsewhere */
};

static uint64_t grow_tree(struct network *n, struct tree *t, uint32_t root)
{
    uint64_t seen = bit(root);

    t->city[0] = (uint8_t)root;
    t->cities = 1;
    t->by[root] = PIECES_MAX;
    for (uint32_t i = 0; i < t->cities; i++) {
        uint32_t c = t->city[i];
        uint64_t outside = 0;

        for (uint64_t left = n->at[c]; left; left &= left - 1) {
            uint32_t e = bits_first(left), to = other_end(&n->edge[e], c);

            if (e == t->by[c])
                continue;
            if (bits_have(seen, to)) {
                outside |= bit(e);
                continue;
            }
            seen |= bit(to);
            t->by[to] = (uint8_t)e;
            t->city[t->cities++] = (uint8_t)to;
        }
        t->part[c] = t->round[c] = outside;
    }
    return seen;
}

/* From the outside in. The edge towards the root is the only way on if no edge outside the
 * tree leads around it. */
static void take_apart(struct network *n, struct tree *t)
{
    for (uint32_t i = t->cities; i-- > 0;) {
        uint32_t c = t->city[i], e = t->by[c];
        uint32_t towards = i ? other_end(&n->edge[e], c) : c;

        if (t->round[c]) {
            t->part[towards] |= t->part[c] | bit(e);
            t->round[towards] ^= t->round[c];
            continue;
        }
        struct way from = n->tail[c][0];
        if (t->part[c])
            from = trail_in_part(n, t->part[c], i ? c : NO_CITY);
        if (i)
            add_tail_by(n, towards, e, from);
    }
}

static uint64_t add_edges(struct network *n, const struct routes_board *b,
                          const uint64_t owned[PLANES_MAX])
{
    uint32_t count = 0;
    uint64_t cities = 0;

    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = owned[p]; left && count < PIECES_MAX; left &= left - 1) {
            n->route[count] = (uint8_t)(64 * p + bits_first(left));
            const struct route *r = &b->route[n->route[count]];

            n->edge[count] = (struct edge){bit(count), r->a, r->b, r->length};
            n->at[r->a] |= bit(count);
            n->at[r->b] |= bit(count);
            cities |= bit(r->a) | bit(r->b);
            count++;
        }
    }
    return cities;
}

void longest_trail(const struct routes_board *b, const uint64_t owned[PLANES_MAX],
                   struct trail *trail)
{
    struct network n;
    struct tree t;

    __builtin_memset(n.at, 0, b->cities * sizeof *n.at);
    __builtin_memset(n.tail, 0, b->cities * sizeof *n.tail);
    n.best = (struct way){0, 0};
    n.work = 0;
    n.exact = true;
    uint64_t cities = add_edges(&n, b, owned);
    for (uint64_t left = peel(&n, cities); left;) {
        left &= ~grow_tree(&n, &t, bits_first(left));
        take_apart(&n, &t);
    }
    *trail = (struct trail){.length = n.best.length, .work = n.work, .exact = n.exact};
    for (uint64_t left = n.best.owned; left; left &= left - 1) {
        uint32_t route = n.route[bits_first(left)];

        trail->routes[route / 64] |= bit(route % 64);
    }
}
