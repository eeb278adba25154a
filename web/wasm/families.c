/*
 * The table of families: see families.h.
 */
#include "families.h"

static const struct family_balance nothing;

const struct family_balance *balance_of(const struct board *board)
{
    static const struct family_balance *const balances[FAMILIES] = {
        [FAMILY_ROUTES] = &routes_balance,
    };

    return balances[board->family] ? balances[board->family] : &nothing;
}
