/*
 * The laws of the routes family about time: whose turn it is, what a tunnel costs, when the
 * last round begins and ends, that a game has a limited length, and that the score follows from
 * the events. All of it is computed from the events, independently of the engine's own
 * bookkeeping.
 */
#include "laws.h"

static uint32_t pieces_left(const struct game *g, uint32_t seat)
{
    const struct routes_seat *p = &g->state.routes.seat[seat];

    return (uint32_t)p->pieces[0] + p->pieces[1];
}

/* The turn of g->last_seat is over: has it set off the last round (E17, B9, P6)? */
static void end_of_turn(struct game *g)
{
    if (!g->trigger && g->turns &&
        pieces_left(g, g->last_seat) <= g->match.board->routes.last_round_at)
        g->trigger = g->turns;
}

/*
 * The most events that a game can have, apart from sweeps and declined tunnels: every drawn
 * card was in the deck at first or has been paid since, and paying ends when routes and
 * stations run out.
 */
static uint32_t bound(const struct game *g)
{
    const struct routes_board *b = &g->match.board->routes;
    uint32_t seats = g->match.seats, cards = pack_sum(b->cards) + b->wilds, claims = 0;

    for (uint32_t n = 0; n < ROUTES_MAX; n++) {
        if (b->route[n].length == 0)
            continue;
        cards += b->route[n].cards + (b->route[n].tunnel ? 3u : 0u);
        claims++;
    }
    cards += seats * b->stations * (b->stations + 1u) / 2;
    uint32_t stations = seats * b->stations;
    uint32_t turns = cards + claims + stations + b->tickets;
    uint32_t set_up = cards + b->tickets + seats + 1;
    uint32_t passes = seats * (turns + 1);
    return set_up + 2 * cards + 5 * claims + stations + b->tickets * (b->draw_tickets + 2u) +
           passes;
}

void routes_start(struct game *g)
{
    uint32_t option = option_index(g->match.rules, "first", 5);

    if (option < OPTIONS_MAX && g->match.option[option] > 0)
        g->last_seat = g->match.option[option] - 1u;
    g->bound = bound(g);
    for (uint32_t n = 0; n < ROUTES_MAX; n++)
        if (g->match.board->routes.route[n].length > 0)
            g->exists[n / 64] |= bit(n % 64);
}

static void begin_turn(struct game *g, event_t e)
{
    const struct routes_state *s = &g->state.routes;
    uint32_t expected = g->turns ? (g->last_seat + 1) % g->match.seats : g->last_seat;

    end_of_turn(g);
    LAW(g, "play passes clockwise (C1)", s->turn == expected && g->actor == expected);
    uint32_t since = g->turns - g->trigger;
    LAW(g, "the last round has as many turns as players (E17R)",
        !g->trigger || since < g->match.seats);
    LAW(g, "last_turns counts the last round down",
        s->last_turns == (g->trigger ? g->match.seats - since : 0));
    LAW(g, "all passing ends the game (C15R)",
        g->passes < g->match.seats && s->passes == g->passes);
    LAW(g, "passing is the only event where it is legal (C15R)",
        event_kind(e) != EVENT_PASS || g->legals == 1);
    g->passes = event_kind(e) == EVENT_PASS ? g->passes + 1 : 0;
    g->turns++;
    g->last_seat = s->turn;
}

void routes_before(struct game *g, event_t e)
{
    const struct routes_board *b = &g->match.board->routes;
    const struct routes_state *s = &g->state.routes;
    const struct route *r = &b->route[event_arg(e)];

    g->phase = s->phase;
    if (s->phase == PHASE_TURN)
        begin_turn(g, e);
    g->was_empty = s->deck_size == 0;
    switch (event_kind(e)) {
    case EVENT_FIRST:
        g->last_seat = event_arg(e);
        break;
    case EVENT_CLAIM:
        g->to_turn = r->tunnel ? s->deck_size + pack_sum(s->discard) + s->discard_wild : 0;
        g->to_turn = g->to_turn < 3 ? g->to_turn : 3;
        g->matches = 0;
        if (g->to_turn)
            g->tunnel = e;
        else
            g->points[s->turn] += r->points;
        break;
    case EVENT_DEAL:
        if (!g->tunnel)
            break;
        LAW(g, "a tunnel turns up three cards, or all there are (E7, E12)", g->to_turn > 0);
        g->to_turn--;
        /* E7; E9: if the payment was wild cards alone, only wild cards ask for more. */
        g->matches += event_arg(e) == WILD || event_arg(e) == event_colour(g->tunnel);
        break;
    case EVENT_EXTRA:
        g->matches = 0;
        break;
    case EVENT_DECLINE:
        g->declined++;
        g->tunnel = 0;
        break;
    default:
        break;
    }
}

void routes_after(struct game *g, event_t e)
{
    const struct routes_board *b = &g->match.board->routes;
    const struct routes_state *s = &g->state.routes;
    bool empty = s->phase == PHASE_MARKET && g->phase != PHASE_HANDS;

    for (uint32_t i = 0; i < MARKET_SIZE; i++)
        empty = empty && s->market[i] == NO_CARD;
    g->sweeps += empty;

    LAW(g, "what a turn discards becomes an empty deck together (C6)",
        !g->was_empty || s->phase == PHASE_MARKET || (s->discard == 0 && s->discard_wild == 0));

    if (g->tunnel && g->to_turn == 0 && g->matches == 0) {
        g->points[g->last_seat] += b->route[event_arg(g->tunnel)].points;
        g->tunnel = 0;
    } else if (g->tunnel && g->to_turn == 0) {
        LAW(g, "a tunnel asks for a card for each that matches (E7, E9)",
            s->phase == PHASE_EXTRA && s->extra == g->matches);
    } else if (g->tunnel) {
        LAW(g, "a tunnel turns up three cards, or all there are (E7, E12)",
            s->phase == PHASE_TUNNEL);
    }
    for (uint32_t i = 0; i < g->match.seats; i++)
        LAW(g, "the score follows from the events (C16)", s->seat[i].score == g->points[i]);
    LAW(g, "a game ends within its bound",
        g->length <= g->bound + 5 * g->sweeps + 5 * g->declined);
    if (event_kind(e) == EVENT_PASS && g->passes == g->match.seats)
        LAW(g, "all passing ends the game (C15R)", s->phase == PHASE_OVER);
    if (s->phase == PHASE_OVER)
        end_of_turn(g);
}

/* Are the two cities joined by these routes? Slow and plain. */
static bool joined(const struct routes_board *b, const uint64_t *owned, uint32_t from,
                   uint32_t to)
{
    uint64_t reached = bit(from), before = 0;

    while (reached != before) {
        before = reached;
        for (uint32_t n = 0; n < ROUTES_MAX; n++) {
            const struct route *r = &b->route[n];

            if (bits_have(owned[n / 64], n % 64) &&
                (bits_have(reached, r->a) || bits_have(reached, r->b)))
                reached |= bit(r->a) | bit(r->b);
        }
    }
    return bits_have(reached, to);
}

static void check_sheet(struct game *g, const struct sheet *sheet, uint32_t seat)
{
    const struct routes_board *b = &g->match.board->routes;
    const struct routes_seat *p = &g->state.routes.seat[seat];
    const struct seat_sheet *a = &sheet->seat[seat];
    int32_t tickets = 0;
    uint32_t longest = 0;

    LAW(g, "completed tickets are one's own",
        (a->completed & ~p->tickets) == 0 && a->tickets == bits_count(a->completed) &&
            a->kept == bits_count(p->tickets));
    for (uint32_t t = 0; t < b->tickets; t++) {
        bool done = bits_have(a->completed, t);

        if (bits_have(p->tickets, t)) {
            tickets += done ? b->ticket[t].points : -b->ticket[t].points;
            bool own = joined(b, p->owned, b->ticket[t].a, b->ticket[t].b);
            LAW(g, "a ticket joined by one's own routes is completed (C14)", done || !own);
            LAW(g, "without stations nothing else completes a ticket (C14)",
                own || !done || p->stations != 0);
        }
    }
    for (uint32_t i = 0; i < g->match.seats; i++)
        longest = sheet->seat[i].longest > longest ? sheet->seat[i].longest : longest;
    bool express = (b->features & FEATURE_LONGEST_PATH) && longest > 0 && a->longest == longest;
    LAW(g, "part routes is the running score (C16)", a->part[0] == p->score);
    LAW(g, "part tickets is what is completed less the rest (C14)", a->part[1] == tickets);
    LAW(g, "part stations counts those not built (E16)",
        a->part[2] == p->stations_left * b->station_points);
    LAW(g, "part express goes to all who are tied for it (E18)",
        a->part[3] == (express ? b->express_points : 0));
    LAW(g, "part flag counts the finished flags (P4)", a->part[4] == p->flags * b->flag_points);
    for (uint32_t i = 0; i < g->match.seats; i++)
        LAW(g, "more points rank before fewer (E19, B10, P7)",
            sheet->seat[i].total <= a->total || sheet->seat[i].rank < a->rank);
}

void routes_end(struct game *g)
{
    LAW(g, "a game ends after the last round or when all pass (E17R, C15R)",
        g->passes == g->match.seats || (g->trigger && g->turns - g->trigger == g->match.seats));
    struct sheet sheet;
    g->match.rules->score(&g->match, &g->state, &sheet);
    for (uint32_t i = 0; i < g->match.seats; i++)
        check_sheet(g, &sheet, i);
}
