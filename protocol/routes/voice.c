/*
 * The voice of the routes family: see families.h.
 */
#include "voice.h"

const struct family_voice routes_voice = {
    .board = routes_board_json,
    .position = routes_position_json,
    .event = routes_event_json,
    .outcome = routes_outcome_json,
    .story = routes_story,
    .mark = routes_mark_json,
    .deciding = routes_deciding,
    .reasons = routes_reasons,
    .reason = routes_reason_values,
};
