/*
 * The choices of a turn, ranked: see rank.h.
 */
#include "rank.h"

enum {
    HAND_PERCENT = 70,      /* how much of a hand's promise is still true next turn */
    DOUBT = 4 * FINE_POINT, /* a look hardly ever finds more than that in a placement */
};

static void insert(struct ranking *r, event_t e, int32_t value)
{
    uint32_t i = r->n < r->room ? r->n++ : r->room - 1;

    for (; i > 0 && r->best[i - 1].value < value; i--)
        r->best[i] = r->best[i - 1];
    r->best[i] = (struct choice){e, value};
}

/* Gains that differ by less than 1/64 point count as equal; dice decide between them, if there are
 * any. */
static int32_t shaken(int32_t gain, const struct dice *dice)
{
    return dice ? gain - (gain & 15) + (int32_t)dice->roll(dice->context, 16) : gain;
}

/* Adds the placements of one tile to a ranking. dice may be null. */
static void rank_tile(const struct forecast *f, const struct metro_state *s, uint32_t kind,
                      const struct dice *dice, struct ranking *r)
{
    struct placements may;

    metro_placements(f->match, s, kind, &may);
    for (uint32_t turn = 0; turn < 4; turn++) {
        uint32_t turned = tile_turned(kind, turn);

        for (uint64_t left = may.squares[turn]; left; left &= left - 1) {
            uint32_t square = bits_first(left);
            int32_t gain = shaken(forecast_gain(f, s, square, turned), dice);

            if (r->n < r->room || gain > r->best[r->room - 1].value)
                insert(r, event_place(square, kind, turn), gain);
        }
    }
}

void rank_placements(const struct forecast *f, const struct metro_state *s,
                     const struct dice *dice, struct ranking *r)
{
    uint32_t kinds[METRO_HAND_MAX], n = metro_tiles(s, kinds);

    r->n = 0;
    for (uint32_t i = 0; i < n; i++)
        rank_tile(f, s, kinds[i], dice, r);
}

static int32_t best_gain(const struct forecast *f, const struct metro_state *s, uint32_t kind)
{
    struct ranking r = {.room = 1};

    rank_tile(f, s, kind, NULL, &r);
    return r.n ? r.best[0].value : INT32_MIN;
}

struct prospect rank_prospect(const struct forecast *f, const struct metro_state *s,
                              const uint8_t tiles[TILE_KINDS])
{
    int32_t gain[TILE_KINDS] = {0}, sum = 0, fresh = 0, n = 0;

    for (uint32_t kind = 0; kind < TILE_KINDS; kind++) {
        if (tiles[kind] == 0)
            continue;
        gain[kind] = best_gain(f, s, kind);
        sum += gain[kind] * tiles[kind];
        n += tiles[kind];
    }
    if (n == 0)
        return (struct prospect){0};
    int32_t mean = sum / n;
    for (uint32_t kind = 0; kind < TILE_KINDS; kind++)
        fresh += (gain[kind] > mean ? gain[kind] : mean) * tiles[kind];
    return (struct prospect){mean, fresh / n};
}

/*
 * The tile in hand stays there when another is drawn, and a hand is worth what it can do next
 * turn: place its tile or draw again, whichever is better. So drawing gains the mean of the
 * tiles that may come, and loses the difference between a fresh hand and this one; only a part
 * of that difference, because the position changes.
 */
int32_t rank_redraw(const struct prospect *p, int32_t best)
{
    int32_t kept = best > p->mean ? best : p->mean;

    return p->mean - best - (p->fresh - kept) * HAND_PERCENT / 100;
}

void rank_closely(struct forecast *f, const struct metro_state *s, uint32_t room,
                  struct ranking *r)
{
    const struct ranking first = *r;

    r->n = 0;
    r->room = room;
    for (uint32_t i = 0; i < first.n; i++) {
        event_t e = first.best[i].event;
        uint32_t turned = tile_turned(event_tile(e), event_turns(e));

        if (r->n == room && first.best[i].value + DOUBT < r->best[room - 1].value)
            break;
        int32_t gain = forecast_look(f, s, event_arg(e), turned);
        if (r->n < room || gain > r->best[room - 1].value)
            insert(r, e, gain);
    }
}

void rank_again(const struct forecast *before, const struct match *m, const struct state *s,
                struct ranking *r)
{
    const struct ranking first = *r;
    int32_t now = forecast_sum(before, &s->metro);

    r->n = 0;
    for (uint32_t i = 0; i < first.n; i++) {
        struct state after = *s;
        struct forecast f = *before;

        if (!m->rules->apply(m, &after, first.best[i].event))
            continue;
        forecast_place(&f, &after.metro, event_arg(first.best[i].event));
        insert(r, first.best[i].event, forecast_sum(&f, &after.metro) - now);
    }
}
