/*
 * A viewer follows the game by the events that it sees: see rules->follow. Hidden tiles count as
 * being in the supply; another's hand holds only the tile that comes out of it.
 */
#include "metro.h"

uint32_t metro_reveal(const struct match *m, const struct state *s, event_t e, uint32_t viewer,
                      event_t fact[FACTS_MAX])
{
    (void)m, (void)s, (void)e, (void)viewer, (void)fact;
    return 0;
}

/* Any tile will do for one that the viewer may not see; it goes back afterwards. */
static uint32_t some_tile(const uint8_t supply[TILE_KINDS])
{
    uint32_t kind = 0;

    while (kind < TILE_KINDS - 1 && supply[kind] == 0)
        kind++;
    return kind;
}

bool metro_follow(const struct match *m, struct view *v, event_t seen, const event_t *fact,
                  uint32_t facts)
{
    struct view next = *v;
    struct metro_state *s = &next.seen.metro;
    uint32_t actor = s->turn;
    bool all = v->seat == EVERYTHING, own = all || actor == v->seat;
    bool deals = s->phase <= METRO_LAST_OF_CHANCE && s->phase != METRO_FIRST_SEAT;
    event_t e = seen;

    (void)fact;
    __builtin_memcpy(s->supply, v->metro.tiles, sizeof s->supply);
    if (deals && !own)
        e = seen == event_hidden(EVENT_DEAL_TILE, 0)
                ? event_make(EVENT_DEAL_TILE, some_tile(s->supply))
                : 0;
    if (event_kind(e) == EVENT_PLACE && !own && event_tile(e) < TILE_KINDS) {
        uint8_t *from = s->phase == METRO_DRAWN ? &s->drawn : s->hand[actor];

        if (s->supply[event_tile(e)]-- == 0)
            return false;
        *from = (uint8_t)(event_tile(e) + 1);
    }
    if (facts > 0 || !m->rules->apply(m, &next.seen, e))
        return false;
    if (deals && !own)
        s->supply[event_arg(e)]++;
    if (!own) {
        __builtin_memset(s->hand[actor], 0, sizeof s->hand[actor]);
        s->drawn = 0;
    }
    __builtin_memcpy(next.metro.tiles, s->supply, sizeof s->supply);
    if (!all)
        __builtin_memset(s->supply, 0, sizeof s->supply);
    *v = next;
    return true;
}
