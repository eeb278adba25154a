/*
 * The greedy player: see metro_players.h.
 */
#include "../bot.h"
#include "../families.h"
#include "../race.h"
#include "metro_players.h"
#include "rank.h"

enum {
    QUICK_LOOKS =
        RANKED_MAX,  /* placements that get a second look, unless they are far behind, */
    EXACT_LOOKS = 3, /* and a third one */
};

/* Puts the placements in order, at a first glance. Returns how much more drawing another tile
 * promises than the best of them: 0 or less if nothing, or if it is not allowed. */
static int32_t consider(struct forecast *f, const struct bot *bot, const struct match *m,
                        const struct view *v, const struct dice *dice, struct ranking *r)
{
    const struct metro_state *s = &v->seen.metro;
    struct tuning tuning;

    bot_tuning(bot, m, &tuning);
    forecast_prepare(f, m, v->metro.tiles, &tuning);
    forecast_for(f, m, s->turn);
    forecast_make(f, s);
    rank_placements(f, s, dice, r);
    if (!metro_can_redraw(s))
        return 0;
    struct prospect p = rank_prospect(f, s, v->metro.tiles);
    return rank_redraw(&p, r->best[0].value);
}

static void look_closely(struct forecast *f, const struct match *m, const struct state *s,
                         struct ranking *r)
{
    rank_closely(f, &s->metro, EXACT_LOOKS, r);
    rank_again(f, m, s, r);
}

/* Plays like somebody who has not looked closely: any of the better placements. */
static event_t slip(const struct ranking *r, const struct dice *dice)
{
    return r->best[dice->roll(dice->context, r->n)].event;
}

event_t metro_greedy(const struct bot *bot, const struct match *m, const struct view *v,
                     struct budget *budget)
{
    const struct dice *dice = &budget->dice;
    uint32_t slips = bot->value[SLIPS];
    bool slipped = slips > 0 && dice->roll(dice->context, 100) < slips;
    struct ranking r = {.room = QUICK_LOOKS};
    struct forecast f;
    int32_t redraw = consider(&f, bot, m, v, dice, &r);

    if (slipped)
        return slip(&r, dice);
    if (redraw > 0)
        return event_make(EVENT_REDRAW, 0);
    look_closely(&f, m, &v->seen, &r);
    return r.best[0].event;
}

uint32_t metro_greedy_rank(const struct bot *bot, const struct match *m, const struct view *v,
                           struct budget *budget, struct candidate *out, uint32_t cap)
{
    const struct metro_state *s = &v->seen.metro;
    struct ranking r = {.room = QUICK_LOOKS};
    struct forecast f;
    uint32_t n = 0;

    if (bot->value[SLIPS])
        return 0;
    int32_t redraw = consider(&f, bot, m, v, &budget->dice, &r);
    int32_t now = forecast_chance(&f, s, s->turn), slope = forecast_slope(&f, s, now);
    if (redraw > 0) {
        int64_t value = r.best[0].value + redraw;

        out[n++] = (struct candidate){
            .event = event_make(EVENT_REDRAW, 0),
            .chance = race_thousandths(now + value * slope / FINE_POINT, SURE),
        };
    }
    look_closely(&f, m, &v->seen, &r);
    for (uint32_t i = 0; i < r.n && n < cap; i++)
        out[n++] = (struct candidate){
            .event = r.best[i].event,
            .chance =
                race_thousandths(now + (int64_t)r.best[i].value * slope / FINE_POINT, SURE),
        };
    return n;
}
