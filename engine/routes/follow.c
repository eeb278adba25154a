/*
 * A viewer follows the game by the events that it sees: see rules->follow. The event is applied to
 * what the view shows, by the same code as to the true state. Where that needs something hidden
 * (a card in another's hand, a ticket of the deck), anything will do that leads to the same
 * visible result; afterwards the hidden things are emptied again, and what nobody has seen is
 * counted anew. What the visible result would depend on otherwise comes as a fact.
 */
#include "routes.h"

enum {
    FACT_LEFT, /* secret counts (C13R): `who` = tickets left, none, one or more; `value` = how many
                   of one's own lie in the queue */
    FACT_STAYS, /* the market stays, though it has three wild cards (C5R) */
    FACT_KEPT,  /* `who` has kept `value` tickets of the set-up (C18R) */
    FACT_HOLDS, /* at the end: `who` has the ticket `value` (C13) */
};

/* Has a market with too many wild cards stayed? */
static bool market_stays(const struct routes_state *s)
{
    return market_must_go(s) && s->phase != PHASE_MARKET;
}

static bool moves_tickets(event_t e)
{
    return event_kind(e) == EVENT_DEAL_TICKET || event_kind(e) == EVENT_KEEP;
}

/* Can an event reveal anything at all? Most can't, and need not be tried. */
static bool may_reveal(const struct match *m, const struct routes_state *s, event_t e)
{
    bool wild = e == event_make(EVENT_DEAL, WILD);
    bool last = s->last_turns == 1 || s->passes + 1u == m->seats;

    return s->market_wild + (uint32_t)wild >= 3 || moves_tickets(e) || last;
}

uint32_t routes_reveal(const struct match *m, const struct state *state, event_t e,
                       uint32_t viewer, event_t fact[FACTS_MAX])
{
    bool secret = board_of(m)->secret_counts;
    struct view v;
    struct state after = *state;
    const struct routes_state *s = &after.routes;
    uint32_t n = 0;

    if (viewer == EVERYTHING || !may_reveal(m, &state->routes, e) ||
        !routes_apply(m, &after, e))
        return 0;
    if (market_stays(s))
        fact[n++] = event_fact(FACT_STAYS, 0, 0);
    if (secret && moves_tickets(e)) {
        routes_view(m, &after, viewer, &v);
        fact[n++] = event_fact(FACT_LEFT, v.seen.routes.ticket_count, v.seen.routes.queued);
    }
    bool chosen = state->routes.phase == PHASE_CHOOSE && s->phase != PHASE_CHOOSE;
    for (uint32_t i = 0; i < m->seats; i++) {
        if (i == viewer)
            continue;
        if (chosen && !secret)
            fact[n++] = event_fact(FACT_KEPT, i, s->seat[i].first_kept);
        for (uint64_t left = s->seat[i].tickets; left && s->phase == PHASE_OVER;
             left &= left - 1)
            fact[n++] = event_fact(FACT_HOLDS, i, bits_first(left));
    }
    return n;
}

/* One event that is followed. */
struct step {
    const struct match *m;
    const struct routes_board *b;
    struct routes_state *s; /* becomes what the viewer sees next */
    uint32_t me;            /* the viewer's seat; none for a spectator */
    uint32_t actor;         /* the seat that acts or is dealt to */
    uint8_t phase;          /* before the event */
    bool stays, left;       /* FACT_STAYS, FACT_LEFT; its values: */
    uint8_t left_count, left_own;
    uint8_t kept[ROUTES_SEATS_MAX]; /* FACT_KEPT */
    uint32_t seats_kept;            /* seats (bits) with such a fact */
    uint64_t holds[ROUTES_SEATS_MAX];
    bool shows_tickets; /* there is a FACT_HOLDS */
};

static bool read_fact(struct step *x, event_t fact)
{
    uint32_t who = fact_who(fact), value = event_arg(fact);
    bool other = who < x->m->seats && who != x->me;

    if (fact != event_fact(fact_which(fact), who, value))
        return false;
    switch (fact_which(fact)) {
    case FACT_LEFT:
        x->left = true;
        x->left_count = (uint8_t)who;
        x->left_own = (uint8_t)value;
        return who <= 2;
    case FACT_STAYS:
        x->stays = true;
        return who == 0 && value == 0;
    case FACT_KEPT:
        if (!other || x->seats_kept >> who & 1)
            return false;
        x->seats_kept |= 1u << who;
        x->kept[who] = (uint8_t)value;
        return true;
    case FACT_HOLDS:
        if (!other || value >= TICKETS_MAX || bits_have(x->holds[who], value))
            return false;
        x->holds[who] |= bit(value);
        x->shows_tickets = true;
        return true;
    default:
        return false;
    }
}

/* ---- cards ---- */

/* A deck from which the card of the event can be dealt, and which improves the market or not
 * (C5R). */
static void stack_deck(struct step *x, event_t e)
{
    uint32_t card = event_kind(e) == EVENT_DEAL ? event_arg(e) : NO_CARD;

    x->s->deck = x->stays ? 0 : pack_some(0, 4);
    if (card < COLOURS_MAX)
        x->s->deck += pack_one(card);
    x->s->deck_wild = x->stays ? 8 : card == WILD;
}

/* Another's hand for a payment: whatever it asks for. The rest of the time it is what all know. */
static void show_hand(struct step *x, event_t e)
{
    const uint32_t pays = 1u << EVENT_CLAIM | 1u << EVENT_STATION | 1u << EVENT_EXTRA;
    struct routes_seat *seat = &x->s->seat[x->actor];
    bool all = (pays >> event_kind(e) & 1) != 0;

    if (x->actor == x->me)
        return;
    seat->hand = all ? 0x7F * PACK_ONES : seat->known;
    seat->wild = all ? 0x7F : seat->known_wild;
}

/* Takes visible cards off those that nobody sees. False if there are not so many. */
static bool see(struct routes_unseen *u, uint64_t cards, uint32_t wild)
{
    if ((cards & PACK_TOPS) != 0 || pack_min(cards, u->cards) != cards || wild > u->wild)
        return false;
    u->cards -= cards;
    u->wild = (uint8_t)(u->wild - wild);
    return true;
}

static bool see_card(struct routes_unseen *u, uint32_t card)
{
    return card == NO_CARD || see(u, card == WILD ? 0 : pack_one(card), card == WILD);
}

/* The payment for a tunnel that is being tried lies on the table. */
static bool see_claim(const struct step *x, struct routes_unseen *u)
{
    uint32_t wilds = event_wilds(x->s->claim), colour = event_colour(x->s->claim);
    uint32_t price = x->b->route[event_arg(x->s->claim)].cards;

    return x->s->claim == 0 ||
           see(u, colour == WILD ? 0 : pack_some(colour, price - wilds), wilds);
}

/* What nobody has seen is everything that cannot be seen. The deck and the hidden parts of hands
 * have just as many cards. */
static bool count_unseen(const struct step *x, struct routes_unseen *u)
{
    const struct routes_state *s = x->s;
    uint32_t hidden = s->deck_size;

    *u = (struct routes_unseen){.cards = x->b->cards, .wild = x->b->wilds};
    for (uint32_t i = 0; i < x->m->seats; i++) {
        struct routes_seat *seat = &x->s->seat[i];
        uint32_t known = pack_sum(seat->known) + seat->known_wild;

        if (i != x->me) {
            seat->hand = 0;
            seat->wild = 0;
            hidden += seat->hand_size - known;
        }
        if (!see(u, seat->flag, 0) || known > seat->hand_size ||
            !see(u, i == x->me ? seat->hand : seat->known,
                 i == x->me ? seat->wild : seat->known_wild))
            return false;
    }
    for (uint32_t i = 0; i < MARKET_SIZE; i++)
        if (!see_card(u, s->market[i]))
            return false;
    for (uint32_t i = 0; i < s->turned_count; i++)
        if (!see_card(u, s->turned[i]))
            return false;
    x->s->deck = 0;
    x->s->deck_wild = 0;
    return see_claim(x, u) && see(u, s->discard, s->discard_wild) &&
           hidden == pack_sum(u->cards) + u->wild;
}

/* ---- tickets ---- */

/* The lot at the head of the queue comes into the ticket deck. */
static void pop_lot(struct step *x)
{
    struct routes_state *s = x->s;
    uint32_t n = 0;

    do {
        uint32_t ticket = s->queue[n++] & (QUEUE_LOT - 1u);

        if (ticket != QUEUE_UNKNOWN && x->me < x->m->seats)
            s->seat[x->me].dropped &= ~bit(ticket);
    } while (n < s->queued && !(s->queue[n] & QUEUE_LOT) && !x->b->secret_counts);
    s->queued = (uint8_t)(s->queued - n);
    __builtin_memmove(s->queue, s->queue + n, s->queued);
    __builtin_memset(s->queue + s->queued, 0, n);
}

/* A lot goes to the end of the queue: the viewer's own tickets, and so many unknown ones, which
 * do not show where counts are secret. */
static bool push_lot(struct step *x, uint64_t own, uint32_t unknown)
{
    struct routes_state *s = x->s;
    uint32_t mark = x->b->secret_counts ? 0 : QUEUE_LOT;

    unknown = x->b->secret_counts ? 0 : unknown;
    if (s->queued + bits_count(own) + unknown > TICKETS_MAX)
        return false;
    for (; own || unknown; mark = 0) {
        s->queue[s->queued++] = (uint8_t)((own ? bits_first(own) : QUEUE_UNKNOWN) | mark);
        unknown -= own == 0;
        own &= own - 1;
    }
    return true;
}

/* The tickets that come back by a KEEP of this step: one's own, and how many others. The choices
 * of the set-up become known together (C18R). */
static bool returned(struct step *x, uint32_t offered, uint32_t kept, uint64_t *own,
                     uint32_t *unknown)
{
    const struct routes_board *b = x->b;
    struct routes_state *s = x->s;
    uint32_t dealt = b->first_long + (uint32_t)b->first_regular;
    bool set_up = x->phase == PHASE_CHOOSE, mine = x->me < x->m->seats;

    *unknown = 0;
    if (!set_up) {
        *unknown = x->actor == x->me ? 0 : offered - kept;
        *own = x->actor == x->me ? *own : 0;
        return x->seats_kept == 0;
    }
    *own = mine && !b->first_leave ? s->seat[x->me].dropped : 0;
    if (s->phase == PHASE_CHOOSE || b->secret_counts) {
        *own = s->phase == PHASE_CHOOSE ? 0 : *own;
        return x->seats_kept == 0;
    }
    for (uint32_t i = 0; i < x->m->seats; i++) {
        struct routes_seat *seat = &s->seat[i];

        if (i == x->me)
            continue;
        if (!(x->seats_kept >> i & 1) || x->kept[i] < b->first_keep || x->kept[i] > dealt ||
            (i == x->actor && x->kept[i] != kept))
            return false;
        seat->tickets_min = seat->tickets_max = seat->first_kept = x->kept[i];
        *unknown += b->first_leave ? 0 : dealt - x->kept[i];
    }
    return true;
}

/* Tickets that the viewer knows not to be in the deck: its own, those in its offer. */
static uint64_t placed(const struct step *x)
{
    uint64_t set = 0;

    if (x->me >= x->m->seats)
        return 0;
    const struct routes_seat *seat = &x->s->seat[x->me];
    set = seat->tickets | seat->dropped;
    for (uint32_t i = 0; i < seat->offered; i++)
        set |= bit(seat->offer[i]);
    return set;
}

/* The regular tickets that another seat has or had: at least, and perhaps so many more. Adds those
 * that are shown. False if it can't have these. */
static bool hidden_tickets(const struct step *x, uint32_t i, uint64_t *seen, uint32_t *least,
                           uint32_t *slack)
{
    const struct routes_board *b = x->b;
    const struct routes_seat *seat = &x->s->seat[i];
    uint32_t dealt = b->first_long + (uint32_t)b->first_regular;
    uint32_t gone = b->first_leave ? dealt - seat->first_kept : 0;
    uint32_t count = bits_count(seat->tickets);
    uint32_t longs = bits_count(seat->tickets & b->long_tickets);

    if (x->s->phase == PHASE_FIRST_TICKETS || x->s->phase == PHASE_CHOOSE) {
        uint32_t n = x->s->phase == PHASE_CHOOSE ? dealt : seat->offered;

        *least += n > b->first_long ? n - b->first_long : 0;
        return true;
    }
    if (x->s->phase != PHASE_OVER) {
        *least += seat->tickets_min + gone + seat->offered - b->first_long;
        *slack += (uint32_t)(seat->tickets_max - seat->tickets_min);
        return true;
    }
    if (seat->tickets & (*seen | ~(b->regular_tickets | b->long_tickets)) ||
        longs > b->first_long || b->first_long - longs > gone || count < seat->tickets_min ||
        count > seat->tickets_max || longs + gone > dealt)
        return false;
    *seen |= seat->tickets;
    *least += longs + gone - b->first_long;
    return true;
}

/* Could the rest of the tickets be dealt so that the view is right? The facts about tickets come
 * from outside and are judged here; everything else follows from the rules. */
static bool tickets_fit(const struct step *x)
{
    const struct routes_board *b = x->b;
    const struct routes_state *s = x->s;
    uint32_t hidden = 0, slack = 0;
    uint64_t seen = placed(x);

    for (uint32_t i = 0; i < x->m->seats; i++)
        if (i != x->me && !hidden_tickets(x, i, &seen, &hidden, &slack))
            return false;
    for (uint32_t i = 0; i < s->queued; i++)
        hidden += (s->queue[i] & (QUEUE_LOT - 1u)) == QUEUE_UNKNOWN;
    uint32_t deck = bits_count(b->regular_tickets & ~seen);
    if (hidden > deck)
        return false;
    deck -= hidden;
    if (s->phase == PHASE_FIRST_TICKETS && s->step == 0)
        return s->ticket_count == 0;
    if (b->secret_counts && slack > 0 && s->ticket_count < 2)
        return s->queued == 0 && s->ticket_count <= deck && deck <= s->ticket_count + slack;
    if (b->secret_counts && slack > 0)
        return deck >= (s->queued ? 1 : 2);
    uint32_t count = deck + s->queued;
    return (deck > 0 || s->queued == 0) &&
           s->ticket_count == (b->secret_counts && count > 2 ? 2 : count);
}

/* After an event that moves tickets: the queue, and how many there are. */
static bool settle_tickets(struct step *x, const struct routes_state *before, event_t e,
                           event_t seen)
{
    const struct routes_board *b = x->b;
    struct routes_state *s = x->s;
    const struct routes_seat *was = &before->seat[x->actor];
    uint64_t own = 0;
    uint32_t unknown = 0;

    __builtin_memcpy(s->queue, before->queue, sizeof s->queue);
    s->queued = before->queued;
    if (event_kind(e) == EVENT_KEEP) {
        for (uint32_t i = 0; i < was->offered; i++)
            own |= bits_have(event_arg(e), i) ? 0 : bit(was->offer[i]);
        if (!returned(x, was->offered, event_arg(seen), &own, &unknown))
            return false;
        s->ticket_count = (uint8_t)(before->ticket_count + bits_count(own) + unknown);
        if (!push_lot(x, own, unknown))
            return false;
    }
    if (b->secret_counts) {
        s->ticket_count = x->left_count;
        while (s->queued > x->left_own)
            pop_lot(x);
        return s->queued == x->left_own;
    }
    bool set_up = s->phase == PHASE_FIRST_TICKETS || s->phase == PHASE_CHOOSE;
    if (!set_up && s->queued > 0 && s->queued == s->ticket_count)
        pop_lot(x);
    return true;
}

/* Gives the actor tickets to take or to keep, where the viewer does not know them. Nothing in the
 * queue: settle_tickets() sees to that. */
static bool stack_tickets(struct step *x, event_t e)
{
    const struct routes_board *b = x->b;
    struct routes_state *s = x->s;
    bool long_ones = s->phase == PHASE_FIRST_TICKETS && s->step == 0;

    if (x->left != (b->secret_counts && moves_tickets(e)))
        return false;
    if (!moves_tickets(e))
        return true;
    s->ticket_deck = (long_ones ? b->long_tickets : b->regular_tickets) & ~placed(x);
    s->queued = 0;
    if (x->left && s->phase == PHASE_TICKETS)
        s->ticket_count = (uint8_t)(x->left_count + 1);
    return true;
}

/* ---- an event ---- */

/* An event that may be what a hidden one hides; the event itself if it is not hidden, 0 if the
 * viewer ought to see it, or ought not to. */
static event_t some_event(const struct step *x, event_t seen)
{
    const struct routes_state *s = x->s;
    const uint32_t hidden = 1u << PHASE_HANDS | 1u << PHASE_CARD | 1u << PHASE_FIRST_TICKETS |
                            1u << PHASE_TICKETS | 1u << PHASE_CHOOSE | 1u << PHASE_KEEP;
    uint32_t count = event_arg(seen), offered = s->seat[s->turn].offered;

    if (s->turn == x->me || !(hidden >> s->phase & 1))
        return event_is_hidden(seen) ? 0 : seen;
    if (seen != event_hidden(event_kind(seen), count))
        return 0;
    switch (event_kind(seen)) {
    case EVENT_DEAL:
        return count == 0 ? event_make(EVENT_DEAL, x->stays ? WILD : 0) : 0;
    case EVENT_DEAL_TICKET:
        return count == 0 && s->ticket_deck
                   ? event_make(EVENT_DEAL_TICKET, bits_first(s->ticket_deck))
                   : 0;
    case EVENT_KEEP:
        if ((count == 0) != x->b->secret_counts || count > offered)
            return 0;
        return event_make(EVENT_KEEP, (1u << (count ? count : offered)) - 1);
    default:
        return 0;
    }
}

/* Empties what the viewer may not know. */
static bool hide_again(struct step *x)
{
    struct routes_state *s = x->s;
    bool over = s->phase == PHASE_OVER;

    for (uint32_t i = 0; i < x->m->seats; i++) {
        struct routes_seat *seat = &s->seat[i];

        if (i == x->me)
            continue;
        seat->tickets = over ? x->holds[i] : 0;
        seat->dropped = 0;
        __builtin_memset(seat->offer, 0, sizeof seat->offer);
    }
    s->ticket_deck = 0;
    if (x->b->secret_counts && s->ticket_count > 2)
        s->ticket_count = 2; /* C13R */
    return !x->shows_tickets || over;
}

bool routes_follow(const struct match *m, struct view *v, event_t seen, const event_t *fact,
                   uint32_t facts)
{
    struct view next = *v;
    struct routes_state *s = &next.seen.routes;
    struct step x = {.m = m, .b = board_of(m), .s = s, .me = v->seat, .actor = s->turn};

    if (v->seat == EVERYTHING) {
        if (facts > 0 || !routes_apply(m, &next.seen, seen))
            return false;
        routes_view(m, &next.seen, EVERYTHING, v);
        return true;
    }
    x.phase = s->phase;
    for (uint32_t i = 0; i < facts; i++)
        if (!read_fact(&x, fact[i]))
            return false;
    if (!stack_tickets(&x, seen))
        return false;
    event_t e = some_event(&x, seen);
    stack_deck(&x, e);
    show_hand(&x, e);
    if (!routes_apply(m, &next.seen, e) || x.stays != market_stays(s) || !hide_again(&x) ||
        (moves_tickets(e) && !settle_tickets(&x, &v->seen.routes, e, seen)) ||
        !count_unseen(&x, &next.routes) || (moves_tickets(e) && !tickets_fit(&x)) ||
        (s->phase == PHASE_OVER && !tickets_fit(&x)))
        return false;
    *v = next;
    return true;
}
