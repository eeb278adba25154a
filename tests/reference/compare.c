/*
 * Compares the engine's state and sheet with the reference's, field by field. Fields that are
 * used only in some phases are compared in those (`next`, `step`, `extra`, `turn`).
 */
#include "compare.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The first difference, in words. */
struct finding {
    char *words;
    size_t size;
    bool found;
};

static void differ(struct finding *f, const char *format, ...)
{
    if (f->found)
        return;
    f->found = true;
    va_list list;
    va_start(list, format);
    vsnprintf(f->words, f->size, format, list);
    va_end(list);
}

static void number(struct finding *f, const char *name, int seat, long engine, long reference)
{
    if (engine == reference)
        return;
    if (seat >= 0)
        differ(f, "seat %d %s: engine %ld, reference %ld", seat + 1, name, engine, reference);
    else
        differ(f, "%s: engine %ld, reference %ld", name, engine, reference);
}

/* A pack against the first eight counters of an array. */
static void pack(struct finding *f, const char *name, int seat, uint64_t engine,
                 const int *reference)
{
    for (int c = 0; c < COLOURS_MAX; c++) {
        int n = (int)(engine >> (8 * c) & 0xFF);

        if (n != reference[c])
            differ(f, "%s of colour %d (seat %d): engine %d, reference %d", name, c, seat + 1,
                   n, reference[c]);
    }
}

/* A set in one word against an array of n truths. */
static void set(struct finding *f, const char *name, int seat, uint64_t engine,
                const bool *reference, int n)
{
    uint64_t expected = 0;

    for (int i = 0; i < n; i++)
        expected |= (uint64_t)reference[i] << i;
    for (int i = 0; i < 64 && engine != expected; i++) {
        bool there = (engine >> i & 1) != 0;

        if (there != (expected >> i & 1))
            differ(f, "%s %d (seat %d): engine %s, reference %s", name, i, seat + 1,
                   there ? "yes" : "no", there ? "no" : "yes");
    }
}

static void zeros(struct finding *f, const char *name, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    for (size_t i = 0; i < n; i++)
        if (p[i] != 0)
            differ(f, "%s: byte %zu is not zero", name, i);
}

static bool in_plane(const uint64_t *planes, int n)
{
    return (planes[n / 64] >> (n % 64) & 1) != 0;
}

static void compare_seat(const struct match *m, const struct state *s, const struct ref *r,
                         int n, struct finding *f)
{
    const struct routes_seat *x = &s->routes.seat[n];
    const struct ref_seat *y = &r->seat[n];

    pack(f, "hand", n, x->hand, y->hand);
    number(f, "wild cards in hand", n, x->wild, y->hand[WILD]);
    pack(f, "known", n, x->known, y->known);
    number(f, "known wild cards", n, x->known_wild, y->known[WILD]);
    number(f, "hand size", n, x->hand_size, ref_count(y->hand));
    pack(f, "flag", n, x->flag, y->flag);
    number(f, "flags", n, x->flags, y->flags);
    set(f, "ticket", n, x->tickets, y->ticket, TICKETS_MAX);
    set(f, "dropped ticket", n, x->dropped, y->dropped, TICKETS_MAX);
    set(f, "station", n, x->stations, y->station, CITIES_MAX);
    number(f, "score", n, x->score, y->score);
    number(f, "pieces", n, x->pieces[0], y->pieces[0]);
    number(f, "metro cars", n, x->pieces[1], y->pieces[1]);
    number(f, "stations left", n, x->stations_left, y->stations_left);
    number(f, "fewest tickets", n, x->tickets_min, y->tickets_min);
    number(f, "most tickets", n, x->tickets_max, y->tickets_max);
    number(f, "tickets kept at set-up", n, x->first_kept, y->first_kept);
    number(f, "tickets offered", n, x->offered, y->offered);
    for (int i = 0; i < y->offered && !f->found; i++)
        number(f, "ticket on offer", n, x->offer[i], y->offer[i]);
    zeros(f, "offer", x->offer + y->offered, (size_t)(OFFER_MAX - y->offered));
    zeros(f, "unused bytes of a seat", x->unused, sizeof x->unused);
    for (int i = 0; i < ROUTES_MAX; i++) {
        if (in_plane(x->owned, i) != (r->owner[i] == n))
            differ(f, "route %d owned by seat %d: engine and reference differ", i, n + 1);
        if (in_plane(x->barred, i) != ref_route_barred(m, r, n, i))
            differ(f, "route %d barred to seat %d: engine and reference differ", i, n + 1);
    }
}

static void compare_cards(const struct state *s, const struct ref *r, struct finding *f)
{
    const struct routes_state *x = &s->routes;
    int wild = 0;

    pack(f, "deck", -1, x->deck, r->deck);
    number(f, "wild cards in the deck", -1, x->deck_wild, r->deck[WILD]);
    number(f, "deck size", -1, x->deck_size, ref_count(r->deck));
    pack(f, "discards", -1, x->discard, r->discard);
    number(f, "wild cards in the discards", -1, x->discard_wild, r->discard[WILD]);
    for (int i = 0; i < MARKET_SIZE; i++) {
        number(f, "market card", -1, x->market[i], r->market[i]);
        if (r->market[i] == WILD)
            wild++;
    }
    number(f, "wild cards in the market", -1, x->market_wild, wild);
}

static void compare_tickets(const struct state *s, const struct ref *r, struct finding *f)
{
    const struct routes_state *x = &s->routes;
    bool top[TICKETS_MAX] = {0};

    if (r->phase == PHASE_HANDS || (r->phase == PHASE_MARKET && r->next == PHASE_FIRST_TICKETS))
        return; /* the tickets come later (C18R) */
    for (int i = 0; i < r->lot[0].count; i++)
        top[r->lot[0].ticket[i]] = true;
    set(f, "ticket deck", -1, x->ticket_deck, top, TICKETS_MAX);
    if (r->phase != PHASE_FIRST_TICKETS)
        number(f, "tickets in the deck", -1, x->ticket_count, ref_ticket_count(r));
    int queued = 0;
    for (int i = 1; i < r->lots; i++)
        for (int j = 0; j < r->lot[i].count; j++) {
            int entry = r->lot[i].ticket[j] | (j == 0 ? QUEUE_LOT : 0);

            number(f, "queue", -1, x->queue[queued], entry);
            queued++;
        }
    number(f, "tickets in the queue", -1, x->queued, queued);
    zeros(f, "queue", x->queue + queued, (size_t)(TICKETS_MAX - queued));
}

/*
 * After the first card of a draw the engine may decide early or late that no card is left for the
 * second (C6R): `next` can then be either.
 */
static void compare_next(const struct state *s, const struct ref *r, struct finding *f)
{
    int empty = 0;

    for (int i = 0; i < MARKET_SIZE; i++)
        if (r->market[i] == NO_CARD)
            empty++;
    if (r->phase == PHASE_CARD)
        empty++;
    bool none_left = ref_count(r->deck) + ref_count(r->discard) == empty;
    if (none_left && r->next == PHASE_SECOND && s->routes.next == PHASE_OVER)
        return;
    number(f, "next phase", -1, s->routes.next, r->next);
}

static void compare_flow(const struct match *m, const struct state *s, const struct ref *r,
                         struct finding *f)
{
    const struct routes_state *x = &s->routes;
    bool set_up = r->phase == PHASE_HANDS || r->phase == PHASE_FIRST_TICKETS ||
                  r->phase == PHASE_FIRST_SEAT ||
                  (r->phase == PHASE_MARKET && r->next == PHASE_FIRST_TICKETS);

    number(f, "phase", -1, x->phase, r->phase);
    if (!set_up && r->phase != PHASE_OVER)
        number(f, "turn", -1, x->turn, r->turn);
    if (r->phase == PHASE_MARKET || r->phase == PHASE_CARD)
        compare_next(s, r, f);
    number(f, "turns left", -1, x->last_turns, r->last_turns);
    if (r->phase != PHASE_OVER)
        number(f, "passes", -1, x->passes, r->passes);
    number(f, "claim", -1, (long)x->claim,
           r->phase == PHASE_TUNNEL || r->phase == PHASE_EXTRA ? (long)r->claim : 0);
    number(f, "cards turned up", -1, x->turned_count, r->turned_count);
    for (int i = 0; i < r->turned_count && !f->found; i++)
        number(f, "card turned up", -1, x->turned[i], r->turned[i]);
    zeros(f, "cards turned up", x->turned + r->turned_count, (size_t)(3 - r->turned_count));
    if (r->phase == PHASE_TURN)
        number(f, "set-up step", -1, x->step, 0);
    if (r->phase != PHASE_TUNNEL)
        number(f, "extra", -1, x->extra, r->extra);
    for (int n = 0; n < ROUTES_MAX; n++)
        if (in_plane(x->open, n) != ref_route_open(m, r, n))
            differ(f, "route %d open: engine and reference differ", n);
    for (int c = 0; c < m->board->routes.cities; c++) {
        bool taken = false;

        for (int i = 0; i < m->seats; i++)
            if (r->seat[i].station[c])
                taken = true;
        if ((m->board->routes.features & FEATURE_STATIONS) &&
            (x->free_cities >> c & 1) == taken)
            differ(f, "city %d free: engine and reference differ", c);
    }
    zeros(f, "unused bytes of the state", x->unused, sizeof x->unused);
    for (int i = m->seats; i < ROUTES_SEATS_MAX; i++)
        zeros(f, "seat that is not played", &x->seat[i], sizeof x->seat[i]);
}

bool ref_same(const struct match *m, const struct state *s, const struct ref *r,
              char *difference, size_t size)
{
    struct finding f = {difference, size, false};

    compare_flow(m, s, r, &f);
    compare_cards(s, r, &f);
    compare_tickets(s, r, &f);
    for (int n = 0; n < m->seats; n++)
        compare_seat(m, s, r, n, &f);
    return !f.found;
}

/* E15: is each borrowed route another player's and at its station, and do the tickets follow? */
static void check_borrowed(const struct match *m, const struct ref *r, int seat,
                           const struct seat_sheet *x, struct finding *f)
{
    int borrowed[STATIONS_MAX];
    int n = 0, station = 0;

    for (int c = 0; c < CITIES_MAX; c++) {
        if (!r->seat[seat].station[c])
            continue;
        int route = x->borrowed[station++];
        if (route == NO_ROUTE)
            continue;
        const struct route *y = &m->board->routes.route[route];
        if (route >= ROUTES_MAX || (y->a != c && y->b != c) || r->owner[route] == NOBODY_YET ||
            r->owner[route] == seat) {
            differ(f, "seat %d: the station in city %d may not borrow route %d", seat + 1, c,
                   route);
            return;
        }
        borrowed[n++] = route;
    }
    for (int i = station; i < STATIONS_MAX; i++)
        number(f, "borrowed without station", seat, x->borrowed[i], NO_ROUTE);
    uint64_t completed;
    ref_tickets(m, r, seat, borrowed, n, &completed);
    if (completed != x->completed)
        differ(f, "seat %d: tickets completed: engine %llx, with what it borrows %llx",
               seat + 1, (unsigned long long)x->completed, (unsigned long long)completed);
}

bool ref_same_sheet(const struct match *m, const struct ref *r, const struct sheet *engine,
                    const struct sheet *reference, bool exact, char *difference, size_t size)
{
    static const char *const part[PARTS_MAX] = {"points for routes",   "points for tickets",
                                                "points for stations", "points for the express",
                                                "points for flags",    "points for nothing"};
    struct finding f = {difference, size, false};

    for (int s = 0; s < m->seats; s++) {
        const struct seat_sheet *x = &engine->seat[s], *y = &reference->seat[s];

        for (int p = 0; p < PARTS_MAX; p++)
            if (exact || p != 3)
                number(&f, part[p], s, x->part[p], y->part[p]);
        number(&f, "completed tickets", s, x->tickets, y->tickets);
        check_borrowed(m, r, s, x, &f);
        if (!exact)
            continue;
        if (m->board->routes.features & FEATURE_LONGEST_PATH)
            number(&f, "longest trail", s, x->longest, y->longest);
        number(&f, "total", s, x->total, y->total);
        number(&f, "rank", s, x->rank, y->rank);
    }
    return !f.found;
}
