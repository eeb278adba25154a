/*
 * The work of bench/loop.h in wasm32, on the program's own boards. The clock is outside:
 * bench.mjs measures the calls.
 */
#include "bench/loop.h"
#include "boards/boards.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static struct board board;
static struct match match;
static struct bench_store store;

uint32_t bench_open(uint32_t number, uint32_t most);
const char *bench_game(uint32_t number);
uint64_t bench_time(uint32_t work, uint32_t games);
uint64_t bench_sign(void);

/* The id of board `number`, or null. */
EXPORT(bench_game) const char *bench_game(uint32_t number)
{
    return embedded_boards[number].id;
}

/* A match on board `number` with its fewest seats, or its most. Returns their number; 0 if the
 * board can't be read. */
EXPORT(bench_open) uint32_t bench_open(uint32_t number, uint32_t most)
{
    const struct embedded_board *e = &embedded_boards[number];
    struct complaint why;

    if (!board_parse(e->text, e->size, &board, 0, &why))
        return 0;
    match = match_of(&board, most ? board.seats_max : board.seats_min);
    bench_sample(&match, &store);
    return match.seats;
}

/* A round of the match that was opened. */
EXPORT(bench_time) uint64_t bench_time(uint32_t work, uint32_t games)
{
    return bench_round(&match, &store, work, games);
}

EXPORT(bench_sign) uint64_t bench_sign(void)
{
    return bench_signature(&match);
}
