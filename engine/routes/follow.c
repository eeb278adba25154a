/*
 * A viewer follows the game by the events that it sees: see rules->follow. Its view is filled in to
 * a state in which the event can happen (resample.c), the event is applied there by the same code
 * as at the table, and the next view is that of the state which follows. Where this depends on what
 * is hidden, the outcome comes as a fact. Facts come from outside: if there are any, the next view
 * must be that of some state.
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

/* The facts of one event. */
struct facts {
    bool stays, left;
    uint8_t left_count, left_own;   /* FACT_LEFT */
    uint8_t kept[ROUTES_SEATS_MAX]; /* 0: there is no such fact */
    uint64_t holds[ROUTES_SEATS_MAX];
};

static bool read_fact(const struct match *m, uint32_t me, event_t fact, struct facts *f)
{
    const struct routes_board *b = board_of(m);
    uint32_t who = fact_who(fact), value = event_arg(fact);
    bool other = who < m->seats && who != me;

    if (fact != event_fact(fact_which(fact), who, value))
        return false;
    switch (fact_which(fact)) {
    case FACT_LEFT:
        f->left = true;
        f->left_count = (uint8_t)who;
        f->left_own = (uint8_t)value;
        return who <= 2;
    case FACT_STAYS:
        f->stays = true;
        return who == 0 && value == 0;
    case FACT_KEPT:
        if (!other || f->kept[who] || value < b->first_keep ||
            value > b->first_long + (uint32_t)b->first_regular)
            return false;
        f->kept[who] = (uint8_t)value;
        return true;
    case FACT_HOLDS:
        if (!other || value >= TICKETS_MAX || bits_have(f->holds[who], value))
            return false;
        f->holds[who] |= bit(value);
        return true;
    default:
        return false;
    }
}

/* ---- before the event ---- */

/* Takes cards off those that nobody sees, if there are so many. */
static bool take_unseen(struct routes_unseen *u, uint64_t cards, uint32_t wild)
{
    if (pack_min(cards, u->cards) != cards || wild > u->wild)
        return false;
    u->cards -= cards;
    u->wild = (uint8_t)(u->wild - wild);
    return true;
}

/* Another's hand must have what it pays. Cards that it is known to have are in it, and payments are
 * taken from those first: so what is paid becomes known for the moment. */
static bool hold_payment(const struct match *m, struct view *v, event_t e)
{
    struct routes_seat *seat = acting(&v->seen.routes);
    struct state rich = v->seen;

    acting(&rich.routes)->hand = 0x7F * PACK_ONES;
    acting(&rich.routes)->wild = 0x7F;
    if (!routes_allows(m, &rich.routes, e))
        return false;
    struct payment p = routes_payment(m, &v->seen.routes, e);
    uint32_t held = p.colour == WILD ? 0 : pack_get(seat->known, p.colour);
    uint64_t cards = p.coloured > held ? pack_some(p.colour, p.coloured - held) : 0;
    uint32_t wild = p.wilds > seat->known_wild ? p.wilds - (uint32_t)seat->known_wild : 0;
    if (!take_unseen(&v->routes, cards, wild))
        return false;
    seat->known += cards;
    seat->known_wild = (uint8_t)(seat->known_wild + wild);
    return pack_sum(seat->known) + seat->known_wild <= seat->hand_size;
}

static uint32_t roll_first(void *context, uint32_t n)
{
    (void)context, (void)n;
    return 0;
}

static uint32_t roll_last(void *context, uint32_t n)
{
    (void)context;
    return n - 1;
}

/* Of cards the first are wild, of numbers the first is the smallest. So the decks can have as few
 * wild cards as possible, which improves a market (C5R), and as many tickets; or the opposite. */
static const struct dice few_wild = {.roll = roll_first}, many_wild = {.roll = roll_last};

/* A state with this view in which the event can happen: the card or ticket is in the deck, the
 * payment in the hand. */
static bool imagine(const struct match *m, const struct view *v, event_t seen,
                    const struct facts *f, struct state *state)
{
    const uint32_t pays = 1u << EVENT_CLAIM | 1u << EVENT_STATION | 1u << EVENT_EXTRA;
    struct view some = *v;
    struct routes_wish wish = {0};
    uint32_t kind = event_kind(seen), what = event_arg(seen);
    bool open = !event_is_hidden(seen), card = open && kind == EVENT_DEAL;
    uint64_t coloured = card && what < COLOURS_MAX ? pack_one(what) : 0;
    uint32_t wild = card && what == WILD;

    __builtin_memcpy(wish.kept, f->kept, sizeof wish.kept);
    if (card && (coloured + wild == 0 || v->seen.routes.deck_size == 0 ||
                 !take_unseen(&some.routes, coloured, wild)))
        return false;
    if (open && kind == EVENT_DEAL_TICKET) {
        if (what >= TICKETS_MAX)
            return false;
        wish.tickets = bit(what);
    }
    if (pays >> kind & 1 && v->seen.routes.turn != v->seat && !hold_payment(m, &some, seen))
        return false;
    bool stays = f->stays && kind != EVENT_DEAL_TICKET; /* which leaves the market alone */
    if (!routes_fill(m, &some, &wish, stays ? &many_wild : &few_wild, state))
        return false;
    state->routes.deck += coloured;
    state->routes.deck_wild = (uint8_t)(state->routes.deck_wild + wild);
    return true;
}

/* ---- the event ---- */

/* May the viewer not see what happens now? */
static bool is_secret(const struct routes_state *s, uint32_t viewer)
{
    const uint32_t secret = 1u << PHASE_HANDS | 1u << PHASE_CARD | 1u << PHASE_FIRST_TICKETS |
                            1u << PHASE_TICKETS | 1u << PHASE_CHOOSE | 1u << PHASE_KEEP;

    return s->turn != viewer && (secret >> s->phase & 1);
}

/* An event that may be what a hidden one hides; 0 if there is none. */
static event_t some_event(const struct match *m, const struct state *s, event_t seen,
                          const struct facts *f)
{
    uint32_t kind = event_kind(seen), count = event_arg(seen);
    uint32_t offered = s->routes.seat[s->routes.turn].offered;

    if (seen != event_hidden(event_kind(seen), count))
        return 0;
    if (kind == EVENT_KEEP) {
        if ((count == 0) != board_of(m)->secret_counts || count > offered)
            return 0;
        return event_make(EVENT_KEEP, (1u << (count ? count : offered)) - 1);
    }
    event_t e = routes_pick(m, s, f->stays ? routes_count(m, s) - 1 : 0); /* C5R, as above */
    return event_kind(e) == kind && count == 0 ? e : 0;
}

/* Another passes only if it can do nothing (C15R): whatever it holds, let that be worth nothing. */
static bool apply(const struct match *m, struct state *s, event_t e, uint32_t viewer)
{
    struct routes_seat *seat = acting(&s->routes);
    uint64_t hand = seat->hand;
    uint8_t wild = seat->wild;

    if (e != event_make(EVENT_PASS, 0) || s->routes.turn == viewer)
        return routes_apply(m, s, e);
    seat->hand = seat->known;
    seat->wild = seat->known_wild;
    bool done = routes_apply(m, s, e);
    seat->hand = hand;
    seat->wild = wild;
    return done;
}

/* ---- after the event ---- */

/* C18R: the choices of the set-up become known together, when the last has been made. */
static bool kept_fits(const struct match *m, uint32_t viewer, const struct facts *f,
                      const struct routes_state *before, const struct routes_state *s)
{
    bool known = before->phase == PHASE_CHOOSE && s->phase != PHASE_CHOOSE;

    for (uint32_t i = 0; i < m->seats; i++)
        if (i != viewer && f->kept[i] != (known ? s->seat[i].first_kept : 0))
            return false;
    return true;
}

/* C13R: whether tickets are left, and how many of one's own lie in the queue. The tickets of others
 * lie there too, so one's own come to the deck at another time than in the state imagined. */
static bool show_left(const struct match *m, const struct facts *f, struct state *s,
                      struct view *next)
{
    struct routes_state *seen = &next->seen.routes;

    while (seen->queued > f->left_own) {
        ticket_pop_lot(&s->routes);
        routes_view(m, s, next->seat, next);
    }
    seen->ticket_count = f->left_count;
    return seen->queued == f->left_own;
}

/* C13: at the end, and only then, the tickets of others are shown. */
static bool show_tickets(const struct match *m, const struct facts *f, struct view *next)
{
    const struct routes_board *b = board_of(m);
    struct routes_seat *seat = next->seen.routes.seat;
    bool over = next->seen.routes.phase == PHASE_OVER;
    uint64_t free = over ? b->regular_tickets | b->long_tickets : 0;

    if (next->seat < m->seats)
        free &= ~(seat[next->seat].tickets | seat[next->seat].dropped);
    for (uint32_t i = 0; i < m->seats; i++) {
        if (i == next->seat)
            continue;
        if (f->holds[i] & ~free)
            return false;
        free &= ~f->holds[i];
        seat[i].tickets = f->holds[i];
    }
    return true;
}

/* Is this the view of some state? */
static bool is_view(const struct match *m, const struct view *v)
{
    static const struct routes_wish nothing;
    struct state s;
    struct view again;

    if (!routes_fill(m, v, &nothing, &few_wild, &s))
        return false;
    routes_view(m, &s, v->seat, &again);
    return __builtin_memcmp(&again, v, sizeof again) == 0;
}

/* The next view, that of the state which follows, with what the facts say. */
static bool look(const struct match *m, const struct view *v, const struct facts *f,
                 struct state *s, struct view *next)
{
    routes_view(m, s, v->seat, next);
    return f->stays == market_stays(&s->routes) &&
           kept_fits(m, v->seat, f, &v->seen.routes, &s->routes) &&
           (!f->left || show_left(m, f, s, next)) && show_tickets(m, f, next) &&
           ((!f->left && s->routes.phase != PHASE_OVER) || is_view(m, next));
}

static bool follow_all(const struct match *m, struct view *v, event_t e)
{
    struct state s = v->seen;

    if (!routes_apply(m, &s, e))
        return false;
    routes_view(m, &s, EVERYTHING, v);
    return true;
}

bool routes_follow(const struct match *m, struct view *v, event_t seen, const event_t *fact,
                   uint32_t facts)
{
    bool hidden = event_is_hidden(seen);
    struct facts f = {0};
    struct state s;
    struct view next;

    if (v->seat == EVERYTHING)
        return facts == 0 && follow_all(m, v, seen);
    for (uint32_t i = 0; i < facts; i++)
        if (!read_fact(m, v->seat, fact[i], &f))
            return false;
    if (f.left != (board_of(m)->secret_counts && moves_tickets(seen)) ||
        hidden != is_secret(&v->seen.routes, v->seat) || !imagine(m, v, seen, &f, &s) ||
        !apply(m, &s, hidden ? some_event(m, &s, seen, &f) : seen, v->seat) ||
        !look(m, v, &f, &s, &next))
        return false;
    *v = next;
    return true;
}
