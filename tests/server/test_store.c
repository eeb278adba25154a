/*
 * What each call of the store does: one suite for both databases.
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

#include "fixture.h"

static void people(void **unused)
{
    struct store_secret secret = {.passphrase = "$argon2id$x", .stays = BYTES("h1")};

    (void)unused;
    SAYS(fixture_person("p1", "Ana", "h1"), "ok");
    SAYS(fixture_person("p2", "aNA", "h2"), "taken");
    SAYS(fixture_person("p1", "Luis", "h3"), "taken");
    SAYS(fixture_person("p2", "Ñandú ÉLAN Ωmega Жук", "h2"), "ok");
    SAYS(fixture_person("p3", "ñANDÚ élan ωMEGA жУК", "h3"), "taken");
    /* Doing it twice is the same as doing it once. */
    SAYS(fixture_person("p1", "Ana", "h1"), "ok");
    SAYS(ASK(store_person_by_name(s, "ANA", TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_person_by_token(s, BYTES("h1"), TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_person_by_token(s, BYTES("h3"), TOLD)), "missing");
    SAYS(ASK(store_person_by_id(s, "p3", TOLD)), "missing");
    SAYS(ASK(store_person_by_name(s, "nobody' OR 1=1 --", TOLD)), "missing");

    SAYS(ASK(store_person_seen(s, "p1", 9, NULL, TOLD)), "ok");
    SAYS(ASK(store_person_seen(s, "p1", 7, NULL, TOLD)), "ok");
    SAYS(ASK(store_person_seen(s, "p9", 7, NULL, TOLD)), "missing");
    SAYS(ASK(store_person_rename(s, "p1", "ANA", 9, TOLD)), "ok");
    SAYS(ASK(store_person_secure(s, "p1", &secret, NULL, TOLD)), "ok");
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,ANA,$argon2id$x,5,9)");
    SAYS(ASK(store_person_rename(s, "p2", "ana", 9, TOLD)), "taken");
    SAYS(ASK(store_person_by_id(s, "p2", TOLD)), "ok person(p2,Ñandú ÉLAN Ωmega Жук,,5,5)");
    SAYS(ASK(store_person_rename(s, "p9", "Eva", 9, TOLD)), "missing");
    SAYS(ASK(store_person_secure(s, "p9", &secret, NULL, TOLD)), "missing");
}

/* Names that only look different, or differ in invisible characters, are the same name. */
static void names_that_are_one(void **unused)
{
    (void)unused;
    SAYS(fixture_person("p1", "Straße ℌ ﬁ", "h1"), "ok");
    SAYS(fixture_person("p2", "STRASSE h FI", "h2"), "taken");
    SAYS(fixture_person("p2", "Ａｎａ", "h2"), "ok");
    SAYS(fixture_person("p3", "a\xE2\x80\x8Bna", "h3"), "taken"); /* a blank without width */
    SAYS(fixture_person("p3", "Jose\xCC\x81", "h3"), "ok");
    SAYS(fixture_person("p4", "JOSÉ", "h4"), "taken");
    SAYS(fixture_person("p4", "İPEK", "h4"), "ok");
    SAYS(fixture_person("p5", "ıpek", "h5"), "taken");
    SAYS(fixture_person("p5", "\xE2\x80\x8B", "h5"), "refused");
}

/* A name that was given up is held back from others for a month. */
static void names_given_up(void **unused)
{
    const int64_t month = STORE_NAME_HELD_MS;

    (void)unused;
    fixture_person("p1", "Ana", "h1");
    fixture_person("p2", "Luis", "h2");
    SAYS(ASK(store_person_rename(s, "p1", "Bea", 10, TOLD)), "ok");
    SAYS(fixture_person("p3", "ANA", "h3"), "taken");
    SAYS(ASK(store_person_rename(s, "p2", "ana", month + 9, TOLD)), "taken");
    SAYS(ASK(store_person_rename(s, "p1", "ANA", 20, TOLD)), "ok"); /* but not from its owner */
    SAYS(ASK(store_person_rename(s, "p1", "Bea", 30, TOLD)), "ok");
    SAYS(ASK(store_person_rename(s, "p1", "BEA", 40, TOLD)), "ok");
    SAYS(ASK(store_person_rename(s, "p2", "ana", month + 29, TOLD)), "taken");
    SAYS(ASK(store_person_rename(s, "p2", "ana", month + 30, TOLD)), "ok");
    /* Somebody who often changes names holds back only a few. */
    for (int i = 1; i <= 5; i++) {
        char name[20];

        snprintf(name, sizeof name, "Bea %d", i);
        SAYS(ASK(store_person_rename(s, "p1", name, month + 100 + i, TOLD)), "ok");
    }
    SAYS(ASK(store_person_rename(s, "p2", "Bea 4", month + 200, TOLD)), "taken");
    SAYS(ASK(store_person_rename(s, "p2", "Bea 2", month + 200, TOLD)), "taken");
    SAYS(ASK(store_person_rename(s, "p2", "Bea 1", month + 200, TOLD)), "ok");
}

static void tokens(void **unused)
{
    (void)unused;
    fixture_person("p1", "Ana", "h1");
    fixture_person("p2", "Luis", "h2");
    SAYS(ASK(store_token_add(s, "p1", BYTES("phone"), 6, TOLD)), "ok");
    SAYS(ASK(store_token_add(s, "p1", BYTES("phone"), 6, TOLD)), "ok");
    SAYS(ASK(store_token_add(s, "p9", BYTES("lost"), 6, TOLD)), "missing");
    SAYS(ASK(store_token_add(s, "p1", BYTES(""), 6, TOLD)), "refused");
    SAYS(ASK(store_person_by_token(s, BYTES("phone"), TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_token_drop(s, "p2", BYTES("phone"), NULL, TOLD)), "missing");
    SAYS(ASK(store_token_drop(s, "p1", BYTES("phone"), NULL, TOLD)), "ok");
    SAYS(ASK(store_person_by_token(s, BYTES("phone"), TOLD)), "missing");
    SAYS(ASK(store_person_by_token(s, BYTES("h1"), TOLD)), "ok person(p1,Ana,,5,5)");
    SAYS(ASK(store_token_drop(s, "p1", BYTES(""), NULL, TOLD)), "ok");
    SAYS(ASK(store_person_by_token(s, BYTES("h1"), TOLD)), "missing");
    SAYS(ASK(store_person_by_token(s, BYTES("h2"), TOLD)), "ok person(p2,Luis,,5,5)");
    /* Hashes are bytes and may contain zeros. */
    SAYS(ASK(store_token_add(s, "p1", ((struct store_bytes){"a\0b", 3}), 6, TOLD)), "ok");
    SAYS(ASK(store_person_by_token(s, ((struct store_bytes){"a\0c", 3}), TOLD)), "missing");
    SAYS(ASK(store_person_by_token(s, ((struct store_bytes){"a\0b", 3}), TOLD)),
         "ok person(p1,Ana,,5,5)");
}

/* Where somebody is signed in. */
static void devices(void **unused)
{
    struct store_device phone = {
        .hash = BYTES("phone"), .client = "page", .place = "192.0.x.x"};
    struct store_secret secret = {
        .passphrase = "one", .recovery = "code", .stays = BYTES("phone")};

    (void)unused;
    fixture_person("p1", "Ana", "h1");
    fixture_person("p2", "Luis", "h2");
    SAYS(ASK(store_token_add(s, "p1", BYTES("phone"), 6, TOLD)), "ok");
    SAYS(ASK(store_token_add(s, "p1", BYTES("tablet"), 7, TOLD)), "ok");
    SAYS(ASK(store_person_seen(s, "p1", 8, &phone, TOLD)), "ok");
    SAYS(ASK(store_person_seen(s, "p2", 9, &phone, TOLD)), "ok"); /* not that person's */
    SAYS(ASK(store_devices(s, "p1", TOLD)),
         "ok device(phone,page,192.0.x.x,6,8) device(tablet,,,7,0) device(h1,,,5,0)");
    SAYS(ASK(store_devices(s, "p9", TOLD)), "ok");
    /* The number of a person's devices is limited: the least recently used one is removed. */
    for (int i = 0; i < STORE_DEVICES_MAX - 1; i++) {
        char hash[8];

        snprintf(hash, sizeof hash, "d%d", i);
        SAYS(ASK(store_token_add(s, "p2", BYTES(hash), 10 + i, TOLD)), "ok");
    }
    SAYS(ASK(store_person_by_token(s, BYTES("h2"), TOLD)), "ok person(p2,Luis,,5,9)");
    SAYS(ASK(store_token_add(s, "p2", BYTES("more"), 99, TOLD)), "ok");
    SAYS(ASK(store_person_by_token(s, BYTES("h2"), TOLD)), "missing");
    SAYS(ASK(store_person_by_token(s, BYTES("d0"), TOLD)), "ok person(p2,Luis,,5,9)");
    SAYS(ASK(store_token_drop(s, "p2", BYTES(""), NULL, TOLD)), "ok");
    SAYS(ASK(store_token_add(s, "p2", BYTES("h2"), 5, TOLD)), "ok");
    /* A device that signs itself out is still known, but cannot be used. */
    SAYS(ASK(store_token_leave(s, "p2", BYTES("tablet"), NULL, TOLD)), "missing");
    SAYS(ASK(store_token_leave(s, "p1", BYTES("tablet"), NULL, TOLD)), "ok");
    SAYS(ASK(store_person_by_token(s, BYTES("tablet"), TOLD)), "missing");
    SAYS(ASK(store_sign_in(s, "ANA", BYTES("tablet"), TOLD)), "ok person(p1,Ana,,5,8) known");
    SAYS(ASK(store_sign_in(s, "Luis", BYTES("tablet"), TOLD)), "ok person(p2,Luis,,5,9)");
    SAYS(ASK(store_sign_in(s, "Eva", BYTES(""), TOLD)), "missing");
    /* A new passphrase signs out all others, and makes them strangers. */
    SAYS(ASK(store_person_secure(s, "p1", &secret, NULL, TOLD)), "ok");
    SAYS(ASK(store_devices(s, "p1", TOLD)), "ok device(phone,page,192.0.x.x,6,8)");
    SAYS(ASK(store_sign_in(s, "ana", BYTES("tablet"), TOLD)), "ok person(p1,Ana,one,5,8)");
    SAYS(ASK(store_devices(s, "p2", TOLD)), "ok device(h2,,,5,0)");
    /* A code can be used once. */
    secret = (struct store_secret){
        .passphrase = "two", .recovery = "next", .recovery_was = "code", .stays = BYTES("new")};
    SAYS(ASK(store_person_secure(s, "p1", &secret, NULL, TOLD)), "ok");
    SAYS(ASK(store_devices(s, "p1", TOLD)), "ok");
    secret.passphrase = "three";
    SAYS(ASK(store_token_add(s, "p1", BYTES("kept"), 6, TOLD)), "ok");
    SAYS(ASK(store_person_secure(s, "p1", &secret, NULL, TOLD)), "missing");
    SAYS(ASK(store_devices(s, "p1", TOLD)), "ok device(kept,,,6,0)");
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,Ana,two,5,8)");
}

static void refusals(void **unused)
{
    char *name = malloc(STORE_NAME_MAX + 2);

    (void)unused;
    memset(name, 'x', STORE_NAME_MAX + 1);
    name[STORE_NAME_MAX + 1] = 0;
    SAYS(fixture_person("p1", name, "h"), "refused");
    SAYS(ask_message(), "The name is longer than 96 bytes.");
    name[STORE_NAME_MAX] = 0;
    SAYS(fixture_person("p1", name, "h"), "ok");
    SAYS(fixture_person("p2", "a\xC3(", "h"), "refused");
    SAYS(ask_message(), "The name is not UTF-8 at byte 2.");
    SAYS(fixture_person("p2", "\xED\xA0\x80", "h"), "refused");
    SAYS(fixture_person("p2", "", "h"), "refused");
    SAYS(fixture_person("p 2", "Eva", "h"), "refused");
    SAYS(ask_message(), "The person's id has other characters than letters, digits, - and _.");
    SAYS(fixture_person("", "Eva", "h"), "refused");
    SAYS(ASK(store_setting(s, "schema", TOLD)), "refused");
    free(name);
}

/* ---- tables ---- */

static void tables(void **unused)
{
    struct store_seat seats[] = {{0, "p1", 0, ""}, {1, "", 0, ""}, {2, "p2", 0, ""}};
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
         "ok table(t1,metro,private,open,0,0,7,7,Ana's,head,secret)");
    SAYS(ASK(store_tables_of(s, "p2", false, INT64_MAX, 9, TOLD)),
         "ok table(t1,metro,private,open,0,0,7,7,Ana's,seat 2 of p2 since 0)");
    table.id = "t2";
    seats[2].seat = STORE_SEATS_MAX;
    SAYS(ASK(store_table_add(s, &table, seats, 3, TOLD)), "refused");
    SAYS(ASK(store_load(s, "t2", 0, TOLD)), "missing");
}

static void appends(void **unused)
{
    struct store_seat seats[] = {{1, "p2", 0, ""}, {0, "p1", 0, ""}};
    struct store_append append = {.table = "t1",
                                  .first = 2,
                                  .count = 3,
                                  .entries = BYTES("bbccdd"),
                                  .time = 50,
                                  .wait = {.acts = 2, .since = 50, .due = 60},
                                  .phase = STORE_PLAYING,
                                  .info = BYTES("new"),
                                  .seats = seats,
                                  .seat_count = 2};

    (void)unused;
    ask_new_table(s, "t1", 1);
    SAYS(ask_append(s, "t1", 1, "a"), "ok last=1");
    SAYS(ASK(store_append(s, &append, TOLD)), "ok last=4");
    SAYS(ASK(store_load(s, "t1", 1, TOLD)),
         "ok last=4 table(t1,europe,public,playing,4,0,1,50,new,header,seed,due 60) "
         "entry(2,bb) entry(3,cc) entry(4,dd)");
    /* An append that comes too late or too early changes nothing. */
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
    append.count = 4; /* six bytes are not four entries */
    SAYS(ASK(store_append(s, &append, TOLD)), "refused");
    SAYS(ASK(store_tables_of(s, "p2", false, INT64_MAX, 9, TOLD)),
         "ok table(t1,europe,public,playing,4,0,1,50,new,seat 1 of p2 since 50,due 60)");
    SAYS(ASK(store_tables_of(s, "p3", false, INT64_MAX, 9, TOLD)), "ok");
    SAYS(ASK(store_due(s, 59, 0, "", 9, TOLD)), "ok");
    SAYS(ASK(store_due(s, 60, 0, "", 9, TOLD)), "ok head(t1,4,0)");
    SAYS(ASK(store_due(s, 60, 60, "t1", 9, TOLD)), "ok");
    fixture_reopen();
    SAYS(ASK(store_load(s, "t1", 3, TOLD)),
         "ok last=4 table(t1,europe,public,playing,4,0,1,50,new,header,seed,due 60) "
         "entry(4,dd)");
    SAYS(ASK(store_load(s, "t1", 9, TOLD)),
         "ok last=4 table(t1,europe,public,playing,4,0,1,50,new,header,seed,due 60)");
    SAYS(ask_append(s, "t1", 5, "e"), "ok last=5");
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
                                  .entries = end,
                                  .time = 70 + number,
                                  .phase = STORE_OVER,
                                  .info = BYTES("info"),
                                  .results = results,
                                  .result_count = 3};

    return ASK(store_append(s, &append, TOLD));
}

static void ratings(void **unused)
{
    (void)unused;
    fixture_person("p1", "Ana", "h1");
    ask_new_table(s, "t1", 1);
    ask_new_table(s, "t2", 2);
    SAYS(finish("t1", 2, 16), "gap");
    SAYS(ASK(store_ratings_of(s, "p1", TOLD)), "ok");
    SAYS(finish("t1", 1, 16), "ok last=1");
    SAYS(finish("t1", 1, 16), "conflict last=1");
    /* Not even by an append that is otherwise valid. */
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
    SAYS(ASK(store_results_of(s, "p1", "", 999, 1, TOLD)),
         "ok result(t3,0,p1,Ana,#1,99,1516>1510,europe,72,info)");
    SAYS(ASK(store_results_of(s, "p1", "", 72, 9, TOLD)),
         "ok result(t2,0,p1,Ana,#1,99,1516>1516,europe,71,info) "
         "result(t1,0,p1,Ana,#1,99,1500>1516,europe,71,info)");
}

/* Results at a private table are for those who have sat there. */
static void private_results(void **unused)
{
    const struct store_table hidden = {.id = "t1", .game = "europe", .created = 1};
    const char *known = "ok result(t1,1,p2,Luis,#2,-4,1500>1484,europe,71,info)";

    (void)unused;
    SAYS(ASK(store_table_add(s, &hidden, NULL, 0, TOLD)), "ok");
    SAYS(finish("t1", 1, 16), "ok last=1");
    SAYS(ASK(store_results_of(s, "p2", "", 999, 9, TOLD)), "ok");
    SAYS(ASK(store_results_of(s, "p2", "p3", 999, 9, TOLD)), "ok");
    SAYS(ASK(store_results_of(s, "p2", "p1", 999, 9, TOLD)), known);
    SAYS(ASK(store_results_of(s, "p2", "p2", 999, 9, TOLD)), known);
}

/* A rated game of two at a table of their own. */
static void meet(const char *table, const char *a, const char *b, const char *origin,
                 int64_t time)
{
    struct store_seat seats[] = {{0, a, 0, "home"}, {1, b, 0, origin}};
    struct store_result results[] = {
        {.seat = 0, .person = a, .name = "A", .rank = 1, .rated = true, .rating_change = 1},
        {.seat = 1, .person = b, .name = "B", .rank = 2, .rated = true, .rating_change = -1},
    };
    struct store_append append = {.table = table,
                                  .first = 1,
                                  .count = 1,
                                  .entries = BYTES("x"),
                                  .time = time,
                                  .phase = STORE_OVER,
                                  .info = BYTES("info"),
                                  .seats = seats,
                                  .seat_count = 2,
                                  .results = results,
                                  .result_count = 2};

    ask_new_table(s, table, 1);
    SAYS(ASK(store_append(s, &append, TOLD)), "ok last=1");
}

static const char *met(const char *person, const char *other, const char *table, int64_t since)
{
    const struct store_meeting m = {
        .person = person, .other = other, .table = table, .game = "europe", .since = since};

    return ASK(store_met(s, &m, TOLD));
}

static void meetings(void **unused)
{
    (void)unused;
    meet("t1", "p1", "p2", "here", 10);
    meet("t2", "p1", "p2", "there", 20);
    meet("t3", "p1", "p3", "here", 30);
    meet("t4", "p1", "p4", "", 40);
    meet("t5", "p1", "p5", "", 50);
    SAYS(met("p1", "p2", "t2", 0), "ok last=2"); /* like p2, wherever they come from */
    SAYS(met("p1", "p2", "t2", 11), "ok last=1");
    SAYS(met("p1", "p3", "t3", 0), "ok last=2"); /* p2 came from there too, once */
    SAYS(met("p1", "p4", "t4", 0), "ok last=1"); /* unknown places are not the same */
    SAYS(met("p2", "p1", "t1", 0), "ok last=2");
    SAYS(met("p2", "p3", "t3", 0), "ok");
}

static void follow(void **unused)
{
    (void)unused;
    SAYS(ASK(store_follow(s, "t1", "t2", TOLD)), "missing");
    ask_new_table(s, "t1", 1);
    SAYS(ASK(store_follow(s, "t1", "t2", TOLD)), "ok value(t2)");
    SAYS(ASK(store_follow(s, "t1", "t3", TOLD)), "ok value(t2)");
    SAYS(ASK(store_follow(s, "t1", "no id", TOLD)), "refused");
}

static void lobby(void **unused)
{
    struct store_table hidden = {.id = "private", .game = "berlin", .created = 4};
    struct store_seat mine = {1, "p1", 0, ""};

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

static const char *turn(uint32_t number, const char *first, uint32_t acts, int64_t since,
                        enum store_phase phase)
{
    struct store_seat seats[] = {{0, first, 0, ""}, {1, "p2", 0, ""}};
    struct store_append append = {.table = "t1",
                                  .first = number,
                                  .count = 1,
                                  .entries = BYTES("x"),
                                  .time = 40 + number,
                                  .wait = {.acts = acts, .since = since},
                                  .phase = phase,
                                  .info = BYTES("info"),
                                  .seats = seats,
                                  .seat_count = number == 1 || !first[0] ? 2 : 0};

    return ASK(store_append(s, &append, TOLD));
}

static void turns(void **unused)
{
    (void)unused;
    ask_new_table(s, "t1", 1);
    SAYS(turn(1, "p1", 1, 10, STORE_PLAYING), "ok last=1");
    SAYS(ASK(store_turns_due(s, 100, 9, 9, TOLD)), "ok");
    SAYS(ASK(store_turns_due(s, 100, 10, 9, TOLD)),
         "ok table(t1,europe,public,playing,1,0,1,41,info,seat 0 of p1 since 10)");
    /* One node claims it; nobody else can while the claim lasts; then somebody can. */
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 100, 160, TOLD)), "ok");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 101, 161, TOLD)), "missing");
    SAYS(ASK(store_turns_due(s, 101, 10, 9, TOLD)), "ok");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 161, 220, TOLD)), "ok");
    SAYS(ASK(store_notice_sent(s, "t1", 0, 10, TOLD)), "ok");
    SAYS(ASK(store_turns_due(s, 900, 900, 9, TOLD)), "ok");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 900, 999, TOLD)), "missing");
    /* The next turn is another notice. */
    SAYS(turn(2, "p1", 2, 20, STORE_PLAYING), "ok last=2");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 10, 900, 999, TOLD)), "missing");
    SAYS(turn(3, "p1", 1, 30, STORE_PLAYING), "ok last=3");
    SAYS(ASK(store_tables_of(s, "p1", false, INT64_MAX, 9, TOLD)),
         "ok table(t1,europe,public,playing,3,0,1,43,info,seat 0 of p1 since 30)");
    SAYS(ASK(store_turns_due(s, 900, 900, 9, TOLD)),
         "ok table(t1,europe,public,playing,3,0,1,43,info,seat 0 of p1 since 30)");
    SAYS(ASK(store_notice_claim(s, "t1", 0, 30, 100, 160, TOLD)), "ok");
    /* No notice for bots, nor when it is over. */
    SAYS(turn(4, "", 1, 31, STORE_PLAYING), "ok last=4");
    SAYS(ASK(store_turns_due(s, 900, 900, 9, TOLD)), "ok");
    SAYS(turn(5, "p1", 1, 31, STORE_OVER), "ok last=5");
    SAYS(ASK(store_turns_due(s, 900, 900, 9, TOLD)), "ok");
    SAYS(ASK(store_tables_of(s, "p1", false, INT64_MAX, 9, TOLD)), "ok");
}

static void settings(void **unused)
{
    struct store *other = ask_open(fixture_where, 0);

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
    struct store_table table = {
        .id = "t1", .game = "europe", .header = {header, STORE_HEADER_MAX}};
    struct store_append append = {.table = "t1",
                                  .first = 1,
                                  .count = STORE_ENTRIES_MAX,
                                  .entries = {header, STORE_APPEND_MAX}};
    const char *line;

    (void)unused;
    memset(header, 'h', STORE_HEADER_MAX + 1);
    SAYS(ASK(store_table_add(s, &table, NULL, 0, TOLD)), "ok");
    table.id = "t2";
    table.header.size++;
    SAYS(ASK(store_table_add(s, &table, NULL, 0, TOLD)), "refused");
    SAYS(ASK(store_append(s, &append, TOLD)), "ok last=4096");
    append.first = 4097;
    append.count = 1;
    append.entries.size = STORE_BYTES_MAX + 1;
    SAYS(ASK(store_append(s, &append, TOLD)), "refused");
    line = ASK(store_load(s, "t1", 4094, TOLD));
    assert_memory_equal(line, "ok last=4096 table(t1,", 22);
    free(header);
}

static void health(void **unused)
{
    char why[STORE_MESSAGE_MAX];

    (void)unused;
    ask_new_table(s, "t1", 1);
    assert_true(store_healthy(s, why, sizeof why));
    SAYS(why, "");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(people),
        TEST(names_that_are_one),
        TEST(names_given_up),
        TEST(tokens),
        TEST(devices),
        TEST(refusals),
        TEST(tables),
        TEST(appends),
        TEST(chat),
        TEST(ratings),
        TEST(private_results),
        TEST(follow),
        TEST(meetings),
        TEST(lobby),
        TEST(turns),
        TEST(settings),
        TEST(large),
        TEST(health),
    };
    int code = fixture_begin(argc, argv);

    return code ? code : fixture_end(cmocka_run_group_tests(tests, NULL, NULL));
}
