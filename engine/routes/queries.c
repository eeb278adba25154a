/*
 * Questions about a position: see queries.h. Ways between cities are in way.c, questions about
 * one subject of the rules are in the file of that subject.
 */
#include "routes.h"

uint32_t routes_owner(const struct match *m, const struct routes_state *s, uint32_t route)
{
    for (uint32_t i = 0; i < m->seats; i++)
        if (routes_have(s->seat[i].owned, route))
            return i;
    return NOBODY;
}

static uint32_t at_most(uint32_t n, uint32_t max)
{
    return n < max ? n : max;
}

void routes_free(const struct match *m, const struct routes_state *s, uint32_t seat,
                 uint64_t set[PLANES_MAX])
{
    const struct routes_board *b = board_of(m);
    const struct routes_seat *me = &s->seat[seat];
    uint32_t ordinary = at_most(me->pieces[0], SPACES_MAX);
    uint32_t metro = at_most(me->pieces[1], SPACES_MAX);

    for (uint32_t p = 0; p < PLANES_MAX; p++)
        set[p] =
            s->open[p] & ~me->barred[p] & (b->within[0][ordinary][p] | b->within[1][metro][p]);
}

void routes_payable(const struct routes_board *b, const struct routes_seat *seat,
                    uint64_t set[PLANES_MAX])
{
    const uint64_t(*payable)[PLANES_MAX] = b->payable[at_most(seat->wild, PRICE_MAX)];
    for (uint32_t p = 0; p < PLANES_MAX; p++)
        set[p] = payable[0][p];
    for (uint32_t j = 1; j <= b->price_max; j++) {
        uint64_t held = pack_at_least(seat->hand, j);

        if (held == 0)
            break;
        for (uint32_t p = 0; p < b->planes; p++)
            set[p] |= payable[j][p] & (p < b->coloured_planes ? held : ~(uint64_t)0);
    }
}

void routes_suppose(struct routes_state *s, uint32_t seat, event_t e)
{
    struct routes_seat *me = &s->seat[seat];

    if (event_kind(e) == EVENT_CLAIM) {
        me->owned[event_arg(e) / 64] |= bit(event_arg(e) % 64);
    } else if (event_kind(e) == EVENT_STATION) {
        me->stations |= bit(event_arg(e));
        me->stations_left--;
    }
}

struct price routes_price(const struct match *m, const struct routes_seat *seat,
                          enum event_kind kind, uint32_t what)
{
    if (kind == EVENT_CLAIM)
        return routes_route_price(&board_of(m)->route[what]);
    return (struct price){(uint8_t)routes_station_price(m, seat), 0, GREY};
}

struct payment routes_payment(const struct match *m, const struct routes_state *s, event_t e)
{
    bool extra = event_kind(e) == EVENT_EXTRA;
    uint32_t cards =
        extra ? s->extra : routes_price(m, acting_seen(s), event_kind(e), event_arg(e)).cards;

    return (struct payment){(uint8_t)event_colour(extra ? s->claim : e),
                            (uint8_t)(cards - event_wilds(e)), (uint8_t)event_wilds(e)};
}

struct nearest routes_nearest(const struct match *m, const struct routes_state *s,
                              enum event_kind kind, uint32_t what)
{
    const struct routes_seat *seat = acting_seen(s);
    struct nearest best = {.price = routes_price(m, seat, kind, what), .missing = UINT8_MAX};

    for (uint32_t colour = 0; colour < board_of(m)->colours; colour++) {
        if (best.price.colour != GREY && best.price.colour != colour)
            continue;
        struct payment p = routes_fewest_wilds(seat, best.price, colour);
        uint32_t missing = p.wilds > seat->wild ? p.wilds - (uint32_t)seat->wild : 0;
        if (missing >= best.missing)
            continue;
        best.missing = (uint8_t)missing;
        best.colour = (uint8_t)colour;
        /* Missing wild cards are replaced by cards of the colour. */
        best.event = event_pay(kind, what, missing ? colour : p.colour, p.wilds - missing);
    }
    best.why = routes_refusal(m, s, best.event);
    return best;
}

/* Labels for the routes that a seat has or can still get. */
static void label_usable(const struct match *m, const struct routes_state *s, uint32_t seat,
                         uint8_t label[CITIES_MAX])
{
    uint64_t usable[PLANES_MAX];

    routes_usable(s, seat, usable);
    routes_labels(board_of(m), usable, label);
}

enum ticket_state routes_ticket_state(const struct match *m, const struct routes_state *s,
                                      uint32_t seat, uint32_t ticket)
{
    const struct ticket *t = &board_of(m)->ticket[ticket];
    uint8_t label[CITIES_MAX];

    routes_labels(board_of(m), s->seat[seat].owned, label);
    if (label[t->a] == label[t->b])
        return TICKET_DONE;
    label_usable(m, s, seat, label);
    return label[t->a] == label[t->b] ? TICKET_POSSIBLE : TICKET_CUT_OFF;
}

bool routes_station_saves(const struct match *m, const struct routes_state *s, uint32_t seat,
                          uint32_t ticket)
{
    const struct routes_board *b = board_of(m);
    const struct ticket *t = &b->ticket[ticket];
    uint64_t sites =
        s->seat[seat].stations | (s->seat[seat].stations_left ? s->free_cities : 0);
    uint8_t label[CITIES_MAX];

    if (!sites)
        return false;
    label_usable(m, s, seat, label);
    for (uint32_t p = 0; p < b->planes; p++) {
        uint64_t others = 0;

        for (uint32_t i = 0; i < m->seats; i++)
            others |= i == seat ? 0 : s->seat[i].owned[p];
        for (; others; others &= others - 1) {
            const struct route *r = &b->route[64 * p + bits_first(others)];
            uint32_t x = label[r->a], y = label[r->b];

            if ((sites & (bit(r->a) | bit(r->b))) && ((x == label[t->a] && y == label[t->b]) ||
                                                      (x == label[t->b] && y == label[t->a])))
                return true;
        }
    }
    return false;
}

bool routes_has_part(const struct routes_board *b, enum routes_part part)
{
    static const uint32_t needs[] = {[PART_STATIONS] = FEATURE_STATIONS,
                                     [PART_EXPRESS] = FEATURE_LONGEST_PATH,
                                     [PART_FLAG] = FEATURE_FLAG};

    return (b->features & needs[part]) == needs[part];
}

bool routes_swept(const struct routes_state *before, const struct routes_state *after)
{
    for (uint32_t i = 0; i < MARKET_SIZE; i++)
        if (after->market[i] != NO_CARD)
            return false;
    return after->phase == PHASE_MARKET && before->phase != PHASE_HANDS;
}

bool routes_ticket_count_secret(const struct match *m, const struct view *v)
{
    return board_of(m)->secret_counts && v->seat != EVERYTHING &&
           v->seen.routes.ticket_count > 1;
}
