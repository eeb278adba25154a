/*
 * Guessing the tickets of other seats from their networks: see guess.h.
 */
#include "guess.h"

#include "../../engine/routes/queries.h"

void guess_of(const struct match *m, const struct routes_state *s, struct guess *g)
{
    const struct routes_board *b = &m->board->routes;

    for (uint32_t i = 0; i < m->seats; i++) {
        uint8_t label[CITIES_MAX];
        uint64_t touched = 0;

        routes_labels(b, s->seat[i].owned, label);
        for (uint32_t p = 0; p < b->planes; p++) {
            for (uint64_t left = s->seat[i].owned[p]; left; left &= left - 1) {
                const struct route *r = &b->route[64 * p + bits_first(left)];

                touched |= bit(r->a) | bit(r->b);
            }
        }
        g->blank[i] = touched == 0;
        for (uint32_t k = 0; k < b->tickets; k++) {
            const struct ticket *t = &b->ticket[k];
            uint32_t ends = bits_have(touched, t->a) + (uint32_t)bits_have(touched, t->b);

            g->weight[i][k] = ends == 0                    ? GUESS_NOT_TOUCHED
                              : ends == 1                  ? GUESS_ONE_END
                              : label[t->a] != label[t->b] ? GUESS_BOTH_ENDS
                                                           : GUESS_JOINED;
        }
    }
}

/* Draws n tickets from a pool, according to their weights. */
static uint64_t draw(const uint16_t weight[TICKETS_MAX], uint64_t pool, uint32_t n,
                     struct chance *chance)
{
    uint64_t drawn = 0;
    uint32_t sum = 0;

    for (uint64_t left = pool; left; left &= left - 1)
        sum += weight[bits_first(left)];
    for (; n > 0; n--) {
        uint32_t at = chance_below(chance, sum), ticket = 0;

        for (uint64_t left = pool & ~drawn; left; left &= left - 1) {
            ticket = bits_first(left);
            if (at < weight[ticket])
                break;
            at -= weight[ticket];
        }
        drawn |= bit(ticket);
        sum -= weight[ticket];
    }
    return drawn;
}

void guess_tickets(const struct match *m, const struct guess *g, uint32_t me,
                   struct chance *chance, struct state *state)
{
    const struct routes_board *b = &m->board->routes;
    struct routes_state *s = &state->routes;
    uint64_t longs = b->long_tickets; /* that nobody holds or has given up */

    for (uint32_t i = 0; i < m->seats; i++)
        longs &= ~(s->seat[i].tickets | s->seat[i].dropped);
    for (uint32_t i = 0; i < m->seats; i++) {
        struct routes_seat *seat = &s->seat[i];

        if (i == me || g->blank[i])
            continue;
        uint64_t regular = seat->tickets & ~b->long_tickets;
        uint64_t dear = seat->tickets & b->long_tickets;
        uint64_t pool = regular | s->ticket_deck, far = dear | longs;
        regular = draw(g->weight[i], pool, bits_count(regular), chance);
        dear = draw(g->weight[i], far, bits_count(dear), chance);
        s->ticket_deck = pool & ~regular;
        longs = far & ~dear;
        seat->tickets = regular | dear;
    }
}
