/*
 * Actions and planes of the null family: the numbers that a seat can say, and what it sees.
 */
#include "../family.h"

enum { SAY_MAX = 3 };

static void list(struct env *env)
{
    for (uint32_t i = 1; i <= SAY_MAX; i++)
        env_add(env, event_make(EVENT_COUNT, i));
}

static uint32_t number(const struct env *env, event_t e)
{
    (void)env;
    return event_kind(e) == EVENT_COUNT ? event_arg(e) - 1 : (uint32_t)ENV_NONE;
}

static void planes(struct env *env)
{
    uint32_t seats = env->match.seats;
    const struct env_plane table[] = {
        {"die", "what the own die shows", 0, 1, 1, 6, 0, false, false},
        {"total", "said so far", 0, 1, 1, 255, 0, false, false},
        {"points", "of each seat", 0, seats, 1, 255, 0, true, false},
        {"dice", "what the die of a seat shows", 0, seats, 1, 6, 0, true, true},
    };

    for (uint32_t i = 0; i < sizeof table / sizeof table[0]; i++)
        env_add_plane(env, table[i]);
}

static void observe(const struct look *look, uint8_t *at)
{
    const struct look l = *look;
    const struct null_state *s = &l.view->seen.null;

    at = put(at, s->die[l.seat]);
    at = put(at, s->total);
    for (uint32_t i = 0; i < l.match->seats; i++)
        at = put(at, s->points[seat_after(l, i)]);
}

static void reveal(const struct look *look, uint8_t *at)
{
    const struct look l = *look;

    for (uint32_t i = 0; i < l.match->seats; i++)
        at = put(at, l.view->seen.null.die[seat_after(l, i)]);
}

static void column(const struct env *env, const struct env_plane *plane, uint32_t column,
                   struct text *t)
{
    (void)env;
    (void)plane;
    (void)column;
    (void)t;
}

const struct family_env null_env = {
    .list = list,
    .number = number,
    .planes = planes,
    .observe = observe,
    .reveal = reveal,
    .column = column,
};
