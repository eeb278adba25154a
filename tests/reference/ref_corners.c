/*
 * The corners counted by looking at a whole position; those that a single line of the flow
 * meets are counted in reference.c.
 */
#include "ref_corners.h"

/* C9: a route that the hand could pay in its own colour, but for which there are too few
 * pieces. */
static bool too_few_pieces(const struct match *m, const struct ref *r, int route)
{
    const struct route *x = &m->board->routes.route[route];
    const struct ref_seat *seat = &r->seat[r->turn];

    if (seat->pieces[x->kind] >= x->length || x->colour == GREY)
        return false;
    return seat->hand[x->colour] + seat->hand[WILD] >= ref_price(x) && x->icons == 0;
}

static void note_routes(const struct match *m, const struct ref *r)
{
    bool pieces = false, closed = false, barred = false;

    for (int n = 0; n < ROUTES_MAX; n++) {
        const struct route *x = &m->board->routes.route[n];

        if (x->length == 0 || r->owner[n] != NOBODY_YET)
            continue;
        bool open = ref_route_open(m, r, n);
        if (open && too_few_pieces(m, r, n))
            pieces = true;
        if (!open)
            closed = true;
        if (open && ref_route_barred(m, r, r->turn, n))
            barred = true;
    }
    if (pieces)
        ref_note(CORNER_TOO_FEW_PIECES);
    if (closed)
        ref_note(CORNER_TWIN_CLOSED);
    if (barred)
        ref_note(CORNER_TWIN_BARRED);
}

void ref_note_turn(const struct match *m, const struct ref *r)
{
    const struct routes_board *b = &m->board->routes;
    const struct ref_seat *seat = &r->seat[r->turn];

    note_routes(m, r);
    if (ref_ticket_count(r) == 0)
        ref_note(CORNER_TICKETS_NONE);
    if ((b->features & FEATURE_METRO_ROUTES) && seat->pieces[1] == 0 && seat->pieces[0] > 0)
        ref_note(CORNER_METRO_CARS_OUT);
    if (ref_count(r->deck) == 0) {
        static event_t events[LEGAL_MAX];
        static uint32_t weights[LEGAL_MAX];

        ref_note(CORNER_NO_CARDS);
        if (ref_legal(m, r, events, weights) == 1 && event_kind(events[0]) == EVENT_TICKETS)
            ref_note(CORNER_ONLY_TICKETS);
    }
}

void ref_note_tunnel(const struct match *m, const struct ref *r)
{
    const struct route *x = &m->board->routes.route[event_arg(r->claim)];
    int colour = (int)event_colour(r->claim);
    static const enum ref_corner turned[] = {CORNER_TUNNEL_NONE, CORNER_TUNNEL_ONE,
                                             CORNER_TUNNEL_TWO, CORNER_TUNNEL_THREE};

    ref_note(turned[r->turned_count]);
    if (r->extra == 0)
        ref_note(CORNER_TUNNEL_FREE);
    if (r->extra == 3)
        ref_note(CORNER_TUNNEL_ASKS_THREE);
    if (x->colour == GREY)
        ref_note(CORNER_TUNNEL_GREY);
    for (int i = 0; i < r->turned_count; i++)
        if (colour == WILD && r->turned[i] == x->colour)
            ref_note(CORNER_TUNNEL_WILD_IGNORES);
    const struct ref_seat *seat = &r->seat[r->turn];
    int can = seat->hand[WILD] + (colour == WILD ? 0 : seat->hand[colour]);
    if (can < r->extra)
        ref_note(CORNER_TUNNEL_CANT_PAY);
}

static void note_flag(const struct match *m, const struct ref *r, const struct route *x)
{
    int colour = (int)event_colour(r->claim);

    if (!ref_flag_colour(m, colour))
        return;
    if (x->colour == GREY)
        ref_note(CORNER_FLAG_GREY);
    else if (event_keeps_flag(r->claim))
        ref_note(x->tunnel ? CORNER_TUNNEL_FLAG : CORNER_FLAG_KEPT);
    else if (r->seat[r->turn].flag[colour] > 0)
        ref_note(CORNER_FLAG_SAME_COLOUR);
    else
        ref_note(CORNER_FLAG_DECLINED);
}

void ref_note_route(const struct match *m, const struct ref *r)
{
    const struct route *x = &m->board->routes.route[event_arg(r->claim)];

    if (event_colour(r->claim) == WILD)
        ref_note(CORNER_CLAIM_WILD_ONLY);
    if (x->colour == GREY)
        ref_note(CORNER_CLAIM_GREY);
    if (x->icons > 0)
        ref_note(event_wilds(r->claim) > x->icons ? CORNER_FERRY_MORE_WILDS : CORNER_FERRY);
    if (x->kind == 1)
        ref_note(x->cards > x->length ? CORNER_METRO_DEAR : CORNER_METRO_CLAIM);
    if (x->twin != NO_ROUTE && r->owner[x->twin] != NOBODY_YET)
        ref_note(CORNER_TWIN_BY_OTHER);
    note_flag(m, r, x);
}

/* Which tie-break of E19 decides between two seats with equal totals? */
static void note_tie(const struct match *m, const struct ref *r, const struct sheet *sheet,
                     int s, int t)
{
    const struct seat_sheet *x = &sheet->seat[s], *y = &sheet->seat[t];

    if (x->total != y->total)
        return;
    if (x->tickets != y->tickets)
        ref_note(CORNER_TIE_TICKETS);
    else if ((m->board->routes.features & FEATURE_STATIONS) &&
             ref_stations_built(r, s) != ref_stations_built(r, t))
        ref_note(CORNER_TIE_STATIONS);
    else
        ref_note(x->part[3] != y->part[3] ? CORNER_TIE_EXPRESS : CORNER_TIE_SHARED);
}

void ref_note_final(const struct match *m, const struct ref *r, const struct sheet *sheet)
{
    int express = 0;

    for (int s = 0; s < m->seats; s++) {
        uint64_t without;

        ref_tickets(m, r, s, 0, 0, &without);
        if (without != sheet->seat[s].completed)
            ref_note(CORNER_BORROWED);
        if (sheet->seat[s].total < 0)
            ref_note(CORNER_TOTAL_NEGATIVE);
        if (sheet->seat[s].part[3] > 0)
            express++;
        for (int t = 0; t < s; t++)
            note_tie(m, r, sheet, s, t);
    }
    if (m->board->routes.features & FEATURE_LONGEST_PATH) {
        if (express == 0)
            ref_note(CORNER_EXPRESS_NOBODY);
        if (express > 1)
            ref_note(CORNER_EXPRESS_SHARED);
    }
}
