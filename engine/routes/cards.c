/*
 * The dealing of cards, the market and the drawing of cards (C2..C6R). Decks are counts: the
 * caller chooses which card comes. Payment for routes is in claim.c.
 */
#include "routes.h"

/* C5R: can dealing the market again help? */
static bool sweep_helps(const struct routes_state *s)
{
    uint32_t coloured = MARKET_SIZE - s->market_wild + pack_sum(s->deck) + pack_sum(s->discard);
    bool no_discards = s->discard == 0 && s->discard_wild == 0;

    return coloured >= 3 && !(no_discards && s->deck_size == MARKET_SIZE && s->deck_wild >= 3);
}

bool market_sweep(struct routes_state *s, uint32_t next)
{
    if (!sweep_helps(s))
        return false;
    uint64_t coloured = 0;
    for (uint32_t i = 0; i < MARKET_SIZE; i++) {
        if (s->market[i] != WILD)
            coloured += pack_one(s->market[i]);
        s->market[i] = NO_CARD;
    }
    cards_discard(s, coloured, s->market_wild);
    s->market_wild = 0;
    s->phase = PHASE_MARKET;
    s->next = (uint8_t)next;
    s->step = 0;
    return true;
}

/* Goes on with phase `next` (PHASE_OVER: the turn ends). Returns true. */
static inline bool go_on_now(const struct match *m, struct routes_state *s, uint32_t next)
{
    s->next = 0;
    if (next == PHASE_OVER || (next == PHASE_SECOND && s->deck_size == 0)) /* C6R */
        return turn_end(m, s);
    if (next == PHASE_FIRST_TICKETS)
        return ticket_setup(m, s);
    s->phase = (uint8_t)next;
    return true;
}

static __attribute__((noinline)) bool sweep_and_go_on(const struct match *m,
                                                      struct routes_state *s, uint32_t next)
{
    return market_sweep(s, next) || go_on_now(m, s, next);
}

/* The same, after sweeping the market if necessary. */
static inline bool go_on(const struct match *m, struct routes_state *s, uint32_t next)
{
    return market_must_go(s) ? sweep_and_go_on(m, s, next) : go_on_now(m, s, next);
}

/* A card for the empty slot `step`; the market is tested when it is full (C5). */
static inline bool market_deal(const struct match *m, struct routes_state *s, uint32_t card)
{
    uint32_t slot = s->step;

    s->market[slot] = (uint8_t)card;
    s->market_wild = (uint8_t)(s->market_wild + (card == WILD));
    if (slot + 1 < MARKET_SIZE && s->market[slot + 1] == NO_CARD) {
        s->step = (uint8_t)(slot + 1);
        return true;
    }
    s->step = 0;
    return go_on(m, s, s->next);
}

static bool hand_deal(const struct match *m, struct routes_state *s, uint32_t card)
{
    struct routes_seat *seat = acting(s);

    cards_to_hand(seat, card);
    if (seat->hand_size < board_of(m)->hand || ++s->turn < m->seats)
        return true;
    s->turn = 0;
    s->phase = PHASE_MARKET;
    s->next = PHASE_FIRST_TICKETS;
    return true;
}

static inline enum refusal deal_refusal(const struct match *m, const struct routes_state *s,
                                        event_t e)
{
    (void)m;
    if (!phase_deals_cards(s->phase))
        return REFUSED_NOW;
    if (!event_fits(e, 8))
        return REFUSED_MALFORMED;
    return cards_can_deal(s, event_arg(e)) ? LEGAL : REFUSED_CARD_GONE;
}

/* The phase says where a dealt card goes. */
static bool deal_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (deal_refusal(m, s, e))
        return false;
    uint32_t card = event_arg(e);
    cards_take(s, card);
    if (s->phase == PHASE_MARKET)
        return market_deal(m, s, card);
    if (s->phase == PHASE_CARD) {
        cards_to_hand(acting(s), card);
        return go_on(m, s, s->next);
    }
    return s->phase == PHASE_HANDS ? hand_deal(m, s, card) : tunnel_deal(m, s, card);
}

const struct routes_kind deal_kind = {deal_refusal, deal_apply};

static inline enum refusal draw_refusal(const struct match *m, const struct routes_state *s,
                                        event_t e)
{
    uint32_t slot = event_arg(e);

    (void)m;
    if (s->phase != PHASE_TURN && s->phase != PHASE_SECOND)
        return REFUSED_NOW;
    if (slot > SLOT_DECK || !event_fits(e, 8))
        return REFUSED_MALFORMED;
    if (s->deck_size == 0)
        return REFUSED_NO_DECK; /* C6R */
    if (s->phase == PHASE_SECOND && slot != SLOT_DECK && s->market[slot] == WILD)
        return REFUSED_SECOND_WILD; /* C3 */
    return LEGAL;
}

static bool draw_apply(const struct match *m, struct routes_state *s, event_t e)
{
    if (draw_refusal(m, s, e))
        return false;
    uint32_t slot = event_arg(e);
    s->next = s->phase == PHASE_TURN ? PHASE_SECOND : PHASE_OVER;
    s->passes = 0;
    if (slot == SLOT_DECK) {
        s->phase = PHASE_CARD;
        return true;
    }
    struct routes_seat *seat = acting(s);
    uint32_t card = s->market[slot];
    cards_to_hand(seat, card);
    if (card == WILD) { /* C3: the whole draw */
        seat->known_wild++;
        s->market_wild--;
        s->next = PHASE_OVER;
    } else {
        seat->known += pack_one(card);
    }
    s->market[slot] = NO_CARD;
    s->step = (uint8_t)slot;
    s->phase = PHASE_MARKET;
    return true;
}

const struct routes_kind draw_kind = {draw_refusal, draw_apply};
