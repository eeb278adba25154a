/*
 * Hints in games of the metro family: see hint.h.
 */
#include "voice.h"

static const struct hint_sentence sentences[REASON_KINDS] = {
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

/* The places of the sentences: {4} is a seat, {6} a number of points. */
enum { SEAT = 4, STATION, POINTS, LENGTH = 8 };

static const char *const value_names[HINT_VALUES] = {
    [SEAT] = "seat",
    [STATION] = "station",
    [POINTS] = "points",
    [LENGTH] = "count",
};

static void fill(const struct match *m, const char *const name[SEATS_MAX],
                 const struct reason *r, struct hint_values *out)
{
    (void)m;
    out->value[SEAT] = say_number(r->seat + 1);
    if (name && r->seat < SEATS_MAX && name[r->seat])
        out->value[SEAT] = say_text(name[r->seat]);
    out->value[STATION] = say_number(r->station + 1);
    out->value[POINTS] = say_count((uint32_t)r->points, "point");
    out->value[LENGTH] = say_count(r->count, "tile");
}

const struct family_hints metro_hints = {
    .sentence = sentences,
    .value = value_names,
    .fill = fill,
};
