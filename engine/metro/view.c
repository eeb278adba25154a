/*
 * What a seat sees of a state and of an event (M3, M15R), and filling in the rest at random.
 */
#include "metro.h"

#include <stddef.h>

static void hide_hand(struct metro_state *seen, uint32_t seat, uint8_t unseen[TILE_KINDS])
{
    for (uint32_t i = 0; i < seen->hand_size[seat]; i++)
        unseen[seen->hand[seat][i] - 1]++;
    __builtin_memset(seen->hand[seat], 0, sizeof seen->hand[seat]);
}

void metro_view(const struct match *m, const struct state *s, uint32_t seat, struct view *v)
{
    const size_t rest = offsetof(struct view, seat); /* seen comes first */

    v->seen = *s;
    __builtin_memset((unsigned char *)v + rest, 0, sizeof *v - rest);
    v->seat = (uint8_t)seat;
    struct metro_state *seen = &v->seen.metro;
    uint8_t *unseen = v->metro.tiles;
    __builtin_memcpy(unseen, seen->supply, TILE_KINDS);
    if (seat == EVERYTHING)
        return;
    for (uint32_t i = 0; i < m->seats; i++)
        if (i != seat)
            hide_hand(seen, i, unseen);
    if (seen->drawn && seen->turn != seat) {
        unseen[seen->drawn - 1]++;
        seen->drawn = 0;
    }
    __builtin_memset(seen->supply, 0, sizeof seen->supply);
}

/* Only the seat that is dealt a tile sees it. */
event_t metro_hide(const struct match *m, const struct state *s, event_t e, uint32_t viewer)
{
    (void)m;
    if (event_kind(e) == EVENT_DEAL_TILE && viewer != EVERYTHING && viewer != s->metro.turn)
        return event_hidden(EVENT_DEAL_TILE, 0);
    return e;
}

static uint32_t draw(uint8_t pool[TILE_KINDS], uint32_t *size, const struct dice *dice)
{
    uint32_t k = *size > 1 ? dice->roll(dice->context, *size) : 0, kind = 0;

    while (k >= pool[kind])
        k -= pool[kind++];
    pool[kind]--;
    --*size;
    return kind + 1;
}

void metro_resample(const struct match *m, const struct view *v, const struct dice *dice,
                    struct state *state)
{
    struct metro_state *s = &state->metro;

    *state = v->seen;
    if (v->seat == EVERYTHING)
        return;
    __builtin_memcpy(s->supply, v->metro.tiles, sizeof s->supply);
    uint32_t size = 0;
    for (uint32_t i = 0; i < TILE_KINDS; i++)
        size += s->supply[i];
    if (s->phase == METRO_DRAWN && s->turn != v->seat)
        s->drawn = (uint8_t)draw(s->supply, &size, dice);
    for (uint32_t seat = 0; seat < m->seats; seat++) {
        for (uint32_t i = 0; i < s->hand_size[seat] && seat != v->seat; i++) {
            uint32_t tile = draw(s->supply, &size, dice), at = i;

            for (; at > 0 && s->hand[seat][at - 1] > tile; at--)
                s->hand[seat][at] = s->hand[seat][at - 1];
            s->hand[seat][at] = (uint8_t)tile;
        }
    }
}
