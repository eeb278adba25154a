/*
 * Where names go: see labels.h. Every place around a point is tried, with every length, and the
 * cheapest is taken.
 */
#include "labels.h"

enum { SHORTEST = 3, LONGEST_CUT = 7, IMPOSSIBLE = 1 << 20 };

uint8_t terrain_at(const struct terrain *g, int x, int y)
{
    if (x < 0 || y < 0 || x >= g->width || y >= g->height)
        return TERRAIN_TAKEN;
    return g->kind[y * g->width + x];
}

void terrain_take(struct terrain *g, int x, int y, enum terrain_kind kind)
{
    if (x >= 0 && y >= 0 && x < g->width && y < g->height &&
        g->kind[y * g->width + x] < (uint8_t)kind)
        g->kind[y * g->width + x] = (uint8_t)kind;
}

/* The cost of writing over the cells, and of touching another name. */
static int cost_of_cells(const struct terrain *g, int x, int y, int width)
{
    static const int costs[] = {
        [TERRAIN_FREE] = 0, [TERRAIN_DOTS] = 2, [TERRAIN_OWNED] = 7, [TERRAIN_SIGN] = 8};
    int cost = 0;

    if (x < 0 || x + width > g->width)
        return IMPOSSIBLE;
    for (int i = 0; i < width; i++) {
        uint8_t kind = terrain_at(g, x + i, y);

        if (kind == TERRAIN_TAKEN)
            return IMPOSSIBLE;
        cost += costs[kind];
    }
    for (int side = -1; side <= width; side += width + 1)
        if (x + side >= 0 && x + side < g->width && terrain_at(g, x + side, y) >= TERRAIN_SIGN)
            cost += 4;
    return cost;
}

/* The cost of another position than on the printed map, or of one far from the place. */
static int cost_of_place(const struct label *l, int x, int y, int width)
{
    int left = l->x - (x + width - 1), right = x - l->x;
    int apart = left > 0 ? left : right > 0 ? right : 0;
    int dx = left > 0 ? -1 : right > 0 ? 1 : 0;
    int cost = apart > 1 ? apart - 1 : 0;

    cost += y - l->y == l->dy ? 0 : 2;
    cost += dx == l->dx ? 0 : 1;
    if (y == l->y && apart == 1)
        cost += 1; /* the sign of the place and the name touch */
    return cost;
}

static void try(const struct terrain *g, struct label *l, int width, int cut, int *best)
{
    for (int y = l->y - 1; y <= l->y + 1; y++) {
        for (int x = l->x - width - 1; x <= l->x + 2; x++) {
            int cost = cost_of_cells(g, x, y, width);

            if (cost >= IMPOSSIBLE)
                continue;
            cost += cost_of_place(l, x, y, width) + cut;
            if (cost < *best) {
                *best = cost;
                l->at_x = x;
                l->at_y = y;
                l->width = width;
            }
        }
    }
}

void label_place(struct terrain *g, struct label *l)
{
    int full = canvas_width(l->name), best = IMPOSSIBLE;

    l->width = 0;
    try(g, l, full, 0, &best);
    for (int width = full - 1 < LONGEST_CUT ? full - 1 : LONGEST_CUT;
         width >= SHORTEST && !l->whole; width--)
        try(g, l, width, 3 + 2 * (LONGEST_CUT - width), &best);
    for (int i = 0; i < l->width; i++)
        terrain_take(g, l->at_x + i, l->at_y, TERRAIN_TAKEN);
}
