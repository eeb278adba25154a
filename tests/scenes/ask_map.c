/*
 * Assertions about the board (routes, stations, pieces) and about the score sheet.
 */
#include "scene.h"

#include <stdio.h>
#include <string.h>

static const struct routes_seat *seat_of(const struct asking *q)
{
    return &q->state->routes.seat[q->seat];
}

static const struct sheet *sheet_of(const struct asking *q)
{
    static struct sheet sheet;

    memset(&sheet, 0, sizeof sheet);
    q->m->rules->score(q->m, q->state, &sheet);
    return &sheet;
}

static bool ask_number(struct asking *q, int32_t have)
{
    int32_t want;

    if (!scan_number(q->scene, &q->r, &want))
        return false;
    return want == have || wrong(q, "%d", have);
}

/* "pieces 1 45", or both kinds: "pieces 1 11 5". */
static bool ask_pieces(struct asking *q)
{
    const uint8_t *have = seat_of(q)->pieces;
    int32_t want, cars = have[1];

    if (!scan_number(q->scene, &q->r, &want))
        return false;
    if (!at_end(&q->r) && !scan_number(q->scene, &q->r, &cars))
        return false;
    return (want == have[0] && cars == have[1]) || wrong(q, "%u %u", have[0], have[1]);
}

static bool ask_stations_left(struct asking *q)
{
    return ask_number(q, seat_of(q)->stations_left);
}

/* "station Wien 2": whose station stands there; 0: nobody's. */
static bool ask_station(struct asking *q)
{
    const struct routes_state *s = &q->state->routes;
    uint32_t city;
    int32_t owner = 0;

    if (!scan_city(q->scene, q->m, &q->r, &city))
        return false;
    for (uint32_t i = 0; i < q->m->seats; i++)
        if (bits_have(s->seat[i].stations, city))
            owner = (int32_t)i + 1;
    if (bits_have(s->free_cities, city) == (owner > 0))
        return wrong(q, "a set of free cities that doesn't agree with the stations");
    return ask_number(q, owner);
}

/* "owner A-B white 2": 0 is nobody. */
static bool ask_owner(struct asking *q)
{
    uint32_t route;
    int32_t owner = 0;

    if (!scan_route(q->scene, q->m, &q->r, &route))
        return false;
    for (uint32_t i = 0; i < q->m->seats; i++)
        if (bits_have(q->state->routes.seat[i].owned[route / 64], route % 64))
            owner = (int32_t)i + 1;
    return ask_number(q, owner);
}

static bool ask_open(struct asking *q, bool want)
{
    uint32_t route;

    if (!scan_route(q->scene, q->m, &q->r, &route))
        return false;
    bool have = bits_have(q->state->routes.open[route / 64], route % 64);
    return have == want || wrong(q, have ? "it open" : "it taken or closed");
}

static bool ask_is_open(struct asking *q)
{
    return ask_open(q, true);
}

static bool ask_is_closed(struct asking *q)
{
    return ask_open(q, false);
}

/* "running 1 7": the score marker, route points so far (C10). */
static bool ask_running(struct asking *q)
{
    return ask_number(q, seat_of(q)->score);
}

/* "points 1 11": all public points so far. */
static bool ask_points(struct asking *q)
{
    return ask_number(q, q->m->rules->points(q->m, q->state, q->seat));
}

static bool ask_flags(struct asking *q)
{
    return ask_number(q, seat_of(q)->flags);
}

/* "score 1 routes 4 tickets -8 total 8": any of the parts, and the total. */
static bool ask_score(struct asking *q)
{
    const struct seat_sheet *own = &sheet_of(q)->seat[q->seat];

    const char *const *part = q->m->rules->part;
    char text[TEXT_SIZE] = "";
    size_t n = 0;
    bool good = true;
    for (uint32_t i = 0; part[i]; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s %d ", part[i], own->part[i]);
    snprintf(text + n, sizeof text - n, "total %d", own->total);
    do {
        struct reader name = next_word(&q->r);
        size_t length = (size_t)(name.end - name.at);
        int32_t want, have = own->total;
        bool found = text_is(name.at, length, "total");

        for (uint32_t i = 0; part[i] && !found; i++) {
            found = text_is(name.at, length, part[i]);
            have = own->part[i];
        }
        if (!found)
            return fault(q->scene, "no such part of a score: %.*s", (int)length, name.at);
        if (!scan_number(q->scene, &q->r, &want))
            return false;
        good &= want == have;
    } while (!at_end(&q->r));
    return good || wrong(q, "%s", text);
}

/* "ranks 1 2 2": of all seats in order. */
static bool ask_ranks(struct asking *q)
{
    const struct sheet *sheet = sheet_of(q);
    char text[80] = "";
    size_t n = 0;
    bool good = true;

    for (uint32_t i = 0; i < q->m->seats; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%u ", sheet->seat[i].rank);
    for (uint32_t i = 0; i < q->m->seats; i++) {
        int32_t want;

        if (!scan_number(q->scene, &q->r, &want))
            return false;
        good &= want == sheet->seat[i].rank;
    }
    return good || wrong(q, "%s", text);
}

static bool ask_longest(struct asking *q)
{
    return ask_number(q, sheet_of(q)->seat[q->seat].longest);
}

/* "borrows 1 A-B, C-D" or "none": the routes that the seat's stations use, as a set. */
static bool ask_borrows(struct asking *q)
{
    const struct seat_sheet *own = &sheet_of(q)->seat[q->seat];
    uint64_t want[PLANES_MAX] = {0}, have[PLANES_MAX] = {0};
    uint32_t used = 0;

    for (uint32_t i = 0; i < STATIONS_MAX; i++)
        if (own->borrowed[i] != NO_ROUTE) {
            have[own->borrowed[i] / 64] |= bit(own->borrowed[i] % 64);
            used++;
        }
    if (!take(&q->r, "none"))
        do {
            uint32_t route;

            if (!scan_route(q->scene, q->m, &q->r, &route))
                return false;
            want[route / 64] |= bit(route % 64);
        } while (take_mark(&q->r, ','));
    return !memcmp(want, have, sizeof want) || wrong(q, "other routes, %u in all", used);
}

const struct question map_questions[] = {
    {"pieces", true, ask_pieces, false},    {"stations-left", true, ask_stations_left, false},
    {"station", false, ask_station, false}, {"owner", false, ask_owner, false},
    {"open", false, ask_is_open, false},    {"closed", false, ask_is_closed, false},
    {"running", true, ask_running, false},  {"points", true, ask_points, true},
    {"flags", true, ask_flags, false},      {"score", true, ask_score, true},
    {"ranks", false, ask_ranks, true},      {"longest", true, ask_longest, false},
    {"borrows", true, ask_borrows, false},  {0},
};
