/*
 * Fuzz harness for tables: the bytes are stored entries. Whatever they are, a table either
 * refuses them with a reason and does not change, or remains a table that can be rebuilt, asked
 * and played on.
 *
 *     byte 0  board; 1 seats; 2 clock and undo; 3 whether chance is dealt from a seed
 *     then entries of ENTRY_SIZE bytes; a last piece that is shorter is a command
 */
#include "fuzz.h"
#include "table/table_log.h"

#include <string.h>

enum { ROOM = 2048 };

static struct table table, replica;
static struct entry entries[ROOM], entries2[ROOM];
static event_t line[ROOM], line2[ROOM];
static char log_text[1 << 19];

static void check_reason(const struct complaint *why)
{
    CHECK(why->rule && memchr(why->message, 0, sizeof why->message) && why->message[0]);
}

/* Applies the entries that a command proposes. */
static void command(const uint8_t *data, size_t size)
{
    static struct proposal p;
    struct table_command c = {.seen = table.count};
    struct complaint why;

    memcpy(&c.event, data, size < 4 ? size : 4);
    c.kind = data[0];
    c.seat = size > 4 ? data[4] : 0;
    c.role = size > 5 ? data[5] : ROLE_PERSON;
    c.event = size > 9 ? (event_t)data[6] | (event_t)data[9] << 24 : c.event;
    memset(&why, 0xEE, sizeof why);
    switch (table_propose(&table, &c, table.clock_at, &p, &why)) {
    case TABLE_OK:
        for (uint32_t i = 0; i < p.count; i++)
            CHECK(table_apply(&table, &p.entry[i], &why));
        break;
    case TABLE_REPEATED:
        CHECK(p.count == 0);
        break;
    default:
        CHECK(p.count == 0);
        check_reason(&why);
    }
}

static void entry(const uint8_t bytes[ENTRY_SIZE])
{
    static struct table before;
    struct complaint why;
    struct entry e;
    uint8_t again[ENTRY_SIZE];

    if (entry_decode(bytes, &e)) {
        entry_encode(&e, again);
        CHECK(memcmp(bytes, again, ENTRY_SIZE) == 0);
    }
    memset(&why, 0xEE, sizeof why);
    before = table;
    if (table_apply(&table, &e, &why))
        return;
    check_reason(&why);
    CHECK(memcmp(&before, &table, sizeof before) == 0);
}

/* Asks everything that can be asked, and lets a second table replay the log. */
static void ask(void)
{
    static const struct log_people who;
    struct text out = text_in(log_text, sizeof log_text);
    uint8_t rank[SEATS_MAX];
    struct view v;
    uint32_t left, seat;
    uint64_t when;

    for (uint32_t i = 0; i < table.plan.match.seats; i++) {
        table_view(&table, i, &v);
        table_undo_way(&table, i, &left);
        table_clock(&table, i, table.clock_at + 5, NULL);
    }
    table_deadline(&table, &when, &seat);
    table_ranks(&table, rank);
    table_open(&replica, &table.plan, entries2, line2, ROOM);
    table_put_log(&table, &who, &replica, &out);
    CHECK(replica.count == table.count && replica.events == table.events);
    CHECK(memcmp(&replica.state, &table.state, sizeof table.state) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct table_plan plan = {.dealing = false};
    const struct board *board;

    if (size < 4)
        return 0;
    board = fuzz_board(data[0]);
    plan.match = match_of(board, board->seats_min +
                                     data[1] % (board->seats_max - board->seats_min + 1u));
    plan.clock = (struct clock_rule){.kind = data[2] % 3, .time = 1000, .increment = 100};
    plan.undo = data[2] / 3 % 3;
    plan.dealing = data[3] & 1;
    memset(&table, 0, sizeof table);
    table_open(&table, &plan, entries, line, ROOM);
    size -= 4;
    data += 4;
    for (; size >= ENTRY_SIZE && table.count < ROOM - PROPOSAL_MAX;
         size -= ENTRY_SIZE, data += ENTRY_SIZE)
        if (data[0] == 0xC0) /* a command in the middle */
            command(data + 1, 12);
        else
            entry(data);
    if (size && size < ENTRY_SIZE)
        command(data, size);
    ask();
    return 0;
}
