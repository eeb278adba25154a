/*
 * Random tables and commands; see commands.h.
 */
#include "commands.h"

struct match random_match(struct rng *rng, const struct board *board)
{
    uint32_t more = rng_below(rng, board->seats_max - board->seats_min + 1u);
    struct match m = match_of(board, board->seats_min + more);
    struct complaint why;

    do
        for (uint32_t i = 0; i < OPTIONS_MAX && m.rules->option[i].name; i++) {
            const struct option *o = &m.rules->option[i];

            m.option[i] = (uint8_t)(o->min + rng_below(rng, o->max - o->min + 1u));
        }
    while (!m.rules->check(&m, &why));
    return m;
}

struct table_plan random_plan(struct rng *rng, const struct match *m)
{
    struct table_plan plan = {.match = *m, .undo = (uint8_t)rng_below(rng, 3), .dealing = true};

    plan.clock.kind = (uint8_t)rng_below(rng, 3);
    plan.clock.time =
        rng_below(rng, 3) ? 1000 + rng_below(rng, 5000) : 30 + rng_below(rng, 200);
    plan.clock.increment = rng_below(rng, 2) ? rng_below(rng, 1000) : 0;
    for (int i = 0; i < SEED_SIZE; i++)
        plan.seed[i] = (uint8_t)rng_next(rng);
    return plan;
}

uint32_t random_seat(struct rng *rng, uint32_t set)
{
    uint32_t k = rng_below(rng, (uint32_t)__builtin_popcount(set)), seat = 0;

    for (;; seat++)
        if (set >> seat & 1 && k-- == 0)
            return seat;
}

event_t random_event(struct rng *rng, const struct table *t, uint32_t seat)
{
    const struct match *m = &t->plan.match;
    struct view v;

    table_view(t, seat, &v);
    return m->rules->pick(m, &v.seen, rng_below(rng, m->rules->count(m, &v.seen)));
}

struct table_command sensible_command(struct rng *rng, const struct table *t)
{
    struct table_command c = {.seen = t->count};
    uint32_t waiting = table_waiting(t), open = 0;

    if (t->phase == TABLE_GATHERING) {
        for (uint32_t i = 0; i < t->plan.match.seats; i++)
            open |= (uint32_t)(t->seat[i].role == ROLE_OPEN) << i;
        c.kind = open ? COMMAND_SIT : COMMAND_START;
        c.seat = (uint8_t)(open ? random_seat(rng, open) : 0);
        c.role = rng_below(rng, 3) ? ROLE_PERSON : ROLE_BOT;
        c.who = 100 + c.seat;
        return c;
    }
    if (!waiting)
        return c; /* GO_ON */
    if (t->asks != NOBODY && rng_below(rng, 4)) {
        c.kind = rng_below(rng, 4) ? COMMAND_AGREE : COMMAND_REFUSE;
        c.seat = (uint8_t)rng_below(rng, t->plan.match.seats);
        return c;
    }
    c.kind = COMMAND_CHOOSE;
    c.seat = (uint8_t)random_seat(rng, waiting);
    c.role = table_is_bot(t, c.seat) ? ROLE_BOT : ROLE_PERSON;
    c.event = random_event(rng, t, c.seat);
    return c;
}

struct table_command senseless_command(struct rng *rng, const struct table *t,
                                       const struct table_command *last)
{
    struct table_command c = sensible_command(rng, t);

    switch (rng_below(rng, 9)) {
    case 0:
        return *last;
    case 1:
        c.seen -= c.seen ? rng_below(rng, c.seen < 9 ? c.seen : 9) : 0;
        break;
    case 2:
        c.seat = (uint8_t)rng_below(rng, SEATS_MAX + 2);
        break;
    case 3:
        c.event = (event_t)rng_next(rng);
        break;
    case 4:
        c.role = (uint8_t)rng_below(rng, 4);
        break;
    case 5:
        c.seen += rng_below(rng, 2);
        break;
    default:
        c.kind = (uint8_t)rng_below(rng, COMMAND_ABORT + 2);
        c.seat = (uint8_t)rng_below(rng, t->plan.match.seats);
        if (t->seat[c.seat].away && rng_below(rng, 2))
            c.kind = COMMAND_BACK;
        if ((c.kind == COMMAND_ABORT || c.kind == COMMAND_RESIGN) && rng_below(rng, 12))
            c.kind = COMMAND_UNDO;
    }
    return c;
}
