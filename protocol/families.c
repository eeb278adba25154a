/*
 * The table of families: see families.h.
 */
#include "families.h"

static const struct family_voice *const voices[FAMILIES] = {EACH_FAMILY(FAMILY_PLACE, voice)};

const struct family_voice *voice_of(const struct board *board)
{
    return voices[board->family];
}
