/*
 * The numbers of a position: see standing.h.
 */
#include "standing.h"

#include "../../engine/routes/queries.h"

enum { TICKETS_MANY = 8, TURNS_MANY = 64, SEATS_MORE = 3 };

/* A share of something, as a number of the standing. */
static int16_t share(int32_t part, int32_t whole)
{
    int32_t x = whole ? part * STANDING_ONE / whole : 0;

    return (int16_t)(x > STANDING_MOST    ? STANDING_MOST
                     : x < -STANDING_MOST ? -STANDING_MOST
                                          : x);
}

/* What is counted for one seat before seats are compared. */
struct count {
    int32_t now, later, path;
    int16_t *out;
};

static int32_t ticket_points(const struct routes_board *b, uint64_t tickets)
{
    int32_t points = 0;

    for (; tickets; tickets &= tickets - 1)
        points += b->ticket[bits_first(tickets)].points;
    return points;
}

/* Cards that the plan still needs after wild cards have replaced some; and cards in hand that
 * the plan does not need. */
static void count_cards(const struct thought *t, int32_t *missing, int32_t *spare)
{
    int32_t wild = t->o.me->wild - (int32_t)t->mind->need_wild, lack = 0, rest = 0;

    for (uint32_t c = 0; c < t->o.b->colours; c++) {
        int32_t d = (int32_t)t->need[c] - (int32_t)pack_get(t->o.me->hand, c);

        lack += d > 0 ? d : 0;
        rest += d < 0 ? -d : 0;
    }
    *missing = lack > wild ? lack - wild : 0;
    *spare = rest + (wild > lack ? wild - lack : 0);
}

/* The three colours with the most cards. */
static void count_colours(const struct thought *t, struct count *count)
{
    int32_t most[3] = {0}, pieces = (int32_t)t->o.measures->pieces;

    for (uint32_t c = 0; c < t->o.b->colours; c++) {
        int32_t n = (int32_t)pack_get(t->o.me->hand, c);

        for (uint32_t i = 0; i < 3; i++)
            if (n > most[i]) {
                int32_t less = most[i];

                most[i] = n;
                n = less;
            }
    }
    for (uint32_t i = 0; i < 3; i++)
        count->out[COLOUR_4 + i] = share(4 * most[i], pieces);
}

/* What can be paid now. */
static void count_ready(const struct thought *t, struct count *count)
{
    int32_t points = (int32_t)t->o.measures->network_points, ready = 0, routes = 0, best = 0;
    uint64_t payable[PLANES_MAX];

    planner_payable(t, payable);
    for (uint32_t p = 0; p < t->o.b->planes; p++) {
        for (uint64_t left = payable[p]; left; left &= left - 1) {
            int32_t worth = t->o.b->route[64 * p + bits_first(left)].points;

            best = worth > best ? worth : best;
            if (t->mind->network.routes[p] & left & -left) {
                ready += worth;
                routes++;
            }
        }
    }
    count->out[READY_POINTS] = share(ready, points);
    count->out[READY_ROUTES] = share(routes, (int32_t)t->o.measures->game_turns);
    count->out[BEST_READY] = share(4 * best, points);
}

static void count_plan(const struct thought *t, const struct seat_sheet *sheet,
                       struct count *count)
{
    const struct measures *measures = t->o.measures;
    const struct mind *mind = t->mind;
    int32_t points = (int32_t)measures->network_points, turns = (int32_t)measures->game_turns;
    int32_t pieces = t->o.me->pieces[0] + t->o.me->pieces[1], plan = 0, missing, spare;
    uint64_t undone = mind->undone & ~sheet->completed;
    int32_t open = 2 * ticket_points(t->o.b, undone & mind->network.tickets);
    int32_t later = pieces - (int32_t)(mind->pieces[0] + mind->pieces[1]);

    for (uint32_t p = 0; p < t->o.b->planes; p++)
        for (uint64_t left = mind->network.routes[p]; left; left &= left - 1)
            plan += t->o.b->route[64 * p + bits_first(left)].points;
    count_cards(t, &missing, &spare);
    int32_t need = (int32_t)mind->planned + missing / 2,
            slack = (int32_t)t->o.turns_left - need;
    count->later = count->now + open + plan + later * points / (int32_t)measures->pieces;
    count->out[OPEN_TICKETS] = share(open, points);
    count->out[LOST_TICKETS] =
        share(ticket_points(t->o.b, undone & ~mind->network.tickets), points);
    count->out[PLAN_POINTS] = share(plan, points);
    count->out[LATER] = share(count->later, 2 * points);
    count->out[PLAN_ROUTES] = share((int32_t)mind->planned, turns);
    count->out[PLAN_TURNS] = share(need, turns);
    count->out[SLACK] = share(slack, turns);
    count->out[LATE_4] = share(slack < 0 ? -4 * slack : 0, turns);
    count->out[TURNS_LEFT] = share((int32_t)t->o.turns_left, turns);
    count->out[MISSING_CARDS] = share(missing, (int32_t)measures->pieces);
    count->out[SPARE_CARDS] = share(spare, (int32_t)measures->pieces);
    count->out[PIECES_LATER] = share(later, (int32_t)measures->pieces);
    count->out[NO_PLAN] = mind->planned ? 0 : STANDING_ONE;
}

static void count_seat(const struct thought *t, const struct seat_sheet *sheet,
                       struct count *count)
{
    const struct routes_seat *me = t->o.me;
    int32_t points = (int32_t)t->o.measures->network_points,
            pieces = (int32_t)t->o.measures->pieces;

    count->now = sheet->total;
    count->path = sheet->longest;
    count->out[NOW] = share(sheet->total, points);
    count->out[ROUTE_POINTS] = share(sheet->part[PART_ROUTES], points);
    count->out[TICKET_POINTS] = share(sheet->part[PART_TICKETS], points);
    count->out[EXPRESS_POINTS] = share(sheet->part[PART_EXPRESS], points);
    count->out[HAND] = share(me->hand_size, pieces);
    count->out[WILDS_4] = share(4 * me->wild, pieces);
    count_colours(t, count);
    count->out[PIECES] = share(me->pieces[0] + me->pieces[1], pieces);
    count->out[PATH] = share(sheet->longest, pieces);
    count->out[STATIONS] = share(me->stations_left, t->o.b->stations);
    count->out[FLAG] =
        share((int32_t)bits_count(me->flag & t->o.b->flag), (int32_t)bits_count(t->o.b->flag));
    count->out[TICKETS] = share((int32_t)bits_count(me->tickets), TICKETS_MANY);
    count_plan(t, sheet, count);
    count_ready(t, count);
}

/* Which of the planned routes others plan too. */
static int16_t contested(const struct match *m, const struct mind mind[], uint32_t seat)
{
    uint32_t n = 0;

    for (uint32_t p = 0; p < m->board->routes.planes; p++) {
        uint64_t others = 0;

        for (uint32_t i = 0; i < m->seats; i++)
            others |= i != seat ? mind[i].network.routes[p] : 0;
        n += bits_count(others & mind[seat].network.routes[p]);
    }
    return share((int32_t)n, (int32_t)mind[seat].planned);
}

/* What a seat has, minus the most that another seat has. */
static int32_t lead(const struct match *m, const struct count count[], uint32_t seat,
                    int32_t (*of)(const struct count *))
{
    int32_t most = INT16_MIN;

    for (uint32_t i = 0; i < m->seats; i++)
        if (i != seat && of(&count[i]) > most)
            most = of(&count[i]);
    return of(&count[seat]) - most;
}

static int32_t now_of(const struct count *c)
{
    return c->now;
}

static int32_t later_of(const struct count *c)
{
    return c->later;
}

static int32_t path_of(const struct count *c)
{
    return c->path;
}

static void compare(const struct match *m, const struct measures *measures,
                    const struct count count[], uint32_t seat)
{
    int32_t points = (int32_t)measures->network_points;
    int32_t now = lead(m, count, seat, now_of), later = lead(m, count, seat, later_of);
    int16_t *out = count[seat].out;

    out[NOW_LEAD] = share(now, points);
    out[NOW_LEAD_8] = share(8 * now, points);
    out[LATER_LEAD] = share(later, points);
    out[LATER_LEAD_4] = share(4 * later, points);
    out[PATH_LEAD] = share(lead(m, count, seat, path_of), (int32_t)measures->pieces);
}

static void about_table(const struct match *m, const struct routes_state *s,
                        const struct measures *measures, uint32_t seat, int16_t *out)
{
    const struct routes_board *b = &m->board->routes;
    int32_t points = (int32_t)measures->network_points, seats = (int32_t)m->seats;
    int32_t before = ((int32_t)seat - s->turn + seats) % seats;

    out[TO_MOVE] = share(before, seats);
    out[LAST_ROUND] = share(s->last_turns, seats);
    out[NO_TURN] = s->last_turns && before >= s->last_turns ? STANDING_ONE : 0;
    out[SEATS] = share(seats - 2, SEATS_MORE);
    out[BOARD_EXPRESS] = share(b->express_points, points);
    out[BOARD_TICKET] = share((int32_t)measures->ticket_points / POINT, points);
    out[BOARD_TURNS] = share((int32_t)measures->game_turns, TURNS_MANY);
    out[BOARD_STATIONS] = share(b->station_points, points);
    out[ONE] = STANDING_ONE;
}

void standing_of(const struct match *m, const struct state *s, const struct measures *measures,
                 struct mind mind[], int16_t inputs[][STANDING_INPUTS])
{
    struct count count[ROUTES_SEATS_MAX];
    struct thought t;
    struct sheet sheet;

    m->rules->score(m, s, &sheet);
    for (uint32_t i = 0; i < m->seats; i++) {
        count[i].out = inputs[i];
        planner_think(m, s, i, measures, &mind[i], true, &t);
        count_seat(&t, &sheet.seat[i], &count[i]);
    }
    for (uint32_t i = 0; i < m->seats; i++) {
        inputs[i][CONTESTED] = contested(m, mind, i);
        compare(m, measures, count, i);
        about_table(m, &s->routes, measures, i, inputs[i]);
    }
    for (uint32_t i = 0; i < m->seats; i++)
        for (uint32_t k = 0; k < SEAT_NUMBERS; k++) {
            int32_t sum = 0;

            for (uint32_t j = 0; j < m->seats; j++)
                sum += j != i ? inputs[j][k] : 0;
            inputs[i][STANDING_NUMBERS + k] = (int16_t)(sum / (int32_t)(m->seats - 1));
        }
}
