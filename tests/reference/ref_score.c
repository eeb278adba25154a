/*
 * The reference's final sheet: tickets by plain graph search (C14), stations by trying every
 * combination (E15), the longest trail by depth-first search (E18), and the ranking (E19, B10).
 */
#include "reference.h"

#include <string.h>

/* Routes of one seat, or of one seat and what its stations borrow. */
struct network {
    int count;
    int route[ROUTES_MAX];
};

static struct network own_routes(const struct ref *r, int seat)
{
    struct network net = {0};

    for (int n = 0; n < ROUTES_MAX; n++)
        if (r->owner[n] == seat)
            net.route[net.count++] = n;
    return net;
}

/* Gives every city the number of its part of the network: the smallest city in it. */
static void label_parts(const struct routes_board *b, const struct network *net, int *part)
{
    for (int c = 0; c < CITIES_MAX; c++)
        part[c] = c;
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 0; i < net->count; i++) {
            const struct route *x = &b->route[net->route[i]];
            int low = part[x->a] < part[x->b] ? part[x->a] : part[x->b];

            if (part[x->a] != low || part[x->b] != low)
                changed = true;
            part[x->a] = low;
            part[x->b] = low;
        }
    }
}

/* C14: the points of the seat's tickets on this network, and which of them it completes. */
static int ticket_points(const struct routes_board *b, const struct ref_seat *seat,
                         const struct network *net, uint64_t *completed)
{
    int part[CITIES_MAX];
    int points = 0;

    *completed = 0;
    label_parts(b, net, part);
    for (int t = 0; t < b->tickets; t++) {
        if (!seat->ticket[t])
            continue;
        if (part[b->ticket[t].a] == part[b->ticket[t].b]) {
            points += b->ticket[t].points;
            *completed |= (uint64_t)1 << t;
        } else {
            points -= b->ticket[t].points;
        }
    }
    return points;
}

int ref_tickets(const struct match *m, const struct ref *r, int seat, const int *extra,
                int extras, uint64_t *completed)
{
    struct network net = own_routes(r, seat);

    for (int i = 0; i < extras; i++)
        net.route[net.count++] = extra[i];
    return ticket_points(&m->board->routes, &r->seat[seat], &net, completed);
}

/* The search for the best assignment of stations. */
struct assignment {
    const struct match *m;
    const struct ref *r;
    int seat;
    int stations;
    int city[CITIES_MAX];     /* of each station, in the order of the cities */
    int borrowed[CITIES_MAX]; /* what each borrows in the combination being tried */
    struct network net;       /* the seat's own routes, then those borrowed so far */
    bool found;
    int best_points;
    int best_count;
    uint64_t best_completed;
    int best_borrowed[CITIES_MAX];
};

static int bits_of(uint64_t x)
{
    int n = 0;

    for (int i = 0; i < 64; i++)
        n += (int)(x >> i & 1);
    return n;
}

/* E15: most points; among equals most completed tickets. */
static void try_combination(struct assignment *a)
{
    uint64_t completed;
    int points = ticket_points(&a->m->board->routes, &a->r->seat[a->seat], &a->net, &completed);
    int count = bits_of(completed);

    if (a->found &&
        (points < a->best_points || (points == a->best_points && count <= a->best_count)))
        return;
    a->found = true;
    a->best_points = points;
    a->best_count = count;
    a->best_completed = completed;
    memcpy(a->best_borrowed, a->borrowed, sizeof a->borrowed);
}

/* Station number i borrows nothing, or any one route of another player that touches its city
 * (E23R: also one that another station borrows). */
static void assign_from(struct assignment *a, int i)
{
    if (i == a->stations) {
        try_combination(a);
        return;
    }
    a->borrowed[i] = NO_ROUTE;
    assign_from(a, i + 1);
    for (int n = 0; n < ROUTES_MAX; n++) {
        const struct route *x = &a->m->board->routes.route[n];

        if (a->r->owner[n] == NOBODY_YET || a->r->owner[n] == a->seat)
            continue;
        if (x->a != a->city[i] && x->b != a->city[i])
            continue;
        a->borrowed[i] = n;
        a->net.route[a->net.count++] = n;
        assign_from(a, i + 1);
        a->net.count--;
    }
}

static void score_tickets(const struct match *m, const struct ref *r, int seat,
                          struct seat_sheet *sheet)
{
    struct assignment a = {.m = m, .r = r, .seat = seat, .net = own_routes(r, seat)};

    for (int c = 0; c < CITIES_MAX; c++)
        if (r->seat[seat].station[c])
            a.city[a.stations++] = c;
    assign_from(&a, 0);
    sheet->part[1] = (int16_t)a.best_points;
    sheet->tickets = (uint8_t)a.best_count;
    sheet->completed = a.best_completed;
    for (int i = 0; i < STATIONS_MAX; i++)
        sheet->borrowed[i] = i < a.stations ? (uint8_t)a.best_borrowed[i] : NO_ROUTE;
}

/* The search for the longest trail. */
struct trail {
    const struct routes_board *b;
    struct network net;
    struct network at[CITIES_MAX]; /* places in net of the routes that end in a city */
    bool used[ROUTES_MAX];         /* by place in net */
    int total;                     /* pieces of the whole network: no trail is longer */
    int best;
    long steps; /* left */
};

/* A trail of `length` pieces has come to `city`: goes on along every route not yet used. */
static void walk(struct trail *t, int city, int length)
{
    if (length > t->best)
        t->best = length;
    if (t->best == t->total || t->steps <= 0)
        return;
    t->steps--;
    for (int k = 0; k < t->at[city].count; k++) {
        int i = t->at[city].route[k];
        const struct route *x = &t->b->route[t->net.route[i]];

        if (t->used[i])
            continue;
        t->used[i] = true;
        walk(t, x->a == city ? x->b : x->a, length + x->length);
        t->used[i] = false;
    }
}

int ref_longest(const struct match *m, const struct ref *r, int seat, long *steps)
{
    struct trail t = {.b = &m->board->routes, .net = own_routes(r, seat), .steps = *steps};

    for (int i = 0; i < t.net.count; i++) {
        const struct route *x = &t.b->route[t.net.route[i]];

        t.at[x->a].route[t.at[x->a].count++] = i;
        t.at[x->b].route[t.at[x->b].count++] = i;
        t.total += x->length;
    }
    for (int c = 0; c < t.b->cities; c++)
        walk(&t, c, 0);
    *steps = t.steps;
    return t.steps > 0 ? t.best : -1;
}

/* E18, E18R: to everybody tied for the longest, if there is one. */
static bool score_express(const struct match *m, const struct ref *r, long steps,
                          struct sheet *sheet)
{
    if ((m->board->routes.features & FEATURE_LONGEST_PATH) == 0)
        return true;
    int longest[SEATS_MAX] = {0};
    int best = 0;
    for (int s = 0; s < m->seats; s++) {
        long left = steps;

        longest[s] = ref_longest(m, r, s, &left);
        if (longest[s] < 0)
            return false;
        sheet->seat[s].longest = (uint8_t)longest[s];
        if (longest[s] > best)
            best = longest[s];
    }
    for (int s = 0; s < m->seats; s++)
        if (best > 0 && longest[s] == best)
            sheet->seat[s].part[3] = m->board->routes.express_points;
    return true;
}

/* E19, B10, P7: is seat s placed before seat t? */
static bool is_better(const struct match *m, const struct ref *r, const struct sheet *sheet,
                      int s, int t)
{
    const struct seat_sheet *x = &sheet->seat[s], *y = &sheet->seat[t];

    if (x->total != y->total)
        return x->total > y->total;
    if (x->tickets != y->tickets)
        return x->tickets > y->tickets;
    if (m->board->routes.features & FEATURE_STATIONS) {
        int built_s = ref_stations_built(r, s), built_t = ref_stations_built(r, t);

        if (built_s != built_t)
            return built_s < built_t;
    }
    return x->part[3] > y->part[3];
}

bool ref_score(const struct match *m, const struct ref *r, long steps, struct sheet *sheet)
{
    const struct routes_board *b = &m->board->routes;

    memset(sheet, 0, sizeof *sheet);
    for (int s = 0; s < m->seats; s++) {
        const struct ref_seat *seat = &r->seat[s];
        struct seat_sheet *x = &sheet->seat[s];

        for (int n = 0; n < ROUTES_MAX; n++) /* C16: counted again from the board */
            if (r->owner[n] == s)
                x->part[0] = (int16_t)(x->part[0] + b->route[n].points);
        score_tickets(m, r, s, x);
        if (b->features & FEATURE_STATIONS) /* E16 */
            x->part[2] = (int16_t)(seat->stations_left * b->station_points);
        x->part[4] = (int16_t)(seat->flags * b->flag_points); /* P4 */
    }
    bool exact = score_express(m, r, steps, sheet);
    for (int s = 0; s < m->seats; s++)
        for (int p = 0; p < PARTS_MAX; p++)
            sheet->seat[s].total = (int16_t)(sheet->seat[s].total + sheet->seat[s].part[p]);
    for (int s = 0; s < m->seats; s++) {
        int better = 0;

        for (int t = 0; t < m->seats; t++)
            if (is_better(m, r, sheet, t, s))
                better++;
        sheet->seat[s].rank = (uint8_t)(1 + better);
    }
    return exact;
}
