/*
 * Tickets: dealing them at set-up and in a turn, keeping and returning them, and the bottom of the
 * ticket deck (C12, C13R, C18R, E2, E3, B2, B8, P2). Completion is judged in score.c.
 *
 * The ticket deck is a set from which chance deals evenly (ticket_deck) above a queue of lots.
 * Tickets returned together are one lot; their random order (C13R) comes from dealing evenly
 * from the lot once everything above it is gone.
 */
#include "routes.h"

/* From then on it no longer matters who returned which ticket. */
void ticket_pop_lot(struct routes_state *s)
{
    uint32_t n = 0;

    do {
        s->ticket_deck |= bit(s->queue[n] & (QUEUE_LOT - 1u));
        n++;
    } while (n < s->queued && !(s->queue[n] & QUEUE_LOT));
    s->queued = (uint8_t)(s->queued - n);
    __builtin_memmove(s->queue, s->queue + n, s->queued);
    __builtin_memset(s->queue + s->queued, 0, n);
    for (uint32_t i = 0; i < ROUTES_SEATS_MAX; i++)
        s->seat[i].dropped &= ~s->ticket_deck;
}

static void push_lot(struct routes_state *s, uint64_t lot)
{
    uint32_t mark = QUEUE_LOT;

    for (uint64_t left = lot; left; left &= left - 1) {
        s->queue[s->queued++] = (uint8_t)(bits_first(left) | mark);
        mark = 0;
    }
    s->ticket_count = (uint8_t)(s->ticket_count + bits_count(lot));
    if (s->ticket_deck == 0 && s->queued > 0)
        ticket_pop_lot(s);
}

static void offer(struct routes_seat *seat, struct routes_state *s, uint32_t ticket)
{
    seat->offer[seat->offered++] = (uint8_t)ticket;
    s->ticket_deck &= ~bit(ticket);
}

/* The long ones to each seat, then the regular ones. */
bool ticket_setup(const struct match *m, struct routes_state *s)
{
    const struct routes_board *b = board_of(m);

    s->phase = PHASE_FIRST_TICKETS;
    s->turn = 0;
    s->step = b->first_long == 0;
    s->ticket_deck = s->step ? b->regular_tickets : b->long_tickets;
    s->ticket_count = (uint8_t)(s->step ? bits_count(s->ticket_deck) : 0);
    return true;
}

static void ticket_setup_deal(const struct match *m, struct routes_state *s, uint32_t ticket)
{
    const struct routes_board *b = board_of(m);
    struct routes_seat *seat = acting(s);

    offer(seat, s, ticket);
    if (s->step)
        s->ticket_count--;
    if (seat->offered < b->first_long + (s->step ? b->first_regular : 0))
        return;
    s->turn++;
    if (s->turn < m->seats)
        return;
    s->turn = 0;
    if (s->step == 0) { /* E2: the other long ones leave the game */
        s->step = 1;
        s->ticket_deck = b->regular_tickets;
        s->ticket_count = (uint8_t)bits_count(s->ticket_deck);
        if (b->first_regular > 0)
            return;
    }
    s->step = 0;
    s->phase = PHASE_CHOOSE;
}

static inline enum refusal tickets_refusal(const struct match *m, const struct routes_state *s,
                                           event_t e)
{
    (void)m;
    if (e != event_make(EVENT_TICKETS, 0))
        return REFUSED_MALFORMED;
    if (s->phase != PHASE_TURN)
        return REFUSED_NOW;
    return s->ticket_count > 0 ? LEGAL : REFUSED_NO_TICKETS; /* C12 */
}

static bool tickets_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (tickets_refusal(m, s, e))
        return false;
    s->passes = 0;
    s->phase = PHASE_TICKETS;
    return true;
}

const struct routes_kind tickets_kind = {tickets_refusal, tickets_apply};

static inline enum refusal ticket_deal_refusal(const struct match *m,
                                               const struct routes_state *s, event_t e)
{
    uint32_t ticket = event_arg(e);

    (void)m;
    if (s->phase != PHASE_FIRST_TICKETS && s->phase != PHASE_TICKETS)
        return REFUSED_NOW;
    if (!event_fits(e, 8) || ticket >= TICKETS_MAX)
        return REFUSED_MALFORMED;
    return bits_have(s->ticket_deck, ticket) ? LEGAL : REFUSED_TICKET_GONE;
}

/* C12: fewer if fewer are left. */
static void ticket_turn_deal(const struct match *m, struct routes_state *s, uint32_t ticket)
{
    struct routes_seat *seat = acting(s);

    offer(seat, s, ticket);
    s->ticket_count--;
    if (s->ticket_deck == 0 && s->queued > 0)
        ticket_pop_lot(s);
    if (seat->offered == board_of(m)->draw_tickets || s->ticket_count == 0)
        s->phase = PHASE_KEEP;
}

static bool ticket_deal_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (ticket_deal_refusal(m, s, e))
        return false;
    if (s->phase == PHASE_TICKETS)
        ticket_turn_deal(m, s, event_arg(e));
    else
        ticket_setup_deal(m, s, event_arg(e));
    return true;
}

const struct routes_kind ticket_deal_kind = {ticket_deal_refusal, ticket_deal_apply};

uint32_t routes_keep_least(const struct match *m, const struct routes_state *s)
{
    return s->phase == PHASE_CHOOSE ? board_of(m)->first_keep : 1;
}

static inline enum refusal keep_refusal(const struct match *m, const struct routes_state *s,
                                        event_t e)
{
    uint32_t mask = event_arg(e);

    if (s->phase != PHASE_CHOOSE && s->phase != PHASE_KEEP)
        return REFUSED_NOW;
    if (!event_fits(e, 8) || mask >> s->seat[s->turn].offered)
        return REFUSED_MALFORMED;
    return bits_count(mask) < routes_keep_least(m, s) ? REFUSED_KEEP_FEW : LEGAL;
}

/* All have chosen (C18R): tickets given up leave the game or go to the bottom of the deck,
 * and the public counts become known. */
static void all_chosen(const struct match *m, struct routes_state *s)
{
    const struct routes_board *b = board_of(m);
    uint64_t lot = 0;

    for (uint32_t i = 0; i < m->seats; i++) {
        struct routes_seat *seat = &s->seat[i];
        uint8_t kept = (uint8_t)bits_count(seat->tickets);
        uint8_t dealt = (uint8_t)(b->first_long + b->first_regular);

        seat->tickets_min = b->secret_counts ? b->first_keep : kept;
        seat->tickets_max = b->secret_counts ? dealt : kept;
        seat->first_kept = b->secret_counts ? 0 : kept;
        lot |= seat->dropped;
    }
    if (!b->first_leave)
        push_lot(s, lot); /* B2 */
    if (m->option[0] == 0) {
        s->turn = 0;
        s->phase = PHASE_FIRST_SEAT; /* E4, B3, P5 */
    } else {
        s->turn = (uint8_t)(m->option[0] - 1);
        s->phase = PHASE_TURN;
    }
}

static bool keep_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (keep_refusal(m, s, e))
        return false;
    struct routes_seat *seat = acting(s);
    uint32_t mask = event_arg(e), kept = bits_count(mask), offered = seat->offered;
    uint64_t back = 0;
    for (uint32_t i = 0; i < offered; i++) {
        uint64_t ticket = bit(seat->offer[i]);

        if (bits_have(mask, i))
            seat->tickets |= ticket;
        else
            back |= ticket;
    }
    seat->dropped |= back;
    seat->offered = 0;
    __builtin_memset(seat->offer, 0, sizeof seat->offer);

    if (s->phase == PHASE_CHOOSE) {
        s->turn++;
        if (s->turn == m->seats)
            all_chosen(m, s);
        return true;
    }
    bool secret = board_of(m)->secret_counts;
    uint32_t most = seat->tickets_max + (secret ? offered : kept);
    seat->tickets_min = (uint8_t)(seat->tickets_min + (secret ? 1 : kept));
    seat->tickets_max = (uint8_t)(most < UINT8_MAX ? most : UINT8_MAX); /* a limit, no count */
    push_lot(s, back);
    return turn_end(m, s);
}

const struct routes_kind keep_kind = {keep_refusal, keep_apply};
