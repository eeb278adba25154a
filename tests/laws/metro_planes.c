/*
 * The planes of the metro family, byte by byte: see planes.h. Nothing clever here: lines are
 * followed tile by tile, from their stations.
 */
#include "tests/laws/planes.h"

#include "engine/metro/queries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The byte that is asked for. */
struct byte {
    const struct match *m;
    const struct view *v;
    const struct metro_state *s;
    uint32_t seat; /* whom the row is about */
    uint32_t column;
};

static struct metro_line line_of(const struct byte *b, uint32_t station)
{
    return metro_trace(b->m, b->s, station, NULL);
}

static bool owns(const struct byte *b, uint32_t station)
{
    return metro_owner(b->m, station) == b->seat;
}

static uint32_t phase(const struct byte *b)
{
    static const uint8_t phases[] = {METRO_TURN, METRO_DRAWN};

    return b->s->phase == phases[b->column];
}

static uint32_t tiles(const struct byte *b)
{
    return b->s->tile[b->column];
}

static uint32_t waiting(const struct byte *b)
{
    uint32_t stations = b->m->board->metro.stations;

    if (b->s->tile[b->column / 4]) /* there is already a tile here */
        return 0;
    for (uint32_t i = 0; i < stations; i++) {
        if (!owns(b, i))
            continue;
        struct metro_line line = line_of(b, i);
        if (line.end == LINE_RUNS && line.way == b->column)
            return 1;
    }
    return 0;
}

static uint32_t lines(const struct byte *b)
{
    return owns(b, b->column);
}

static uint32_t length(const struct byte *b)
{
    return line_of(b, b->column).length;
}

static uint32_t complete(const struct byte *b)
{
    return line_of(b, b->column).end != LINE_RUNS;
}

static uint32_t central(const struct byte *b)
{
    return line_of(b, b->column).end == LINE_IN_CENTRE;
}

static uint32_t hand(const struct byte *b)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < METRO_HAND_MAX; i++)
        n += b->s->hand[b->v->seat][i] == b->column + 1;
    return n;
}

static uint32_t drawn(const struct byte *b)
{
    return b->s->drawn == b->column + 1;
}

static uint32_t unseen(const struct byte *b)
{
    return b->v->metro.tiles[b->column];
}

static uint32_t points(const struct byte *b)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < b->m->board->metro.stations; i++)
        n += owns(b, i) ? line_of(b, i).points : 0;
    return n < 255 ? n : 255;
}

static uint32_t held(const struct byte *b)
{
    return b->s->hand_size[b->seat];
}

static uint32_t supply(const struct byte *b)
{
    return b->s->supply_size;
}

static const struct {
    const char *name;
    uint32_t (*value)(const struct byte *b);
} planes[] = {
    {"phase", phase},   {"tiles", tiles},       {"waiting", waiting}, {"lines", lines},
    {"length", length}, {"complete", complete}, {"central", central}, {"hand", hand},
    {"drawn", drawn},   {"unseen", unseen},     {"points", points},   {"held", held},
    {"supply", supply},
};

uint32_t metro_slow_value(const struct match *m, const struct view *v,
                          const struct env_plane *plane, uint32_t row, uint32_t column)
{
    uint32_t seat = plane->seats ? (v->seat + row) % m->seats : v->seat;
    const struct byte b = {m, v, &v->seen.metro, seat, column};

    for (size_t i = 0; i < sizeof planes / sizeof planes[0]; i++)
        if (strcmp(planes[i].name, plane->name) == 0)
            return planes[i].value(&b);
    printf("metro_planes.c has no plane \"%s\"\n", plane->name);
    exit(1);
}
