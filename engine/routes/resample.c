/*
 * Fills in what a view leaves open: makes a state that looks the same to the seat, with
 * everything it cannot see dealt again at random. Randomness comes from the caller's dice.
 * follow.c makes states in the same way, and wishes for some of the tickets.
 */
#include "routes.h"

/* Tickets that can be anywhere, as a list to draw from. */
struct pool {
    uint8_t ticket[TICKETS_MAX];
    uint32_t size;
};

struct deal {
    const struct match *m;
    const struct routes_board *b;
    const struct dice *dice;
    struct routes_state *s;
    uint32_t me; /* the seat whose view it is; none for a spectator */
    const struct routes_wish *wish;
    struct pool regular, longs;
    bool fits; /* so far there have been enough tickets for everything */
};

static uint32_t roll(const struct deal *d, uint32_t n)
{
    return n > 1 ? d->dice->roll(d->dice->context, n) : 0;
}

/*
 * Rolls for up to ROLLS_AT_ONCE draws from n things without replacement, with one throw of the
 * dice: a number below n (n - 1) (n - 2)..., whose remainders by n, n - 1, ... are then evenly
 * distributed and independent. Four factors of at most COLOURED_CARDS_MAX + WILD_CARDS_MAX fit
 * 32 bits.
 */
enum { ROLLS_AT_ONCE = 4 };

static uint32_t roll_draws(const struct deal *d, uint32_t n, uint32_t draws)
{
    uint32_t product = 1;

    for (; draws > 0; draws--)
        product *= n--;
    return roll(d, product);
}

static void pool_fill(struct pool *p, uint64_t tickets)
{
    for (p->size = 0; tickets; tickets &= tickets - 1)
        p->ticket[p->size++] = (uint8_t)bits_first(tickets);
}

static uint64_t pool_set(const struct pool *p)
{
    uint64_t set = 0;

    for (uint32_t i = 0; i < p->size; i++)
        set |= bit(p->ticket[i]);
    return set;
}

static inline uint32_t pool_take(struct pool *p, uint32_t k)
{
    uint32_t ticket = p->ticket[k];

    p->ticket[k] = p->ticket[--p->size];
    return ticket;
}

static uint32_t draw_ticket(struct deal *d, struct pool *p)
{
    if (p->size > 0)
        return pool_take(p, roll(d, p->size));
    d->fits = false;
    return 0;
}

static uint64_t draw_tickets(struct deal *d, struct pool *p, uint32_t n)
{
    uint64_t drawn = 0;

    if (n > p->size) {
        d->fits = false;
        return 0;
    }
    while (n > 0) {
        uint32_t some = n < ROLLS_AT_ONCE ? n : ROLLS_AT_ONCE;
        uint32_t rolled = roll_draws(d, p->size, some);

        for (n -= some; some > 0; some--) {
            uint32_t k = rolled % p->size;

            rolled /= p->size;
            drawn |= bit(pool_take(p, k));
        }
    }
    return drawn;
}

/* The cards in the deck or hidden in other hands: a pack and wild cards. */
struct unseen {
    uint64_t cards;
    uint32_t wild, size;
};

/* Gives a seat the hidden card number k, without branches, since they could not be predicted. */
static inline void take_card(struct unseen *u, struct routes_seat *seat, uint32_t k)
{
    uint32_t is_wild = k < u->wild;
    uint32_t colour = pack_find(u->cards, is_wild ? 0 : k - u->wild);
    uint64_t card = is_wild ? 0 : pack_one(colour & 7);

    u->cards -= card;
    seat->hand += card;
    u->wild -= is_wild;
    seat->wild = (uint8_t)(seat->wild + is_wild);
    u->size--;
}

/* Every hidden card is as likely as any other to be in a hand or in the deck. */
static void deal_cards(struct deal *d, struct unseen u)
{
    for (uint32_t i = 0; i < d->m->seats; i++) {
        struct routes_seat *seat = &d->s->seat[i];

        if (i == d->me)
            continue;
        seat->hand = seat->known;
        seat->wild = seat->known_wild;
        uint32_t n = seat->hand_size - pack_sum(seat->known) - seat->known_wild;
        while (n > 0) {
            uint32_t some = n < ROLLS_AT_ONCE ? n : ROLLS_AT_ONCE;
            uint32_t rolled = roll_draws(d, u.size, some);

            for (n -= some; some > 0; some--) {
                uint32_t k = rolled % u.size;

                rolled /= u.size;
                take_card(&u, seat, k);
            }
        }
    }
    d->s->deck = u.cards;
    d->s->deck_wild = (uint8_t)u.wild;
}

/* Do long tickets come from the ticket deck now? */
static bool deals_long(const struct routes_state *s)
{
    return s->phase == PHASE_FIRST_TICKETS && s->step == 0;
}

/* While the first tickets are dealt and chosen: each seat was dealt the same number. Seats
 * before `turn` in PHASE_CHOOSE have already chosen, but nobody knows what. */
static void deal_first(struct deal *d)
{
    const struct routes_board *b = d->b;
    struct routes_state *s = d->s;

    for (uint32_t i = 0; i < d->m->seats; i++) {
        struct routes_seat *seat = &s->seat[i];

        if (i == d->me)
            continue;
        bool chosen = s->phase == PHASE_CHOOSE && i < s->turn;
        uint32_t n = chosen ? b->first_long + (uint32_t)b->first_regular : seat->offered;
        uint64_t all = 0;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t ticket = draw_ticket(d, k < b->first_long ? &d->longs : &d->regular);

            all |= bit(ticket);
            if (!chosen)
                seat->offer[k] = (uint8_t)ticket;
        }
        if (chosen) {
            struct pool dealt;

            pool_fill(&dealt, all);
            uint32_t kept = d->wish->kept[i];
            if (kept == 0)
                kept = b->first_keep + roll(d, n - b->first_keep + 1);
            seat->tickets = draw_tickets(d, &dealt, kept);
            seat->dropped = all & ~seat->tickets;
        }
    }
    s->ticket_deck = pool_set(deals_long(s) ? &d->longs : &d->regular) | d->wish->tickets;
    if (!deals_long(s))
        s->ticket_count = (uint8_t)bits_count(s->ticket_deck);
}

/* What is known of a number of tickets. */
struct range {
    uint32_t least, most;
};

/* How many of the `rest` the other seats can hold together, where that is secret: the others are in
 * the ticket deck, of which everybody sees whether none, one or more are left (C13R). It is never
 * empty above a queue. */
static struct range range_of_seats(const struct routes_state *s, uint32_t rest)
{
    uint32_t shown = s->ticket_count, queued = s->queued;
    uint32_t deck = queued + shown > 2 ? 1 : shown - queued; /* at least */

    return (struct range){shown < 2 ? rest - deck : 0, rest - deck};
}

/* Guesses how many tickets each other seat holds: within what is known of each, and so that they
 * come to the right sum. */
static void guess_counts(struct deal *d, uint32_t count[ROUTES_SEATS_MAX])
{
    uint32_t rest = d->regular.size + bits_count(d->wish->tickets), sum = 0;
    const struct routes_seat *seat = d->s->seat;

    for (uint32_t i = 0; i < d->m->seats; i++) {
        if (i == d->me)
            continue;
        rest -= seat[i].offered;
        count[i] =
            seat[i].tickets_min + roll(d, seat[i].tickets_max - seat[i].tickets_min + 1u);
        sum += count[i];
    }
    struct range all = range_of_seats(d->s, rest);
    uint32_t i = roll(d, d->m->seats);
    for (uint32_t steps = TICKETS_MAX * d->m->seats; sum < all.least || sum > all.most; i++) {
        bool more = sum < all.least;

        if (steps-- == 0) {
            d->fits = false;
            return;
        }
        i = i < d->m->seats ? i : 0;
        if (i == d->me || count[i] == (more ? seat[i].tickets_max : seat[i].tickets_min))
            continue;
        count[i] = more ? count[i] + 1 : count[i] - 1;
        sum = more ? sum + 1 : sum - 1;
    }
}

/* The tickets another seat holds, and those it gave up at set-up if these left the game. */
static void deal_seat_tickets(struct deal *d, struct routes_seat *seat, uint32_t count)
{
    const struct routes_board *b = d->b;
    uint32_t gone = 0; /* given up at set-up and out of the game */

    if (b->first_leave)
        gone = (uint32_t)(b->first_long + b->first_regular - seat->first_kept);
    uint32_t fewest = gone > b->first_regular ? gone - b->first_regular : 0;
    uint32_t most = gone < b->first_long ? gone : b->first_long;
    uint32_t longs_gone = fewest + roll(d, most - fewest + 1);
    if (d->s->phase == PHASE_OVER) { /* held tickets are known (C13) */
        uint32_t held = bits_count(seat->tickets);

        longs_gone = b->first_long - bits_count(seat->tickets & b->long_tickets);
        d->fits = d->fits && longs_gone <= gone && held >= seat->tickets_min &&
                  held <= seat->tickets_max;
    }
    uint32_t longs = b->first_long - longs_gone;
    seat->dropped = draw_tickets(d, &d->longs, longs_gone);
    if (d->s->phase != PHASE_OVER) {
        seat->tickets = draw_tickets(d, &d->longs, longs);
        seat->tickets |= draw_tickets(d, &d->regular, count - longs);
    }
    seat->dropped |= draw_tickets(d, &d->regular, gone - longs_gone);
    for (uint32_t k = 0; k < seat->offered && k < OFFER_MAX; k++)
        seat->offer[k] = (uint8_t)draw_ticket(d, &d->regular);
}

/* The unknown tickets of the queue, in order within each lot. Nobody knows who returned them,
 * so they are assigned to the seat after the viewer's. */
static void deal_queue(struct deal *d)
{
    struct routes_state *s = d->s;
    uint32_t other = d->me < d->m->seats ? (d->me + 1) % d->m->seats : 0;

    for (uint32_t i = 0, end; i < s->queued; i = end) {
        uint64_t lot = 0;
        uint32_t unknown = 0;

        for (end = i; end < s->queued && (end == i || !(s->queue[end] & QUEUE_LOT)); end++) {
            uint32_t ticket = s->queue[end] & (QUEUE_LOT - 1u);

            if (ticket == QUEUE_UNKNOWN)
                unknown++;
            else
                lot |= bit(ticket);
        }
        uint64_t drawn = draw_tickets(d, &d->regular, unknown);
        if (!d->fits)
            return;
        s->seat[other].dropped |= drawn;
        lot |= drawn;
        uint32_t mark = QUEUE_LOT;
        for (uint32_t k = i; k < end; k++, lot &= lot - 1, mark = 0)
            s->queue[k] = (uint8_t)(bits_first(lot) | mark);
    }
}

static void deal_tickets(struct deal *d)
{
    struct routes_state *s = d->s;
    uint32_t count[ROUTES_SEATS_MAX] = {0};

    if (d->b->secret_counts && s->phase != PHASE_OVER)
        guess_counts(d, count);
    for (uint32_t i = 0; i < d->m->seats; i++) {
        if (i == d->me)
            continue;
        if (!d->b->secret_counts)
            count[i] = s->seat[i].tickets_min;
        deal_seat_tickets(d, &s->seat[i], count[i]);
    }
    if (d->b->secret_counts) /* the lots of a secret queue are invisible: one for each ticket */
        for (uint32_t i = 0; i < s->queued; i++)
            s->queue[i] |= QUEUE_LOT;
    deal_queue(d);
    s->ticket_deck = pool_set(&d->regular) | d->wish->tickets;
    d->fits = d->fits && (s->ticket_deck || s->queued == 0);
    if (d->b->secret_counts)
        s->ticket_count = (uint8_t)(bits_count(s->ticket_deck) + s->queued);
}

bool routes_fill(const struct match *m, const struct view *v, const struct routes_wish *wish,
                 const struct dice *dice, struct state *state)
{
    const struct routes_board *b = board_of(m);
    struct routes_state *s = &state->routes;

    *state = v->seen;
    if (v->seat == EVERYTHING)
        return true;
    uint64_t placed = 0;
    for (uint32_t i = 0; i < m->seats; i++) {
        const struct routes_seat *seat = &s->seat[i];

        placed |= seat->tickets | seat->dropped;
        for (uint32_t k = 0; k < seat->offered && i == v->seat; k++)
            placed |= bit(seat->offer[k]);
    }
    struct deal d = {.m = m, .b = b, .dice = dice, .s = s, .me = v->seat, .wish = wish};
    uint32_t size = pack_sum(v->routes.cards) + v->routes.wild;
    deal_cards(&d, (struct unseen){v->routes.cards, v->routes.wild, size});
    if (s->phase == PHASE_HANDS || (s->phase == PHASE_MARKET && s->next == PHASE_FIRST_TICKETS))
        return true; /* no tickets yet */
    d.fits =
        !(wish->tickets & (placed | ~(deals_long(s) ? b->long_tickets : b->regular_tickets)));
    placed |= wish->tickets;
    pool_fill(&d.regular, b->regular_tickets & ~placed);
    pool_fill(&d.longs, b->long_tickets & ~placed);
    if (s->phase == PHASE_FIRST_TICKETS || s->phase == PHASE_CHOOSE)
        deal_first(&d);
    else
        deal_tickets(&d);
    return d.fits;
}

void routes_resample(const struct match *m, const struct view *v, const struct dice *dice,
                     struct state *s)
{
    static const struct routes_wish nothing;

    routes_fill(m, v, &nothing, dice, s);
}
