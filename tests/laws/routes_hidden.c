/*
 * The laws of the routes family about secrets (C13, C13R, C17R, C18R): a view does not contain
 * what its seat may not know, and what others do in secret makes no difference to it. The
 * second law does not rely on resample(): it does two different secret things and compares.
 */
#include "laws.h"

#include <string.h>

/* Only the seat that returned a ticket may know its place in the queue. */
static void check_queue(struct game *g, const struct routes_state *seen, uint32_t viewer)
{
    const struct routes_state *s = &g->state.routes;

    for (uint32_t i = 0; i < seen->queued; i++) {
        uint32_t t = seen->queue[i] & 0x7Fu;
        bool own =
            viewer < g->match.seats && t < TICKETS_MAX && bits_have(s->seat[viewer].dropped, t);

        LAW(g, "a queue shows only one's own returned tickets (C13)",
            t == QUEUE_UNKNOWN || own);
    }
    for (uint32_t i = seen->queued; i < TICKETS_MAX; i++)
        LAW(g, "the rest of a queue is empty", seen->queue[i] == 0);
}

static void check_hidden_bytes(struct game *g, uint32_t viewer)
{
    static const uint8_t no_offer[OFFER_MAX];
    const struct routes_state *s = &g->state.routes;
    struct view v;

    g->match.rules->view(&g->match, &g->state, viewer, &v);
    const struct routes_state *seen = &v.seen.routes;
    bool over = s->phase == PHASE_OVER;
    LAW(g, "nobody sees the deck (C17R)", seen->deck == 0 && seen->deck_wild == 0);
    LAW(g, "everybody sees how many cards it has (C17R)", seen->deck_size == s->deck_size);
    LAW(g, "nobody sees the tickets to come (C13)", seen->ticket_deck == 0);
    LAW(g, "the discards are public (C17R)",
        seen->discard == s->discard && seen->discard_wild == s->discard_wild);
    check_queue(g, seen, viewer);
    for (uint32_t i = 0; i < g->match.seats; i++) {
        const struct routes_seat *a = &seen->seat[i], *p = &s->seat[i];

        LAW(g, "the size of a hand is public (C17R)", a->hand_size == p->hand_size);
        LAW(g, "cards taken from the market are public (C17R)",
            a->known == p->known && a->known_wild == p->known_wild);
        LAW(g, "tickets are shown at the end (C13)", !over || a->tickets == p->tickets);
        if (i == viewer) {
            LAW(g, "one sees what is one's own",
                a->hand == p->hand && a->wild == p->wild && a->tickets == p->tickets &&
                    a->dropped == p->dropped &&
                    memcmp(a->offer, p->offer, sizeof a->offer) == 0);
            continue;
        }
        LAW(g, "another's hand is hidden (C17R)", a->hand == 0 && a->wild == 0);
        LAW(g, "another's tickets are hidden (C13)", over || a->tickets == 0);
        LAW(g, "what another gives up is hidden (C13)", a->dropped == 0);
        LAW(g, "what is offered to another is hidden (C13)",
            memcmp(a->offer, no_offer, sizeof no_offer) == 0);
    }
    if (g->match.board->routes.secret_counts)
        LAW(g, "the ticket deck shows none, one or more (C13R)",
            seen->ticket_count == (s->ticket_count > 2 ? 2 : s->ticket_count));
    uint64_t unseen = s->deck;
    uint32_t unseen_wild = s->deck_wild;
    for (uint32_t i = 0; i < g->match.seats; i++) {
        if (i == viewer)
            continue;
        unseen += s->seat[i].hand - s->seat[i].known;
        unseen_wild += (uint32_t)(s->seat[i].wild - s->seat[i].known_wild);
    }
    LAW(g, "unseen is what the deck and other hands hide",
        v.routes.cards == unseen && v.routes.wild == unseen_wild);
}

/* The seat whose secret an event of this phase is; NOBODY if it is public. */
static uint32_t whose_secret(const struct game *g)
{
    const struct routes_state *s = &g->state.routes;

    switch (s->phase) {
    case PHASE_HANDS:
    case PHASE_FIRST_TICKETS:
    case PHASE_CARD:
    case PHASE_TICKETS:
    case PHASE_CHOOSE:
    case PHASE_KEEP:
        return s->turn;
    default:
        return NOBODY;
    }
}

/* May everybody see a difference between these two outcomes of a secret event? */
static bool shows(const struct game *g, const struct routes_state *x,
                  const struct routes_state *y)
{
    const struct routes_board *b = &g->match.board->routes;
    uint32_t phase = g->state.routes.phase, turn = g->state.routes.turn;
    bool last_choice = phase == PHASE_CHOOSE && turn + 1u == g->match.seats;

    /* Where counts are public: those of a draw at once, those of the set-up when all have
     * chosen. */
    if (!b->secret_counts && (phase == PHASE_KEEP || last_choice) &&
        bits_count(x->seat[turn].tickets) != bits_count(y->seat[turn].tickets))
        return true;
    /* None, one or more (C13R). */
    if (b->secret_counts && x->ticket_count != y->ticket_count &&
        (x->ticket_count < 2 || y->ticket_count < 2))
        return true;
    /* Whether the market is swept can depend on what the deck holds (C5R). */
    if (x->market_wild != y->market_wild || x->phase != y->phase)
        return g->state.routes.market_wild >= 3;
    /* The end of the game shows all. */
    return x->phase == PHASE_OVER || y->phase == PHASE_OVER;
}

/* Does two different things in secret: everybody else must see the same. */
static void check_secret_event(struct game *g)
{
    const struct rules *rules = g->match.rules;
    uint32_t owner = whose_secret(g);

    if (owner == NOBODY || g->legals < 2)
        return;
    struct state x = g->state, y = g->state;
    LAW(g, "what is legal is accepted",
        rules->apply(&g->match, &x, g->legal[rng_below(&g->rng, g->legals)]) &&
            rules->apply(&g->match, &y, g->legal[rng_below(&g->rng, g->legals)]));
    if (shows(g, &x.routes, &y.routes))
        return;
    for (uint32_t i = 0; i <= g->match.seats; i++) {
        uint32_t viewer = i < g->match.seats ? i : (uint32_t)SPECTATOR;

        if (viewer == owner)
            continue;
        struct view a, b;
        rules->view(&g->match, &x, viewer, &a);
        rules->view(&g->match, &y, viewer, &b);
        LAW(g, "what happens in secret shows in no other view (C13R, C17R, C18R)",
            memcmp(&a, &b, sizeof a) == 0);
    }
}

/* Applies the same event to the true state and to a resampled one: the seat must see the same. */
static void check_same_after(struct game *g)
{
    const struct rules *rules = g->match.rules;
    const struct routes_state *s = &g->state.routes;

    if (g->actor >= g->match.seats || s->market_wild >= 3 || s->phase == PHASE_CHOOSE ||
        s->phase == PHASE_KEEP)
        return;
    const struct dice dice = rng_dice(&g->rng);
    struct view v, w;
    struct state x = g->state, y;
    rules->view(&g->match, &x, g->actor, &v);
    rules->resample(&g->match, &v, &dice, &y);
    event_t e = g->legal[rng_below(&g->rng, g->legals)];
    LAW(g, "what is legal is accepted",
        rules->apply(&g->match, &x, e) && rules->apply(&g->match, &y, e));
    if (x.routes.phase == PHASE_OVER)
        return;
    rules->view(&g->match, &x, g->actor, &v);
    rules->view(&g->match, &y, g->actor, &w);
    LAW(g, "one's own event shows nothing hidden", memcmp(&v, &w, sizeof v) == 0);
}

void routes_hidden(struct game *g)
{
    for (uint32_t i = 0; i < g->match.seats; i++)
        check_hidden_bytes(g, i);
    check_hidden_bytes(g, SPECTATOR);
    check_secret_event(g);
    check_same_after(g);
}
