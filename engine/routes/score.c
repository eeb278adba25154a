/*
 * The score sheet (C14, C16, E15, E16, E18, E19, B10, P4, P7): parts, totals and ranks, as they
 * would be if the game ended now.
 */
#include "routes.h"

void routes_labels(const struct routes_board *b, const uint64_t owned[PLANES_MAX],
                   uint8_t label[CITIES_MAX])
{
    for (uint32_t i = 0; i < CITIES_MAX; i++)
        label[i] = (uint8_t)i;
    routes_join(b, owned, label);
}

void routes_join(const struct routes_board *b, const uint64_t more[PLANES_MAX],
                 uint8_t label[CITIES_MAX])
{
    for (uint32_t p = 0; p < b->planes; p++) {
        for (uint64_t left = more[p]; left; left &= left - 1) {
            const struct route *r = &b->route[64 * p + bits_first(left)];
            uint8_t keep = label[r->a], drop = label[r->b];

            for (uint32_t i = 0; i < CITIES_MAX; i++)
                label[i] = label[i] == drop ? keep : label[i];
        }
    }
}

/* C16: counted again from the board. */
static uint32_t route_points(const struct routes_board *b, const uint64_t owned[PLANES_MAX])
{
    uint32_t points = 0;

    for (uint32_t p = 0; p < b->planes; p++)
        for (uint64_t left = owned[p]; left; left &= left - 1)
            points += b->route[64 * p + bits_first(left)].points;
    return points;
}

/* C14, E15: fills in sheet->completed, and the routes that the stations borrow. */
void complete_tickets(const struct match *m, const struct routes_state *s, uint32_t i,
                      struct seat_sheet *sheet)
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = &s->seat[i];
    uint8_t label[CITIES_MAX];

    routes_labels(b, seat->owned, label);
    for (uint64_t left = seat->tickets; left; left &= left - 1) {
        const struct ticket *t = &b->ticket[bits_first(left)];

        if (label[t->a] == label[t->b])
            sheet->completed |= left & -left;
    }
    if (seat->stations && sheet->completed != seat->tickets)
        station_assign(m, s, i, label, sheet);
}

uint64_t routes_completed(const struct match *m, const struct routes_state *s, uint32_t seat)
{
    struct seat_sheet sheet = {0};

    complete_tickets(m, s, seat, &sheet);
    return sheet.completed;
}

static void score_tickets(const struct match *m, const struct routes_state *s, uint32_t i,
                          struct seat_sheet *sheet)
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *seat = &s->seat[i];

    complete_tickets(m, s, i, sheet);
    int32_t points = 0;
    for (uint64_t left = seat->tickets; left; left &= left - 1) { /* C14 */
        int32_t value = b->ticket[bits_first(left)].points;

        points += sheet->completed & left & -left ? value : -value;
    }
    sheet->part[PART_TICKETS] = (int16_t)points;
    sheet->kept = (uint8_t)bits_count(seat->tickets);
    sheet->tickets = (uint8_t)bits_count(sheet->completed);
}

/* E18: everybody with the longest path scores, if there is any path. */
static void score_express(const struct match *m, const struct routes_state *s,
                          struct sheet *sheet)
{
    uint32_t longest = 0;

    for (uint32_t i = 0; i < m->seats; i++) {
        struct trail trail;

        longest_trail(board_of(m), s->seat[i].owned, &trail);
        sheet->seat[i].longest = (uint8_t)trail.length;
        longest = trail.length > longest ? trail.length : longest;
    }
    for (uint32_t i = 0; i < m->seats && longest > 0; i++) /* E18R */
        if (sheet->seat[i].longest == longest)
            sheet->seat[i].part[PART_EXPRESS] = board_of(m)->express_points;
}

/* E19, B10, P7: more than 0 if seat i is ranked before seat k. */
static int32_t before(const struct routes_state *s, const struct sheet *sheet, uint32_t i,
                      uint32_t k)
{
    int32_t ahead = sheet->seat[i].total - sheet->seat[k].total;

    for (uint32_t d = 0; d < DECIDERS && ahead == 0; d++)
        ahead = routes_decides(s, sheet, i, d) - routes_decides(s, sheet, k, d);
    return ahead;
}

int32_t routes_points(const struct match *m, const struct state *s, uint32_t seat)
{
    const struct routes_seat *one = &s->routes.seat[seat];

    return one->score + one->flags * board_of(m)->flag_points;
}

void routes_score(const struct match *m, const struct state *state, struct sheet *sheet)
{
    const struct routes_state *s = &state->routes;
    const struct routes_board *b = board_of(m);

    __builtin_memset(sheet, 0, sizeof *sheet);
    for (uint32_t i = 0; i < m->seats; i++) {
        struct seat_sheet *one = &sheet->seat[i];

        __builtin_memset(one->borrowed, NO_ROUTE, sizeof one->borrowed);
        one->part[PART_ROUTES] = (int16_t)route_points(b, s->seat[i].owned);
        one->part[PART_STATIONS] = (int16_t)(s->seat[i].stations_left * b->station_points);
        one->part[PART_FLAG] = (int16_t)(s->seat[i].flags * b->flag_points);
        score_tickets(m, s, i, one);
    }
    if (b->features & FEATURE_LONGEST_PATH)
        score_express(m, s, sheet);
    for (uint32_t i = 0; i < m->seats; i++)
        for (uint32_t p = 0; p < PARTS_MAX; p++)
            sheet->seat[i].total = (int16_t)(sheet->seat[i].total + sheet->seat[i].part[p]);
    for (uint32_t i = 0; i < m->seats; i++) {
        sheet->seat[i].rank = 1;
        for (uint32_t k = 0; k < m->seats; k++)
            if (k != i && before(s, sheet, k, i) > 0)
                sheet->seat[i].rank++;
    }
}
