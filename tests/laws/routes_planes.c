/*
 * The planes of route games, byte by byte: see planes.h. Nothing clever here.
 */
#include "tests/laws/planes.h"

#include "engine/routes/queries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The byte that is asked for. */
struct byte {
    const struct match *m;
    const struct view *v;
    const struct routes_state *s;
    const struct routes_seat *me, *seat; /* who looks; whom the row is about */
    uint32_t number;                     /* of that seat */
    uint32_t row, column;
};

static uint32_t cards_of(const struct byte *b, uint64_t coloured, uint32_t wild)
{
    return b->column < b->m->board->routes.colours ? pack_get(coloured, b->column) : wild;
}

static bool is_card(const struct byte *b, uint32_t card)
{
    return card == (b->column < b->m->board->routes.colours ? b->column : (uint32_t)WILD);
}

static bool has_route(const uint64_t set[PLANES_MAX], uint32_t route)
{
    return bits_have(set[route / 64], route % 64);
}

static uint32_t phase(const struct byte *b)
{
    static const uint8_t phases[] = {PHASE_CHOOSE, PHASE_TURN, PHASE_SECOND, PHASE_EXTRA,
                                     PHASE_KEEP};

    return b->s->phase == phases[b->column];
}

static uint32_t owned(const struct byte *b)
{
    return has_route(b->seat->owned, b->column);
}

static uint32_t free_routes(const struct byte *b)
{
    uint64_t set[PLANES_MAX];

    routes_free(b->m, b->s, b->v->seat, set);
    return has_route(set, b->column);
}

static uint32_t stations(const struct byte *b)
{
    return bits_have(b->seat->stations, b->column);
}

static uint32_t hand(const struct byte *b)
{
    return cards_of(b, b->me->hand, b->me->wild);
}

static uint32_t market(const struct byte *b)
{
    return is_card(b, b->s->market[b->row]);
}

static uint32_t known(const struct byte *b)
{
    return cards_of(b, b->seat->known, b->seat->known_wild);
}

static uint32_t unseen(const struct byte *b)
{
    return cards_of(b, b->v->routes.cards, b->v->routes.wild);
}

static uint32_t discards(const struct byte *b)
{
    return cards_of(b, b->s->discard, b->s->discard_wild);
}

static uint32_t flag(const struct byte *b)
{
    return pack_get(b->seat->flag, b->column);
}

static uint32_t tickets(const struct byte *b)
{
    return bits_have(b->me->tickets, b->column);
}

static uint32_t done(const struct byte *b)
{
    return tickets(b) && routes_ticket_state(b->m, b->s, b->v->seat, b->column) == TICKET_DONE;
}

static uint32_t offer(const struct byte *b)
{
    return b->row < b->me->offered && b->me->offer[b->row] == b->column;
}

static uint32_t returned(const struct byte *b)
{
    return bits_have(b->me->dropped, b->column);
}

static uint32_t tried(const struct byte *b)
{
    return b->s->claim && event_arg(b->s->claim) == b->column;
}

static uint32_t turned(const struct byte *b)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < b->s->turned_count; i++)
        n += is_card(b, b->s->turned[i]);
    return n;
}

static uint32_t asked(const struct byte *b)
{
    return b->s->extra;
}

static uint32_t points(const struct byte *b)
{
    int32_t n = b->m->rules->points(b->m, &b->v->seen, b->number);

    return n < 0 ? 0 : n < 255 ? (uint32_t)n : 255;
}

static uint32_t cards(const struct byte *b)
{
    return b->seat->hand_size;
}

static uint32_t pieces(const struct byte *b)
{
    return b->seat->pieces[b->column];
}

static uint32_t stations_left(const struct byte *b)
{
    return b->seat->stations_left;
}

static uint32_t flags(const struct byte *b)
{
    return b->seat->flags;
}

static uint32_t kept(const struct byte *b)
{
    return b->column ? b->seat->tickets_max : b->seat->tickets_min;
}

static uint32_t counts(const struct byte *b)
{
    const uint8_t all[] = {b->s->deck_size, b->s->ticket_count, b->s->last_turns, b->s->passes};

    return all[b->column];
}

static const struct {
    const char *name;
    uint32_t (*value)(const struct byte *b);
} planes[] = {
    {"phase", phase},       {"owned", owned},       {"free", free_routes},
    {"stations", stations}, {"hand", hand},         {"market", market},
    {"known", known},       {"unseen", unseen},     {"discards", discards},
    {"flag", flag},         {"tickets", tickets},   {"done", done},
    {"offer", offer},       {"returned", returned}, {"tried", tried},
    {"turned", turned},     {"asked", asked},       {"points", points},
    {"cards", cards},       {"pieces", pieces},     {"stations_left", stations_left},
    {"flags", flags},       {"kept", kept},         {"counts", counts},
};

uint32_t routes_slow_value(const struct match *m, const struct view *v,
                           const struct env_plane *plane, uint32_t row, uint32_t column)
{
    uint32_t number = plane->seats ? (v->seat + row) % m->seats : v->seat;
    const struct routes_state *s = &v->seen.routes;
    const struct byte b = {m, v, s, &s->seat[v->seat], &s->seat[number], number, row, column};

    for (size_t i = 0; i < sizeof planes / sizeof planes[0]; i++)
        if (strcmp(planes[i].name, plane->name) == 0)
            return planes[i].value(&b);
    printf("routes_planes.c has no plane \"%s\"\n", plane->name);
    exit(1);
}
