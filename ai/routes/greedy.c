/*
 * The greedy player: claims the route that is worth most as soon as it can pay for it, and
 * otherwise takes cards of the colours that it has most of. It keeps as few tickets as the
 * rules allow and never draws more.
 */
#include "routes_players.h"

/* What kinds of events are worth; only the order counts. Claims come first, tickets last. */
enum {
    CLAIM = 1000,
    CLAIM_POINT = 20, /* for each point of the route; less 1 for each wild card */
    CLAIM_FLAG = 5,
    EXTRA = 500,
    DRAW = 100,
    TICKETS = -50,
    STATION = -100, /* for each card in hand, and once more */
};

static int32_t worth(const struct routes_board *b, const struct routes_seat *me, event_t e)
{
    switch (event_kind(e)) {
    case EVENT_CLAIM:
        return CLAIM + CLAIM_POINT * b->route[event_arg(e)].points - (int32_t)event_wilds(e) +
               (event_keeps_flag(e) ? CLAIM_FLAG : 0);
    case EVENT_DRAW:
        return DRAW;
    case EVENT_EXTRA:
        return EXTRA - (int32_t)event_wilds(e);
    case EVENT_STATION:
        return STATION * (int32_t)(me->hand_size + 1u);
    case EVENT_TICKETS:
        return TICKETS;
    default:
        return 0;
    }
}

/* A card from the market counts by how many of its colour are then in hand; one from the deck
 * counts as two, a wild card as three. */
static int32_t card_worth(const struct routes_state *s, const struct routes_seat *me, event_t e)
{
    if (event_kind(e) != EVENT_DRAW)
        return 0;
    if (event_arg(e) == SLOT_DECK)
        return 2;
    uint32_t card = s->market[event_arg(e)];
    return card == WILD ? 3 : (int32_t)pack_get(me->hand, card) + 1;
}

/* The fewest tickets, and among these choices the one that costs least if they are missed. */
static int32_t keep_worth(const struct routes_board *b, const struct routes_seat *me, event_t e)
{
    int32_t points = 0;

    for (uint32_t i = 0; i < me->offered; i++)
        if (bits_have(event_arg(e), i))
            points += b->ticket[me->offer[i]].points;
    return -points;
}

event_t routes_greedy(const struct match *m, const struct view *v, const struct dice *dice)
{
    const struct routes_board *b = &m->board->routes;
    const struct routes_state *s = &v->seen.routes;
    const struct routes_seat *me = &s->seat[v->seat];
    uint32_t n = m->rules->count(m, &v->seen), equal = 0;
    event_t best = 0;
    int32_t best_worth = 0;

    for (uint32_t k = 0; k < n; k++) {
        event_t e = m->rules->pick(m, &v->seen, k);
        int32_t w = event_kind(e) == EVENT_KEEP ? keep_worth(b, me, e)
                                                : worth(b, me, e) + card_worth(s, me, e);

        if (best == 0 || w > best_worth) {
            best = e;
            best_worth = w;
            equal = 1;
        } else if (w == best_worth && dice->roll(dice->context, ++equal) == 0) {
            best = e;
        }
    }
    return best;
}
