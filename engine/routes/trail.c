/*
 * The longest trail (E18): the longest way through a player's routes that uses none of them
 * twice. The answer is exact.
 *
 * 1. Dead ends are peeled off. This solves trees, and notes for each city the longest tails
 *    that hang there. The rest is a core in which every city has two routes or more.
 * 2. A trail in the core from s to t is a connected set of routes in which only s and t meet an odd
 *    number of them (none, if s = t). So instead of walking along trails, of which there are very
 *    many, we look for the lightest set of routes to leave out: every city whose number of
 *    routes has the wrong parity must lose one, each route left out mends two cities, and half
 *    of the lightest route of each city to mend is a lower bound. The rest of the core around s
 *    is the trail; the tails at s and t are added.
 *    It is enough to leave out sets without cycles: if a cycle is left out, putting it back changes
 *    no parity, and either lengthens the trail or does not touch it.
 */
#include "routes.h"

struct edge {
    uint8_t a, b;
    uint8_t length;
};

/* The network, and what is known about it while dead ends are peeled off. */
struct network {
    struct edge edge[PIECES_MAX];
    uint32_t edges;
    uint32_t left; /* edges not peeled off */
    uint64_t core; /* set of these */
    uint8_t degree[CITIES_MAX];
    uint8_t through[CITIES_MAX]; /* exclusive-or of its edges: the last one when one is left */
    uint8_t tail[CITIES_MAX];    /* longest hanging at a city */
    uint8_t tail2[CITIES_MAX];   /* second longest, by another edge */
    uint32_t best;
};

/* Adds the edges in order of length, shortest first: the search tries them in that order. */
static void add_edges(struct network *n, const struct routes_board *b,
                      const uint64_t owned[PLANES_MAX])
{
    uint32_t start[SPACES_MAX + 2] = {0};
    uint8_t route[PIECES_MAX], count = 0;

    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = owned[p]; left && count < PIECES_MAX; left &= left - 1) {
            route[count] = (uint8_t)(64 * p + bits_first(left));
            start[b->route[route[count++]].length + 1]++;
        }
    }
    for (uint32_t i = 1; i < SPACES_MAX + 2; i++)
        start[i] += start[i - 1];
    n->edges = count;
    for (uint32_t i = 0; i < count; i++) {
        const struct route *r = &b->route[route[i]];
        uint32_t e = start[r->length]++;

        n->edge[e] = (struct edge){r->a, r->b, r->length};
        n->degree[r->a]++;
        n->degree[r->b]++;
        n->through[r->a] ^= (uint8_t)e;
        n->through[r->b] ^= (uint8_t)e;
    }
}

static void peel_from(struct network *n, uint32_t city)
{
    while (n->degree[city] == 1) {
        uint32_t e = n->through[city];
        const struct edge *edge = &n->edge[e];
        uint32_t other = (uint32_t)(edge->a ^ edge->b) ^ city;
        uint32_t tail = n->tail[city] + (uint32_t)edge->length;

        n->degree[city] = 0;
        n->degree[other]--;
        n->through[other] ^= (uint8_t)e;
        n->core &= ~bit(e);
        n->left--;
        if (tail > n->tail[other]) {
            n->tail2[other] = n->tail[other];
            n->tail[other] = (uint8_t)tail;
        } else if (tail > n->tail2[other]) {
            n->tail2[other] = (uint8_t)tail;
        }
        uint32_t both = n->tail[other] + (uint32_t)n->tail2[other];
        n->best = both > n->best ? both : n->best;
        city = other;
    }
}

/* One search for the lightest set to leave out, with the two ends of the trail fixed. */
struct search {
    const struct network *n;
    uint64_t at[CITIES_MAX]; /* edges of the core at a city */
    uint64_t component;      /* edges of this part of the core */
    uint32_t weight;         /* their length */
    uint32_t start;          /* one end */
    uint32_t tails;          /* the tails at both ends */
    uint32_t best;
};

/* The length of the edges that are connected with `city`. */
static uint32_t length_around(const struct search *q, uint64_t edges, uint32_t city)
{
    uint64_t reached = bit(city), frontier = reached;
    uint32_t length = 0;

    while (frontier) {
        uint32_t c = bits_first(frontier);

        frontier &= frontier - 1;
        uint64_t here = edges & q->at[c];
        edges &= ~here;
        for (; here; here &= here - 1) {
            const struct edge *e = &q->n->edge[bits_first(here)];
            uint64_t other = bit((uint32_t)(e->a ^ e->b) ^ c);

            length += e->length;
            frontier |= other & ~reached;
            reached |= other;
        }
    }
    return length;
}

/*
 * Leaves out edges until no city of `wrong` is left. Of the `kept` edges those in `fixed` are not
 * to be left out any more; `gone` is the length left out so far. The depth of recursion is at most
 * the number of edges.
 */
static void leave_out(struct search *q, uint64_t wrong, uint64_t kept, uint64_t fixed,
                      uint32_t gone)
{
    if (wrong == 0) {
        uint32_t length = length_around(q, kept, q->start) + q->tails;

        q->best = length > q->best ? length : q->best;
        return;
    }
    uint32_t halves = 0, city = 0, fewest = CITIES_MAX;
    for (uint64_t left = wrong; left; left &= left - 1) {
        uint32_t c = bits_first(left);
        uint64_t choice = q->at[c] & kept & ~fixed;

        if (choice == 0)
            return;
        halves += q->n->edge[bits_first(choice)].length;
        uint32_t choices = bits_count(choice);
        if (choices < fewest) {
            fewest = choices;
            city = c;
        }
    }
    if (q->weight + q->tails <= q->best + gone + (halves + 1) / 2)
        return;
    for (uint64_t choice = q->at[city] & kept & ~fixed; choice; choice &= choice - 1) {
        uint64_t out = choice & -choice;
        const struct edge *e = &q->n->edge[bits_first(out)];

        leave_out(q, wrong ^ bit(e->a) ^ bit(e->b), kept & ~out, fixed, gone + e->length);
        fixed |= out;
    }
}

/* All pairs of ends in one part of the core, the most promising first. */
static uint32_t search_part(struct search *q, uint64_t cities)
{
    uint64_t odd = 0;

    for (uint64_t left = cities; left; left &= left - 1) {
        uint32_t c = bits_first(left);

        odd |= bits_count(q->at[c]) % 2 ? bit(c) : 0;
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint64_t s = cities; s; s &= s - 1) {
            for (uint64_t t = s; t; t &= t - 1) {
                uint32_t a = bits_first(s), z = bits_first(t);
                uint64_t wrong = odd ^ (a == z ? 0 : bit(a) ^ bit(z));

                /* Ends that mend two odd cities come first: they give a good length early. */
                if ((bits_count(wrong) < bits_count(odd)) == (pass == 1))
                    continue;
                q->start = a;
                q->tails = q->n->tail[a] + (uint32_t)(a == z ? q->n->tail2[a] : q->n->tail[z]);
                leave_out(q, wrong, q->component, 0, 0);
            }
        }
    }
    return q->best;
}

static uint32_t search_core(const struct network *n)
{
    struct search q = {.n = n, .best = n->best};
    uint64_t cities = 0;

    for (uint64_t left = n->core; left; left &= left - 1) {
        uint32_t e = bits_first(left);

        q.at[n->edge[e].a] |= bit(e);
        q.at[n->edge[e].b] |= bit(e);
        cities |= bit(n->edge[e].a) | bit(n->edge[e].b);
    }
    while (cities) {
        uint64_t part = cities & -cities, grown = part;

        q.component = 0;
        q.weight = 0;
        while (grown) { /* collect the part of the core that is connected with this city */
            uint64_t fresh = q.at[bits_first(grown)] & ~q.component;

            grown &= grown - 1;
            q.component |= fresh;
            for (; fresh; fresh &= fresh - 1) {
                const struct edge *e = &n->edge[bits_first(fresh)];
                uint64_t ends = (bit(e->a) | bit(e->b)) & ~part;

                q.weight += e->length;
                part |= ends;
                grown |= ends;
            }
        }
        cities &= ~part;
        search_part(&q, part);
    }
    return q.best;
}

uint32_t longest_trail(const struct routes_board *b, const uint64_t owned[PLANES_MAX])
{
    struct network n;

    __builtin_memset(&n, 0, sizeof n);
    add_edges(&n, b, owned);
    n.left = n.edges;
    n.core = n.edges == 64 ? ~(uint64_t)0 : bit(n.edges) - 1;
    for (uint32_t i = 0; i < b->cities; i++)
        peel_from(&n, i);
    return n.left ? search_core(&n) : n.best;
}

/* Removes a route if the longest trail is no shorter without it. When no more can be removed,
 * one trail is left: any route that a longest trail of the rest does not use would have been
 * removed. */
void longest_trail_routes(const struct routes_board *b, const uint64_t owned[PLANES_MAX],
                          uint64_t trail[PLANES_MAX])
{
    uint32_t length = longest_trail(b, owned);

    __builtin_memcpy(trail, owned, PLANES_MAX * sizeof *trail);
    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = owned[p]; left; left &= left - 1) {
            uint64_t route = left & -left;

            trail[p] &= ~route;
            if (longest_trail(b, trail) < length)
                trail[p] |= route;
        }
    }
}
