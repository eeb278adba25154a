/*
 * What a person has chosen on the map of a route game, and how keys move it. Legal moves come
 * from the list of legal events; there are no rules here. See window.h.
 */
#include "window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAYMENTS_MAX = 96 };

bool asks_tickets(const struct stage *s)
{
    uint32_t phase = seen_on(s)->phase;

    return s->acts && (phase == PHASE_CHOOSE || phase == PHASE_KEEP);
}

bool asks_tunnel(const struct stage *s)
{
    return s->acts && seen_on(s)->phase == PHASE_EXTRA;
}

uint32_t events_for(const struct stage *s, enum event_kind kind, uint32_t what, event_t *list,
                    uint32_t room)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->legal_count && n < room; i++)
        if (event_kind(s->legal[i]) == kind && event_arg(s->legal[i]) == what)
            list[n++] = s->legal[i];
    return n;
}

bool is_legal(const struct stage *s, event_t e)
{
    for (uint32_t i = 0; i < s->legal_count; i++)
        if (s->legal[i] == e)
            return true;
    return false;
}

uint32_t chosen_route(const struct focus *f)
{
    return f->mode == MODE_ROUTES && f->chosen ? f->chosen - 1 : (uint32_t)NO_ROUTE;
}

uint32_t chosen_city(const struct focus *f)
{
    return f->mode == MODE_CITIES && f->chosen ? f->chosen - 1 : (uint32_t)CITIES_MAX;
}

/* The legal payments for the chosen route or city. */
static uint32_t payments(const struct stage *s, const struct focus *f,
                         event_t list[PAYMENTS_MAX])
{
    if (f->mode == MODE_LIST || !f->chosen)
        return 0;
    return events_for(s, f->mode == MODE_CITIES ? EVENT_STATION : EVENT_CLAIM, f->chosen - 1,
                      list, PAYMENTS_MAX);
}

/* The payment that most people want: with the fewest wild cards, then in the colour held most. */
static uint32_t usual_payment(const struct stage *s, const event_t *list, uint32_t n)
{
    const struct routes_seat *seat = &seen_on(s)->seat[s->seat];
    uint32_t best = 0, best_cost = UINT32_MAX;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t colour = event_colour(list[i]);
        uint32_t held = colour < WILD ? pack_get(seat->hand, colour) : 0;
        uint32_t cost = event_wilds(list[i]) * 256 + 128 - held;

        if (cost < best_cost) {
            best_cost = cost;
            best = i;
        }
    }
    return best;
}

event_t chosen_event(const struct stage *s, const struct focus *f)
{
    event_t list[PAYMENTS_MAX];
    uint32_t n = payments(s, f, list);

    return n ? list[(usual_payment(s, list, n) + f->option) % n] : EVENT_NONE;
}

static void choose(struct focus *f, uint32_t what)
{
    f->chosen = what + 1;
    f->option = 0;
}

void focus_settle(const struct stage *s, struct focus *f)
{
    uint32_t now = s->position->events + 1 + (s->seat << 24);
    bool list = asks_tickets(s) || asks_tunnel(s);

    if (f->asked == now && (f->mode == MODE_LIST) == list)
        return;
    f->asked = now;
    f->option = 0;
    if (list) {
        f->mode = MODE_LIST;
        f->chosen = 1;
        f->marks = 0;
        f->ticket = 0;
    } else if (f->mode != MODE_ROUTES) {
        f->mode = MODE_ROUTES;
        f->chosen = 0;
    }
}

/* ---- moving on the map ---- */

static struct chart_spot spot_on(const struct focus *f, const struct chart *chart,
                                 uint32_t what)
{
    return f->mode == MODE_CITIES ? chart->city[what] : chart->route[what];
}

static uint32_t things(const struct stage *s, const struct focus *f)
{
    return f->mode == MODE_CITIES ? board_on(s)->cities : board_on(s)->routes;
}

/* Number i of the things that can be chosen, in the order of the board. */
static uint32_t thing(const struct stage *s, const struct focus *f, uint32_t i)
{
    return f->mode == MODE_CITIES ? i : board_on(s)->route_at[i];
}

static bool is_lit(const struct stage *s, const struct focus *f, uint32_t what)
{
    event_t one;

    return events_for(s, f->mode == MODE_CITIES ? EVENT_STATION : EVENT_CLAIM, what, &one, 1) >
           0;
}

/* The nearest thing in a direction: distance ahead counts once, distance to the side three
 * times. */
static void step(const struct stage *s, struct focus *f, const struct chart *chart, int dx,
                 int dy)
{
    struct chart_spot from = {(int16_t)(chart->frame.area.x + chart->frame.area.width / 2),
                              (int16_t)(chart->frame.area.y + chart->frame.area.height / 2)};
    uint32_t best = UINT32_MAX;
    double nearest = 1e9;

    if (f->chosen)
        from = spot_on(f, chart, f->chosen - 1);
    for (uint32_t i = 0; i < things(s, f); i++) {
        uint32_t what = thing(s, f, i);
        struct chart_spot at = spot_on(f, chart, what);
        double x = at.x - from.x, y = 2.0 * (at.y - from.y);
        double ahead = x * dx + y * dy, aside = fabs(x * dy) + fabs(y * dx);

        if (what + 1 == f->chosen || ahead <= 0 || ahead + 3 * aside >= nearest)
            continue;
        nearest = ahead + 3 * aside;
        best = what;
    }
    if (best != UINT32_MAX)
        choose(f, best);
}

/* The next thing that can be done now, in a circle. */
static void next_lit(const struct stage *s, struct focus *f, bool back)
{
    uint32_t n = things(s, f), at = back ? 0 : n - 1;

    for (uint32_t i = 0; i < n; i++)
        if (thing(s, f, i) + 1 == f->chosen)
            at = i;
    for (uint32_t i = 1; i <= n; i++) {
        uint32_t what = thing(s, f, (at + (back ? n - i : i)) % n);

        if (is_lit(s, f, what)) {
            choose(f, what);
            return;
        }
    }
}

/* Shows the next of the person's tickets on the map; after the last, none. */
static void next_ticket(const struct stage *s, struct focus *f)
{
    uint64_t tickets = s->seat < SEATS_MAX ? seen_on(s)->seat[s->seat].tickets : 0;
    uint64_t later = f->ticket >= 64 ? 0 : tickets >> f->ticket << f->ticket;

    f->ticket = later ? bits_first(later) + 1 : 0;
}

/* ---- lists ---- */

static uint32_t list_length(const struct stage *s)
{
    return asks_tickets(s) ? seen_on(s)->seat[s->seat].offered : s->legal_count;
}

event_t list_event(const struct stage *s, const struct focus *f)
{
    return asks_tickets(s) ? event_make(EVENT_KEEP, (uint32_t)f->marks)
                           : s->legal[f->chosen - 1];
}

static enum doing list_key(const struct stage *s, struct focus *f, const struct key *k,
                           event_t *e)
{
    uint32_t n = list_length(s), at = f->chosen - 1;
    bool tickets = asks_tickets(s);

    if (k->kind == KEY_ARROW_UP || k->kind == KEY_BACK_TABULATOR)
        f->chosen = (at + n - 1) % n + 1;
    else if (k->kind == KEY_ARROW_DOWN || k->kind == KEY_TABULATOR)
        f->chosen = (at + 1) % n + 1;
    else if (k->kind == KEY_SIGN && k->sign == ' ' && tickets)
        f->marks ^= bit(at);
    else if (k->kind == KEY_SIGN && k->sign >= '1' && k->sign < '1' + n) {
        f->chosen = k->sign - '0';
        f->marks ^= tickets ? bit(f->chosen - 1) : 0;
    } else if (k->kind == KEY_RETURN) {
        *e = list_event(s, f);
        return DOING_EVENT;
    } else {
        return DOING_NOTHING;
    }
    return DOING_LOOK;
}

/* ---- keys ---- */

static enum doing do_chosen(const struct stage *s, const struct focus *f, event_t *e)
{
    const struct match *m = s->position->match;

    *e = chosen_event(s, f);
    if (*e == EVENT_NONE && f->chosen) /* the refusal says what is missing */
        *e = routes_nearest(m, seen_on(s), f->mode == MODE_CITIES ? EVENT_STATION : EVENT_CLAIM,
                            f->chosen - 1)
                 .event;
    if (*e == EVENT_NONE && is_legal(s, event_make(EVENT_PASS, 0)))
        *e = event_make(EVENT_PASS, 0);
    return *e == EVENT_NONE ? DOING_LOOK : DOING_EVENT;
}

static enum doing sign_key(const struct stage *s, struct focus *f, uint32_t sign, event_t *e)
{
    if (sign >= '1' && sign <= '5')
        *e = event_make(EVENT_DRAW, sign - '1');
    else if (sign == 'd' || sign == 'D')
        *e = event_make(EVENT_DRAW, SLOT_DECK);
    else if (sign == 't' || sign == 'T')
        *e = event_make(EVENT_TICKETS, 0);
    else if (sign == 'p' || sign == 'P')
        *e = event_make(EVENT_PASS, 0);
    else if ((sign == 's' || sign == 'S') && stage_can(s, EVENT_STATION)) {
        f->mode = f->mode == MODE_CITIES ? MODE_ROUTES : MODE_CITIES;
        f->chosen = 0;
        next_lit(s, f, false);
        return DOING_LOOK;
    } else if (sign == ' ') {
        f->option++;
        return DOING_LOOK;
    } else if (sign == 'v' || sign == 'V') {
        next_ticket(s, f);
        return DOING_LOOK;
    } else {
        return DOING_NOTHING;
    }
    return s->acts ? DOING_EVENT : DOING_LOOK;
}

enum doing choice_key(const struct stage *s, struct focus *f, const struct chart *chart,
                      const struct key *k, event_t *e)
{
    if (f->mode == MODE_LIST && s->acts)
        return list_key(s, f, k, e);
    switch (k->kind) {
    case KEY_ARROW_UP:
        step(s, f, chart, 0, -1);
        return DOING_LOOK;
    case KEY_ARROW_DOWN:
        step(s, f, chart, 0, 1);
        return DOING_LOOK;
    case KEY_ARROW_LEFT:
        step(s, f, chart, -1, 0);
        return DOING_LOOK;
    case KEY_ARROW_RIGHT:
        step(s, f, chart, 1, 0);
        return DOING_LOOK;
    case KEY_TABULATOR:
    case KEY_BACK_TABULATOR:
        next_lit(s, f, k->kind == KEY_BACK_TABULATOR);
        return DOING_LOOK;
    case KEY_ESCAPE:
        f->chosen = f->ticket = 0;
        f->mode = MODE_ROUTES;
        return DOING_LOOK;
    case KEY_RETURN:
        return s->acts ? do_chosen(s, f, e) : DOING_LOOK;
    case KEY_SIGN:
        return sign_key(s, f, k->sign, e);
    default:
        return DOING_NOTHING;
    }
}
