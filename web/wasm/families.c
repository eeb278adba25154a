/*
 * The table of families: see families.h.
 */
#include "families.h"

static const struct family_balance nothing;

const struct family_balance *balance_of(const struct board *board)
{
    static const struct family_balance *const balances[] = {
        [FAMILY_ROUTES] = &routes_balance,
        [FAMILY_NULL] = &nothing,
        [FAMILY_METRO] = &nothing,
    };

    return balances[board->family];
}
