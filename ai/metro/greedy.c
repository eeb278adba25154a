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

/* An event with its value by the forecast, as a chance to win. */
static struct candidate candidate_of(event_t e, int64_t value, int32_t now, int32_t slope)
{
    return (struct candidate){
        .event = e, .chance = race_thousandths(now + value * slope / FINE_POINT, SURE)};
}

static void look_closely(struct forecast *f, const struct match *m, const struct state *s,
                         struct ranking *r)
{
    rank_closely(f, &s->metro, EXACT_LOOKS, r);
    rank_again(f, m, s, r);
}

uint32_t metro_greedy(const struct bot *bot, const struct match *m, const struct view *v,
                      struct budget *budget, struct candidate *out, uint32_t cap)
{
    const struct metro_state *s = &v->seen.metro;
    const struct dice *dice = &budget->dice;
    uint32_t slips = bot->value[SLIPS], n = 0;
    bool slipped = slips > 0 && dice->roll(dice->context, 100) < slips;
    struct ranking r = {.room = QUICK_LOOKS};
    struct forecast f;
    int32_t redraw = consider(&f, bot, m, v, dice, &r), drawn = r.best[0].value + redraw;

    if (slipped) /* somebody who has not looked closely makes any of the better placements */
        return candidate_only(out, r.best[dice->roll(dice->context, r.n)].event);
    int32_t now = forecast_chance(&f, s, s->turn), slope = forecast_slope(&f, s, now);
    if (redraw > 0)
        out[n++] = candidate_of(event_make(EVENT_REDRAW, 0), drawn, now, slope);
    if (n < cap)
        look_closely(&f, m, &v->seen, &r);
    for (uint32_t i = 0; i < r.n && n < cap; i++)
        out[n++] = candidate_of(r.best[i].event, r.best[i].value, now, slope);
    return slips ? candidate_only(out, out[0].event) : n; /* who slips weighs no chances */
}
