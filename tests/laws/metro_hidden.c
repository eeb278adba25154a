/*
 * The laws of the metro family about secrets (M3, M15R): only their owner's view shows hands
 * and the tile drawn instead, and no view shows the supply; a secret deal makes no difference
 * to the others. The second law does not rely on resample(): it deals two different tiles and
 * compares.
 */
#include "laws.h"

#include <string.h>

static void check_hidden_bytes(const struct game *g, uint32_t viewer)
{
    static const uint8_t none[TILE_KINDS];
    const struct metro_state *s = &g->state.metro;
    struct view v;

    g->match.rules->view(&g->match, &g->state, viewer, &v);
    const struct metro_state *seen = &v.seen.metro;
    uint8_t unseen[TILE_KINDS];
    memcpy(unseen, s->supply, sizeof unseen);
    LAW(g, "nobody sees the supply (M15R)", memcmp(seen->supply, none, sizeof none) == 0);
    LAW(g, "everybody sees how many tiles it has (M15R)", seen->supply_size == s->supply_size);
    LAW(g, "the board is public (M15R)",
        seen->placed == s->placed && memcmp(seen->tile, s->tile, sizeof s->tile) == 0 &&
            memcmp(seen->head, s->head, sizeof s->head) == 0 &&
            memcmp(seen->length, s->length, sizeof s->length) == 0 &&
            seen->complete == s->complete && seen->central == s->central);
    LAW(g, "scores are public (M15R)", memcmp(seen->points, s->points, sizeof s->points) == 0);
    LAW(g, "whose turn it is is public", seen->phase == s->phase && seen->turn == s->turn);
    for (uint32_t i = 0; i < g->match.seats; i++) {
        LAW(g, "the size of a hand is public (M15R)", seen->hand_size[i] == s->hand_size[i]);
        if (i == viewer) {
            LAW(g, "one sees one's own hand",
                memcmp(seen->hand[i], s->hand[i], sizeof s->hand[i]) == 0);
            continue;
        }
        LAW(g, "another's hand is hidden (M3)",
            memcmp(seen->hand[i], none, sizeof seen->hand[i]) == 0);
        for (uint32_t k = 0; k < s->hand_size[i]; k++)
            unseen[s->hand[i][k] - 1]++;
    }
    bool own = s->turn == viewer;
    LAW(g, "a tile drawn instead is seen by its drawer only (M15R)",
        seen->drawn == (own ? s->drawn : 0));
    if (s->drawn && !own)
        unseen[s->drawn - 1]++;
    LAW(g, "unseen is what the supply and others hide",
        memcmp(v.metro.tiles, unseen, sizeof unseen) == 0);
}

/* Deals two different tiles in secret: everybody except the drawer must see the same. */
static void check_secret_deal(struct game *g)
{
    const struct rules *rules = g->match.rules;
    uint32_t phase = g->state.metro.phase, owner = g->state.metro.turn;

    if (g->legals < 2 || (phase != METRO_HANDS && phase != METRO_FILL && phase != METRO_REDRAW))
        return;
    struct state x = g->state, y = g->state;
    uint32_t i = rng_below(&g->rng, g->legals), k = rng_below(&g->rng, g->legals - 1);
    k += k >= i;
    LAW(g, "what is legal is accepted",
        rules->apply(&g->match, &x, g->legal[i]) && rules->apply(&g->match, &y, g->legal[k]));
    for (uint32_t seat = 0; seat <= g->match.seats; seat++) {
        uint32_t viewer = seat < g->match.seats ? seat : (uint32_t)SPECTATOR;
        struct view a, b;

        rules->view(&g->match, &x, viewer, &a);
        rules->view(&g->match, &y, viewer, &b);
        LAW(g, "a tile dealt in secret shows to its owner and nobody else (M3, M15R)",
            (memcmp(&a, &b, sizeof a) == 0) == (viewer != owner));
    }
}

/* Applies the same event to the true state and to a resampled one: the seat for which it was
 * resampled must see the same. */
static void check_same_after(struct game *g)
{
    const struct rules *rules = g->match.rules;

    if (g->actor >= g->match.seats)
        return;
    const struct dice dice = rng_dice(&g->rng);
    struct view v, w;
    struct state x = g->state, y;
    rules->view(&g->match, &x, g->actor, &v);
    rules->resample(&g->match, &v, &dice, &y);
    event_t e = g->legal[rng_below(&g->rng, g->legals)];
    LAW(g, "what is legal is accepted",
        rules->apply(&g->match, &x, e) && rules->apply(&g->match, &y, e));
    rules->view(&g->match, &x, g->actor, &v);
    rules->view(&g->match, &y, g->actor, &w);
    LAW(g, "one's own event shows nothing hidden", memcmp(&v, &w, sizeof v) == 0);
}

void metro_hidden(struct game *g)
{
    for (uint32_t i = 0; i < g->match.seats; i++)
        check_hidden_bytes(g, i);
    check_hidden_bytes(g, SPECTATOR);
    check_secret_deal(g);
    check_same_after(g);
}
