/*
 * The driver that is compiled natively and to wasm32; see hashes.h. Freestanding: only the
 * engine, the dealer, the boards and the players.
 */
#include "hashes.h"

#include "ai/bot.h"
#include "boards/boards.h"
#include "engine/fnv.h"
#include "engine/game.h"
#include "table/dealer.h"

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

enum { BOARDS_MAX = 8 };

static struct board boards[BOARDS_MAX];
static uint32_t board_count, each;

static uint64_t fold(uint64_t hash, uint64_t word)
{
    return fnv_bytes(hash, &word, sizeof word);
}

static uint32_t seat_counts(const struct board *b)
{
    return b->seats_max - b->seats_min + 1u;
}

EXPORT(hashes_games) uint32_t hashes_games(uint32_t of_each)
{
    struct complaint why;
    uint32_t matches = 0;

    each = of_each;
    for (board_count = 0; embedded_boards[board_count].id; board_count++) {
        const struct embedded_board *e = &embedded_boards[board_count];

        if (board_count == BOARDS_MAX ||
            !board_parse(e->text, e->size, &boards[board_count], 0, &why))
            return 0;
        matches += seat_counts(&boards[board_count]);
    }
    return matches * each;
}

/* Adds views and resampled states of a position to the hash. */
static uint64_t fold_views(uint64_t hash, const struct match *m, const struct state *s,
                           struct rng *rng)
{
    struct view v;
    struct state other;
    const struct dice dice = rng_dice(rng);
    uint32_t seat = rng_below(rng, m->seats);

    m->rules->view(m, s, seat, &v);
    hash = fnv_bytes(hash, &v, sizeof v);
    m->rules->resample(m, &v, &dice, &other);
    return fold(hash, state_hash(&other));
}

/* Adds what a bot would choose, if a seat is to act. */
static uint64_t fold_choice(uint64_t hash, const struct match *m, const struct state *s,
                            struct rng *rng)
{
    const struct bot bot = bot_of(&player_hard);
    const struct budget budget = {.dice = rng_dice(rng)};
    uint32_t actor = m->rules->actor(m, s);
    struct view v;

    if (actor >= m->seats)
        return hash;
    m->rules->view(m, s, actor, &v);
    return fold(hash, bot_choose(&bot, m, &v, &budget));
}

static uint64_t fold_sheet(uint64_t hash, const struct match *m, const struct state *s)
{
    struct sheet sheet;

    m->rules->score(m, s, &sheet);
    for (uint32_t i = 0; i < m->seats; i++) {
        const struct seat_sheet *a = &sheet.seat[i];

        hash = fold(hash, (uint64_t)a->total << 16 | (uint32_t)a->rank << 8 | a->longest);
        hash = fold(hash, a->completed);
    }
    return hash;
}

EXPORT(hashes_play) uint64_t hashes_play(uint32_t k)
{
    uint32_t game = k / each, seats = 0;
    const struct board *b = boards;

    while (game >= seat_counts(b))
        game -= seat_counts(b++);
    seats = b->seats_min + game;

    struct match m = match_of(b, seats);
    uint32_t variant = k % each;
    for (uint32_t i = 1; i < OPTIONS_MAX && m.rules->option[i].name; i++) {
        uint32_t values = m.rules->option[i].max - m.rules->option[i].min + 1u;

        m.option[i] = (uint8_t)(m.rules->option[i].min + variant % values);
        variant /= values;
    }
    struct state s;
    struct rng rng;
    rng_seed(&rng, k, 0);
    uint64_t hash = fold(b->hash, seats);
    m.rules->start(&m, &s);
    while (m.rules->actor(&m, &s) != NOBODY) {
        uint32_t n = m.rules->count(&m, &s);
        event_t e = m.rules->pick(&m, &s, rng_below(&rng, n));

        if (!m.rules->apply(&m, &s, e))
            return 0;
        hash = fold(fold(hash, e), state_hash(&s));
        if (rng_below(&rng, 8) == 0)
            hash = fold_choice(fold_views(hash, &m, &s, &rng), &m, &s, &rng);
    }
    hash = fold_sheet(hash, &m, &s);
    if (k % 10)
        return hash;
    uint64_t table = hashes_table(&m, k);
    return table ? fold(hash, table) : 0;
}

EXPORT(hashes_state_size) uint32_t hashes_state_size(void)
{
    return sizeof(struct state);
}

EXPORT(hashes_view_size) uint32_t hashes_view_size(void)
{
    return sizeof(struct view);
}
