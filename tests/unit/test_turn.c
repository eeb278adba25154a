/*
 * The present turn of a table: it is remembered from its first choice on, also after an undo,
 * and is a growing line of the log.
 */
#include "protocol/report.h"
#include "tests/support/boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 200 };

static struct board board;
static struct table t;
static struct entry entries[ROOM];
static event_t line[ROOM];
static struct complaint why;

/* The last line that a seat got, and how many there were. */
static struct message_story_part told;
static uint32_t lines;
static char runs[RUNS_MAX + 1];

static void keep_last(const struct report *report)
{
    lines = report->lines;
    if (!lines)
        return;
    told = report->story[lines - 1];
    memcpy(runs, told.runs.at, told.runs.length);
    runs[told.runs.length] = 0;
}

static void tell_and_apply(const struct proposal *p, uint32_t seat)
{
    static char store[64 * REPORT_ENTRY_WORDS];
    static const char names[SEATS_MAX][NAME_SIZE] = {"Ana", "Luis"};
    static const struct wants wants = {.view = VIEW_NONE, .words = true};
    static struct report report;
    struct message_arena arena = {store, sizeof store, 0};
    struct hosted hosted = {.table = &t, .id = "table", .name = names};

    report_begin(&report, &hosted, seat, &wants, &arena, p->count);
    for (uint32_t i = 0; i < p->count; i++) {
        report_entry(&report, &p->entry[i]);
        assert_true(table_apply(&t, &p->entry[i], &why));
    }
    report_end(&report);
    keep_last(&report);
}

static void give(uint32_t kind, uint32_t seat, const char *event)
{
    static struct proposal p;
    struct table_command c = {
        .kind = (uint8_t)kind, .seat = (uint8_t)seat, .role = ROLE_PERSON, .seen = t.count};
    struct view v;

    table_view(&t, seat, &v);
    if (event)
        c.event = t.plan.match.rules->parse(&t.plan.match, &v.seen, event, strlen(event), &why);
    if (table_propose(&t, &c, 0, &p, &why) != TABLE_OK)
        fail_msg("%s", why.message);
    tell_and_apply(&p, kind == COMMAND_CHOOSE ? seat : 1 - seat);
}

static void turn(uint32_t seat, uint32_t events, uint32_t number, const struct state *began)
{
    assert_int_equal(t.turn.seat, seat);
    assert_int_equal(t.turn.events, events);
    assert_int_equal(t.turn.number, number);
    assert_memory_equal(&t.turn.state, began, sizeof *began);
}

static void a_turn_goes_on_after_an_undo(void **state)
{
    struct table_plan plan = {.undo = UNDO_AGREED, .dealing = true};
    uint32_t first, events, second;
    struct state before;

    (void)state;
    load_board("europe", &board);
    plan.match = match_of(&board, 2);
    table_open(&t, &plan, entries, line, ROOM);
    give(COMMAND_SIT, 0, NULL);
    give(COMMAND_SIT, 1, NULL);
    give(COMMAND_START, 0, NULL);
    assert_int_equal(t.turn.seat, NOBODY); /* so far only chance has acted */
    give(COMMAND_CHOOSE, 0, "keep all");
    give(COMMAND_CHOOSE, 1, "keep all");
    first = plan.match.rules->actor(&plan.match, &t.state);
    before = t.state;
    events = t.events;
    give(COMMAND_CHOOSE, first, "draw deck");
    second = t.count + 1;
    assert_true(message_text_is(&told.of, "turn"));
    assert_int_equal(told.n, second - 2);
    assert_null(strstr(runs, " and "));
    give(COMMAND_CHOOSE, first, "draw deck");
    turn(first, events, second - 2, &before);
    assert_int_equal(told.n, second - 2); /* the line has grown */
    assert_int_equal(told.last, second + 1);
    assert_non_null(strstr(runs, " and "));
    assert_non_null(strstr(runs, " from the deck."));
    assert_int_equal(table_undone(&t, events + 2), second);
    assert_int_equal(table_undone(&t, events), second - 2);
    assert_int_equal(table_undone(&t, t.events), 0);

    give(COMMAND_UNDO, first, NULL); /* the second card */
    assert_true(message_text_is(&told.of, "table"));
    give(COMMAND_AGREE, 1 - first, NULL);
    assert_int_equal(lines, 2); /* they agree; it is taken back */
    assert_true(told.has_undone);
    assert_int_equal(told.undone, second);
    assert_int_equal(t.events, events + 2);
    turn(first, events, 0, &before);
    give(COMMAND_CHOOSE, first, "draw deck");
    turn(first, events, t.count - 1, &before);
    assert_int_equal(told.n, t.count - 1); /* a line of its own, which tells the whole turn */
    assert_non_null(strstr(runs, " and "));
    assert_int_equal(table_undone(&t, events + 2), t.count - 1);

    before = t.state;
    give(COMMAND_CHOOSE, 1 - first, "draw deck");
    turn(1 - first, events + 4, t.count - 1, &before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_turn_goes_on_after_an_undo)};

    return cmocka_run_group_tests_name("turn", tests, NULL, NULL);
}
