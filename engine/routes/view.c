/*
 * What a seat sees of a state and of an event, and who chooses without knowing what others choose
 * (C13, C13R, C17R, C18R). Hidden things are removed only here; nothing else turns a state into
 * something that leaves the engine.
 */
#include "routes.h"

#include <stddef.h>

/* Cards of a seat that others haven't seen join the cards nobody has seen; the rest is public. */
static void hide_seat(struct routes_seat *seat, bool over, struct routes_unseen *unseen)
{
    unseen->cards += seat->hand - seat->known;
    unseen->wild = (uint8_t)(unseen->wild + seat->wild - seat->known_wild);
    seat->hand = 0;
    seat->wild = 0;
    seat->dropped = 0;
    __builtin_memset(seat->offer, 0, sizeof seat->offer);
    if (!over)
        seat->tickets = 0; /* C13 */
}

/* A seat knows the tickets it has returned itself, as long as they lie in the queue. It knows
 * how many others lie in each lot if counts are public, and nothing about them if counts are
 * secret. Its own come first in each lot: if they were in the order of numbers, their places
 * would give the others away. Writes the queue as the seat sees it and returns its length. */
static uint32_t hide_lots(const struct routes_state *s, uint64_t mine, uint8_t *queue)
{
    uint32_t kept = 0;

    for (uint32_t i = 0, end; i < s->queued; i = end) {
        for (end = i; end < s->queued && (end == i || !(s->queue[end] & QUEUE_LOT)); end++) {
            uint8_t ticket = s->queue[end] & (QUEUE_LOT - 1);

            if (bits_have(mine, ticket))
                queue[kept++] = ticket;
        }
        while (kept < end)
            queue[kept++] = QUEUE_UNKNOWN;
        queue[i] |= QUEUE_LOT;
    }
    return kept;
}

/* If counts are secret, only its own tickets are left, and the lots are invisible. */
static uint32_t hide_others(const struct routes_state *s, uint64_t mine, uint8_t *queue)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; mine && i < s->queued; i++) {
        uint32_t ticket = s->queue[i] & (QUEUE_LOT - 1u);
        bool own = bits_have(mine, ticket);

        queue[kept] = (uint8_t)(own ? ticket : 0);
        kept += own;
    }
    return kept;
}

static void hide_queue(const struct routes_state *s, uint64_t mine, bool secret,
                       struct routes_state *seen)
{
    if (s->queued == 0)
        return;
    __builtin_memset(seen->queue, 0, sizeof seen->queue);
    seen->queued =
        (uint8_t)(secret ? hide_others(s, mine, seen->queue) : hide_lots(s, mine, seen->queue));
}

/* Copies in pieces, which is faster than copying the whole. Seats that don't play are empty in
 * every state and need not be read. */
static void copy(const struct match *m, const struct state *s, struct state *to)
{
    static const struct routes_seat nobody;
    const size_t rest = offsetof(struct state, routes.open);

    for (uint32_t i = 0; i < ROUTES_SEATS_MAX; i++)
        to->routes.seat[i] = *(i < m->seats ? &s->routes.seat[i] : &nobody);
    __builtin_memcpy((unsigned char *)to + rest, (const unsigned char *)s + rest,
                     sizeof *s - rest);
}

void routes_view(const struct match *m, const struct state *s, uint32_t seat, struct view *v)
{
    const size_t rest = offsetof(struct view, seat); /* seen comes first */

    copy(m, s, &v->seen);
    __builtin_memset((unsigned char *)v + rest, 0, sizeof *v - rest);
    v->seat = (uint8_t)seat;
    struct routes_state *seen = &v->seen.routes;
    v->routes.cards = seen->deck;
    v->routes.wild = seen->deck_wild;
    if (seat == EVERYTHING)
        return;
    bool secret = board_of(m)->secret_counts;
    for (uint32_t i = 0; i < m->seats; i++)
        if (i != seat)
            hide_seat(&seen->seat[i], seen->phase == PHASE_OVER, &v->routes);
    hide_queue(&s->routes, seat < m->seats ? seen->seat[seat].dropped : 0, secret, seen);
    seen->deck = 0;
    seen->deck_wild = 0;
    seen->ticket_deck = 0;
    if (secret && seen->ticket_count > 2)
        seen->ticket_count = 2; /* C13R: none, one, or more */
}

/* Only the seat sees cards dealt to its hand, its tickets, and which tickets it keeps. How
 * many it keeps is public unless the board says otherwise, at set-up too, since all these
 * choices become known together. */
event_t routes_hide(const struct match *m, const struct state *state, event_t e,
                    uint32_t viewer)
{
    const struct routes_state *s = &state->routes;

    if (viewer == EVERYTHING || viewer == s->turn)
        return e;
    switch (s->phase) {
    case PHASE_HANDS:
    case PHASE_CARD:
    case PHASE_FIRST_TICKETS:
    case PHASE_TICKETS:
        return event_hidden(event_kind(e), 0);
    case PHASE_CHOOSE:
    case PHASE_KEEP:
        return event_hidden(EVENT_KEEP,
                            board_of(m)->secret_counts ? 0 : bits_count(event_arg(e)));
    default:
        return e;
    }
}

uint32_t routes_choosers(const struct match *m, const struct state *state)
{
    const struct routes_state *s = &state->routes;

    if (s->phase <= PHASE_LAST_OF_CHANCE || s->phase == PHASE_OVER)
        return 0;
    if (s->phase == PHASE_CHOOSE) /* C18R */
        return (uint32_t)((bit(m->seats) - 1) & ~(bit(s->turn) - 1));
    return 1u << s->turn;
}
