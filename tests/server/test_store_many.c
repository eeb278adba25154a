/*
 * The store under load: many requests at once, several stores of one database, notices, lost
 * connections, and a growing schema. One suite for both databases.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include <cmocka.h>
#ifdef ANDEN_POSTGRESQL
#include <libpq-fe.h>
#endif

#include "fixture.h"

/* ---- many at once ---- */

enum { MANY = 100, ROUNDS = 20 };

struct tally {
    uint32_t answers, ok, conflicts, order;
};

static void count(void *context, const struct store_answer *answer)
{
    struct tally *tally = context;

    tally->answers++;
    tally->ok += answer->status == STORE_OK;
    tally->conflicts += answer->status == STORE_CONFLICT;
}

static void wait_for(const uint32_t *counter, uint32_t value)
{
    while (*counter < value)
        uv_run(&ask_loop, UV_RUN_ONCE);
}

static void hand_over(struct store *store, const char *table, uint32_t number,
                      struct tally *tally)
{
    struct store_append append = {
        .table = table, .first = number, .count = 1, .entries = BYTES("x")};

    store_append(store, &append, (struct store_done){count, tally});
}

static void many_tables(void)
{
    char id[20];

    for (int t = 0; t < MANY; t++) {
        snprintf(id, sizeof id, "t%d", t);
        ask_new_table(s, id, 1);
    }
}

/* Many appends are handed over without waiting. Every tenth comes twice, and only the second is
 * refused. */
static void batches(void **unused)
{
    struct tally tally = {0};
    struct store_stats stats;
    char id[20];

    (void)unused;
    many_tables();
    for (uint32_t n = 1; n <= ROUNDS; n++)
        for (int t = 0; t < MANY; t++) {
            snprintf(id, sizeof id, "t%d", (t * 37) % MANY);
            hand_over(s, id, n, &tally);
            if (t % 10 == 0)
                hand_over(s, id, n, &tally);
        }
    assert_int_equal(tally.answers, 0); /* never from inside the call */
    wait_for(&tally.answers, ROUNDS * MANY * 11 / 10);
    assert_int_equal(tally.ok, ROUNDS * MANY);
    assert_int_equal(tally.conflicts, ROUNDS * MANY / 10);
    store_stats(s, &stats);
    assert_true(stats.largest > 1);
    assert_true(stats.commits < ROUNDS * MANY);
    assert_int_equal(stats.writes, MANY + ROUNDS * MANY * 11 / 10);
    assert_int_equal(stats.failures, 0);
    assert_int_equal(stats.waiting, 0);
    fixture_reopen();
    SAYS(ask_append(s, "t99", ROUNDS + 2, "x"), "gap last=20");
}

static void answers_in_order(void *context, const struct store_answer *answer)
{
    struct tally *tally = context;

    tally->order += answer->last == tally->answers + 1;
    count(context, answer);
}

static void order(void **unused)
{
    struct tally tally = {0};
    struct store_line line = {.text = "hello"};

    (void)unused;
    ask_new_table(s, "t1", 1);
    for (uint32_t i = 0; i < MANY; i++)
        store_chat_add(s, "t1", &line, (struct store_done){answers_in_order, &tally});
    wait_for(&tally.answers, MANY);
    assert_int_equal(tally.order, MANY);
}

static void too_much(void **unused)
{
    struct store_options options = {.where = fixture_where, .waiting_max = 10};
    struct tally tally = {0};
    char why[STORE_MESSAGE_MAX];

    (void)unused;
    ask_close(s);
    s = store_open(&ask_loop, &options, why, sizeof why);
    assert_non_null(s);
    for (uint32_t i = 0; i < 30; i++)
        store_setting(s, "x", (struct store_done){count, &tally});
    SAYS(ASK(store_setting(s, "x", TOLD)), "busy");
    wait_for(&tally.answers, 30);
    SAYS(ASK(store_setting(s, "x", TOLD)), "missing");
}

/* Closing answers all requests, and all writes are there. */
static void closing(void **unused)
{
    struct tally tally = {0};

    (void)unused;
    ask_new_table(s, "t1", 1);
    for (uint32_t n = 1; n <= 200; n++)
        hand_over(s, "t1", n, &tally);
    ask_close(s);
    assert_int_equal(tally.answers, 200);
    assert_int_equal(tally.ok, 200);
    s = ask_open(fixture_where, 0);
    SAYS(ask_append(s, "t1", 201, "x"), "ok last=201");
}

/* ---- two stores of one database ---- */

struct rival {
    struct store *store;
    uint32_t number, mine, conflicts;
};

enum { RACE = 300 };

static void raced(void *context, const struct store_answer *answer);

static void race(struct rival *rival)
{
    struct store_append append = {
        .table = "t1", .first = rival->number, .count = 1, .entries = BYTES("x")};

    store_append(rival->store, &append, (struct store_done){raced, rival});
}

static void raced(void *context, const struct store_answer *answer)
{
    struct rival *rival = context;

    if (answer->status == STORE_OK)
        rival->mine++;
    else if (answer->status == STORE_CONFLICT)
        rival->conflicts++;
    else
        fail_msg("status %d: %s", answer->status, answer->message);
    rival->number = answer->last + 1;
    if (rival->number <= RACE)
        race(rival);
}

static void two_stores(void **unused)
{
    struct rival rivals[2] = {{.number = 1}, {.number = 1}};
    struct store_line line = {.text = "hello"};
    struct tally tally = {0};

    (void)unused;
    ask_new_table(s, "t1", 1);
    rivals[0].store = s;
    rivals[1].store = ask_open(fixture_where, 0);
    race(&rivals[0]);
    race(&rivals[1]);
    while (rivals[0].number <= RACE || rivals[1].number <= RACE)
        uv_run(&ask_loop, UV_RUN_ONCE);
    /* Every entry was stored by one of them, exactly once. */
    assert_int_equal(rivals[0].mine + rivals[1].mine, RACE);
    assert_true(rivals[0].conflicts + rivals[1].conflicts > 0);
    for (int i = 0; i < MANY; i++)
        store_chat_add(rivals[i % 2].store, "t1", &line, (struct store_done){count, &tally});
    wait_for(&tally.answers, MANY);
    assert_int_equal(tally.ok, MANY);
    SAYS(ASK(store_heads(s, (const char *const[]){"t0", "t1"}, 2, TOLD)),
         "ok head(t1,300,100)");
    ask_close(rivals[1].store);
}

/* Both write to many tables in opposite orders: no deadlock makes a request fail. */
static void opposite_orders(void **unused)
{
    struct store *other = ask_open(fixture_where, 0);
    struct tally tally = {0};
    char id[20];

    (void)unused;
    many_tables();
    for (uint32_t n = 1; n <= ROUNDS; n++)
        for (int t = 0; t < MANY; t++) {
            snprintf(id, sizeof id, "t%d", t);
            hand_over(s, id, n, &tally);
            snprintf(id, sizeof id, "t%d", MANY - 1 - t);
            hand_over(other, id, n, &tally);
        }
    wait_for(&tally.answers, 2 * ROUNDS * MANY);
    /* A store that falls behind meets a gap or a conflict, but each entry is stored once. */
    assert_int_equal(tally.ok, ROUNDS * MANY);
    ask_close(other);
}

static uint64_t failures(struct store *store)
{
    struct store_stats stats;

    store_stats(store, &stats);
    return stats.failures;
}

/* Each store writes moves where the other writes chat, and games end for the same people:
 * everything is locked in one order, so there is no deadlock. */
static void crosswise(void **unused)
{
    struct store *stores[2] = {s, ask_open(fixture_where, 0)};
    struct store_line line = {.text = "hello"};
    struct tally tally = {0};
    char id[20];

    (void)unused;
    many_tables();
    for (uint32_t n = 1; n <= ROUNDS; n++) {
        for (int t = 0; t < MANY; t++) {
            const char *people[2] = {t % 2 ? "ana" : "luis", t % 2 ? "luis" : "ana"};
            struct store_result results[2] = {
                {.seat = 0, .person = people[0], .name = "", .rated = true},
                {.seat = 1, .person = people[1], .name = "", .rated = true}};
            struct store_append last = {.table = id,
                                        .first = ROUNDS,
                                        .count = 1,
                                        .entries = BYTES("x"),
                                        .phase = STORE_OVER,
                                        .results = results,
                                        .result_count = 2};

            snprintf(id, sizeof id, "t%d", t);
            if (n < ROUNDS)
                hand_over(stores[t % 2], id, n, &tally);
            else
                store_append(stores[t % 2], &last, (struct store_done){count, &tally});
            store_chat_add(stores[1 - t % 2], id, &line, (struct store_done){count, &tally});
        }
    }
    wait_for(&tally.answers, 2 * ROUNDS * MANY);
    assert_int_equal(tally.ok, 2 * ROUNDS * MANY);
    assert_int_equal(failures(stores[0]) + failures(stores[1]), 0);
    ask_close(stores[1]);
}

struct renaming {
    uint32_t answers, ok, taken;
};

static void renamed(void *context, const struct store_answer *answer)
{
    struct renaming *renaming = context;

    renaming->answers++;
    renaming->ok += answer->status == STORE_OK;
    renaming->taken += answer->status == STORE_TAKEN;
}

/* Two people take the same name at the same moment: one gets it, and the other's refusal
 * disturbs nobody else. */
static void same_name(void **unused)
{
    struct store *other = ask_open(fixture_where, 0);
    struct renaming renaming = {0};
    struct tally tally = {0};
    char name[20];

    (void)unused;
    fixture_person("p1", "Ana", "h1");
    fixture_person("p2", "Luis", "h2");
    ask_new_table(s, "t1", 1);
    for (uint32_t i = 1; i <= 50; i++) {
        snprintf(name, sizeof name, "Eva %u", i);
        store_person_rename(s, "p1", name, i, (struct store_done){renamed, &renaming});
        hand_over(s, "t1", i, &tally);
        store_person_rename(other, "p2", name, i, (struct store_done){renamed, &renaming});
        wait_for(&renaming.answers, 2 * i);
    }
    wait_for(&tally.answers, 50);
    assert_int_equal(tally.ok, 50);
    assert_int_equal(renaming.ok, 50);
    assert_int_equal(renaming.taken, 50);
    ask_close(other);
}

#ifdef ANDEN_POSTGRESQL
static struct {
    uint32_t count, anything;
    char line[100];
} notices;

static void noticed(void *context, const struct store_notice *notice)
{
    (void)context;
    if (notice->table[0])
        snprintf(notices.line, sizeof notices.line, "%s %s %u %u %s", notice->table,
                 notice->game, notice->last, notice->chat, notice->turns);
    else
        notices.anything++;
    notices.count++;
}

/* Waits for LISTEN: asks PostgreSQL itself for the connection that listens. */
static void wait_until_listening(void)
{
    PGconn *pg = PQconnectdb(fixture_pg);
    PGresult *result = NULL;

    do {
        PQclear(result);
        result = PQexec(pg, "SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN anden' AND "
                            "state = 'idle'");
        assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
    } while (PQntuples(result) == 0);
    PQclear(result);
    PQfinish(pg);
}

static void notifications(void **unused)
{
    struct store_options options = {.where = fixture_where, .noticed = noticed};
    struct store_line line = {.text = "hello"};
    struct store_append turn = {.table = "t1",
                                .count = 1,
                                .entries = BYTES("x"),
                                .wait = {.acts = 3, .since = 4},
                                .turns = "p1\tp2\t"};
    char why[STORE_MESSAGE_MAX];
    struct store *other;

    (void)unused;
    if (!fixture_pg)
        skip();
    memset(&notices, 0, sizeof notices);
    other = store_open(&ask_loop, &options, why, sizeof why);
    assert_non_null(other);
    wait_until_listening();
    ask_new_table(s, "t1", 1);
    ask_append(s, "t1", 1, "a");
    wait_for(&notices.count, 1);
    SAYS(notices.line, "t1 europe 1 0 ");
    SAYS(ASK(store_chat_add(s, "t1", &line, TOLD)), "ok last=1");
    wait_for(&notices.count, 2);
    SAYS(notices.line, "t1 europe 1 1 ");
    /* It is told whose turn has begun, but not about refused requests or its own writes. */
    turn.first = 1;
    SAYS(ASK(store_append(s, &turn, TOLD)), "conflict last=1");
    turn.first = 2;
    SAYS(ASK(store_append(s, &turn, TOLD)), "ok last=2");
    wait_for(&notices.count, 3);
    SAYS(notices.line, "t1 europe 2 1 p1\tp2\t");
    SAYS(ask_append(other, "t1", 3, "x"), "ok last=3");
    SAYS(ask_append(s, "t1", 4, "x"), "ok last=4");
    wait_for(&notices.count, 4);
    SAYS(notices.line, "t1 europe 4 1 ");

    /* Every connection is cut: requests go on, and the listener says that it may have missed
     * notices. */
    fixture_pg_command("postgres",
                       "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
                       "application_name = 'anden'");
    SAYS(ask_append(s, "t1", 5, "b"), "ok last=5");
    SAYS(ask_append(other, "t1", 6, "c"), "ok last=6");
    wait_for(&notices.anything, 1);
    SAYS(ASK(store_heads(other, (const char *const[]){"t1"}, 1, TOLD)), "ok head(t1,6,1)");
    ask_append(s, "t1", 7, "d");
    while (strcmp(notices.line, "t1 europe 7 1 ") != 0)
        uv_run(&ask_loop, UV_RUN_ONCE);
    assert_true(store_healthy(s, why, sizeof why));
    assert_true(store_healthy(other, why, sizeof why));
    ask_close(other);
}

/* The database lets nobody in: requests fail in time and say why, and none of them was done. */
static void shut_out(void **unused)
{
    static const char shut[] = "ALTER DATABASE postgres ALLOW_CONNECTIONS false";
    static const char cut[] = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
                              "application_name = 'anden'";
    static const char open[] = "ALTER DATABASE postgres ALLOW_CONNECTIONS true";
    struct store *hasty;
    char why[STORE_MESSAGE_MAX];

    (void)unused;
    if (!fixture_pg)
        skip();
    ask_new_table(s, "t1", 1);
    hasty = ask_open(fixture_where, 300);
    fixture_pg_command("template1", shut);
    fixture_pg_command("template1", cut);
    SAYS(ask_append(hasty, "t1", 1, "a"), "unavailable");
    assert_non_null(strstr(ask_message(), "not currently accepting connections"));
    SAYS(ASK(store_load(hasty, "t1", 0, TOLD)), "unavailable");
    assert_false(store_healthy(hasty, why, sizeof why));
    assert_non_null(strstr(why, "not currently accepting connections"));
    fixture_pg_command("template1", open);
    SAYS(ask_append(hasty, "t1", 1, "b"), "ok last=1");
    SAYS(ASK(store_heads(hasty, (const char *const[]){"t1"}, 1, TOLD)), "ok head(t1,1,0)");
    assert_true(store_healthy(hasty, why, sizeof why));
    ask_close(hasty);
}

static void pg_schema(void **unused)
{
    char why[STORE_MESSAGE_MAX], sql[200];
    struct store_options options = {.where = fixture_where};
    const char *name;

    (void)unused;
    if (!fixture_pg)
        skip();
    name = strrchr(fixture_where, 'D') + 1; /* the schema, after %3D */
    ask_close(s);
    s = NULL;
    snprintf(sql, sizeof sql, "UPDATE %s.settings SET value = '999' WHERE name = 'schema'",
             name);
    fixture_pg_command("postgres", sql);
    assert_null(store_open(&ask_loop, &options, why, sizeof why));
    assert_non_null(strstr(why, "newer anden (its schema is 999"));
    snprintf(sql, sizeof sql, "DROP TABLE %s.headers", name);
    fixture_pg_command("postgres", sql);
    assert_null(store_open(&ask_loop, &options, why, sizeof why));
    assert_non_null(strstr(why, "another program"));
    options.where = "postgresql:///nothing?host=/nonexistent";
    assert_null(store_open(&ask_loop, &options, why, sizeof why));
    assert_non_null(strstr(why, "PostgreSQL cannot be reached"));
}
#else
static void no_postgresql(void **unused)
{
    struct store_options options = {.where = "postgresql:///anden"};
    char why[STORE_MESSAGE_MAX];

    (void)unused;
    assert_null(store_open(&ask_loop, &options, why, sizeof why));
    assert_non_null(strstr(why, "has no PostgreSQL"));
}
#endif

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(batches),       TEST(order),           TEST(too_much),  TEST(closing),
        TEST(two_stores),    TEST(opposite_orders), TEST(crosswise), TEST(same_name),
#ifdef ANDEN_POSTGRESQL
        TEST(notifications), TEST(pg_schema),       TEST(shut_out),
#else
        TEST(no_postgresql),
#endif
    };
    int code = fixture_begin(argc, argv);

    return code ? code : fixture_end(cmocka_run_group_tests(tests, NULL, NULL));
}
