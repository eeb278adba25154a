/*
 * The longest trail (E18): the longest way through a player's routes that uses none of them
 * twice.
 *
 * A dead end is crossed at most once. So dead ends are taken off from the outside in: a route
 * taken off, with what hangs beyond it, is a tail of the city on the near side, as long as the
 * longest way into it. This solves trees. Where nothing happens in a city between two routes,
 * they become one. What is left are connected parts for trail_part.c.
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

/* Takes dead ends off. Returns the edges that are left. */
static uint64_t peel(struct network *n, uint64_t cities)
{
    uint64_t core = 0;

    for (uint64_t left = cities; left; left &= left - 1) {
        uint32_t c = bits_first(left);

        while (n->at[c] && !(n->at[c] & (n->at[c] - 1))) {
            uint32_t e = bits_first(n->at[c]), to = other_end(&n->edge[e], c);

            add_tail_by(n, to, e, n->tail[c][0]);
            n->at[c] = 0;
            n->at[to] &= ~bit(e);
            c = to;
        }
    }
    for (; cities; cities &= cities - 1)
        core |= n->at[bits_first(cities)];
    return core;
}

/* Joins an edge with the next one beyond a city where nothing else happens: a longest trail does
 * not end there, since it could go on. Returns the edge that is gone, as a set, or none. */
static uint64_t lengthen(struct network *n, uint64_t edges, uint32_t e)
{
    struct edge *one = &n->edge[e];

    for (uint32_t end = 0; end < 2; end++) {
        uint32_t c = end ? one->b : one->a;
        uint64_t next = n->at[c] & edges & ~bit(e);

        if (!next || n->tail[c][0].length || next & (next - 1))
            continue;
        const struct edge *two = &n->edge[bits_first(next)];
        uint32_t from = other_end(one, c), to = other_end(two, c);
        if (from == to)
            continue;
        *one = (struct edge){one->owned | two->owned, (uint8_t)from, (uint8_t)to,
                             (uint8_t)(one->length + two->length)};
        n->at[to] |= bit(e);
        return next;
    }
    return 0;
}

/* Joins all that can be joined. Returns the edges that are left. */
static uint64_t join_edges(struct network *n, uint64_t edges)
{
    for (uint64_t left = edges; left;) {
        uint64_t gone = lengthen(n, edges, bits_first(left));

        edges &= ~gone;
        left &= gone ? ~gone : left - 1;
    }
    return edges;
}

/* Those of the edges that are connected with a city. */
static uint64_t connected(const struct network *n, uint64_t edges, uint32_t city)
{
    uint64_t cities = bit(city), done = 0, with = 0;

    while (cities & ~done) {
        uint32_t c = bits_first(cities & ~done);

        done |= bit(c);
        with |= n->at[c] & edges;
        for (uint64_t left = n->at[c] & edges; left; left &= left - 1)
            cities |= bit(other_end(&n->edge[bits_first(left)], c));
    }
    return with;
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

    __builtin_memset(n.at, 0, b->cities * sizeof *n.at);
    __builtin_memset(n.tail, 0, b->cities * sizeof *n.tail);
    n.best = (struct way){0, 0};
    n.work = 0;
    n.exact = true;
    for (uint64_t left = join_edges(&n, peel(&n, add_edges(&n, b, owned))); left;) {
        uint64_t part = connected(&n, left, n.edge[bits_first(left)].a);

        trail_in_part(&n, part);
        left &= ~part;
    }
    *trail = (struct trail){.length = n.best.length, .work = n.work, .exact = n.exact};
    for (uint64_t left = n.best.owned; left; left &= left - 1) {
        uint32_t route = n.route[bits_first(left)];

        trail->routes[route / 64] |= bit(route % 64);
    }
}
