/*
 * Is a state sound? Recomputes every redundant field from the others, and counts cards and
 * tickets. It runs on each new position and after each event, so scenes need not ask for it.
 */
#include "scene.h"

#include <string.h>

static struct pile everything(const struct routes_board *b)
{
    return (struct pile){b->cards, b->wilds};
}

/* The cards of a tunnel being tried: the payment and the turned-up cards. */
static void add_tunnel(const struct routes_board *b, const struct routes_state *s,
                       struct pile *sum)
{
    if (s->phase != PHASE_TUNNEL && s->phase != PHASE_EXTRA)
        return;
    uint32_t wilds = event_wilds(s->claim), price = b->route[event_arg(s->claim)].cards;
    sum->wild += wilds;
    if (price > wilds)
        pile_add(sum, event_colour(s->claim), price - wilds);
    for (uint32_t i = 0; i < s->turned_count; i++)
        pile_add(sum, s->turned[i], 1);
}

static bool cards_sound(struct scene *scene, const struct match *m,
                        const struct routes_state *s)
{
    const struct routes_board *b = &m->board->routes;
    struct pile sum = {s->deck + s->discard, (uint32_t)s->deck_wild + s->discard_wild};
    uint32_t market_wild = 0;

    for (uint32_t i = 0; i < MARKET_SIZE; i++)
        if (s->market[i] != NO_CARD) {
            pile_add(&sum, s->market[i], 1);
            market_wild += s->market[i] == WILD;
        } else if (s->phase > PHASE_LAST_OF_CHANCE)
            return fault(scene, "unsound: the market is not full");
    for (uint32_t i = 0; i < m->seats; i++) {
        const struct routes_seat *seat = &s->seat[i];

        sum.pack += seat->hand + seat->flag;
        sum.wild += seat->wild;
        if (seat->hand_size != pack_sum(seat->hand) + seat->wild)
            return fault(scene, "unsound: size of hand %u", i + 1);
        if (pack_min(seat->hand, seat->known) != seat->known || seat->known_wild > seat->wild)
            return fault(scene, "unsound: seat %u is known to have cards it has not", i + 1);
    }
    add_tunnel(b, s, &sum);
    if (sum.pack != everything(b).pack || sum.wild != everything(b).wild)
        return fault(scene, "unsound: cards are lost or made");
    if (s->deck_size != pack_sum(s->deck) + s->deck_wild || s->market_wild != market_wild)
        return fault(scene, "unsound: size of the deck or wild cards of the market");
    if (!s->deck_size && (s->discard || s->discard_wild))
        return fault(scene, "unsound: discards beside an empty deck (C6)");
    return true;
}

static bool routes_sound(struct scene *scene, const struct match *m,
                         const struct routes_state *s)
{
    const struct routes_board *b = &m->board->routes;
    uint64_t open[PLANES_MAX] = {0};
    uint32_t owners[ROUTES_MAX] = {0};

    for (uint32_t i = 0; i < m->seats; i++) {
        uint64_t barred[PLANES_MAX] = {0};
        int32_t score = 0;

        for (uint32_t e = 0; e < ROUTES_MAX; e++)
            if (bits_have(s->seat[i].owned[e / 64], e % 64)) {
                uint32_t twin = b->route[e].twin;

                owners[e]++;
                score += b->route[e].points;
                if (twin != NO_ROUTE)
                    barred[twin / 64] |= bit(twin % 64);
            }
        if (memcmp(barred, s->seat[i].barred, sizeof barred) != 0)
            return fault(scene, "unsound: routes barred to seat %u (C11)", i + 1);
        if (score != s->seat[i].score)
            return fault(scene, "unsound: running score of seat %u (C16)", i + 1);
    }
    for (uint32_t k = 0; k < b->routes; k++) {
        uint32_t e = b->route_at[k], twin = b->route[e].twin;
        bool closed = twin != NO_ROUTE && owners[twin] && m->seats < b->both_halves_from;

        if (owners[e] > 1)
            return fault(scene, "unsound: a route with two owners");
        if (!owners[e] && !closed)
            open[e / 64] |= bit(e % 64);
    }
    if (memcmp(open, s->open, sizeof open) != 0)
        return fault(scene, "unsound: the set of open routes");
    return true;
}

static bool tickets_sound(struct scene *scene, const struct match *m,
                          const struct routes_state *s)
{
    uint64_t seen = s->ticket_deck;
    bool twice = false;

    for (uint32_t i = 0; i < s->queued; i++) {
        uint64_t t = bit(s->queue[i] & 0x3F);

        twice |= (seen & t) != 0;
        seen |= t;
    }
    for (uint32_t i = 0; i < m->seats; i++) {
        const struct routes_seat *seat = &s->seat[i];
        uint64_t own = seat->tickets;

        for (uint32_t k = 0; k < seat->offered; k++) {
            twice |= bits_have(own, seat->offer[k]);
            own |= bit(seat->offer[k]);
        }
        twice |= (seen & own) != 0;
        seen |= own;
        uint32_t n = bits_count(seat->tickets);
        if (s->phase >= PHASE_TURN && (n < seat->tickets_min || n > seat->tickets_max))
            return fault(scene, "unsound: bounds of seat %u's tickets", i + 1);
    }
    if (twice)
        return fault(scene, "unsound: a ticket is in two places");
    if (s->phase >= PHASE_CHOOSE && !s->ticket_deck && s->queued)
        return fault(scene, "unsound: queued tickets under an empty ticket deck");
    if (s->phase >= PHASE_CHOOSE && s->ticket_count != bits_count(s->ticket_deck) + s->queued)
        return fault(scene, "unsound: count of the ticket deck");
    return true;
}

bool state_sound(struct scene *scene, const struct match *m, const struct state *s)
{
    if (m->board->family == FAMILY_METRO)
        return metro_sound(scene, m, &s->metro);
    return cards_sound(scene, m, &s->routes) && routes_sound(scene, m, &s->routes) &&
           tickets_sound(scene, m, &s->routes);
}
