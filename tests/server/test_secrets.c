/*
 * Nothing that a viewer may not know reaches it: in two worlds that differ only in hidden
 * things, every byte of the messages to the viewer is the same. The server's own encoder is
 * used with tables of random games; the second world is made by dealing again what the viewer
 * cannot see.
 */
#include "../../boards/boards.h"
#include "../../engine/board_art.h"
#include "../../server/broadcast.h"
#include "../../table/dealer.h"

#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

enum { ROOM = 4096 };

struct world {
    struct room room;
    struct watcher watcher;
    struct client client;
    struct entry entries[ROOM];
    event_t line[ROOM];
};

/* The forms in which messages are compared. */
static const struct wants forms[] = {
    {.view = VIEW_EVENTS},
    {.view = VIEW_EVENTS, .legal = true},
    {.view = VIEW_JSON, .legal = true},
    {.view = VIEW_NONE},
};
enum { FORMS = sizeof forms / sizeof *forms };

static struct rng rng;
static uint64_t compared, different, revealed, shared;

static void world_init(struct world *w)
{
    static const struct message_timing_part none = {.kind = {"none", 4}};

    memset(w, 0, sizeof *w);
    strcpy(w->room.id, "table");
    w->room.plan.game = message_text("game");
    w->room.plan.timing = &none;
    w->room.plan.undo = message_text("agreed");
    w->watcher.client = &w->client;
    w->watcher.room = &w->room;
}

/* The same table, with what the viewer cannot see dealt again. */
static void other_world(const struct world *a, struct world *b, uint32_t viewer)
{
    const struct match *m = &a->room.table.plan.match;
    struct dice dice = rng_dice(&rng);
    struct view v;

    *b = *a;
    b->watcher.client = &b->client;
    b->watcher.room = &b->room;
    b->room.watchers = &b->watcher;
    table_lend(&b->room.table, b->entries, b->line, ROOM);
    m->rules->view(m, &a->room.table.state, viewer, &v);
    m->rules->resample(m, &v, &dice, &b->room.table.state);
    /* It is known that somebody has chosen, but not what. */
    for (uint32_t seat = 0; seat < m->seats; seat++)
        if (seat != viewer && b->room.table.seat[seat].sealed)
            b->room.table.seat[seat].sealed = event_make(EVENT_KEEP, 3u << rng_below(&rng, 2));
    different += memcmp(&a->room.table.state, &b->room.table.state, sizeof(struct state)) != 0;
}

static void same_text(char *a, size_t an, char *b, size_t bn)
{
    assert_non_null(a);
    assert_non_null(b);
    if (an != bn || memcmp(a, b, an) != 0)
        fail_msg("two worlds, two messages:\n%s\n%s", a, b);
    compared++;
    free(a);
    free(b);
}

static void same_snapshot(struct world *a, struct world *b, uint32_t viewer)
{
    for (uint32_t form = 0; form < FORMS; form++) {
        const struct look look = {
            .viewer = viewer, .after = a->room.table.count, .wants = forms[form]};
        size_t an, bn;
        char *x = room_snapshot(&a->room, &look, &an);
        char *y = room_snapshot(&b->room, &look, &bn);

        same_text(x, an, y, bn);
    }
}

/* An entry for the second world that looks to the viewer like this one of the first; false if
 * there is none, for example if somebody pays with cards that they don't have there. */
static bool twin(const struct world *a, const struct world *b, uint32_t viewer,
                 const struct entry *e, struct entry *out)
{
    static event_t events[LEGAL_MAX];
    const struct match *m = &b->room.table.plan.match;
    event_t seen = table_seen(&a->room.table, e, viewer);
    uint32_t n, from;

    *out = *e;
    if (e->kind != ENTRY_CHOICE && e->kind != ENTRY_CHANCE)
        return e->kind != ENTRY_SEALED;
    n = m->rules->legal(m, &b->room.table.state, events, NULL, LEGAL_MAX);
    from = n ? rng_below(&rng, n) : 0;
    for (uint32_t i = 0; i < n; i++) {
        out->event = events[(from + i) % n];
        if (table_seen(&b->room.table, out, viewer) == seen)
            return true;
    }
    return false;
}

static void same_update(const struct world *a, const struct world *b, uint32_t viewer,
                        const struct proposal *p, const struct wants *wants)
{
    static struct world x, y;
    struct broadcast *tx, *ty;
    struct complaint why;
    struct entry other;
    bool whole = true;

    x = *a;
    y = *b;
    x.room.watchers = &x.watcher;
    y.room.watchers = &y.watcher;
    x.watcher =
        (struct watcher){.client = &x.client, .room = &x.room, .viewer = (uint8_t)viewer};
    y.watcher =
        (struct watcher){.client = &y.client, .room = &y.room, .viewer = (uint8_t)viewer};
    x.client.wants = y.client.wants = *wants;
    table_lend(&x.room.table, x.entries, x.line, ROOM);
    table_lend(&y.room.table, y.entries, y.line, ROOM);
    tx = broadcast_begin(&x.room, p->count);
    ty = broadcast_begin(&y.room, p->count);
    for (uint32_t i = 0; whole && i < p->count; i++) {
        whole = twin(&x, &y, viewer, &p->entry[i], &other);
        if (whole) {
            broadcast_entry(tx, &p->entry[i]);
            broadcast_entry(ty, &other);
            assert_true(table_apply(&x.room.table, &p->entry[i], &why));
            whole = table_apply(&y.room.table, &other, &why);
        }
    }
    if (whole) {
        struct view xv, yv;

        /* Hidden things can become visible: at the end, or when there is just one ticket left
         * (C13, C13R). Then the worlds no longer differ only in what the viewer may not know. */
        table_view(&x.room.table, viewer, &xv);
        table_view(&y.room.table, viewer, &yv);
        whole = memcmp(&xv, &yv, sizeof xv) == 0 && x.room.table.phase == TABLE_PLAYING;
        revealed += !whole;
    }
    if (whole) {
        size_t an, bn;
        char *s, *t;

        broadcast_applied(tx);
        broadcast_applied(ty);
        s = broadcast_text(tx, viewer, wants, &an);
        t = broadcast_text(ty, viewer, wants, &bn);
        same_text(s, an, t, bn);
    }
    broadcast_end(tx); /* nobody is connected: nothing is sent */
    broadcast_end(ty);
}

/* Viewers who share a message would each have got the same text. */
static void shared_update(const struct world *a, const struct proposal *p,
                          const struct wants *wants)
{
    static struct world x;
    struct watcher watcher[SEATS_MAX + 1];
    uint32_t viewers = a->room.table.plan.match.seats + 1;
    struct complaint why;
    struct broadcast *t;

    x = *a;
    x.client.wants = *wants;
    x.room.watchers = NULL;
    for (uint32_t i = 0; i < viewers; i++) {
        watcher[i] = (struct watcher){.next = x.room.watchers,
                                      .client = &x.client,
                                      .room = &x.room,
                                      .viewer = (uint8_t)(i + 1 == viewers ? SPECTATOR : i)};
        x.room.watchers = &watcher[i];
    }
    table_lend(&x.room.table, x.entries, x.line, ROOM);
    t = broadcast_begin(&x.room, p->count);
    for (uint32_t i = 0; i < p->count; i++) {
        broadcast_entry(t, &p->entry[i]);
        assert_true(table_apply(&x.room.table, &p->entry[i], &why));
    }
    broadcast_applied(t);
    for (uint32_t i = 0; i < viewers; i++) {
        for (uint32_t k = 0; k < i; k++) {
            uint32_t one = watcher[i].viewer, other = watcher[k].viewer;
            char *a_text, *b_text;
            size_t an, bn;

            if (!broadcast_shared(t, one, other, wants))
                continue;
            shared++;
            a_text = broadcast_text(t, one, wants, &an);
            b_text = broadcast_text(t, other, wants, &bn);
            same_text(a_text, an, b_text, bn);
        }
    }
    broadcast_end(t);
}

/* A random choice of one of the seats that the game waits for. */
static struct table_command choose(const struct table *t)
{
    const struct match *m = &t->plan.match;
    uint32_t waiting = table_waiting(t), seat;
    struct view v;

    do
        seat = rng_below(&rng, m->seats);
    while (!(waiting >> seat & 1));
    table_view(t, seat, &v);
    return (struct table_command){
        .kind = COMMAND_CHOOSE,
        .seat = (uint8_t)seat,
        .role = ROLE_PERSON,
        .event = m->rules->pick(m, &v.seen, rng_below(&rng, m->rules->count(m, &v.seen))),
        .seen = t->count};
}

static void propose(const struct table *t, const struct table_command *c, struct proposal *p)
{
    struct complaint why;

    if (table_propose(t, c, t->clock_at + 1, p, &why) != TABLE_OK)
        fail_msg("%s", why.message);
}

static void done(struct world *w, const struct proposal *p)
{
    struct complaint why;

    for (uint32_t i = 0; i < p->count; i++)
        assert_true(table_apply(&w->room.table, &p->entry[i], &why));
}

static void seat_and_start(struct world *w, struct proposal *p)
{
    struct table_command c = {.kind = COMMAND_SIT, .role = ROLE_PERSON};

    for (uint32_t seat = 0; seat < w->room.table.plan.match.seats; seat++) {
        c.seat = (uint8_t)seat;
        c.who = seat + 100;
        snprintf(w->room.name[seat], NAME_SIZE, "Seat %u", (unsigned)seat);
        propose(&w->room.table, &c, p);
        done(w, p);
    }
    c = (struct table_command){.kind = COMMAND_START, .seat = NOBODY};
    propose(&w->room.table, &c, p);
    done(w, p);
}

static void play(const struct board *board, uint32_t seats)
{
    static struct world a, b;
    static struct proposal p;
    struct table_plan plan = {
        .match = match_of(board, seats), .undo = UNDO_AGREED, .dealing = true};
    struct table_command go_on = {.kind = COMMAND_GO_ON, .seat = NOBODY};

    world_init(&a);
    randombytes_buf(plan.seed, sizeof plan.seed);
    table_open(&a.room.table, &plan, a.entries, a.line, ROOM);
    seat_and_start(&a, &p);
    while (a.room.table.phase == TABLE_PLAYING && a.room.table.count + 200 < ROOM) {
        struct table_command c = table_waiting(&a.room.table) ? choose(&a.room.table) : go_on;
        uint32_t viewer = rng_below(&rng, seats + 1);

        propose(&a.room.table, &c, &p);
        if (viewer == seats)
            viewer = SPECTATOR;
        other_world(&a, &b, viewer);
        /* The second world does not follow from this seed, so its dealer must not be used. */
        b.room.table.plan.dealing = false;
        same_snapshot(&a, &b, viewer);
        for (uint32_t form = 0; form < FORMS; form++)
            same_update(&a, &b, viewer, &p, &forms[form]);
        for (uint32_t form = 0; form < FORMS; form++)
            shared_update(&a, &p, &forms[form]);
        done(&a, &p);
    }
}

static void what_a_viewer_gets_is_the_same_in_both_worlds(void **state)
{
    const char *scale = getenv("ANDEN_TEST_SCALE");
    uint32_t games = scale && atoi(scale) < 50 ? 1 : 4;

    (void)state;
    assert_true(sodium_init() >= 0);
    for (uint32_t i = 0; embedded_boards[i].id; i++) {
        struct board *board = malloc(sizeof *board);
        struct board_art art;
        struct complaint why;

        assert_true(
            board_parse(embedded_boards[i].text, embedded_boards[i].size, board, &art, &why));
        for (uint32_t seats = 2; seats <= SEATS_MAX; seats++) {
            struct match m = match_of(board, seats);

            if (!m.rules->check(&m, &why))
                continue;
            for (uint32_t n = 0; n < games; n++) {
                rng_seed(&rng, seats * 100 + n, i);
                play(board, seats);
            }
        }
        free(board);
    }
    print_message("%llu messages compared, %llu worlds differ, %llu times something was shown, "
                  "%llu shared\n",
                  (unsigned long long)compared, (unsigned long long)different,
                  (unsigned long long)revealed, (unsigned long long)shared);
    assert_true(revealed * 50 < compared);
    assert_true(compared > 1000);
    assert_true(different > 500);
    assert_true(shared > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_viewer_gets_is_the_same_in_both_worlds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
