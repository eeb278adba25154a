/*
 * Stations: building them (E14) and, at the end, which route each of them borrows (E15, E23R).
 */
#include "routes.h"

static inline enum refusal station_refusal(const struct match *m, const struct routes_state *s,
                                           event_t e)
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = acting_seen(s);
    uint32_t city = event_arg(e), colour = event_colour(e);

    if (s->phase != PHASE_TURN)
        return REFUSED_NOW;
    if (!(b->features & FEATURE_STATIONS))
        return REFUSED_NO_STATIONS;
    if (city >= b->cities || !event_fits(e, 16) || (colour >= b->colours && colour != WILD))
        return REFUSED_MALFORMED;
    if (seat->stations_left == 0)
        return REFUSED_STATIONS_OUT;
    if (!bits_have(s->free_cities, city))
        return REFUSED_STATION_CITY;
    enum refusal why = payment_refusal(seat, routes_station_price(m, seat), e);
    return why == REFUSED_PRICE ? REFUSED_STATION_PRICE : why;
}

static bool station_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (station_refusal(m, s, e))
        return false;
    struct routes_seat *seat = acting(s);
    uint32_t colour = event_colour(e), wilds = event_wilds(e);
    uint32_t coloured = routes_station_price(m, seat) - wilds;
    s->passes = 0;
    cards_pay(seat, colour, coloured, wilds);
    s->free_cities &= ~bit(event_arg(e));
    seat->stations |= bit(event_arg(e));
    seat->stations_left--;
    cards_discard(s, colour == WILD ? 0 : pack_some(colour, coloured), wilds);
    return turn_end(m, s);
}

const struct routes_kind station_kind = {station_refusal, station_apply};

/*
 * E15. A borrowed route joins the component of the station's city with that of the route's
 * other end, so only the components that can be joined matter: `way` lists them for each
 * station, each with a route that leads there. Trying all combinations is exact. Borrowing
 * never loses a ticket, so no station is left unused on purpose.
 */
struct ways {
    uint8_t from; /* component of the station's city */
    uint8_t count;
    uint8_t to[CITIES_MAX]; /* components */
    uint8_t route[CITIES_MAX];
};

struct assignment {
    struct ways station[STATIONS_MAX];
    uint32_t stations;
    uint64_t tickets;          /* not completed, but perhaps with a station */
    uint64_t ends[CITIES_MAX]; /* those of them that end in a component */
    const struct ticket *ticket;
    uint8_t chosen[STATIONS_MAX], best[STATIONS_MAX]; /* a way, or its count for none */
    uint64_t best_done;
    uint32_t best_points;
};

static void list_ways(const struct match *m, const struct routes_state *s, uint32_t me,
                      const uint8_t label[CITIES_MAX], struct assignment *a)
{
    const struct routes_board *b = board_of(m);

    for (uint64_t left = s->seat[me].stations; left; left &= left - 1) {
        uint32_t city = bits_first(left);
        struct ways *w = &a->station[a->stations++];
        uint64_t reached = bit(label[city]);

        w->from = label[city];
        w->count = 0;
        for (uint32_t p = 0; p < b->planes; p++) {
            uint64_t others = 0;

            for (uint32_t i = 0; i < m->seats; i++)
                others |= i == me ? 0 : s->seat[i].owned[p];
            for (uint64_t r = others & b->touching[city][p]; r; r &= r - 1) {
                uint32_t route = 64 * p + bits_first(r);
                uint32_t to = label[b->route[route].a ^ b->route[route].b ^ city];

                if (bits_have(reached, to))
                    continue;
                reached |= bit(to);
                w->to[w->count] = (uint8_t)to;
                w->route[w->count++] = (uint8_t)route;
            }
        }
    }
}

/* A ticket can be helped only if both its ends lie in components that some station can join. */
static void list_tickets(const struct match *m, uint64_t open, const uint8_t label[CITIES_MAX],
                         struct assignment *a)
{
    uint64_t joinable = 0;

    for (uint32_t i = 0; i < a->stations; i++) {
        const struct ways *w = &a->station[i];

        joinable |= w->count ? bit(w->from) : 0;
        for (uint32_t k = 0; k < w->count; k++)
            joinable |= bit(w->to[k]);
    }
    for (; open; open &= open - 1) {
        uint32_t t = bits_first(open);
        const struct ticket *ticket = &board_of(m)->ticket[t];
        uint32_t la = label[ticket->a], lb = label[ticket->b];

        if (!bits_have(joinable, la) || !bits_have(joinable, lb))
            continue;
        a->tickets |= bit(t);
        a->ends[la] |= bit(t);
        a->ends[lb] |= bit(t);
    }
}

/* The tickets that the chosen ways complete. */
static uint64_t completed_by(const struct assignment *a, const uint8_t chosen[STATIONS_MAX])
{
    uint64_t group[STATIONS_MAX]; /* sets of components joined with each other */
    uint32_t groups = 0;

    for (uint32_t i = 0; i < a->stations; i++) {
        const struct ways *w = &a->station[i];

        if (chosen[i] == w->count)
            continue;
        uint64_t joined = bit(w->from) | bit(w->to[chosen[i]]);
        uint32_t kept = 0;
        for (uint32_t g = 0; g < groups; g++) {
            if (group[g] & joined)
                joined |= group[g];
            else
                group[kept++] = group[g];
        }
        group[kept] = joined;
        groups = kept + 1;
    }
    uint64_t done = 0;
    for (uint32_t g = 0; g < groups; g++) {
        uint64_t one = 0;

        for (uint64_t left = group[g]; left; left &= left - 1) {
            uint64_t ends = a->ends[bits_first(left)];

            done |= one & ends;
            one |= ends;
        }
    }
    return done;
}

/* Borrowing the same tickets or fewer is not better; that is quickly seen. */
static void judge(struct assignment *a)
{
    uint64_t done = completed_by(a, a->chosen);
    uint32_t points = 0;

    if ((done & ~a->best_done) == 0)
        return;
    for (uint64_t left = done; left; left &= left - 1)
        points += a->ticket[bits_first(left)].points;
    if (points > a->best_points ||
        (points == a->best_points && bits_count(done) > bits_count(a->best_done))) {
        a->best_points = points;
        a->best_done = done;
        __builtin_memcpy(a->best, a->chosen, sizeof a->best);
    }
}

/* Every combination, counted like an odometer. */
static void try_all(struct assignment *a)
{
    for (uint32_t i = 0; i < a->stations; i++)
        a->best[i] = a->station[i].count;
    for (;;) {
        judge(a);
        uint32_t i = 0;
        while (i < a->stations && ++a->chosen[i] >= a->station[i].count) {
            a->chosen[i] = 0;
            i++;
        }
        if (i == a->stations)
            return;
    }
}

void station_assign(const struct match *m, const struct routes_state *s, uint32_t seat,
                    const uint8_t label[CITIES_MAX], struct seat_sheet *sheet)
{
    struct assignment a;

    a.stations = a.best_points = 0;
    a.tickets = a.best_done = 0;
    a.ticket = board_of(m)->ticket;
    __builtin_memset(a.chosen, 0, sizeof a.chosen);
    __builtin_memset(a.ends, 0, sizeof a.ends);
    list_ways(m, s, seat, label, &a);
    list_tickets(m, s->seat[seat].tickets & ~sheet->completed, label, &a);
    if (a.tickets == 0)
        return;
    try_all(&a);
    /* A station that changes nothing is shown as borrowing nothing. */
    uint64_t done = completed_by(&a, a.best);
    for (uint32_t i = 0; i < a.stations; i++) {
        uint8_t way = a.best[i];

        a.best[i] = a.station[i].count;
        if (completed_by(&a, a.best) == done)
            continue;
        a.best[i] = way;
        sheet->borrowed[i] = a.station[i].route[way];
    }
    sheet->completed |= done;
}
