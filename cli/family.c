/*
 * The table of families: see family.h.
 */
#include "family.h"

static const struct family_face *const faces[FAMILIES] = {
    [FAMILY_ROUTES] = &routes_face,
    [FAMILY_NULL] = &null_face,
    [FAMILY_METRO] = &metro_face,
};

const struct family_face *family_of(const struct board *board)
{
    return faces[board->family];
}

const struct family_face *family_number(size_t i)
{
    return i + 1 < FAMILIES ? faces[i + 1] : NULL;
}
