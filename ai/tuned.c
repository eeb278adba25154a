/*
 * Which constants belong to a board: see tuning.h.
 */
#include "families.h"

const struct constant *tuning_constants(const struct board *board)
{
    return players_of(board)->constants;
}

static bool is_for(const struct tuning_use *use, const struct match *m)
{
    return text_equal(use->id, m->board->id) && m->seats >= use->seats_min &&
           m->seats <= use->seats_max;
}

void tuning_of_match(const struct match *m, struct tuning *t)
{
    for (uint32_t i = 0; embedded_tunings[i].use.id[0]; i++) {
        if (is_for(&embedded_tunings[i].use, m)) {
            *t = embedded_tunings[i].tuning;
            return;
        }
    }
    tuning_presets(tuning_constants(m->board), t);
}
