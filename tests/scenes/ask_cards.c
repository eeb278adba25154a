/*
 * Assertions about cards (hands, market, deck, discards, flag) and tickets. Each can be asked of
 * the true state or of what a view shows.
 */
#include "scene.h"

#include <stdio.h>
#include <string.h>

static const char *card_name(const struct asking *q, uint32_t card)
{
    const struct routes_board *b = &q->m->board->routes;

    return card == NO_CARD ? "-" : card == WILD ? b->wild_name : b->colour_name[card];
}

static void pile_text(const struct asking *q, struct pile p, char *buffer, size_t size)
{
    size_t n = (size_t)snprintf(buffer, size, "%s", pile_size(p) ? "" : "none");

    for (uint32_t card = 0; card <= WILD; card++)
        if (pile_get(p, card) && n < size)
            n += (size_t)snprintf(buffer + n, size - n, "%s%s %u", n ? " " : "",
                                  card_name(q, card), pile_get(p, card));
}

/*
 * What can be asked about a pile: a number (its size), "hidden" (it has a size but its cards
 * are not shown), "with red 2" (these colours, whatever the others), or all its cards.
 */
static bool ask_pile(struct asking *q, struct pile p, uint32_t size)
{
    char text[TEXT_SIZE];
    struct pile want;
    int32_t n;

    pile_text(q, p, text, sizeof text);
    if (take_number(&q->r, &n))
        return (uint32_t)n == size || wrong(q, "%u (%s)", size, text);
    if (take(&q->r, "hidden"))
        return (size && !pile_size(p)) || wrong(q, "%u cards, shown: %s", size, text);
    bool partly = take(&q->r, "with");
    if (!scan_pile(q->scene, q->m, &q->r, &want))
        return false;
    for (uint32_t card = 0; card <= WILD; card++)
        if (pile_get(want, card) != pile_get(p, card) && (!partly || pile_get(want, card)))
            return wrong(q, "%s", text);
    return true;
}

static const struct routes_seat *seat_of(const struct asking *q)
{
    return &q->state->routes.seat[q->seat];
}

static bool ask_hand(struct asking *q)
{
    const struct routes_seat *seat = seat_of(q);

    return ask_pile(q, (struct pile){seat->hand, seat->wild}, seat->hand_size);
}

static bool ask_known(struct asking *q)
{
    struct pile p = {seat_of(q)->known, seat_of(q)->known_wild};

    return ask_pile(q, p, pile_size(p));
}

static bool ask_flag(struct asking *q)
{
    struct pile p = {seat_of(q)->flag, 0};

    return ask_pile(q, p, pile_size(p));
}

static bool ask_deck(struct asking *q)
{
    const struct routes_state *s = &q->state->routes;

    return ask_pile(q, (struct pile){s->deck, s->deck_wild}, s->deck_size);
}

static bool ask_discard(struct asking *q)
{
    const struct routes_state *s = &q->state->routes;
    struct pile p = {s->discard, s->discard_wild};

    return ask_pile(q, p, pile_size(p));
}

/* The cards turned up for a tunnel so far. */
static bool ask_turned(struct asking *q)
{
    const struct routes_state *s = &q->state->routes;
    struct pile p = {0};

    for (uint32_t i = 0; i < s->turned_count; i++)
        pile_add(&p, s->turned[i], 1);
    return ask_pile(q, p, s->turned_count);
}

/* Views only: all cards that are in the deck or hidden in other hands. */
static bool ask_unseen(struct asking *q)
{
    if (!q->view)
        return fault(q->scene, "\"unseen\" is asked of views: sees SEAT unseen ...");
    struct pile p = {q->view->routes.cards, q->view->routes.wild};
    return ask_pile(q, p, pile_size(p));
}

static bool ask_market(struct asking *q)
{
    const uint8_t *market = q->state->routes.market;

    for (uint32_t i = 0; i < MARKET_SIZE; i++) {
        uint32_t card = NO_CARD;

        if (!take(&q->r, "-") && !scan_card(q->scene, q->m, &q->r, &card))
            return false;
        if (card != market[i])
            return wrong(q, "%s %s %s %s %s", card_name(q, market[0]), card_name(q, market[1]),
                         card_name(q, market[2]), card_name(q, market[3]),
                         card_name(q, market[4]));
    }
    return true;
}

static void ticket_text(const struct asking *q, uint32_t ticket, char *buffer, size_t size)
{
    const struct routes_board *b = &q->m->board->routes;

    if (ticket >= b->tickets)
        snprintf(buffer, size, "unknown");
    else
        snprintf(buffer, size, "%s-%s", b->city_name[b->ticket[ticket].a],
                 b->city_name[b->ticket[ticket].b]);
}

static void tickets_text(const struct asking *q, uint64_t set, char *buffer, size_t size)
{
    size_t n = (size_t)snprintf(buffer, size, "%s", set ? "" : "none");

    for (uint64_t left = set; left && n < size; left &= left - 1) {
        char one[2 * NAME_SIZE + 2];

        ticket_text(q, bits_first(left), one, sizeof one);
        n += (size_t)snprintf(buffer + n, size - n, "%s%s", left == set ? "" : ", ", one);
    }
}

static bool ask_set(struct asking *q, uint64_t set)
{
    char text[TEXT_SIZE];
    uint64_t want;
    int32_t n;

    tickets_text(q, set, text, sizeof text);
    if (take_number(&q->r, &n))
        return (uint32_t)n == bits_count(set) || wrong(q, "%u (%s)", bits_count(set), text);
    if (!scan_tickets(q->scene, q->m, &q->r, &want))
        return false;
    return want == set || wrong(q, "%s", text);
}

/* "hidden": they are not shown. */
static bool ask_tickets(struct asking *q)
{
    char text[TEXT_SIZE];

    tickets_text(q, seat_of(q)->tickets, text, sizeof text);
    if (take(&q->r, "hidden"))
        return !seat_of(q)->tickets || wrong(q, "%s", text);
    return ask_set(q, seat_of(q)->tickets);
}

static bool ask_completed(struct asking *q)
{
    static struct sheet sheet;

    memset(&sheet, 0, sizeof sheet);
    q->m->rules->score(q->m, q->state, &sheet);
    const struct seat_sheet *own = &sheet.seat[q->seat];
    if (own->tickets != bits_count(own->completed))
        return wrong(q, "a count of %u that is not the size of the set", own->tickets);
    return ask_set(q, own->completed);
}

/* "ticket-count 2 1..2": what everybody knows about the number of tickets a seat keeps. */
static bool ask_ticket_count(struct asking *q)
{
    const struct routes_seat *seat = seat_of(q);
    struct reader min = until(&q->r, '.');
    int32_t low, high;

    take_mark(&q->r, '.');
    if (!scan_number(q->scene, &min, &low) || !scan_number(q->scene, &q->r, &high))
        return false;
    return (low == seat->tickets_min && high == seat->tickets_max) ||
           wrong(q, "%u..%u", seat->tickets_min, seat->tickets_max);
}

/* "offer 1 A-B, C-D" in the order dealt; a number; "hidden". */
static bool ask_offer(struct asking *q)
{
    const struct routes_seat *seat = seat_of(q);
    char text[TEXT_SIZE] = "";
    size_t length = 0;
    uint32_t shown = 0;
    int32_t n;

    for (uint32_t i = 0; i < seat->offered; i++) {
        char one[2 * NAME_SIZE + 2];

        ticket_text(q, seat->offer[i], one, sizeof one);
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%s", i ? ", " : "", one);
        shown += seat->offer[i] != 0;
    }
    if (take(&q->r, "hidden"))
        return (seat->offered && !shown) || wrong(q, "%u (%s)", seat->offered, text);
    if (take_number(&q->r, &n))
        return n == seat->offered || wrong(q, "%u (%s)", seat->offered, text);
    for (uint32_t i = 0; i < seat->offered; i++) {
        uint32_t ticket;

        if (!scan_ticket(q->scene, q->m, &q->r, &ticket))
            return false;
        if (ticket != seat->offer[i] || (i + 1 < seat->offered && !take_mark(&q->r, ',')))
            return wrong(q, "%s", text);
    }
    return true;
}

/* "none", "one", "more" (in a view of secret counts that is all it may show), a number; or the
 * tickets of which the next is one. */
static bool ask_ticketdeck(struct asking *q)
{
    const struct routes_state *s = &q->state->routes;
    bool secret = q->view && q->m->board->routes.secret_counts;
    int32_t n;

    if (take(&q->r, "none"))
        return !s->ticket_count || wrong(q, "%u", s->ticket_count);
    if (take(&q->r, "one"))
        return s->ticket_count == 1 || wrong(q, "%u", s->ticket_count);
    if (take(&q->r, "more"))
        return (secret ? s->ticket_count == 2 : s->ticket_count > 1) ||
               wrong(q, "%u", s->ticket_count);
    if (take(&q->r, "hidden"))
        return !s->ticket_deck || wrong(q, "tickets");
    if (take_number(&q->r, &n))
        return n == s->ticket_count || wrong(q, "%u", s->ticket_count);
    return ask_set(q, s->ticket_deck);
}

static void queue_text(const struct asking *q, char *buffer, size_t size)
{
    const struct routes_state *s = &q->state->routes;
    size_t n = (size_t)snprintf(buffer, size, "%s", s->queued ? "" : "none");

    for (uint32_t i = 0; i < s->queued && n < size; i++) {
        char one[2 * NAME_SIZE + 2];

        ticket_text(q, s->queue[i] & ~(uint32_t)QUEUE_LOT, one, sizeof one);
        const char *mark = !i ? "" : s->queue[i] & QUEUE_LOT ? " | " : ", ";
        n += (size_t)snprintf(buffer + n, size - n, "%s%s", mark, one);
    }
}

/* "queue A-B, C-D | E-F": the lots below the ticket deck, the first to come first; "hidden": no
 * ticket of it is shown. */
static bool ask_queue(struct asking *q)
{
    const struct routes_state *s = &q->state->routes;
    char text[TEXT_SIZE];
    uint32_t at = 0, known = 0;

    queue_text(q, text, sizeof text);
    for (uint32_t i = 0; i < s->queued; i++)
        known += (s->queue[i] & QUEUE_UNKNOWN) != QUEUE_UNKNOWN;
    if (take(&q->r, "hidden"))
        return !known || wrong(q, "%s", text);
    if (take(&q->r, "none"))
        return !s->queued || wrong(q, "%s", text);
    while (!at_end(&q->r)) {
        struct reader part = until(&q->r, '|');
        uint64_t lot, have = 0;

        if (!scan_tickets(q->scene, q->m, &part, &lot) || !scan_end(q->scene, &part))
            return false;
        for (uint32_t i = at; at < s->queued && (at == i || !(s->queue[at] & QUEUE_LOT)); at++)
            have |= bit(s->queue[at] & 0x3F);
        if (have != lot)
            return wrong(q, "%s", text);
    }
    return at == s->queued || wrong(q, "%s", text);
}

const struct question card_questions[] = {
    {"hand", true, ask_hand, false},
    {"known", true, ask_known, false},
    {"flag", true, ask_flag, false},
    {"deck", false, ask_deck, false},
    {"discard", false, ask_discard, false},
    {"turned", false, ask_turned, false},
    {"unseen", false, ask_unseen, false},
    {"market", false, ask_market, false},
    {"tickets", true, ask_tickets, false},
    {"completed", true, ask_completed, false},
    {"ticket-count", true, ask_ticket_count, false},
    {"offer", true, ask_offer, false},
    {"ticketdeck", false, ask_ticketdeck, false},
    {"queue", false, ask_queue, false},
    {0},
};
