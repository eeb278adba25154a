/*
 * Actions and planes of Rows: taking a card, and each card in each row; what a seat sees.
 */
#include "../../env/family.h"

enum { OF_ONE, OF_CARDS };

static void list(struct env *env)
{
    env_add(env, event_make(EVENT_TAKE, 0));
    for (uint32_t card = 1; card <= ROWS_CARDS; card++)
        for (uint32_t row = 0; row < ROWS; row++)
            env_add(env, event_make(EVENT_LAY, card | row << 8));
}

static uint32_t number(const struct env *env, event_t e)
{
    (void)env;
    return event_kind(e) == EVENT_LAY ? 1 + ROWS * (event_arg(e) - 1) + event_colour(e) : 0;
}

static void planes(struct env *env)
{
    const struct env_plane table[] = {
        {"hand", "own cards", 0, 1, ROWS_CARDS, 1, OF_CARDS, false, false},
        {"laid", "cards in the rows of a seat, by row", 0, ROWS_SEATS, ROWS * ROWS_CARDS, 1,
         OF_CARDS, true, false},
        {"held", "cards in hand", 0, ROWS_SEATS, 1, ROWS_CARDS, OF_ONE, true, false},
        {"hands", "cards of a seat", 0, ROWS_SEATS, ROWS_CARDS, 1, OF_CARDS, true, true},
    };

    for (uint32_t i = 0; i < sizeof table / sizeof table[0]; i++)
        env_add_plane(env, table[i]);
}

static void observe(const struct look *look, uint8_t *at)
{
    const struct look l = *look;
    const struct rows_state *s = &l.view->seen.rows;

    at = put_set(at, s->hand[l.seat], ROWS_CARDS);
    for (uint32_t i = 0; i < ROWS_SEATS; i++)
        for (uint32_t row = 0; row < ROWS; row++)
            at = put_set(at, s->row[seat_after(l, i)][row], ROWS_CARDS);
    for (uint32_t i = 0; i < ROWS_SEATS; i++)
        at = put(at, s->held[seat_after(l, i)]);
}

static void reveal(const struct look *look, uint8_t *at)
{
    const struct look l = *look;

    for (uint32_t i = 0; i < ROWS_SEATS; i++)
        at = put_set(at, l.view->seen.rows.hand[seat_after(l, i)], ROWS_CARDS);
}

static void column(const struct env *env, const struct env_plane *plane, uint32_t column,
                   struct text *t)
{
    (void)env;
    if (plane->things == OF_CARDS)
        text_number(t, column % ROWS_CARDS + 1);
}

const struct family_env rows_env = {
    .list = list,
    .number = number,
    .planes = planes,
    .observe = observe,
    .reveal = reveal,
    .column = column,
};
