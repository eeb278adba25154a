/*
 * Hints in games of the metro family: see hint.h.
 */
#include "voice.h"

const struct hint_sentence metro_reasons[REASON_KINDS] = {
    [REASON_LINE_CENTRE] = {"line_centre", SAYS("brings the line of station {5} into the "
                                                "centre for {6}")},
    [REASON_LINE_ENDS] = {"line_ends", SAYS("completes the line of station {5} for {6}")},
    [REASON_LINE_GROWS] = {"line_grows", SAYS("makes the line of station {5} {8} long")},
    [REASON_LINE_CUT] = {"line_cut", SAYS("ends the line of station {5} of {4} at "
                                          "{6}")},
    [REASON_NO_HARM] = {"no_harm", SAYS("leaves your own lines alone")},
    [REASON_LEAST_HARM] = {"least_harm", SAYS("costs least: the line of station {5} ends with "
                                              "{6}")},
    [REASON_NEW_TILE] = {"new_tile", SAYS("better tiles are to come than those in your hand")},
};

void metro_reason_values(const struct match *m, const char *const name[SEATS_MAX],
                         const struct reason *r, struct hint_values *out)
{
    (void)m;
    out->value[HINT_SEAT] = say_number(r->seat + 1);
    if (name && r->seat < SEATS_MAX && name[r->seat])
        out->value[HINT_SEAT] = say_text(name[r->seat]);
    out->value[HINT_STATION] = say_number(r->station + 1);
    out->value[HINT_POINTS] = say_count((uint32_t)r->points, "point");
    out->value[HINT_COUNT] = say_count(r->count, "tile");
}
