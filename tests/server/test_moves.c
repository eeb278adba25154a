/*
 * What a move costs at a server: from the text of a message to the updates for everybody who
 * watches, each event of the game is applied twice, when it is proposed and when it is durable.
 * The connections are not real (the linker replaces functions of net/ws.c by those below);
 * everything else is the real server, and the store is a file.
 *
 *     test_moves ROOT
 */
#include "../../boards/boards.h"
#include "../../server/hall.h"
#include "../../server/lobby.h"
#include "../../server/net/ws.h"
#include "../../server/people/person.h"
#include "../../server/services.h"
#include "../../table/dealer.h"
#include "../support/counting.h"
#include "../support/file.h"

#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

enum {
    SEATS = 3,
    ENDS = SEATS + 1,
    TURNS_MAX = 100000, /* of the loop, for one answer */
    /* When several choose at the same time, a choice is judged, and shown to the seats that
     * still choose, in states where the seats before it have made any choice. At most two seats
     * come before: that is 2 to read the words, 2 x 3 to judge it, 2 x (0 + 1 + 2) for the
     * views of each seat before and after, 4 x 2 for its text to each viewer. */
    TRIED_MAX = 22,
};

/* The other end of a connection. */
struct end {
    void *user;
    uint32_t sent;
};

static struct server server;
static uv_loop_t loop;
static struct end ends[ENDS]; /* the players, then a spectator */
static struct rng rng;

/* ---- connections ---- */

bool __wrap_ws_send(struct ws *w, struct ws_buffer *b);
bool __wrap_ws_send_lazily(struct ws *w, struct ws_buffer *b);
bool __wrap_ws_send_text(struct ws *w, const char *text, size_t n);
void __wrap_ws_set_user(struct ws *w, void *user);
void *__wrap_ws_user(const struct ws *w);
void *__wrap_ws_context(const struct ws *w);
uint64_t __wrap_ws_number(const struct ws *w);
const char *__wrap_ws_address(const struct ws *w);

bool __wrap_ws_send(struct ws *w, struct ws_buffer *b)
{
    ((struct end *)(void *)w)->sent++;
    return b != NULL;
}

bool __wrap_ws_send_lazily(struct ws *w, struct ws_buffer *b)
{
    return __wrap_ws_send(w, b);
}

bool __wrap_ws_send_text(struct ws *w, const char *text, size_t n)
{
    ((struct end *)(void *)w)->sent++;
    return text && n;
}

void __wrap_ws_set_user(struct ws *w, void *user)
{
    ((struct end *)(void *)w)->user = user;
}

void *__wrap_ws_user(const struct ws *w)
{
    return ((const struct end *)(const void *)w)->user;
}

void *__wrap_ws_context(const struct ws *w)
{
    (void)w;
    return &server;
}

uint64_t __wrap_ws_number(const struct ws *w)
{
    return (uint64_t)((const struct end *)(const void *)w - ends) + 1;
}

const char *__wrap_ws_address(const struct ws *w)
{
    return w ? "192.0.2.1" : "";
}

static struct ws *socket_of(uint32_t end)
{
    return (struct ws *)(void *)&ends[end];
}

static const struct client *client_of(uint32_t end)
{
    return ends[end].user;
}

static void say(uint32_t end, const char *format, ...)
{
    char text[1024];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    session_text(socket_of(end), text, strlen(text));
}

/* From now on; and the same game every time. */
static void count_at(struct room *room)
{
    memset(room->table.plan.seed, 7, SEED_SIZE);
    count_applied(&room->table.plan.match);
}

/* ---- the server ---- */

static char folder[] = "/tmp/anden-moves-XXXXXX";

static void closed(void *context)
{
    *(bool *)context = true;
}

static int begin(void **state)
{
    struct store_options options = {.where = server.config.db, .alone = true};
    char why[256];

    (void)state;
    assert_true(sodium_init() >= 0 && uv_loop_init(&loop) == 0 && mkdtemp(folder));
    config_presets(&server.config);
    snprintf(server.config.db, sizeof server.config.db, "%s/anden.db", folder);
    server.loop = &loop;
    server.store = store_open(&loop, &options, why, sizeof why);
    assert_non_null(server.store);
    assert_true(services_start(&server, false));
    for (uint32_t i = 0; i < ENDS; i++)
        session_open(socket_of(i), NULL);
    say(0, "{\"type\":\"hello\",\"version\":2,\"view\":\"json\",\"legal\":true,\"language\":"
           "\"en\"}");
    say(1, "{\"type\":\"hello\",\"version\":2,\"view\":\"events\",\"language\":\"es\"}");
    say(2, "{\"type\":\"hello\",\"version\":2,\"view\":\"none\",\"legal\":true}");
    say(3, "{\"type\":\"hello\",\"version\":2,\"language\":\"en\"}");
    for (uint32_t i = 0; i < ENDS; i++)
        for (uint32_t n = 0; !client_of(i)->person; n++)
            assert_true(n < TURNS_MAX && uv_run(&loop, UV_RUN_ONCE) >= 0);
    return 0;
}

static int end(void **state)
{
    char file[sizeof server.config.db + 8];
    bool done = false;

    (void)state;
    for (uint32_t i = 0; i < ENDS; i++)
        session_closed(socket_of(i));
    server.stopping = true;
    services_stop(&server, false);
    hall_stop(&server);
    store_close(server.store, closed, &done);
    uv_run(&loop, UV_RUN_DEFAULT);
    assert_true(done);
    services_free(&server, false);
    signin_sweep(&server, true);
    hash_free(&server.people);
    uv_loop_close(&loop);
    for (const char *const *tail = (const char *const[]){"", "-wal", "-shm", "-lock", NULL};
         *tail; tail++) {
        snprintf(file, sizeof file, "%s%s", server.config.db, *tail);
        unlink(file);
    }
    return rmdir(folder);
}

/* ---- a table ---- */

static char table[TABLE_ID];

static void made(void *context, const struct made *made)
{
    (void)context;
    if (!made->table)
        fail_msg("%s: %s", made->why->code, made->why->why.message);
    snprintf(table, sizeof table, "%s", made->table);
}

/* Waits until the table has handled all requests. */
static void settle(const struct room *room)
{
    for (uint32_t n = 0; room->busy || room->first; n++)
        assert_true(n < TURNS_MAX && uv_run(&loop, UV_RUN_ONCE) >= 0);
}

/* A table where everybody sits or watches; the game has begun. */
static struct room *open_table(const char *board, size_t size)
{
    static const struct message_wish_part wish[SEATS] = {
        {.kind = {"person", 6}}, {.kind = {"person", 6}}, {.kind = {"person", 6}}};
    struct message_create m = {
        .board = {board, size}, .seats = wish, .seats_count = SEATS, .undo = {"agreed", 6}};
    const struct made done = {.call = made};
    const struct person *host = client_of(0)->person;
    struct refusal why;
    struct room *room;

    table[0] = '\0';
    table_make(&server, &m, &(struct maker){.person = person_number(host), .name = host->name},
               &done);
    for (uint32_t n = 0; !table[0]; n++)
        assert_true(n < TURNS_MAX && uv_run(&loop, UV_RUN_ONCE) >= 0);
    room = hall_room(&server, table, &why);
    settle(room);
    count_at(room);
    for (uint32_t i = 0; i < ENDS; i++) {
        if (i && i < SEATS)
            say(i, "{\"type\":\"sit\",\"table\":\"%s\"}", table);
        say(i, "{\"type\":\"join\",\"table\":\"%s\"}", table);
    }
    say(0, "{\"type\":\"start\",\"table\":\"%s\"}", table);
    settle(room);
    assert_int_equal(room->table.phase, TABLE_PLAYING);
    return room;
}

/* A seat that the game waits for chooses something, as text or as a number. */
static void move(const struct room *room)
{
    const struct match *m = &room->table.plan.match;
    uint32_t waiting = table_waiting(&room->table), seat;
    char words[EVENT_TEXT_MAX];
    struct text text = text_in(words, sizeof words);
    struct view v;
    event_t e;

    do
        seat = rng_below(&rng, SEATS);
    while (!(waiting >> seat & 1));
    table_view(&room->table, seat, &v);
    e = m->rules->pick(m, &v.seen, rng_below(&rng, m->rules->count(m, &v.seen)));
    m->rules->format(m, &v.seen, e, &text);
    applied = 0;
    if (rng_below(&rng, 2))
        say(seat, "{\"type\":\"do\",\"table\":\"%s\",\"at\":%u,\"number\":%u}", table,
            (unsigned)room->table.count, (unsigned)e);
    else
        say(seat, "{\"type\":\"do\",\"table\":\"%s\",\"at\":%u,\"event\":\"%s\"}", table,
            (unsigned)room->table.count, words);
}

static void play(const char *board, size_t size)
{
    struct room *room = open_table(board, size);
    uint32_t tried = 0, events = 0;

    room_keep(room);
    while (room->table.phase == TABLE_PLAYING) {
        uint32_t count = room->table.count, done = room->table.events, sent[ENDS];

        for (uint32_t i = 0; i < ENDS; i++)
            sent[i] = ends[i].sent;
        move(room);
        settle(room);
        assert_true(room->table.count > count);
        for (uint32_t i = 0; i < ENDS; i++)
            assert_true(ends[i].sent > sent[i]);
        done = room->table.events - done;
        events += done;
        if (room->table.entries[count].kind == ENTRY_SEALED)
            assert_true(applied >= 2 * done && applied <= 2 * done + TRIED_MAX);
        else
            assert_int_equal(applied, 2 * done);
        tried += applied - 2 * done;
    }
    print_message("%s: %u events applied twice; %u tried while several chose\n",
                  room->table.plan.match.board->id, (unsigned)events, (unsigned)tried);
    room->table.plan.match.rules = counted;
    room_release(room);
}

static void an_event_is_applied_twice_for_a_move(void **state)
{
    size_t n;
    char *null = load_file(*state, &n);

    rng_seed(&rng, 1, 1);
    for (const struct embedded_board *b = embedded_boards; b->id; b++)
        play(b->text, b->size);
    play(null, n);
    free(null);
}

int main(int argc, char **argv)
{
    char null[1024];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(an_event_is_applied_twice_for_a_move, null),
    };

    snprintf(null, sizeof null, "%s/tests/laws/null.board", argc > 1 ? argv[1] : ".");
    return cmocka_run_group_tests(tests, begin, end);
}
