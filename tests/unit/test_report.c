/*
 * Messages about a batch of entries (report_* of report.h), at random tables on every board: an
 * update says the same as a snapshot after the batch; a witness (witness.h) who got all updates
 * sees what the table shows, and has the same log as one who comes late and gets all entries at
 * once; updates that report_same calls the same are the same to the last byte; and if storage is
 * too small, the answer is false. tests/server/test_secrets.c tests what each viewer may know.
 */
#include "../../protocol/report.h"
#include "../../protocol/witness.h"
#include "../support/boards.h"
#include "../support/commands.h"

#include <stdlib.h>
#include <string.h>

enum {
    ROOM = 6000,
    TEXT_ROOM = 1 << 20,
    STORE_ROOM = REPORT_LAST + ROOM * REPORT_ENTRY,
    SCRATCH_ROOM = HOSTED_SCRATCH + 64 * 1024,
    GAMES = 3, /* on each board, at ANDEN_TEST_SCALE=100 */
};

static const struct wants forms[] = {
    {.view = VIEW_EVENTS},
    {.view = VIEW_EVENTS, .legal = true},
    {.view = VIEW_NONE, .legal = true},
    {.view = VIEW_JSON, .legal = true},
};
enum {
    FORMS = sizeof forms / sizeof *forms,
    EARS_MAX = FORMS * (SEATS_MAX + 1),
};

struct world {
    struct table t;
    struct entry entries[ROOM];
    event_t line[ROOM];
};

/* One viewer who wants messages in one form, and its encoded update. */
struct ear {
    struct report report;
    struct message_arena store;
    char *text;
    size_t length;
};

static const char names[SEATS_MAX][NAME_SIZE] = {"Ana", "Luis", "Bea", "Rai", "Eva", "Sol"};
static struct world here, copy;
static struct ear ears[EARS_MAX];
static struct table replica;
static struct entry replica_entries[ROOM];
static event_t replica_line[ROOM];
static struct rng rng;
static char store_room[STORE_ROOM], scratch_room[SCRATCH_ROOM];
static uint32_t same_count, other_count;

static struct message_arena arena_of(char *at, size_t size)
{
    return (struct message_arena){.at = at, .size = size};
}

static struct hosted hosted_of(const struct world *w, uint64_t now, uint32_t online)
{
    static const struct message_timing_part none = {.kind = {"none", 4}};
    static const struct message_plan_part plan = {
        .game = {"game", 4}, .timing = &none, .undo = {"agreed", 6}};

    return (struct hosted){.table = &w->t,
                           .id = "table",
                           .plan = &plan,
                           .name = names,
                           .now = now,
                           .online = online};
}

static void *room(size_t size)
{
    void *at = malloc(size ? size : 1);

    assert_non_null(at);
    return at;
}

/* A message as text, which the caller frees. */
static char *encoded(const struct message *m, size_t *length)
{
    static char text[TEXT_ROOM];
    struct json j = json_in(text, sizeof text);
    char *kept;

    assert_true(message_encode(&j, m));
    kept = room(j.length);
    memcpy(kept, text, j.length);
    *length = j.length;
    return kept;
}

static void assert_same_text(const char *a, size_t an, const char *b, size_t bn)
{
    if (an != bn || memcmp(a, b, an) != 0)
        fail_msg("two texts differ:\n%.*s\n%.*s", (int)an, a, (int)bn, b);
}

static bool apply_all(struct world *w, const struct proposal *p, struct report *t)
{
    struct complaint why;

    for (uint32_t i = 0; i < p->count; i++) {
        if (t)
            report_entry(t, &p->entry[i]);
        if (!table_apply(&w->t, &p->entry[i], &why))
            return false;
    }
    return true;
}

/* ---- an update and a snapshot */

static void snapshot(const struct hosted *h, const struct ear *ear, uint32_t after,
                     struct message *out)
{
    struct report_storage lent = {arena_of(store_room, STORE_ROOM),
                                  arena_of(scratch_room, SCRATCH_ROOM), &replica};

    table_lend(&replica, replica_entries, replica_line, ROOM);
    assert_true(report_snapshot(h, ear->report.viewer, &ear->report.wants, after, &lent, out));
}

/* Only the seating, as text, which the caller frees. */
static char *chairs_text(const struct message *snapshot, size_t *length)
{
    const struct message_snapshot *s = &snapshot->snapshot;
    struct message m = {.type = MESSAGE_UPDATE};

    m.update.table = s->table;
    m.update.status = message_text("");
    m.update.chairs = s->chairs;
    m.update.chairs_count = s->chairs_count;
    return encoded(&m, length);
}

/* The update that says the same as a snapshot; chairs are left to the caller. */
static struct message update_of(const struct message *snapshot)
{
    const struct message_snapshot *s = &snapshot->snapshot;
    struct message m = {.type = MESSAGE_UPDATE};
    struct message_update *u = &m.update;

    u->table = s->table;
    u->last = s->last;
    u->status = s->status;
    u->acts = s->acts;
    u->acts_count = s->acts_count;
    u->clocks = s->clocks;
    u->clocks_count = s->clocks_count;
    u->happenings = s->happenings;
    u->happenings_count = s->happenings_count;
    u->json = s->json;
    u->legal = s->legal;
    u->legal_count = s->legal_count;
    u->sealed = s->sealed;
    u->has_undo_asked = s->has_undo_asked;
    u->undo_asked = s->undo_asked;
    u->can_undo = s->can_undo;
    u->result = s->result;
    u->result_count = s->result_count;
    u->seed = s->seed;
    return m;
}

/* Compares the update of an ear with a snapshot made after it. `chairs`: the seating before. */
static void update_is_snapshot(const struct hosted *h, struct ear *ear, uint32_t after,
                               const char *chairs, size_t chairs_length)
{
    static char lent[SCRATCH_ROOM];
    struct message_arena scratch = arena_of(lent, sizeof lent);
    struct message update, snap, expected;
    size_t n;
    char *text;

    assert_true(report_update(&ear->report, &scratch, &update));
    snapshot(h, ear, after, &snap);
    expected = update_of(&snap);
    if (update.update.chairs) {
        expected.update.chairs = snap.snapshot.chairs;
        expected.update.chairs_count = snap.snapshot.chairs_count;
    } else {
        text = chairs_text(&snap, &n);
        assert_same_text(text, n, chairs, chairs_length);
        free(text);
    }
    text = encoded(&expected, &n);
    assert_same_text(ear->text, ear->length, text, n);
    free(text);
}

/* ---- witnesses */

/* A viewer who follows the game, and its log: lines by number; later ones replace earlier ones, and
 * lines that were taken back are struck out. */
struct kept_line {
    uint32_t n, last;
    bool table, struck;
    char words[STORY_TEXT];
};
struct follower {
    struct witness witness;
    event_t event[ROOM], fact[ROOM];
    uint32_t number[ROOM], facts[ROOM];
    struct kept_line line[ROOM];
    uint32_t lines;
};
static struct follower followers[SEATS_MAX + 1], late;

static void follower_begin(struct follower *f, const struct match *m, uint32_t viewer)
{
    const struct witness_line line = {f->event, f->number, f->facts, f->fact, ROOM, ROOM};

    witness_begin(&f->witness, m, viewer, &line);
    f->lines = 0;
}

static void take_line(struct follower *f)
{
    struct position now = {.match = &f->witness.match, .name = {"A", "B", "C", "D", "E", "F"}};
    uint32_t at = f->lines, number;
    struct story s;

    witness_story(&f->witness, &now, &s, &number);
    for (uint32_t i = 0; i < f->lines && f->witness.undone; i++)
        if (!f->line[i].table && f->line[i].last >= f->witness.undone)
            f->line[i].struck = true;
    if (s.kind == STORY_NONE)
        return;
    while (at > 0 && f->line[at - 1].n > number)
        at--;
    if (at > 0 && f->line[at - 1].n == number) {
        at--;
    } else {
        memmove(f->line + at + 1, f->line + at, (f->lines - at) * sizeof f->line[0]);
        f->lines++;
    }
    f->line[at] = (struct kept_line){
        .n = number, .last = f->witness.count, .table = s.kind == STORY_TABLE};
    memcpy(f->line[at].words, s.text, s.words.length);
    assert_true(number <= f->witness.count && f->witness.count <= here.t.count);
}

/* Follows a message; afterwards it sees what the table shows. */
static void follows(struct follower *f, const struct message_happening_part *h, uint32_t count)
{
    struct view v, shown;

    for (uint32_t i = 0; i < count; i++) {
        assert_true(witness_happening(&f->witness, &h[i]));
        take_line(f);
    }
    assert_int_equal(f->witness.count, here.t.count);
    assert_int_equal(f->witness.events, here.t.events);
    witness_acts(&f->witness, &v);
    table_view(&here.t, f->witness.viewer, &shown);
    assert_memory_equal(&v, &shown, sizeof v);
    if (count > 0)
        assert_true(witness_happening(&f->witness, &h[count - 1])); /* once more: no harm */
}

/* Somebody who comes late sees and reads the same. */
static void late_is_the_same(const struct hosted *h, const struct ear *ear,
                             const struct follower *f)
{
    struct message snap;

    snapshot(h, ear, 0, &snap);
    follower_begin(&late, &here.t.plan.match, f->witness.viewer);
    follows(&late, snap.snapshot.happenings, snap.snapshot.happenings_count);
    assert_int_equal(f->lines, late.lines);
    for (uint32_t i = 0; i < f->lines; i++) {
        const struct kept_line *a = &f->line[i], *b = &late.line[i];

        assert_int_equal(a->n, b->n);
        assert_int_equal(a->last, b->last);
        assert_int_equal(a->struck, b->struck);
        assert_string_equal(a->words, b->words);
    }
}

/* ---- a batch, and all its viewers */

static uint32_t ears_of(const struct match *m)
{
    return FORMS * (m->seats + 1u);
}

static uint32_t viewer_of(const struct match *m, uint32_t ear)
{
    return ear / FORMS < m->seats ? ear / FORMS : (uint32_t)SPECTATOR;
}

static void begin(const struct hosted *h, uint32_t count)
{
    const struct match *m = &h->table->plan.match;

    for (uint32_t i = 0; i < ears_of(m); i++) {
        struct ear *ear = &ears[i];
        size_t size = REPORT_LAST + count * (size_t)REPORT_ENTRY;

        ear->store = arena_of(room(size), size);
        report_begin(&ear->report, h, viewer_of(m, i), &forms[i % FORMS], &ear->store, count);
    }
}

static void end(const struct match *m)
{
    for (uint32_t i = 0; i < ears_of(m); i++) {
        struct message_arena scratch = arena_of(scratch_room, SCRATCH_ROOM);
        struct message out;

        assert_true(report_update(&ears[i].report, &scratch, &out));
        ears[i].text = encoded(&out, &ears[i].length);
    }
}

static void same_is_the_same(const struct match *m)
{
    for (uint32_t i = 0; i < ears_of(m); i++)
        for (uint32_t k = i; k < ears_of(m); k++) {
            bool same = report_same(&ears[i].report, &ears[k].report);

            assert_int_equal(same, report_same(&ears[k].report, &ears[i].report));
            if (same)
                assert_same_text(ears[i].text, ears[i].length, ears[k].text, ears[k].length);
            if (i == k && forms[i % FORMS].view != VIEW_JSON && viewer_of(m, i) == SPECTATOR)
                assert_true(same);
            same_count += same && i != k;
            other_count += !same;
        }
}

static void tell_batch(const struct proposal *p, uint64_t now)
{
    const struct match *m = &here.t.plan.match;
    struct hosted h = hosted_of(&here, now, (uint32_t)rng_next(&rng));
    struct ear *one = &ears[rng_below(&rng, ears_of(m))];
    uint32_t after = here.t.count;
    struct message snap;
    struct complaint why;
    size_t chairs_length;
    char *chairs;

    begin(&h, p->count);
    snapshot(&h, one, after, &snap);
    chairs = chairs_text(&snap, &chairs_length);
    for (uint32_t i = 0; i < p->count; i++) {
        for (uint32_t k = 0; k < ears_of(m); k++)
            report_entry(&ears[k].report, &p->entry[i]);
        assert_true(table_apply(&here.t, &p->entry[i], &why));
    }
    end(m);
    same_is_the_same(m);
    update_is_snapshot(&h, one, after, chairs, chairs_length);
    for (uint32_t i = 0; i <= m->seats; i++) {
        const struct ear *ear = &ears[i * FORMS];

        follows(&followers[i], ear->report.part, ear->report.count);
        if (rng_below(&rng, 16) == 0)
            late_is_the_same(&h, ear, &followers[i]);
    }
    free(chairs);
    for (uint32_t i = 0; i < ears_of(m); i++) {
        free(ears[i].store.at);
        free(ears[i].text);
    }
}

/* ---- storage */

/* Makes one form of the update about a batch, with a copy of the table and so much storage. */
static bool told_in(const struct proposal *p, const struct wants *wants, uint32_t viewer,
                    size_t store_size, size_t scratch_size, size_t used[2], char **text,
                    size_t *length)
{
    struct message_arena store = arena_of(room(store_size), store_size);
    struct message_arena scratch = arena_of(room(scratch_size), scratch_size);
    struct message out, untouched;
    struct hosted h = hosted_of(&copy, here.t.clock_at, 0);
    static struct report t;
    bool good;

    memcpy(&copy, &here, sizeof copy);
    table_lend(&copy.t, copy.entries, copy.line, ROOM);
    memset(&out, 0xEE, sizeof out);
    memcpy(&untouched, &out, sizeof out);
    report_begin(&t, &h, viewer, wants, &store, p->count);
    assert_true(apply_all(&copy, p, &t));
    good = report_update(&t, &scratch, &out);
    if (good)
        *text = encoded(&out, length);
    else
        assert_memory_equal(&out, &untouched, sizeof out);
    assert_true(store.used <= store_size && scratch.used <= scratch_size);
    used[0] = store.used;
    used[1] = scratch.used;
    free(store.at);
    free(scratch.at);
    return good;
}

/* With less and less of one kind of storage: the same message as long as there is enough, then
 * false. */
static void too_small(const struct proposal *p, const struct wants *wants, uint32_t viewer)
{
    size_t used[2], now[2], length, n;
    char *whole, *text;

    assert_true(told_in(p, wants, viewer, REPORT_LAST + p->count * (size_t)REPORT_ENTRY,
                        SCRATCH_ROOM, used, &whole, &length));
    for (uint32_t which = 0; which < 2; which++) {
        size_t enough[2] = {used[0] + REPORT_ENTRY, used[1] + REPORT_ENTRY};
        size_t step = enough[which] / 60 + 1;
        bool good = true;

        for (size_t size = enough[which]; size >= step; size -= step) {
            bool was = good;

            enough[which] = size;
            good = told_in(p, wants, viewer, enough[0], enough[1], now, &text, &n);
            assert_true(was || !good);
            assert_true(!good || size >= used[which]);
            if (!good)
                continue;
            assert_same_text(text, n, whole, length);
            free(text);
        }
        assert_false(good);
    }
    free(whole);
}

static void storage_too_small(const struct proposal *p)
{
    const struct match *m = &here.t.plan.match;

    for (uint32_t form = 0; form < FORMS; form++)
        too_small(p, &forms[form], rng_below(&rng, m->seats));
}

/* More entries than were announced: no update, and never the same as another. */
static void too_many_entries(const struct proposal *p)
{
    static struct report t;
    static char lent[SCRATCH_ROOM];
    struct message_arena store = arena_of(store_room, STORE_ROOM);
    struct message_arena scratch = arena_of(lent, sizeof lent);
    struct hosted h = hosted_of(&copy, here.t.clock_at, 0);
    struct message out;

    memcpy(&copy, &here, sizeof copy);
    table_lend(&copy.t, copy.entries, copy.line, ROOM);
    report_begin(&t, &h, SPECTATOR, &forms[0], &store, p->count - 1);
    assert_true(apply_all(&copy, p, &t));
    assert_false(report_same(&t, &t));
    assert_false(report_update(&t, &scratch, &out));
}

/* ---- random tables */

/* The next command that is accepted: its entries, in *p. */
static void next_batch(struct proposal *p, uint64_t *now, struct table_command *last)
{
    struct complaint why;

    do {
        struct table_command c = rng_below(&rng, 10) < 3
                                     ? senseless_command(&rng, &here.t, last)
                                     : sensible_command(&rng, &here.t);
        uint64_t when;
        uint32_t seat;

        *now += rng_below(&rng, 100);
        if (table_deadline(&here.t, &when, &seat) && when <= *now)
            c = (struct table_command){.kind = COMMAND_TIMEOUT, .seen = here.t.count};
        *last = c;
    } while (table_propose(&here.t, last, *now, p, &why) != TABLE_OK);
}

/* Plays a table to its end; each() is called with each batch and has to apply it. */
static void play(const struct board *board, uint64_t seed,
                 void (*each)(const struct proposal *p, uint64_t now))
{
    static struct proposal p;
    struct table_command last = {0};
    struct table_plan plan;
    struct match m;
    uint64_t now = 0;

    rng_seed(&rng, seed, 0);
    m = random_match(&rng, board);
    plan = random_plan(&rng, &m);
    plan.clock.time += 60000; /* otherwise few games reach their end */
    table_open(&here.t, &plan, here.entries, here.line, ROOM);
    for (uint32_t i = 0; i <= m.seats; i++)
        follower_begin(&followers[i], &m, i < m.seats ? i : (uint32_t)SPECTATOR);
    while (here.t.phase <= TABLE_PLAYING && here.t.count + PROPOSAL_MAX < ROOM) {
        next_batch(&p, &now, &last);
        each(&p, now);
    }
}

static void on_every_board(uint32_t games, void (*each)(const struct proposal *p, uint64_t now))
{
    const char *scale = getenv("ANDEN_TEST_SCALE");
    uint32_t percent = scale ? (uint32_t)atoi(scale) : 100;
    static struct board board;

    for (uint32_t i = 0; embedded_boards[i].id; i++) {
        load_board(embedded_boards[i].id, &board);
        for (uint32_t game = 0; game <= games * percent / 100; game++)
            play(&board, 100 * i + game, each);
    }
}

static void updates_say_what_snapshots_say(void **state)
{
    (void)state;
    same_count = other_count = 0;
    on_every_board(GAMES, tell_batch);
    assert_true(same_count > 1000 && other_count > 1000);
}

static void sometimes_with_little_storage(const struct proposal *p, uint64_t now)
{
    (void)now;
    if (rng_below(&rng, 60) == 0) {
        storage_too_small(p);
        too_many_entries(p);
    }
    assert_true(apply_all(&here, p, NULL));
}

static void too_little_storage_is_false(void **state)
{
    (void)state;
    on_every_board(2, sometimes_with_little_storage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(updates_say_what_snapshots_say),
        cmocka_unit_test(too_little_storage_is_false),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
