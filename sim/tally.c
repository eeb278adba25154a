/*
 * Adding up games. Whole numbers only: sums don't depend on the order.
 */
#include "sim.h"

static void add(struct sim_tally *t, const struct sim_tally *more)
{
    t->wins += more->wins;
    t->sample_sum += more->sample_sum;
    t->sample_squares += more->sample_squares;
    t->score_sum += more->score_sum;
    t->score_squares += more->score_squares;
    t->tickets_kept += more->tickets_kept;
    t->tickets_made += more->tickets_made;
    t->turns += more->turns;
    t->decisions += more->decisions;
    t->nanoseconds += more->nanoseconds;
    t->forfeits += more->forfeits;
}

/* A sample counts once all its games have been played properly. */
static void end_sample(const struct sim_series *series, struct sim_sample *sample,
                       struct sim_totals *totals)
{
    for (uint32_t i = 0; i < series->specs && !sample->broken; i++) {
        uint64_t wins = sample->wins[i];

        totals->spec[i].sample_sum += wins;
        totals->spec[i].sample_squares += wins * wins;
    }
    totals->samples += !sample->broken;
    *sample = (struct sim_sample){0};
}

bool sim_add(const struct sim_series *series, uint64_t game, const struct sim_result *r,
             struct sim_sample *sample, struct sim_totals *totals)
{
    uint32_t per_sample = series->paired ? sim_rotations(series) : 1;
    bool played = r->end == SIM_FINISHED || r->end == SIM_FORFEITED;

    if (r->end == SIM_ILLEGAL) {
        totals->illegal = 1;
        totals->illegal_game = game;
        totals->illegal_spec = sim_spec_at(series, game, r->culprit);
        return false;
    }
    totals->abandoned += r->end == SIM_ABANDONED;
    totals->games += played;
    for (uint32_t seat = 0; seat < series->match.seats && played; seat++) {
        const struct sim_tally *one = &r->seat[seat];
        uint32_t spec = sim_spec_at(series, game, seat);

        add(&totals->spec[spec], one);
        sample->wins[spec] += (uint32_t)one->wins;
        totals->shared |= one->wins != 0 && one->wins != SIM_WIN;
    }
    sample->broken |= !played;
    sample->games++;
    if (sample->games == per_sample)
        end_sample(series, sample, totals);
    return true;
}

void sim_merge(struct sim_totals *totals, const struct sim_totals *more)
{
    totals->games += more->games;
    totals->samples += more->samples;
    totals->abandoned += more->abandoned;
    totals->shared |= more->shared;
    totals->interrupted |= more->interrupted;
    if (more->illegal && (!totals->illegal || more->illegal_game < totals->illegal_game)) {
        totals->illegal = 1;
        totals->illegal_game = more->illegal_game;
        totals->illegal_spec = more->illegal_spec;
    }
    for (uint32_t i = 0; i < SEATS_MAX; i++)
        add(&totals->spec[i], &more->spec[i]);
}
