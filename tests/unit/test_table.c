/*
 * Tables: seats, choices made at once, clocks, undo, resigning, repeated and late commands, the
 * fair dealer, and logs that verify or not. tests/laws checks random tables.
 */
#include "table/table.h"
#include "table/table_log.h"
#include "tests/support/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 2000 };

static struct board europe, metro;
static struct table t, replica;
static struct entry entries[ROOM], entries2[ROOM];
static event_t line[ROOM], line2[ROOM];
static struct proposal p;
static struct complaint why;
static uint64_t now;

static struct table_plan plan_of(const struct board *board, uint32_t seats)
{
    struct table_plan plan = {.match = match_of(board, seats), .undo = UNDO_AGREED};

    plan.dealing = true;
    for (int i = 0; i < SEED_SIZE; i++)
        plan.seed[i] = (uint8_t)i;
    return plan;
}

static enum table_answer ask(struct table_command c)
{
    memset(&why, 0, sizeof why);
    return table_propose(&t, &c, now, &p, &why);
}

/* Gives a command, and applies its entries. */
static enum table_answer give(struct table_command c)
{
    enum table_answer answer = ask(c);

    for (uint32_t i = 0; i < p.count; i++)
        if (!table_apply(&t, &p.entry[i], &why))
            fail_msg("entry %u: %s", t.count + 1, why.message);
    return answer;
}

static struct table_command of(uint32_t kind, uint32_t seat)
{
    return (struct table_command){
        .kind = (uint8_t)kind, .seat = (uint8_t)seat, .role = ROLE_PERSON, .seen = t.count};
}

static struct table_command choose(uint32_t seat, event_t e)
{
    struct table_command c = of(COMMAND_CHOOSE, seat);

    c.event = e;
    c.role = table_is_bot(&t, seat) ? ROLE_BOT : ROLE_PERSON;
    return c;
}

static struct table_command typed(uint32_t seat, const char *text)
{
    struct view v;
    event_t e;

    table_view(&t, seat, &v);
    e = t.plan.match.rules->parse(&t.plan.match, &v.seen, text, strlen(text), &why);
    if (!e)
        fail_msg("%s: %s", text, why.message);
    return choose(seat, e);
}

#define OK(command) assert_int_equal(give(command), TABLE_OK)
#define GIVES(answer, command) assert_int_equal(give(command), answer)

/* Opens a table with people on all seats. */
static void open_table(struct table_plan plan)
{
    now = 0;
    table_open(&t, &plan, entries, line, ROOM);
    for (uint32_t i = 0; i < plan.match.seats; i++) {
        struct table_command c = of(COMMAND_SIT, i);

        c.who = 10 + i;
        OK(c);
    }
}

/* The same, and starts the game; all keep all their tickets, chance chooses who begins. */
static void start_table(struct table_plan plan)
{
    open_table(plan);
    OK(of(COMMAND_START, 0));
    if (plan.match.board == &europe)
        for (uint32_t i = 0; i < plan.match.seats; i++)
            OK(typed(i, "keep all"));
}

static uint32_t acting(void)
{
    return t.plan.match.rules->actor(&t.plan.match, &t.state);
}

static void play_out(void)
{
    struct rng r;

    rng_seed(&r, 5, 0);
    while (t.phase == TABLE_PLAYING) {
        uint32_t seat = acting();
        const struct match *m = &t.plan.match;

        if (seat == NATURE)
            OK(of(COMMAND_GO_ON, 0));
        else
            OK(choose(seat, m->rules->pick(m, &t.state,
                                           rng_below(&r, m->rules->count(m, &t.state)))));
    }
}

static void test_entry_bytes(void **state)
{
    static const uint8_t bytes[ENTRY_SIZE] = {6,    2, 2, 0, 0x78, 0x56, 0x34, 0x12,
                                              0xEF, 1, 0, 0, 0,    0,    0,    0x80};
    const struct entry e = {.kind = ENTRY_SEALED,
                            .seat = 2,
                            .role = ROLE_BOT,
                            .event = 0x12345678,
                            .time = 0x80000000000001EF};
    uint8_t out[ENTRY_SIZE];
    struct entry back;

    (void)state;
    entry_encode(&e, out);
    assert_memory_equal(out, bytes, ENTRY_SIZE);
    assert_true(entry_decode(out, &back));
    assert_memory_equal(&back, &e, sizeof e);
    for (size_t i = 0; i < 4; i++) { /* no such kind, seat, role; a byte that is not used */
        memcpy(out, bytes, ENTRY_SIZE);
        out[i] = 200;
        assert_false(entry_decode(out, &back));
    }
    memcpy(out, bytes, ENTRY_SIZE);
    out[20] = 1; /* a person where none belongs */
    assert_false(entry_decode(out, &back));
}

static void test_seats(void **state)
{
    struct table_plan plan = plan_of(&europe, 2);
    struct table_command c;

    (void)state;
    table_open(&t, &plan, entries, line, ROOM);
    now = 0;
    GIVES(TABLE_NOT_NOW, of(COMMAND_START, 0));
    c = of(COMMAND_SIT, 1);
    c.who = 7;
    OK(c);
    GIVES(TABLE_REPEATED, c);
    c.who = 8;
    GIVES(TABLE_NOT_NOW, c); /* taken */
    c.seat = 2;
    GIVES(TABLE_NOT_NOW, c); /* no such seat */
    OK(of(COMMAND_STAND, 1));
    GIVES(TABLE_REPEATED, of(COMMAND_STAND, 1));
    c.seat = 1;
    OK(c);
    GIVES(TABLE_NOT_NOW, of(COMMAND_START, 0));
    c.seat = 0;
    c.role = ROLE_BOT;
    OK(c);
    GIVES(TABLE_NOT_NOW, of(COMMAND_RESIGN, 1));
    GIVES(TABLE_NOT_NOW, choose(1, event_make(EVENT_PASS, 0)));
    OK(of(COMMAND_START, 0));
    assert_int_equal(p.entry[0].kind, ENTRY_START);
    assert_int_equal(p.count, 1 + 2 * 4 + 5 + 2 * 4); /* hands, market, tickets */
    GIVES(TABLE_REPEATED, of(COMMAND_START, 0));
    GIVES(TABLE_NOT_NOW, of(COMMAND_STAND, 1));
}

/* C18R: all choose at the same time, in any order; nothing is shown before the last. */
static void test_sealed(void **state)
{
    struct view before, after;
    struct table_command c;

    (void)state;
    open_table(plan_of(&europe, 3));
    OK(of(COMMAND_START, 0));
    assert_int_equal(table_waiting(&t), 7);
    table_view(&t, 0, &before);
    c = typed(2, "keep 2 3");
    OK(c);
    assert_int_equal(p.count, 1);
    assert_int_equal(p.entry[0].kind, ENTRY_SEALED);
    assert_int_equal(table_seen(&t, &p.entry[0], 2), event_make(EVENT_KEEP, 6));
    assert_int_equal(table_seen(&t, &p.entry[0], 0), event_hidden(EVENT_KEEP, 0));
    GIVES(TABLE_REPEATED, c);
    c.event = event_make(EVENT_KEEP, 15);
    GIVES(TABLE_NOT_NOW, c);
    assert_string_equal(why.rule, "C18R");
    assert_int_equal(table_waiting(&t), 3);
    table_view(&t, 0, &after);
    assert_memory_equal(&before, &after, sizeof before);

    GIVES(TABLE_ILLEGAL, typed(1, "keep 1"));
    assert_string_equal(why.rule, "E3");
    OK(of(COMMAND_UNDO, 2)); /* takes the sealed choice back */
    assert_int_equal(p.entry[0].kind, ENTRY_UNSEAL);
    assert_int_equal(table_waiting(&t), 7);
    OK(typed(2, "keep 1 4"));
    OK(typed(0, "keep 1 2 3"));
    assert_int_equal(t.events, 3 * 4 + 5 + 3 * 4);
    OK(typed(1, "keep all"));
    static const uint8_t kinds[] = {ENTRY_SEALED, ENTRY_CHOICE, ENTRY_CHOICE, ENTRY_CHOICE,
                                    ENTRY_CHANCE};
    static const uint32_t kept[] = {15, 7, 15, 9};
    assert_int_equal(p.count, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(p.entry[i].kind, kinds[i]);
    for (uint32_t i = 1; i < 4; i++) {
        assert_int_equal(p.entry[i].seat, i - 1);
        assert_int_equal(p.entry[i].event, event_make(EVENT_KEEP, kept[i]));
    }
    GIVES(TABLE_REPEATED, of(COMMAND_GO_ON, 0));
    /* Choices that were shown together are not taken back by one seat alone. */
    assert_int_equal(table_undo_way(&t, 2, &(uint32_t){0}), UNDO_ASK);
    OK(of(COMMAND_UNDO, 2));
    OK(of(COMMAND_AGREE, 0));
    OK(of(COMMAND_AGREE, 1));
    assert_int_equal(table_waiting(&t), 7);
    assert_int_equal(t.events, 3 * 4 + 5 + 3 * 4);
}

static void test_stale(void **state)
{
    struct table_command c, other;
    uint32_t first;

    (void)state;
    start_table(plan_of(&europe, 2));
    first = acting();
    c = typed(first, "draw deck");
    other = typed(first, "draw 1");
    OK(c);
    GIVES(TABLE_REPEATED, c);    /* sent twice */
    GIVES(TABLE_STALE, other);   /* meant for the position before */
    assert_true(why.message[0]); /* and told so */
    c.seen = t.count + 1;
    GIVES(TABLE_AHEAD, c);
    GIVES(TABLE_NOT_NOW, choose(1 - first, event_make(EVENT_DRAW, SLOT_DECK)));
    assert_non_null(strstr(why.message, first ? "seat 2" : "seat 1"));
    assert_string_equal(why.rule, "C1");
    c = choose(first, event_make(EVENT_DRAW, SLOT_DECK));
    c.role = ROLE_BOT;
    GIVES(TABLE_NOT_NOW, c);
    GIVES(TABLE_ILLEGAL, choose(first, event_make(EVENT_PASS, 0)));
    assert_string_equal(why.rule, "C2");
}

static void test_safe_undo(void **state)
{
    struct state before;
    uint32_t first;
    struct table_command c;

    (void)state;
    struct table_plan plan = plan_of(&europe, 2);
    plan.undo = UNDO_SAFE;
    start_table(plan);
    first = acting();
    GIVES(TABLE_NOT_NOW, of(COMMAND_UNDO, first)); /* the tickets were shown */
    before = t.state;
    OK(typed(first, "tickets"));
    GIVES(TABLE_NOT_NOW, of(COMMAND_UNDO, first)); /* tickets were seen */
    before = t.state;
    OK(typed(first, "keep all"));
    GIVES(TABLE_NOT_NOW, of(COMMAND_UNDO, 1 - first));
    c = of(COMMAND_UNDO, first);
    OK(c);
    GIVES(TABLE_REPEATED, c);
    assert_memory_equal(&t.state, &before, sizeof before);
    GIVES(TABLE_NOT_NOW, of(COMMAND_UNDO, first)); /* once */
    OK(typed(first, "keep 1"));
    OK(typed(1 - first, "tickets"));
    GIVES(TABLE_NOT_NOW, of(COMMAND_UNDO, first)); /* somebody else has acted */
}

static void test_agreed_undo(void **state)
{
    uint32_t first, dealt, events;
    struct state before;
    struct table_command late;

    (void)state;
    start_table(plan_of(&europe, 3));
    first = acting();
    before = t.state;
    events = t.events;
    OK(typed(first, "draw deck"));
    GIVES(TABLE_NOT_NOW, of(COMMAND_AGREE, first));
    OK(of(COMMAND_UNDO, first));
    assert_int_equal(p.entry[0].kind, ENTRY_ASK_UNDO);
    late = of(COMMAND_AGREE, (first + 1) % 3);
    GIVES(TABLE_NOT_NOW, of(COMMAND_AGREE, first));
    GIVES(TABLE_NOT_NOW, of(COMMAND_UNDO, (first + 1) % 3)); /* one wish at a time */
    OK(of(COMMAND_REFUSE, (first + 2) % 3));
    GIVES(TABLE_NOT_NOW, late);

    OK(of(COMMAND_UNDO, first));
    GIVES(TABLE_STALE, late); /* it was for the wish before */
    OK(of(COMMAND_AGREE, (first + 1) % 3));
    assert_int_equal(t.events, events + 2);
    OK(of(COMMAND_AWAY, (first + 2) % 3)); /* people who have left are not asked */
    OK(of(COMMAND_UNDO, first));
    assert_int_equal(p.entry[0].kind, ENTRY_UNDO);
    assert_int_equal(t.events, events);
    assert_memory_equal(&t.state, &before, sizeof before);

    /* The next card has another number: it is not the one that was seen. */
    dealt = t.dealt;
    OK(typed(first, "draw deck"));
    struct state drawn = before;
    t.plan.match.rules->apply(&t.plan.match, &drawn, p.entry[0].event);
    assert_int_equal(p.entry[1].event, dealer_fair(t.plan.seed, dealt, &t.plan.match, &drawn));
    assert_int_equal(t.dealt, dealt + 1);

    /* A wish lapses when the game goes on. */
    OK(of(COMMAND_UNDO, first));
    OK(typed(first, "draw deck"));
    assert_int_equal(t.asks, NOBODY);
}

static void test_undo_alone(void **state)
{
    struct table_plan plan = plan_of(&metro, 2);

    (void)state;
    now = 0;
    table_open(&t, &plan, entries, line, ROOM);
    OK(((struct table_command){.kind = COMMAND_SIT, .seat = 0, .role = ROLE_PERSON}));
    OK(((struct table_command){.kind = COMMAND_SIT, .seat = 1, .role = ROLE_BOT}));
    OK(of(COMMAND_START, 0));
    if (acting() == 1)
        OK(choose(1, t.plan.match.rules->pick(&t.plan.match, &t.state, 0)));
    uint32_t events = t.events;
    OK(choose(0, t.plan.match.rules->pick(&t.plan.match, &t.state, 0)));
    OK(choose(1, t.plan.match.rules->pick(&t.plan.match, &t.state, 0)));
    OK(of(COMMAND_UNDO, 0)); /* nobody else is there to agree */
    assert_int_equal(t.events, events);
    assert_int_equal(table_undo_way(&t, 1, &events), UNDO_NOT);
}

static void test_move_clock(void **state)
{
    struct table_plan plan = plan_of(&europe, 3);
    uint64_t when;
    uint32_t seat, first;
    bool runs;

    (void)state;
    plan.clock = (struct clock_rule){.kind = CLOCK_MOVE, .time = 1000};
    open_table(plan);
    assert_false(table_deadline(&t, &when, &seat));
    now = 500;
    OK(of(COMMAND_START, 0));
    assert_int_equal(table_clock(&t, 2, 700, &runs), 800); /* all choose at once */
    assert_true(runs);
    now = 700;
    OK(typed(0, "keep all"));
    assert_int_equal(table_clock(&t, 0, 900, &runs), 1000);
    assert_false(runs);
    assert_true(table_deadline(&t, &when, &seat));
    assert_int_equal(when, 1500);
    now = 1499;
    GIVES(TABLE_NOT_NOW, of(COMMAND_TIMEOUT, 0));
    OK(typed(1, "keep all"));
    now = 1500;
    GIVES(TABLE_LATE, typed(2, "keep all"));
    OK(of(COMMAND_TIMEOUT, 0));
    assert_int_equal(p.entry[0].seat, 2);
    assert_true(table_is_bot(&t, 2) && t.seat[2].late && !t.seat[2].out);
    assert_false(table_deadline(&t, &when, &seat)); /* nobody waits for a bot */
    OK(typed(2, "keep all"));
    OK(of(COMMAND_BACK, 2));
    assert_int_equal(table_clock(&t, 2, now, NULL), 1000);

    first = acting();
    now = 2000;
    OK(typed(first, "draw deck"));
    assert_int_equal(table_clock(&t, first, 2100, &runs),
                     900); /* the second card: full again */
    assert_true(runs);
}

static void test_game_clock(void **state)
{
    struct table_plan plan = plan_of(&metro, 2);
    uint32_t first;
    bool runs;
    uint8_t rank[SEATS_MAX];

    (void)state;
    plan.clock = (struct clock_rule){.kind = CLOCK_GAME, .time = 1000, .increment = 50};
    start_table(plan);
    first = acting();
    now = 300;
    OK(choose(first, t.plan.match.rules->pick(&t.plan.match, &t.state, 0)));
    assert_int_equal(table_clock(&t, first, 400, &runs), 750);
    assert_false(runs);
    assert_int_equal(table_clock(&t, 1 - first, 400, &runs), 900);
    assert_true(runs);
    now = 299; /* the caller's clock went back: time stands still */
    OK(choose(1 - first, t.plan.match.rules->pick(&t.plan.match, &t.state, 0)));
    assert_int_equal(t.clock_at, 300);
    assert_int_equal(table_clock(&t, 1 - first, 300, NULL), 1050);
    now = 1050;
    GIVES(TABLE_LATE, choose(first, t.plan.match.rules->pick(&t.plan.match, &t.state, 0)));
    OK(of(COMMAND_TIMEOUT, 0));
    assert_int_equal(t.phase, TABLE_DECIDED); /* for good */
    assert_true(table_ranks(&t, rank));
    assert_int_equal(rank[first], 2);
    assert_int_equal(rank[1 - first], 1);
}

/* The increment is taken back with the choice. */
static void test_no_time_gained(void **state)
{
    struct table_plan plan = plan_of(&europe, 2);

    (void)state;
    plan.clock = (struct clock_rule){.kind = CLOCK_GAME, .time = 1000, .increment = 400};
    open_table(plan);
    OK(of(COMMAND_START, 0));
    for (int i = 0; i < 5; i++) {
        now += 10;
        OK(typed(0, "keep all"));
        OK(of(COMMAND_UNDO, 0));
    }
    assert_int_equal(table_clock(&t, 0, now, NULL), 950);
}

static void test_resign(void **state)
{
    uint8_t rank[SEATS_MAX];
    uint32_t seat;

    (void)state;
    start_table(plan_of(&metro, 4));
    OK(of(COMMAND_RESIGN, 2));
    GIVES(TABLE_REPEATED, of(COMMAND_RESIGN, 2));
    GIVES(TABLE_NOT_NOW, of(COMMAND_BACK, 2));
    assert_true(table_is_bot(&t, 2));
    assert_int_equal(t.phase, TABLE_PLAYING);
    assert_false(table_ranks(&t, rank));
    OK(of(COMMAND_RESIGN, 0));
    play_out();
    assert_int_equal(t.phase, TABLE_FINISHED);
    assert_true(table_ranks(&t, rank));
    assert_int_equal(rank[2], 4);
    assert_int_equal(rank[0], 3);
    assert_int_equal(rank[1] < rank[3] ? rank[1] : rank[3], 1);
    seat = table_rematch_seat(&t, 0);
    assert_int_equal(seat, 3);
    assert_int_equal(table_rematch_seat(&t, 3), 2);

    start_table(plan_of(&metro, 3));
    OK(of(COMMAND_RESIGN, 1));
    OK(of(COMMAND_RESIGN, 2));
    assert_int_equal(t.phase, TABLE_DECIDED);
    assert_true(table_ranks(&t, rank));
    assert_int_equal(rank[0], 1);
    assert_int_equal(rank[2], 2);
    assert_int_equal(rank[1], 3);
    GIVES(TABLE_NOT_NOW, of(COMMAND_ABORT, 0));
}

static void test_away(void **state)
{
    struct table_command c;
    uint32_t first;

    (void)state;
    start_table(plan_of(&metro, 2));
    first = acting();
    OK(of(COMMAND_AWAY, first));
    GIVES(TABLE_REPEATED, of(COMMAND_AWAY, first));
    c = choose(first, t.plan.match.rules->pick(&t.plan.match, &t.state, 0));
    assert_int_equal(c.role, ROLE_BOT);
    c.role = ROLE_PERSON;
    GIVES(TABLE_NOT_NOW, c);
    assert_non_null(strstr(why.message, "away"));
    c.role = ROLE_BOT;
    OK(c);
    OK(of(COMMAND_BACK, first));
    GIVES(TABLE_REPEATED, of(COMMAND_BACK, first));
    OK(of(COMMAND_ABORT, 0));
    assert_int_equal(t.phase, TABLE_ABORTED);
    GIVES(TABLE_NOT_NOW, of(COMMAND_BACK, first));
}

static void test_full(void **state)
{
    static struct entry more[ROOM];
    static event_t longer[ROOM];

    (void)state;
    open_table(plan_of(&europe, 2));
    t.room = 10;
    GIVES(TABLE_FULL, of(COMMAND_START, 0));
    assert_int_equal(t.count, 2);
    memcpy(more, entries, sizeof entries);
    memcpy(longer, line, sizeof line);
    table_lend(&t, more, longer, ROOM);
    OK(of(COMMAND_START, 0));
}

/* A log verifies for ever: the same seed gives the same cards in every version. */
static void test_fair_cards(void **state)
{
    char text[2000];
    struct text out = text_in(text, sizeof text);

    (void)state;
    open_table(plan_of(&europe, 2));
    ask(of(COMMAND_START, 0));
    for (uint32_t i = 1; i < p.count; i++) {
        struct state s = t.state;

        t.plan.match.rules->format(&t.plan.match, &s, p.entry[i].event, &out);
        text_put(&out, i + 1 < p.count ? ", " : "");
    }
    assert_string_equal(
        text, "deal white, deal locomotive, deal purple, deal blue, deal green, deal yellow, "
              "deal blue, deal orange, deal locomotive, deal red, deal locomotive, deal green, "
              "deal black, ticket Palermo-Moskva, ticket København-Erzurum, ticket "
              "Marseille-Essen, ticket Angora-Kharkov, ticket Frankfurt-København, ticket "
              "Berlin-Bucuresti, ticket Paris-Zágráb, ticket Amsterdam-Pamplona");
}

/* Each card comes as often as it is in the deck. */
static void test_fair_shares(void **state)
{
    const struct match m = match_of(&europe, 2);
    struct state s;
    uint32_t seen[9] = {0};
    double spread = 0;

    (void)state;
    m.rules->start(&m, &s);
    for (uint32_t n = 0; n < 110000; n++)
        seen[event_arg(dealer_fair(plan_of(&europe, 2).seed, n, &m, &s))]++;
    for (uint32_t i = 0; i < 9; i++) {
        double expected = i < 8 ? 12000 : 14000, off = seen[i] - expected;

        spread += off * off / expected;
    }
    assert_true(spread < 26.1); /* chi-squared, 8 degrees of freedom: one in a thousand */
}

static char text[1 << 18];

static size_t write_log(void)
{
    const struct log_people who = {.name = {"Ana", "Luis"}};
    struct text out = text_in(text, sizeof text);

    table_open(&replica, &t.plan, entries2, line2, ROOM);
    table_put_log(&t, &who, &replica, &out);
    assert_false(out.cut);
    return out.length;
}

static bool verifies(size_t n)
{
    struct verdict v;

    memset(&why, 0, sizeof why);
    return log_verify(text, n, &t.plan.match, line2, ROOM, &v, &why);
}

/* Replaces the first `from` after `after` by `to`, which has the same length. */
static void change(const char *after, const char *from, const char *to)
{
    char *at = strstr(strstr(text, after), from);

    assert_non_null(at);
    memcpy(at, to, strlen(to));
}

static void test_verify(void **state)
{
    size_t n;

    (void)state;
    start_table(plan_of(&metro, 2));
    n = write_log();
    assert_false(verifies(n));
    assert_non_null(strstr(why.message, "no seed"));
    for (int i = 0; i < 8; i++)
        OK(choose(acting(), t.plan.match.rules->pick(&t.plan.match, &t.state, (uint32_t)i)));
    OK(of(COMMAND_UNDO, 1 - acting()));
    OK(of(COMMAND_AGREE, t.asks == 0 ? 1 : 0));
    play_out();
    n = write_log();
    if (!verifies(n))
        fail_msg("%u: %s", why.line, why.message);
    assert_non_null(strstr(text, "\nundo "));

    change("seed-hash ", "seed-hash 6", "seed-hash 7");
    assert_false(verifies(n));
    assert_non_null(strstr(why.message, "promised"));
    write_log();
    change("\nseed ", "seed 000102", "seed 000103");
    assert_false(verifies(n));
    write_log();
    change("\nresult", "result ", "result 1");
    assert_false(verifies(n));
    write_log();
    change("\nundo ", "undo ", "#undo");
    assert_false(verifies(n));

    /* Another tile that is in the supply: only the seed shows that it is wrong. */
    write_log();
    char *first = strstr(text, "\ndeal "), *second = strstr(first + 1, "\ndeal ");
    char tile[4];
    assert_memory_not_equal(first + 6, second + 6, 4);
    memcpy(tile, first + 6, 4);
    memcpy(first + 6, second + 6, 4);
    memcpy(second + 6, tile, 4);
    assert_false(verifies(n));
    assert_non_null(strstr(why.message, "gives another"));
    assert_true(why.line > 1);
}

static void test_log_words(void **state)
{
    struct table_plan plan = plan_of(&metro, 3);

    (void)state;
    plan.clock = (struct clock_rule){.kind = CLOCK_MOVE, .time = 1000};
    now = 0;
    table_open(&t, &plan, entries, line, ROOM);
    OK(((struct table_command){.kind = COMMAND_SIT, .seat = 0, .role = ROLE_PERSON}));
    OK(((struct table_command){.kind = COMMAND_SIT, .seat = 1, .role = ROLE_PERSON}));
    OK(((struct table_command){.kind = COMMAND_SIT, .seat = 2, .role = ROLE_BOT}));
    OK(of(COMMAND_START, 0));
    OK(of(COMMAND_AWAY, 1));
    OK(of(COMMAND_BACK, 1));
    OK(of(COMMAND_RESIGN, 0));
    if (acting() == 1) {
        now = 1000;
        OK(of(COMMAND_TIMEOUT, 0));
    }
    OK(of(COMMAND_ABORT, 0));
    write_log();
    assert_non_null(strstr(text, "# seat 3 is a bot\n"));
    assert_non_null(strstr(text, "# seat 2 is away; a bot plays on\n# seat 2 is back\n"
                                 "resign 1\n"));
    assert_non_null(strstr(text, "# ended without a result\nseed 000102030405"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entry_bytes), cmocka_unit_test(test_seats),
        cmocka_unit_test(test_sealed),      cmocka_unit_test(test_stale),
        cmocka_unit_test(test_safe_undo),   cmocka_unit_test(test_agreed_undo),
        cmocka_unit_test(test_undo_alone),  cmocka_unit_test(test_move_clock),
        cmocka_unit_test(test_game_clock),  cmocka_unit_test(test_no_time_gained),
        cmocka_unit_test(test_resign),      cmocka_unit_test(test_away),
        cmocka_unit_test(test_full),        cmocka_unit_test(test_fair_cards),
        cmocka_unit_test(test_fair_shares), cmocka_unit_test(test_verify),
        cmocka_unit_test(test_log_words),
    };
    char path[1000];

    if (argc < 2)
        return 2;
    snprintf(path, sizeof path, "%s/boards/europe.board", argv[1]);
    load_board(path, &europe);
    snprintf(path, sizeof path, "%s/boards/metro.board", argv[1]);
    load_board(path, &metro);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
