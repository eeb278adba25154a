/*
 * The present turn as a witness tells it: it is remembered from its first choice on, also after an
 * undo, and is a growing line of the log.
 */
#include "protocol/witness.h"
#include "table/table.h"
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

/* What both seats witness; the last line that one of them got, and how many there were. */
static struct {
    struct witness w;
    event_t event[ROOM], fact[ROOM];
    uint32_t number[ROOM], facts[ROOM];
} seats[2];
static struct story told;
static uint32_t told_n, told_undone, lines;

static void keep_last(const struct witness *w)
{
    const struct position now = {.match = &w->match, .name = {"Ana", "Luis"}};
    struct story story;
    uint32_t number;

    witness_story(w, &now, &story, &number);
    if (story.kind == STORY_NONE)
        return;
    story_copy(&told, &story);
    told_n = number;
    told_undone = w->undone;
    lines++;
}

static void tell_and_apply(const struct proposal *p, uint32_t seat)
{
    lines = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            struct entry e = p->entry[i];
            event_t fact[FACTS_MAX], seen = table_seen(&t, &e, k);
            uint32_t n = table_facts(&t, &e, k, fact);

            e.event = seen ? seen : e.event;
            assert_true(witness_entry(&seats[k].w, &e, fact, n));
            if (k == seat)
                keep_last(&seats[k].w);
        }
        assert_true(table_apply(&t, &p->entry[i], &why));
    }
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
    const struct match *m = &t.plan.match;
    struct view v;

    for (uint32_t k = 0; k < 2; k++) {
        m->rules->view(m, began, k, &v);
        assert_int_equal(seats[k].w.turn, seat);
        assert_int_equal(seats[k].w.turn_from, events);
        assert_int_equal(seats[k].w.turn_line, number);
        assert_memory_equal(&seats[k].w.began, &v, sizeof v);
    }
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
    for (uint32_t k = 0; k < 2; k++)
        witness_begin(&seats[k].w, &plan.match, k,
                      &(struct witness_line){seats[k].event, seats[k].number, seats[k].facts,
                                             seats[k].fact, ROOM, ROOM});
    give(COMMAND_SIT, 0, NULL);
    give(COMMAND_SIT, 1, NULL);
    give(COMMAND_START, 0, NULL);
    assert_int_equal(seats[0].w.turn, NOBODY); /* so far only chance has acted */
    give(COMMAND_CHOOSE, 0, "keep all");
    give(COMMAND_CHOOSE, 1, "keep all");
    first = plan.match.rules->actor(&plan.match, &t.state);
    before = t.state;
    events = t.events;
    give(COMMAND_CHOOSE, first, "draw deck");
    second = t.count + 1;
    assert_int_equal(told.kind, STORY_TURN);
    assert_int_equal(told_n, second - 2);
    assert_null(strstr(told.text, " and "));
    give(COMMAND_CHOOSE, first, "draw deck");
    turn(first, events, second - 2, &before);
    assert_int_equal(told_n, second - 2); /* the line has grown */
    assert_int_equal(seats[first].w.count, second + 1);
    assert_non_null(strstr(told.text, " and "));
    assert_non_null(strstr(told.text, " from the deck."));

    give(COMMAND_UNDO, first, NULL); /* the second card */
    assert_int_equal(told.kind, STORY_TABLE);
    give(COMMAND_AGREE, 1 - first, NULL);
    assert_int_equal(lines, 2); /* they agree; it is taken back */
    assert_int_equal(told_undone, second);
    assert_int_equal(t.events, events + 2);
    turn(first, events, 0, &before);
    give(COMMAND_CHOOSE, first, "draw deck");
    turn(first, events, t.count - 1, &before);
    assert_int_equal(told_n, t.count - 1); /* a line of its own, which tells the whole turn */
    assert_non_null(strstr(told.text, " and "));

    before = t.state;
    give(COMMAND_CHOOSE, 1 - first, "draw deck");
    turn(1 - first, events + 4, t.count - 1, &before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_turn_goes_on_after_an_undo)};

    return cmocka_run_group_tests_name("turn", tests, NULL, NULL);
}
