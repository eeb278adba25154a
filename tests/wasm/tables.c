/*
 * Games played at tables, for hashes.h: every entry and every byte of the log, which must also
 * verify. So all of table/ is compiled to wasm32 and runs there.
 */
#include "hashes.h"

#include "engine/fnv.h"
#include "table/table_log.h"

enum { ROOM = 8192, LOG_ROOM = 1 << 19 };

static struct table table, replica;
static struct entry entries[ROOM], entries2[ROOM];
static event_t line[ROOM];
static char text[LOG_ROOM];
static struct proposal proposal;

/* Gives a command; false if it cannot be done. */
static bool give(struct table_command c, uint64_t now)
{
    struct complaint why;

    c.seen = table.count;
    if (table_propose(&table, &c, now, &proposal, &why) != TABLE_OK)
        return false;
    for (uint32_t i = 0; i < proposal.count; i++)
        if (!table_apply(&table, &proposal.entry[i], &why))
            return false;
    return true;
}

/* The next command of a game: somebody chooses, sometimes takes back or resigns. */
static struct table_command next(struct rng *rng)
{
    const struct match *m = &table.plan.match;
    struct table_command c = {.kind = COMMAND_GO_ON};
    uint32_t waiting = table_waiting(&table);
    struct view v;

    if (!waiting)
        return c;
    c.seat = (uint8_t)__builtin_ctz(waiting);
    if (rng_below(rng, 20) == 0) {
        c.kind = (uint8_t)(rng_below(rng, 9) ? COMMAND_UNDO : COMMAND_RESIGN);
        c.seat = (uint8_t)rng_below(rng, m->seats);
        return c;
    }
    table_view(&table, c.seat, &v);
    c.kind = COMMAND_CHOOSE;
    c.role = table_is_bot(&table, c.seat) ? ROLE_BOT : ROLE_PERSON;
    c.event = m->rules->pick(m, &v.seen, rng_below(rng, m->rules->count(m, &v.seen)));
    return c;
}

uint64_t hashes_table(const struct match *m, uint64_t seed)
{
    static const struct log_people who;
    struct table_plan plan = {.match = *m, .undo = UNDO_AGREED, .dealing = true};
    struct text out = text_in(text, sizeof text);
    struct complaint why;
    struct verdict v;
    struct rng rng;
    uint64_t hash = seed, now = 0;

    rng_seed(&rng, seed, 1);
    for (uint32_t i = 0; i < SEED_SIZE; i++)
        plan.seed[i] = (uint8_t)rng_next(&rng);
    plan.clock = (struct clock_rule){.kind = CLOCK_GAME, .time = 1000000, .increment = 10};
    table_open(&table, &plan, entries, line, ROOM);
    for (uint32_t i = 0; i < m->seats; i++)
        if (!give((struct table_command){.kind = COMMAND_SIT,
                                         .seat = (uint8_t)i,
                                         .role = i ? ROLE_BOT : ROLE_PERSON,
                                         .who = i},
                  now))
            return 0;
    if (!give((struct table_command){.kind = COMMAND_START}, now))
        return 0;
    while (table.phase == TABLE_PLAYING && table.count < ROOM - PROPOSAL_MAX) {
        now += rng_below(&rng, 100);
        give(next(&rng), now);
    }
    give((struct table_command){.kind = COMMAND_ABORT}, now); /* one that did not end */
    for (uint32_t i = 0; i < table.count; i++) {
        uint8_t bytes[ENTRY_SIZE];

        entry_encode(&entries[i], bytes);
        hash = fnv_bytes(hash, bytes, sizeof bytes);
    }
    table_open(&replica, &plan, entries2, line, ROOM);
    table_put_log(&table, &who, &replica, &out);
    if (out.cut || !log_verify(text, out.length, m, line, ROOM, &v, &why))
        return 0;
    return fnv_bytes(hash, text, out.length);
}
