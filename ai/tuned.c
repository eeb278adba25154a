/*
 * Which constants belong to a board: see tuning.h.
 */
#include "families.h"

const struct constant *tuning_constants(const struct board *board)
{
    return players_of(board)->constants;
}

/* The hash, not the id: somebody's own board may have any id. */
static bool is_for(const struct embedded_tuning *set, const struct match *m)
{
    return set->hash == m->board->hash && m->seats >= set->seats_min &&
           m->seats <= set->seats_max;
}

void tuning_of_match(const struct match *m, struct tuning *t)
{
    for (const struct embedded_tuning *set = embedded_tunings; set->seats_max; set++) {
        if (is_for(set, m)) {
            *t = set->tuning;
            return;
        }
    }
    tuning_presets(tuning_constants(m->board), t);
}
