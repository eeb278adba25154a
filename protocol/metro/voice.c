/*
 * The voice of the metro family: see families.h.
 */
#include "voice.h"

const struct family_voice metro_voice = {
    .board = metro_board_json,
    .position = metro_position_json,
    .event = metro_event_json,
    .outcome = metro_outcome_json,
    .preview = metro_preview_json,
    .story = metro_story,
    .mark = metro_mark_json,
    .reasons = metro_reasons,
    .reason = metro_reason_values,
};
