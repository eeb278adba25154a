/*
 * The store, whatever the database: one suite for both. Every test has a database of its own.
 *
 *     test_store sqlite | test_store pg    (with a cluster's address in ANDEN_TEST_PG)
 */
#include "ask.h"

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

static const char *pg_url; /* null: SQLite */
static char folder[] = "/tmp/anden-store-XXXXXX";
static char where[1000]; /* the database of this test */
static struct store *s;  /* open on it */

#define SAYS(call, line) assert_string_equal((call), (line))

static void pg_command(const char *sql)
{
#ifdef ANDEN_POSTGRESQL
    PGconn *pg = PQconnectdb(pg_url);
    PGresult *result = PQexec(pg, sql);

    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(pg));
    PQclear(result);
    PQfinish(pg);
#else
    fail_msg("no PostgreSQL: %s", sql);
#endif
}

static int fresh(void **unused)
{
    static int number;
    char sql[100];

    (void)unused;
    number++;
    if (pg_url) {
        snprintf(sql, sizeof sql, "CREATE SCHEMA test%d", number);
        pg_command(sql);
        snprintf(where, sizeof where, "%s&options=-csearch_path%%3Dtest%d", pg_url, number);
    } else {
        snprintf(where, sizeof where, "%s/%d.db", folder, number);
    }
    s = ask_open(where, 0);
    return 0;
}

static int done(void **unused)
{
    (void)unused;
    if (s)
        ask_close(s);
    s = NULL;
    return 0;
}

static void reopen(void)
{
    ask_close(s);
    s = ask_open(where, 0);
}

/* ---- people ---- */

static const char *new_person(const char *id, const char *name, const char *hash)
{
    struct store_person person = {.id = id, .name = name, .created = 5, .seen = 5};

    return ASK(store_person_add(s, &person, BYTES(hash), TOLD));
}

static void people(void **unused)
{
    (void)unused;
    SAYS(new_person("p1", "Ana", "h1"), "ok");
    SAYS(new_person("p2", "aNA", "h2"), "taken");
    SAYS(new_person("p1", "Luis", "h3"), "taken");
    SAYS(new_person("p2", "Ñandú ÉLAN Ωmega Жук", "h2"), "ok");
    SAYS(new_person("p3", "ñANDÚ élan ωMEGA жУК", "h3"), "taken");
    /* Doing it twice is doing it once. */
    SAYS(new_person("p1", "Ana", "h1"), "ok");
    SAYS(ASK(store_person_by_name(s, "ANA", TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_person_by_token(s, BYTES("h1"), TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_person_by_token(s, BYTES("h3"), TOLD)), "missing");
    SAYS(ASK(store_person_by_id(s, "p3", TOLD)), "missing");
    SAYS(ASK(store_person_by_name(s, "nobody' OR 1=1 --", TOLD)), "missing");

    SAYS(ASK(store_person_seen(s, "p1", 9, TOLD)), "ok");
    SAYS(ASK(store_person_seen(s, "p1", 7, TOLD)), "ok");
    SAYS(ASK(store_person_seen(s, "p9", 7, TOLD)), "missing");
    SAYS(ASK(store_person_change(s, "p1", "ANA", NULL, TOLD)), "ok");
    SAYS(ASK(store_person_change(s, "p1", NULL, "$argon2id$x", TOLD)), "ok");
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,ANA,$argon2id$x,5,9)");
    SAYS(ASK(store_person_change(s, "p2", "ana", "secret", TOLD)), "taken");
    SAYS(ASK(store_person_by_id(s, "p2", TOLD)), "ok person(p2,Ñandú ÉLAN Ωmega Жук,,5,5)");
    SAYS(ASK(store_person_change(s, "p9", "Eva", NULL, TOLD)), "missing");
    SAYS(ASK(store_person_change(s, "p9", NULL, "x", TOLD)), "missing");
    SAYS(ASK(store_person_change(s, "p1", NULL, NULL, TOLD)), "refused");
}

static void tokens(void **unused)
{
    (void)unused;
    new_person("p1", "Ana", "h1");
    new_person("p2", "Luis", "h2");
    SAYS(ASK(store_token_add(s, "p1", BYTES("phone"), 6, TOLD)), "ok");
    SAYS(ASK(store_token_add(s, "p1", BYTES("phone"), 6, TOLD)), "ok");
    SAYS(ASK(store_token_add(s, "p9", BYTES("lost"), 6, TOLD)), "missing");
    SAYS(ASK(store_token_add(s, "p1", BYTES(""), 6, TOLD)), "refused");
    SAYS(ASK(store_person_by_token(s, BYTES("phone"), TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_token_drop(s, "p2", BYTES("phone"), TOLD)), "missing");
    SAYS(ASK(store_token_drop(s, "p1", BYTES("phone"), TOLD)), "ok");
    SAYS(ASK(store_person_by_token(s, BYTES("phone"), TOLD)), "missing");
    SAYS(ASK(store_person_by_token(s, BYTES("h1"), TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_token_drop(s, "p1", BYTES(""), TOLD)), "ok");
    SAYS(ASK(store_person_by_token(s, BYTES("h1"), TOLD)), "missing");
    SAYS(ASK(store_person_by_token(s, BYTES("h2"), TOLD)), "ok person(p2,Luis,,5,5)");
    /* Hashes are bytes: zeros and all. */
    SAYS(ASK(store_token_add(s, "p1", ((struct store_bytes){"a\0b", 3}), 6, TOLD)), "ok");
    SAYS(ASK(store_person_by_token(s, ((struct store_bytes){"a\0c", 3}), TOLD)), "missing");
    SAYS(ASK(store_person_by_token(s, ((struct store_bytes){"a\0b", 3}), TOLD)),
         "ok person(p1,Ana,,5,5)");
}

static void refusals(void **unused)
{
    char *name = malloc(STORE_NAME_MAX + 2);

    (void)unused;
    memset(name, 'x', STORE_NAME_MAX + 1);
    name[STORE_NAME_MAX + 1] = 0;
    SAYS(new_person("p1", name, "h"), "refused");
    SAYS(ask_message(), "The name is longer than 96 bytes.");
    name[STORE_NAME_MAX] = 0;
    SAYS(new_person("p1", name, "h"), "ok");
    SAYS(new_person("p2", "a\xC3(", "h"), "refused");
    SAYS(ask_message(), "The name is not UTF-8 at byte 2.");
    SAYS(new_person("p2", "\xED\xA0\x80", "h"), "refused");
    SAYS(new_person("p2", "", "h"), "refused");
    SAYS(new_person("p 2", "Eva", "h"), "refused");
    SAYS(ask_message(), "The person's id has other characters than letters, digits, - and _.");
    SAYS(new_person("", "Eva", "h"), "refused");
    SAYS(ASK(store_setting(s, "schema", TOLD)), "refused");
    free(name);
}

/* ---- tables ---- */

static void tables(void **unused)
{
    struct store_seat seats[] = {{0, "p1", 0}, {1, "", 0}, {2, "p2", 7}};
    struct store_table table = {.id = "t1",
                                .game = "metro",
                                .created = 7,
                                .info = BYTES("Ana's"),
                                .header = BYTES("head"),
                                .seed = BYTES("secret")};

    (void)unused;
    SAYS(ASK(store_load(s, "t1", 0, TOLD)), "missing");
    SAYS(ASK(store_table_add(s, &table, seats, 3, TOLD)), "ok");
    SAYS(ASK(store_table_add(s, &table, NULL, 0, TOLD)), "taken");
    SAYS(ASK(store_load(s, "t1", 0, TOLD)),
         "ok table(t1,metro,private,open,0,0,7,7,Ana's,head,secret) seat(0,p1,0) seat(1,,0) "
         "seat(2,p2,7)");
    table.id = "t2";
    seats[2].seat = STORE_SEATS_MAX;
    SAYS(ASK(store_table_add(s, &table, seats, 3, TOLD)), "refused");
    SAYS(ASK(store_load(s, "t2", 0, TOLD)), "missing");
}

static void appends(void **unused)
{
    struct store_bytes three[] = {BYTES("b"), BYTES(""), BYTES("d")};
    struct store_seat seats[] = {{1, "p2", 50}, {0, "p1", 0}};
    struct store_append append = {.table = "t1",
                                  .first = 2,
                                  .count = 3,
                                  .entries = three,
                                  .time = 50,
                                  .phase = STORE_PLAYING,
                                  .info = BYTES("new"),
                                  .seats = seats,
                                  .seat_count = 2};

    (void)unused;
    ask_new_table(s, "t1", 1);
    SAYS(ask_append(s, "t1", 1, "a"), "ok last=1");
    SAYS(ASK(store_append(s, &append, TOLD)), "ok last=4");
    SAYS(ASK(store_load(s, "t1", 1, TOLD)),
         "ok last=4 table(t1,europe,public,playing,4,0,1,50,new,header,seed) seat(0,p1,0) "
         "seat(1,p2,50) entry(2,b) entry(3,) entry(4,d)");
    /* What comes too late or too early changes nothing. */
    seats[0].person = "p3";
    append.phase = STORE_OVER;
    SAYS(ASK(store_append(s, &append, TOLD)), "conflict last=4");
    append.first = 4;
    SAYS(ASK(store_append(s, &append, TOLD)), "conflict last=4");
    append.first = 6;
    SAYS(ASK(store_append(s, &append, TOLD)), "gap last=4");
    append.table = "t9";
    SAYS(ASK(store_append(s, &append, TOLD)), "missing");
    append.table = "t1";
    append.first = 0;
    SAYS(ASK(store_append(s, &append, TOLD)), "refused");
    append.first = 5;
    append.count = 0;
    SAYS(ASK(store_append(s, &append, TOLD)), "refused");
    reopen();
    SAYS(ASK(store_load(s, "t1", 3, TOLD)),
         "ok last=4 table(t1,europe,public,playing,4,0,1,50,new,header,seed) seat(0,p1,0) "
         "seat(1,p2,50) entry(4,d)");
    SAYS(ASK(store_load(s, "t1", 9, TOLD)),
         "ok last=4 table(t1,europe,public,playing,4,0,1,50,new,header,seed) seat(0,p1,0) "
         "seat(1,p2,50)");
    SAYS(ask_append(s, "t1", 5, "e"), "ok last=5");
}

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
    struct store_bytes bytes = BYTES("x");
    struct store_append append = {
        .table = table, .first = number, .count = 1, .entries = &bytes, .phase = STORE_PLAYING};

    store_append(store, &append, (struct store_done){count, tally});
}

/* A whole pile is handed over without waiting; every tenth comes twice, and only the second is
 * refused. */
static void batches(void **unused)
{
    struct tally tally = {0};
    struct store_stats stats;
    char id[20];

    (void)unused;
    for (int t = 0; t < MANY; t++) {
        snprintf(id, sizeof id, "t%d", t);
        ask_new_table(s, id, 1);
    }
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
    reopen();
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
    struct store_options options = {.where = where, .waiting_max = 10};
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

/* Closing answers all that was handed over, and what was written is there. */
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
    s = ask_open(where, 0);
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
    struct store_bytes bytes = BYTES("x");
    struct store_append append = {.table = "t1",
                                  .first = rival->number,
                                  .count = 1,
                                  .entries = &bytes,
                                  .phase = STORE_PLAYING};

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
    rivals[1].store = ask_open(where, 0);
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

/* Many tables written by both, in opposite orders: nobody is refused for waiting in a circle. */
static void opposite_orders(void **unused)
{
    struct store *other = ask_open(where, 0);
    struct tally tally = {0};
    char id[20];

    (void)unused;
    for (int t = 0; t < MANY; t++) {
        snprintf(id, sizeof id, "t%d", t);
        ask_new_table(s, id, 1);
    }
    for (uint32_t n = 1; n <= ROUNDS; n++)
        for (int t = 0; t < MANY; t++) {
            snprintf(id, sizeof id, "t%d", t);
            hand_over(s, id, n, &tally);
            snprintf(id, sizeof id, "t%d", MANY - 1 - t);
            hand_over(other, id, n, &tally);
        }
    wait_for(&tally.answers, 2 * ROUNDS * MANY);
    /* One who falls behind meets a gap or a conflict, but each entry is stored once. */
    assert_int_equal(tally.ok, ROUNDS * MANY);
    ask_close(other);
}

static struct {
    uint32_t count, anything;
    char line[100];
} notices;

static void noticed(void *context, const struct store_notice *notice)
{
    (void)context;
    if (notice->table[0])
        snprintf(notices.line, sizeof notices.line, "%s %u %u", notice->table, notice->last,
                 notice->chat);
    else
        notices.anything++;
    notices.count++;
}

#ifdef ANDEN_POSTGRESQL
/* A LISTEN has happened when its connection is there: looked up in the server itself. */
static void wait_until_listening(void)
{
    PGconn *pg = PQconnectdb(pg_url);
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
    struct store_options options = {.where = where, .noticed = noticed};
    struct store_line line = {.text = "hello"};
    char why[STORE_MESSAGE_MAX];
    struct store *other;

    (void)unused;
    if (!pg_url)
        skip();
    memset(&notices, 0, sizeof notices);
    other = store_open(&ask_loop, &options, why, sizeof why);
    assert_non_null(other);
    wait_until_listening();
    ask_new_table(s, "t1", 1);
    ask_append(s, "t1", 1, "a");
    wait_for(&notices.count, 1);
    SAYS(notices.line, "t1 1 0");
    SAYS(ASK(store_chat_add(s, "t1", &line, TOLD)), "ok last=1");
    wait_for(&notices.count, 2);
    SAYS(notices.line, "t1 1 1");

    /* Every connection is cut: requests go on, and the ear says that it may have missed some. */
    pg_command("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
               "application_name = 'anden'");
    SAYS(ask_append(s, "t1", 2, "b"), "ok last=2");
    SAYS(ask_append(other, "t1", 3, "c"), "ok last=3");
    wait_for(&notices.anything, 1);
    SAYS(ASK(store_heads(other, (const char *const[]){"t1"}, 1, TOLD)), "ok head(t1,3,1)");
    ask_append(s, "t1", 4, "d");
    while (strcmp(notices.line, "t1 4 1") != 0)
        uv_run(&ask_loop, UV_RUN_ONCE);
    assert_true(store_healthy(s, why, sizeof why));
    assert_true(store_healthy(other, why, sizeof why));
    ask_close(other);
}

static void pg_schema(void **unused)
{
    char why[STORE_MESSAGE_MAX], sql[200];
    struct store_options options = {.where = where};
    const char *name = strrchr(where, 'D') + 1; /* the schema, after %3D */

    (void)unused;
    if (!pg_url)
        skip();
    ask_close(s);
    s = NULL;
    snprintf(sql, sizeof sql, "UPDATE %s.settings SET value = '999' WHERE name = 'schema'",
             name);
    pg_command(sql);
    assert_null(store_open(&ask_loop, &options, why, sizeof why));
    assert_non_null(strstr(why, "newer anden (its schema is 999"));
    snprintf(sql, sizeof sql, "DROP TABLE %s.entries", name);
    pg_command(sql);
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

/* ---- a schema grows ---- */

static void migration(void **unused)
{
    const char *sqlite[] = {store_schema.sqlite[0],
                            "ALTER TABLE people ADD COLUMN motto text;"
                            "UPDATE people SET name = 'Eva'",
                            "CREATE TABLE good (x text); CREATE TABLE bad (;"};
    const char *pg[] = {store_schema.pg[0], sqlite[1], sqlite[2]};
    struct store_schema schema = {.version = 3, .sqlite = sqlite, .pg = pg};
    struct store_options options = {.where = where};
    char why[STORE_MESSAGE_MAX];

    (void)unused;
    assert_int_equal(store_schema.version, 1); /* else this test needs their steps too */
    new_person("p1", "Ana", "h1");
    ask_close(s);
    /* A step that fails changes nothing, nor does what came before it. */
    assert_null(s = store_open_schema(&ask_loop, &options, &schema, why, sizeof why));
    assert_non_null(strstr(why, "syntax error"));
    s = ask_open(where, 0);
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,Ana,,5,5)");
    ask_close(s);
    schema.version = 2;
    s = store_open_schema(&ask_loop, &options, &schema, why, sizeof why);
    assert_non_null(s);
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,Eva,,5,5)");
    SAYS(ASK(store_person_change(s, "p1", "Ana", NULL, TOLD)), "ok");
    ask_close(s);
    /* Once only. */
    s = store_open_schema(&ask_loop, &options, &schema, why, sizeof why);
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,Ana,,5,5)");
    ask_close(s);
    s = NULL;
    /* And the older program does not touch it. */
    assert_null(store_open(&ask_loop, &options, why, sizeof why));
    assert_non_null(strstr(why, "newer anden (its schema is 2, this program knows 1)"));
}

/* ---- chat, results, lists ---- */

static void chat(void **unused)
{
    struct store_line line = {.time = 3, .person = "p1", .name = "Ana", .text = "¡Hola!"};

    (void)unused;
    SAYS(ASK(store_chat_add(s, "t1", &line, TOLD)), "missing");
    ask_new_table(s, "t1", 1);
    SAYS(ASK(store_chat_add(s, "t1", &line, TOLD)), "ok last=1");
    line = (struct store_line){.time = 4, .text = "<b>'; DROP TABLE chat; --"};
    SAYS(ASK(store_chat_add(s, "t1", &line, TOLD)), "ok last=2");
    SAYS(ask_append(s, "t1", 1, "a"), "ok last=1");
    SAYS(ASK(store_chat_add(s, "t1", &line, TOLD)), "ok last=3");
    SAYS(ASK(store_chat_after(s, "t1", 0, 2, TOLD)),
         "ok line(1,3,p1,Ana,¡Hola!) line(2,4,,,<b>'; DROP TABLE chat; --)");
    SAYS(ASK(store_chat_after(s, "t1", 2, 9, TOLD)),
         "ok line(3,4,,,<b>'; DROP TABLE chat; --)");
    SAYS(ASK(store_chat_after(s, "t9", 0, 9, TOLD)), "ok");
}

static const char *finish(const char *table, uint32_t number, int64_t change)
{
    struct store_bytes end = BYTES("end");
    struct store_result results[] = {
        {.seat = 0,
         .person = "p1",
         .name = "Ana",
         .rank = 1,
         .score = 99,
         .rated = true,
         .rating_start = 1500,
         .rating_change = change},
        {.seat = 1,
         .person = "p2",
         .name = "Luis",
         .rank = 2,
         .score = -4,
         .rated = true,
         .rating_start = 1500,
         .rating_change = -change},
        {.seat = 2, .person = "", .name = "planner", .rank = 3, .score = -5},
    };
    struct store_append append = {.table = table,
                                  .first = number,
                                  .count = 1,
                                  .entries = &end,
                                  .time = 70 + number,
                                  .phase = STORE_OVER,
                                  .results = results,
                                  .result_count = 3};

    return ASK(store_append(s, &append, TOLD));
}

static void ratings(void **unused)
{
    (void)unused;
    new_person("p1", "Ana", "h1");
    ask_new_table(s, "t1", 1);
    ask_new_table(s, "t2", 2);
    SAYS(finish("t1", 2, 16), "gap");
    SAYS(ASK(store_ratings_of(s, "p1", TOLD)), "ok");
    SAYS(finish("t1", 1, 16), "ok last=1");
    SAYS(finish("t1", 1, 16), "conflict last=1");
    /* Not even by an append that is good in itself. */
    SAYS(finish("t1", 2, 16), "ok last=2");
    SAYS(ASK(store_ratings_of(s, "p1", TOLD)), "ok rating(p1,Ana,europe,1516,1)");
    SAYS(finish("t2", 1, 0), "ok last=1");
    SAYS(ASK(store_ratings_in(s, "europe", 9, TOLD)),
         "ok rating(p1,Ana,europe,1516,2) rating(p2,,europe,1484,2)");
    SAYS(ASK(store_ratings_in(s, "paris", 9, TOLD)), "ok");
    SAYS(ASK(store_results_at(s, "t1", TOLD)),
         "ok result(t1,0,p1,Ana,#1,99,1500>1516,europe,71,info) "
         "result(t1,1,p2,Luis,#2,-4,1500>1484,europe,71,info) "
         "result(t1,2,,planner,#3,-5,0>0,europe,71,info)");
    SAYS(finish("t3", 1, 1), "missing");
    ask_new_table(s, "t3", 3);
    ask_append(s, "t3", 1, "a");
    SAYS(finish("t3", 2, -6), "ok last=2");
    SAYS(ASK(store_results_of(s, "p1", 999, 1, TOLD)),
         "ok result(t3,0,p1,Ana,#1,99,1516>1510,europe,72,info)");
    SAYS(ASK(store_results_of(s, "p1", 72, 9, TOLD)),
         "ok result(t2,0,p1,Ana,#1,99,1516>1516,europe,71,info) "
         "result(t1,0,p1,Ana,#1,99,1500>1516,europe,71,info)");
}

static void lobby(void **unused)
{
    struct store_table hidden = {.id = "private", .game = "berlin", .created = 4};
    struct store_seat mine = {1, "p1", 0};

    (void)unused;
    ask_new_table(s, "a", 1);
    ask_new_table(s, "b", 2);
    ask_new_table(s, "c", 2);
    ask_new_table(s, "d", 3);
    SAYS(ASK(store_table_add(s, &hidden, &mine, 1, TOLD)), "ok");
    ask_append(s, "b", 1, "x");
    SAYS(
        ASK(store_lobby(s, INT64_MAX, "", 2, TOLD)),
        "ok table(d,europe,public,open,0,0,3,3,info) table(c,europe,public,open,0,0,2,2,info)");
    SAYS(ASK(store_lobby(s, 2, "c", 9, TOLD)),
         "ok table(b,europe,public,playing,1,0,2,101,info) "
         "table(a,europe,public,open,0,0,1,1,info)");
    finish("b", 2, 0);
    SAYS(ASK(store_lobby(s, 2, "c", 9, TOLD)), "ok table(a,europe,public,open,0,0,1,1,info)");
    SAYS(ASK(store_tables_of(s, "p1", true, INT64_MAX, 9, TOLD)),
         "ok table(private,berlin,private,open,0,0,4,4,,seat 1 of p1 since 0)");
    SAYS(ASK(store_tables_of(s, "p2", true, INT64_MAX, 9, TOLD)), "ok");
}

static const char *turn(uint32_t number, const char *first, int64_t since, int64_t other_since,
                        enum store_phase phase)
{
    struct store_bytes entry = BYTES("x");
    struct store_seat seats[] = {{0, first, since}, {1, "p2", other_since}};
    struct store_append append = {.table = "t1",
                                  .first = number,
                                  .count = 1,
                                  .entries = &entry,
                                  .time = 40 + number,
                                  .phase = phase,
                                  .seats = seats,
                                  .seat_count = 2};

    return ASK(store_append(s, &append, TOLD));
}

static void turns(void **unused)
{
    (void)unused;
    ask_new_table(s, "t1", 1);
    SAYS(turn(1, "p1", 10, 0, STORE_PLAYING), "ok last=1");
    SAYS(ASK(store_turns_due(s, 100, 9, 9, TOLD)), "ok");
    SAYS(ASK(store_turns_due(s, 100, 10, 9, TOLD)),
         "ok table(t1,europe,public,playing,1,0,1,41,info,seat 0 of p1 since 10)");
    /* One claims it; nobody else does while that lasts; then somebody may. */
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 100, 160, TOLD)), "ok");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 101, 161, TOLD)), "missing");
    SAYS(ASK(store_turns_due(s, 101, 10, 9, TOLD)), "ok");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 161, 220, TOLD)), "ok");
    SAYS(ASK(store_notice_sent(s, "t1", 0, 10, TOLD)), "ok");
    SAYS(ASK(store_turns_due(s, 900, 900, 9, TOLD)), "ok");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 900, 999, TOLD)), "missing");
    /* The next turn is another notice. */
    SAYS(turn(2, "p1", 0, 20, STORE_PLAYING), "ok last=2");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 900, 999, TOLD)), "missing");
    SAYS(turn(3, "p1", 30, 0, STORE_PLAYING), "ok last=3");
    SAYS(ASK(store_tables_of(s, "p1", false, INT64_MAX, 9, TOLD)),
         "ok table(t1,europe,public,playing,3,0,1,43,info,seat 0 of p1 since 30)");
    SAYS(ASK(store_turns_due(s, 900, 900, 9, TOLD)),
         "ok table(t1,europe,public,playing,3,0,1,43,info,seat 0 of p1 since 30)");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 30, 100, 160, TOLD)), "ok");
    /* No notice for bots, nor when it is over. */
    SAYS(turn(4, "", 31, 0, STORE_PLAYING), "ok last=4");
    SAYS(ASK(store_turns_due(s, 900, 900, 9, TOLD)), "ok");
    SAYS(turn(5, "p1", 31, 0, STORE_OVER), "ok last=5");
    SAYS(ASK(store_turns_due(s, 900, 900, 9, TOLD)), "ok");
    SAYS(ASK(store_tables_of(s, "p1", false, INT64_MAX, 9, TOLD)), "ok");
}

static void settings(void **unused)
{
    struct store *other = ask_open(where, 0);

    (void)unused;
    SAYS(ASK(store_setting(s, "key", TOLD)), "missing");
    SAYS(ASK(store_keep(s, "key", BYTES("one"), false, TOLD)), "ok value(one)");
    SAYS(ASK(store_keep(other, "key", BYTES("two"), false, TOLD)), "ok value(one)");
    SAYS(ASK(store_keep(other, "key", BYTES("two"), true, TOLD)), "ok value(two)");
    SAYS(ASK(store_setting(s, "key", TOLD)), "ok value(two)");
    ask_close(other);
}

/* A large header, and as many entries as an append may have. */
static void large(void **unused)
{
    char *header = malloc(STORE_HEADER_MAX + 1);
    struct store_bytes *entries = malloc(STORE_ENTRIES_MAX * sizeof *entries);
    struct store_table table = {
        .id = "t1", .game = "europe", .header = {header, STORE_HEADER_MAX}};
    struct store_append append = {
        .table = "t1", .first = 1, .count = STORE_ENTRIES_MAX, .entries = entries};
    struct store_options options = {.where = where};
    const char *line;
    char why[STORE_MESSAGE_MAX];

    (void)unused;
    (void)options;
    (void)why;
    memset(header, 'h', STORE_HEADER_MAX + 1);
    for (uint32_t i = 0; i < STORE_ENTRIES_MAX; i++)
        entries[i] = (struct store_bytes){header, i % 4 == 0 ? STORE_BYTES_MAX : 1};
    SAYS(ASK(store_table_add(s, &table, NULL, 0, TOLD)), "ok");
    table.id = "t2";
    table.header.size++;
    SAYS(ASK(store_table_add(s, &table, NULL, 0, TOLD)), "refused");
    SAYS(ASK(store_append(s, &append, TOLD)), "ok last=4096");
    append.first = 4097;
    append.count = 1;
    entries[0].size = STORE_BYTES_MAX + 1;
    SAYS(ASK(store_append(s, &append, TOLD)), "refused");
    line = ASK(store_load(s, "t1", 4094, TOLD));
    assert_memory_equal(line, "ok last=4096 table(t1,", 22);
    free(header);
    free(entries);
}

static void health(void **unused)
{
    char why[STORE_MESSAGE_MAX];

    (void)unused;
    ask_new_table(s, "t1", 1);
    assert_true(store_healthy(s, why, sizeof why));
    SAYS(why, "");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh, done)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(people),        TEST(tokens),     TEST(refusals), TEST(tables),
        TEST(appends),       TEST(batches),    TEST(order),    TEST(too_much),
        TEST(closing),       TEST(two_stores), TEST(settings), TEST(opposite_orders),
        TEST(migration),     TEST(chat),       TEST(ratings),  TEST(lobby),
        TEST(turns),         TEST(large),      TEST(health),
#ifdef ANDEN_POSTGRESQL
        TEST(notifications), TEST(pg_schema),
#else
        TEST(no_postgresql),
#endif
    };
    char command[100];
    int failed;

    if (argc == 2 && strcmp(argv[1], "pg") == 0)
        pg_url = getenv("ANDEN_TEST_PG");
    if (argc != 2 || (strcmp(argv[1], "sqlite") != 0 && !pg_url)) {
        fputs("Usage: test_store sqlite | pg.py test_store pg\n", stderr);
        return 2;
    }
    if (!mkdtemp(folder) || uv_loop_init(&ask_loop) != 0)
        return 2;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0 || uv_loop_close(&ask_loop) != 0)
        return 2;
    return failed;
}
