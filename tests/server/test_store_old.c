/*
 * Databases of older versions are upgraded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <uv.h>

#include <cmocka.h>

#include "fixture.h"

enum { STEPS_MAX = 32 };

/* The program's steps, which a test can replace or extend. */
static const char *sqlite_steps[STEPS_MAX], *pg_steps[STEPS_MAX];

static struct store_schema steps(void)
{
    for (uint32_t i = 0; i < store_schema.version; i++) {
        sqlite_steps[i] = store_schema.sqlite[i];
        pg_steps[i] = store_schema.pg[i];
    }
    return (struct store_schema){.version = store_schema.version,
                                 .folds = store_schema.folds,
                                 .sqlite = sqlite_steps,
                                 .pg = pg_steps};
}

static void one_more(struct store_schema *schema, const char *step)
{
    sqlite_steps[schema->version] = pg_steps[schema->version] = step;
    schema->version++;
}

static void a_new_step(void **unused)
{
    struct store_schema schema = steps();
    struct store_options options = {.where = fixture_where};
    char why[STORE_MESSAGE_MAX], newer[100];

    (void)unused;
    one_more(&schema,
             "ALTER TABLE people ADD COLUMN motto text; UPDATE people SET name = 'Eva'");
    one_more(&schema, "CREATE TABLE good (x text); CREATE TABLE bad (;");
    fixture_person("p1", "Ana", "h1");
    ask_close(s);
    /* If a step fails, it and all steps before it have changed nothing. */
    assert_null(s = store_open_schema(&ask_loop, &options, &schema, why, sizeof why));
    assert_non_null(strstr(why, "syntax error"));
    s = ask_open(fixture_where, 0);
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,Ana,,5,5)");
    ask_close(s);
    schema.version--;
    s = store_open_schema(&ask_loop, &options, &schema, why, sizeof why);
    assert_non_null(s);
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,Eva,,5,5)");
    SAYS(ASK(store_person_rename(s, "p1", "Ana", 9, TOLD)), "ok");
    ask_close(s);
    /* The step runs only once. */
    s = store_open_schema(&ask_loop, &options, &schema, why, sizeof why);
    SAYS(ASK(store_person_by_id(s, "p1", TOLD)), "ok person(p1,Ana,,5,5)");
    ask_close(s);
    s = NULL;
    /* And the older program does not touch it. */
    assert_null(store_open(&ask_loop, &options, why, sizeof why));
    snprintf(newer, sizeof newer, "newer anden (its schema is %u, this program knows %u)",
             (unsigned)schema.version, (unsigned)store_schema.version);
    assert_non_null(strstr(why, newer));
}

/* The contents of a database of version 1. */
static const char version_1[] =
    "INSERT INTO tables (id, game, is_public, phase, last, chat, created, changed, mark, info) "
    "VALUES ('t1', 'europe', 1, 1, 3, 0, 1, 9, 77, CAST('info' AS blob)), "
    "('t2', 'paris', 1, 0, 0, 0, 2, 2, 78, CAST('open' AS blob));"
    "INSERT INTO headers VALUES ('t1', CAST('head' AS blob), CAST('seed' AS blob)), "
    "('t2', CAST('h2' AS blob), CAST('s2' AS blob));"
    "INSERT INTO entries (table_id, number, time, mark, bytes) VALUES "
    "('t1', 1, 5, 79, CAST('a' AS blob)), ('t1', 2, 5, 79, CAST('b' AS blob)), "
    "('t1', 3, 9, 80, CAST('c' AS blob));"
    "INSERT INTO seats (table_id, seat, person, since, told, claim) VALUES "
    "('t1', 0, 'p1', 0, 0, 0), ('t1', 1, 'p2', 9, 0, 0), ('t1', 2, 'p3', 7, 7, 0);"
    "INSERT INTO people (id, name, name_key, passphrase, created, seen) VALUES "
    "('p1', 'Straße', 'straße', '', 1, 1), ('p2', 'STRASSE', 'strasse', '', 2, 2), "
    "('p3', 'Strasse 2', 'strasse 2', '', 3, 3), ('p4', 'Eva', 'eva', '', 4, 4), "
    "('p5', 'Ｅva', 'Ｅva', '$argon2id$x', 5, 5), ('p6', 'Luis', 'luis', '', 6, 6);";

static char said[2000];

static void told(void *context, const char *what)
{
    size_t n = strlen(said);

    (void)context;
    snprintf(said + n, sizeof said - n, "%s\n", what);
}

/* Opens a database of version 1 with that in it. */
static void open_version_1(void)
{
    static char sqlite[16384], pg[16384];
    struct store_schema schema = steps();
    char where[sizeof fixture_where + 32], why[STORE_MESSAGE_MAX];
    struct store_options options = {.where = where, .upgraded = told};
    static int number;

    snprintf(sqlite, sizeof sqlite, "%s%s", store_schema.sqlite[0], version_1);
    snprintf(pg, sizeof pg, "%sCREATE DOMAIN blob AS bytea;%s", store_schema.pg[0], version_1);
    sqlite_steps[0] = sqlite;
    pg_steps[0] = pg;
    said[0] = '\0';
    ask_close(s);
    s = NULL;
    number++;
    if (fixture_pg) {
        snprintf(where, sizeof where, "CREATE SCHEMA version%d", number);
        fixture_pg_command("postgres", where);
        snprintf(where, sizeof where, "%s&options=-csearch_path%%3Dversion%d", fixture_pg,
                 number);
    } else {
        snprintf(where, sizeof where, "%s.old%d", fixture_where, number);
    }
    s = store_open_schema(&ask_loop, &options, &schema, why, sizeof why);
    assert_non_null(s);
}

static void tables_of_version_1(void **unused)
{
    (void)unused;
    open_version_1();
    SAYS(ASK(store_load(s, "t1", 1, TOLD)),
         "ok last=3 table(t1,europe,public,playing,3,0,1,9,info,head,seed,due 1) entry(2,b) "
         "entry(3,c)");
    SAYS(ASK(store_load(s, "t2", 0, TOLD)),
         "ok table(t2,paris,public,open,0,0,2,2,open,h2,s2)");
    SAYS(ASK(store_tables_of(s, "p2", false, INT64_MAX, 9, TOLD)),
         "ok table(t1,europe,public,playing,3,0,1,9,info,seat 1 of p2 since 9,due 1)");
    SAYS(ASK(store_tables_of(s, "p1", false, INT64_MAX, 9, TOLD)),
         "ok table(t1,europe,public,playing,3,0,1,9,info,seat 0 of p1 since 0,due 1)");
    SAYS(ASK(store_due(s, 1, 0, "", 9, TOLD)), "ok head(t1,3,0)");
    SAYS(ask_append(s, "t1", 3, "x"), "conflict last=3");
    SAYS(ask_append(s, "t1", 4, "d"), "ok last=4");
    SAYS(ASK(store_due(s, 1, 0, "", 9, TOLD)), "ok");
    SAYS(ask_append(s, "t2", 1, "a"), "ok last=1");
}

/* Names that are now equal: the person with a passphrase keeps the name, or else the older
 * account. */
static void names_of_version_1(void **unused)
{
    (void)unused;
    open_version_1();
    SAYS(ASK(store_person_by_name(s, "strasse", TOLD)), "ok person(p1,Straße,,1,1)");
    SAYS(ASK(store_person_by_name(s, "STRASSE 3", TOLD)), "ok person(p2,STRASSE 3,,2,2)");
    SAYS(ASK(store_person_by_name(s, "Straße 2", TOLD)), "ok person(p3,Strasse 2,,3,3)");
    SAYS(ASK(store_person_by_name(s, "eva", TOLD)), "ok person(p5,Ｅva,$argon2id$x,5,5)");
    SAYS(ASK(store_person_by_name(s, "eva 2", TOLD)), "ok person(p4,Eva 2,,4,4)");
    SAYS(ASK(store_person_by_name(s, "luis", TOLD)), "ok person(p6,Luis,,6,6)");
    SAYS(said, "person p4 is \"Eva 2\" now: \"Eva\" is the name of another\n"
               "person p2 is \"STRASSE 3\" now: \"STRASSE\" is the name of another\n");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_step),
        TEST(tables_of_version_1),
        TEST(names_of_version_1),
    };
    int code = fixture_begin(argc, argv);

    return code ? code : fixture_end(cmocka_run_group_tests(tests, NULL, NULL));
}
