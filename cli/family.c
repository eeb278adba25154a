/*
 * The table of families: see family.h.
 */
#include "family.h"

static const struct family_face *const faces[FAMILIES] = {EACH_FAMILY(FAMILY_PLACE, face)};

const struct family_face *family_of(const struct board *board)
{
    return faces[board->family];
}
