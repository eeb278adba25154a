/*
 * The longest trail (E18) on networks that nobody would draw for pleasure: dense ones, cliques
 * joined by bridges, cubic ones, grids, many parallel routes, mixed lengths. Each answer must be
 * a trail, must be found within the bound of work, and must be that of a plain search where that
 * one can finish. Then hill climbing looks for the network that takes the most work; with --moves
 * for as long as you like.
 *
 *     test_trails [--moves N] [--seed S] [--steps N]
 *
 * --steps limits the plain search for one trail.
 */
#include "arguments.h"
#include "engine/routes/queries.h"
#include "reference.h"
#include "rng.h"

#include <stdio.h>
#include <string.h>

/* The most that any network found here may take: well under TRAIL_WORK_MAX. */
enum { WORK_LIMIT = TRAIL_WORK_MAX / 5, PATIENCE = 1500 };

struct network {
    uint32_t count, pieces;
    struct route route[PIECES_MAX];
};

struct figures {
    unsigned long networks, compared, mistakes;
    uint32_t most; /* work */
    struct network worst;
};

static struct board board; /* the network as routes of the first plane */

static void add(struct network *n, uint32_t a, uint32_t b, uint32_t length)
{
    if (a == b || n->count == TRAIL_ROUTES_MAX || n->pieces + length > PIECES_MAX)
        return;
    n->route[n->count++] =
        (struct route){.a = (uint8_t)a, .b = (uint8_t)b, .length = (uint8_t)length};
    n->pieces += length;
}

static void print(const struct network *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        printf(" %d-%d:%d", n->route[i].a, n->route[i].b, n->route[i].length);
    printf("\n");
}

/* What is wrong with a trail, or null. */
static const char *fault(const struct network *n, const struct trail *t, uint64_t owned)
{
    uint8_t label[CITIES_MAX];
    uint64_t odd = 0;
    uint32_t length = 0, start = CITIES_MAX;

    if (!t->exact || t->work > WORK_LIMIT)
        return "too much work";
    if (t->routes[0] & ~owned)
        return "routes of nobody";
    routes_labels(&board.routes, t->routes, label);
    for (uint32_t i = 0; i < n->count; i++) {
        if (!bits_have(t->routes[0], i))
            continue;
        start = start == CITIES_MAX ? n->route[i].a : start;
        if (label[n->route[i].a] != label[start])
            return "not connected";
        odd ^= bit(n->route[i].a) ^ bit(n->route[i].b);
        length += n->route[i].length;
    }
    return bits_count(odd) > 2   ? "more than two ends"
           : length != t->length ? "not as long as it says"
                                 : NULL;
}

static int plain_longest(const struct network *n, long steps)
{
    static struct ref r;
    struct match m = {.board = &board};

    for (uint32_t i = 0; i < ROUTES_MAX; i++)
        r.owner[i] = i < n->count ? 0 : NOBODY_YET;
    return ref_longest(&m, &r, 0, &steps);
}

/* Checks one network; `steps` is 0 if it need not be compared. Returns the work. */
static uint32_t check(const struct network *n, const char *what, long steps, struct figures *f)
{
    uint64_t owned[PLANES_MAX] = {n->count == 64 ? UINT64_MAX : bit(n->count) - 1};
    struct trail t;

    board.routes.cities = CITIES_MAX;
    board.routes.planes = 1;
    memcpy(board.routes.route, n->route, sizeof n->route);
    longest_trail(&board.routes, owned, &t);
    const char *wrong = fault(n, &t, owned[0]);
    int plain = steps && !wrong ? plain_longest(n, steps) : -1;
    if (plain >= 0 && plain != (int)t.length)
        wrong = "not the longest";
    f->networks++;
    f->compared += plain >= 0;
    if (wrong) {
        f->mistakes++;
        printf("%s: %s: length %u, plain search %d, work %u%s\n", what, wrong, t.length, plain,
               t.work, t.exact ? "" : ", not complete");
        print(n);
    }
    if (t.work > f->most) {
        f->most = t.work;
        f->worst = *n;
    }
    return t.work;
}

/* ---- families of networks ---- */

static void clique(struct network *n, uint32_t from, uint32_t cities, uint32_t length)
{
    for (uint32_t a = 1; a < cities; a++)
        for (uint32_t b = 0; b < a; b++)
            add(n, from + a, from + b, length);
}

static void ring(struct network *n, uint32_t from, uint32_t cities, uint32_t step)
{
    for (uint32_t i = 0; i < cities; i++)
        if (2 * step != cities || i < step)
            add(n, from + i, from + (i + step) % cities, 1);
}

/* A cubic blob that is joined to the rest by its first city. */
static void blob(struct network *n, uint32_t from)
{
    clique(n, from + 1, 4, 1);
    n->count--, n->pieces--; /* the edge between its last two cities is led through the first */
    add(n, from, from + 3, 1);
    add(n, from, from + 4, 1);
}

static uint32_t length_of(struct rng *r, uint32_t longest)
{
    return 1 + rng_below(r, longest);
}

/* Every city has the same number of routes, as far as it comes out even. */
static void regular(struct network *n, struct rng *r, uint32_t degree, uint32_t longest)
{
    uint8_t end[2 * PIECES_MAX];
    uint32_t ends = 2 * (2 * PIECES_MAX / (longest + 1));

    ends -= ends % (2 * degree);
    for (uint32_t i = 0; i < ends; i++)
        end[i] = (uint8_t)(i / degree);
    for (uint32_t i = ends; i > 1; i--) {
        uint32_t k = rng_below(r, i);
        uint8_t swapped = end[k];

        end[k] = end[i - 1];
        end[i - 1] = swapped;
    }
    for (uint32_t i = 0; i + 1 < ends; i += 2)
        add(n, end[i], end[i + 1], length_of(r, longest));
}

static void scattered(struct network *n, struct rng *r, uint32_t cities, uint32_t longest)
{
    for (uint32_t i = 0; i < 200; i++)
        add(n, rng_below(r, cities), rng_below(r, cities), length_of(r, longest));
}

/* Cliques around a hub, each joined to it by so many routes: 1 is a bridge. */
static void hub(struct network *n, uint32_t cliques, uint32_t cities, uint32_t joins)
{
    for (uint32_t k = 0; k < cliques; k++) {
        clique(n, 1 + k * cities, cities, 1);
        for (uint32_t i = 0; i < joins; i++)
            add(n, 0, 1 + k * cities + i, 1);
    }
}

static void grid(struct network *n, uint32_t rows, uint32_t columns)
{
    for (uint32_t i = 0; i < rows * columns; i++) {
        if (i % columns + 1 < columns)
            add(n, i, i + 1, 1);
        if (i + columns < rows * columns)
            add(n, i, i + columns, 1);
    }
}

static void petersen(struct network *n, uint32_t cities, uint32_t step)
{
    ring(n, 0, cities, 1);
    ring(n, cities, cities, step);
    for (uint32_t i = 0; i < cities; i++)
        add(n, i, cities + i, 1);
}

static void families(long steps, struct figures *f)
{
    struct network n;

    for (uint32_t k = 2; k <= 12; k++) {
        n.count = n.pieces = 0;
        clique(&n, 0, k, 1);
        check(&n, "clique", steps, f);
        n.count = n.pieces = 0;
        for (uint32_t i = 0; i < 64; i++) /* two sides */
            add(&n, i % k, 32 + i / k, 1);
        check(&n, "two sides", steps, f);
        n.count = n.pieces = 0;
        for (uint32_t i = 0; i < 64; i++) /* a chain of many parallel routes */
            add(&n, i / k, i / k + 1, 1);
        check(&n, "parallel", steps, f);
        for (uint32_t joins = 1; joins <= 3 && k >= 3; joins++)
            for (uint32_t cliques = 2; cliques <= 6; cliques++) {
                n.count = n.pieces = 0;
                hub(&n, cliques, k, joins);
                check(&n, "cliques around a hub", steps, f);
            }
        for (uint32_t columns = k; k > 2 && columns <= 64 / k; columns++) {
            n.count = n.pieces = 0;
            grid(&n, k, columns);
            check(&n, "grid", steps, f);
        }
    }
    for (uint32_t k = 3; k <= 21; k++) {
        for (uint32_t step = 1; step <= k / 2; step++) {
            n.count = n.pieces = 0;
            petersen(&n, k, step); /* step 1: a prism */
            check(&n, "petersen", steps, f);
        }
        n.count = n.pieces = 0;
        ring(&n, 1, k, 1);
        for (uint32_t i = 1; i <= k; i++)
            add(&n, 0, i, 1);
        check(&n, "wheel", steps, f);
    }
    for (uint32_t blobs = 2; blobs <= 6; blobs++) {
        n.count = n.pieces = 0;
        for (uint32_t i = 0; i < blobs; i++) {
            blob(&n, 1 + 5 * i);
            add(&n, 0, 1 + 5 * i, 1);
        }
        check(&n, "cubic blobs", steps, f);
    }
}

static void random_network(struct network *n, struct rng *r)
{
    uint32_t longest = rng_below(r, 2) ? 1 : length_of(r, SPACES_MAX);

    n->count = n->pieces = 0;
    if (rng_below(r, 2))
        regular(n, r, 3 + rng_below(r, 5), longest);
    else
        scattered(n, r, 4 + rng_below(r, 50), longest);
}

/* ---- the climb ---- */

static void change(struct network *n, struct rng *r)
{
    uint32_t i = rng_below(r, n->count), k = rng_below(r, n->count);
    struct route *x = &n->route[i], *y = &n->route[k];
    uint8_t to = y->b;

    switch (rng_below(r, 5)) {
    case 0: /* leads elsewhere */
        to = (uint8_t)rng_below(r, 44);
        x->b = to == x->a ? x->b : to;
        return;
    case 1: /* goes */
        n->pieces -= x->length;
        *x = n->route[--n->count];
        return;
    case 2:
        add(n, rng_below(r, 44), rng_below(r, 44), 1);
        return;
    case 3: { /* gets another length */
        uint32_t length = length_of(r, 3);

        if (n->pieces - x->length + length > PIECES_MAX)
            return;
        n->pieces = n->pieces - x->length + length;
        x->length = (uint8_t)length;
        return;
    }
    default: /* two change ends: every city keeps its number of routes */
        if (to == x->a || x->b == y->a)
            return;
        y->b = x->b;
        x->b = to;
    }
}

static void climb(unsigned long moves, uint64_t seed, struct figures *f)
{
    struct rng r = {seed};
    struct network now = {0}, next;
    uint32_t work = 0;
    unsigned long idle = PATIENCE;

    for (; moves > 0 && f->mistakes < 5; moves--, idle++) {
        if (idle >= PATIENCE || now.count < 8) {
            random_network(&now, &r);
            work = check(&now, "climb", 0, f);
            idle = 0;
        }
        next = now;
        for (uint32_t i = 1 + rng_below(&r, 4); i > 0 && next.count > 8; i--)
            change(&next, &r);
        uint32_t more = check(&next, "climb", 0, f);
        if (more < work)
            continue;
        idle = more > work ? 0 : idle;
        work = more;
        now = next;
    }
}

int main(int count, char **words)
{
    unsigned long moves = scaled(10000), networks = scaled(6000), seed = 1, steps = 200000;
    static struct figures f;
    const struct argument list[] = {
        {"--moves", &moves, NULL}, {"--seed", &seed, NULL}, {"--steps", &steps, NULL}, {0}};

    if (!read_arguments(count, words, list))
        return 2;
    struct rng r = {seed};
    families((long)steps, &f);
    for (unsigned long i = 0; i < networks && f.mistakes < 5; i++) {
        struct network n;

        random_network(&n, &r);
        while (i % 2 && n.count > 8 + i % 16) /* so few that the plain search comes to an end */
            n.pieces -= n.route[--n.count].length;
        check(&n, "random", i % 8 ? 2000 : (long)steps, &f);
    }
    climb(moves, seed, &f);
    printf("%lu networks, %lu compared, %lu mistakes; the most work: %u\n", f.networks,
           f.compared, f.mistakes, f.most);
    print(&f.worst);
    return f.mistakes || f.compared < f.networks / 20;
}
