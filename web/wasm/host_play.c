/*
 * What happens by itself at a table in the page: bots, clocks, and who sits where in the next game.
 * See host.h.
 */
#include "host.h"

EXPORT(host_rematch_seat) uint32_t host_rematch_seat(uint32_t seat);
EXPORT(host_owes) uint32_t host_owes(void);
EXPORT(host_think) uint32_t host_think(void);
EXPORT(host_due) double host_due(void);
EXPORT(host_timeout) void host_timeout(void);

uint32_t host_rematch_seat(uint32_t seat)
{
    return table_rematch_seat(&host.table, seat);
}

static uint32_t bot_seat(void)
{
    uint32_t waiting = table_waiting(&host.table);

    for (uint32_t seat = 0; seat < host.table.plan.match.seats; seat++)
        if (waiting >> seat & 1 && table_is_bot(&host.table, seat))
            return seat;
    return NOBODY;
}

/* Is it a bot's turn? */
uint32_t host_owes(void)
{
    return bot_seat() != NOBODY;
}

struct until {
    double end;
};

static bool enough(void *context)
{
    const struct until *u = context;

    return outside_now() >= u->end;
}

/* Lets the bot whose turn it is think and play. */
uint32_t host_think(void)
{
    uint32_t seat = bot_seat();
    const struct match *m = &host.table.plan.match;
    struct table_command c = {.kind = COMMAND_CHOOSE, .role = ROLE_BOT, .seat = (uint8_t)seat};
    struct budget budget = {0};
    struct until until;
    struct rng rng;
    struct bot bot;
    struct view v;
    uint64_t mixed = 0;

    if (seat == NOBODY)
        return 0;
    bot = bot_of_seat(&host.table, seat, host.spec[seat]);
    bot = bot_for(&bot, m);
    table_view(&host.table, seat, &v);
    __builtin_memcpy(&mixed, host.seed, sizeof mixed);
    rng_seed(&rng, mixed + host.table.count, ++host.thoughts);
    budget.dice = rng_dice(&rng);
    until.end = outside_now() +
                (bot.milliseconds && bot.milliseconds < BOT_MS ? bot.milliseconds : BOT_MS);
    budget.enough = enough;
    budget.context = &until;
    c.event = bot_choose(&bot, m, &v, &budget);
    c.seen = host.table.count;
    return host_give(&c);
}

/* Milliseconds until a clock runs out; below 0 if none does. */
double host_due(void)
{
    uint64_t when;
    uint32_t seat;

    if (!table_deadline(&host.table, &when, &seat))
        return -1;
    return when > host_time() ? (double)(when - host_time() + 1) : 1;
}

void host_timeout(void)
{
    struct table_command c = {.kind = COMMAND_TIMEOUT, .seat = NOBODY};

    host_give(&c);
}
