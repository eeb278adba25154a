/*
 * The table of families: see families.h.
 */
#include "families.h"

static const struct family_voice *const voices[FAMILIES] = {
    [FAMILY_ROUTES] = &routes_voice,
    [FAMILY_NULL] = &null_voice,
    [FAMILY_METRO] = &metro_voice,
};

const struct family_voice *voice_of(const struct board *board)
{
    return voices[board->family];
}
