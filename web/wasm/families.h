/*
 * What the page's module knows about a family of rules, beyond the layers below it. One
 * constant for each family that adds something, in the family's folder; only families.c asks
 * which family a board belongs to.
 */
#ifndef ANDEN_WASM_FAMILIES_H
#define ANDEN_WASM_FAMILIES_H

#include "../../engine/game.h"
#include "../../protocol/json.h"

/* What a family counts when many games are played on a board (balance.c). All may be null. */
struct family_balance {
    void (*clear)(void);

    /* A game is over: what a seat had in the end, and whether it won. */
    void (*add)(const struct state *s, uint32_t seat, const struct seat_sheet *sheet, bool won);

    /* Members with the sums over all games. */
    void (*totals)(struct json *j, const struct board *board);
};

extern const struct family_balance routes_balance;

const struct family_balance *balance_of(const struct board *board);

#endif
