/*
 * See fixture.h.
 */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>
#ifdef ANDEN_POSTGRESQL
#include <libpq-fe.h>
#endif

const char *fixture_pg;
char fixture_where[1000];
struct store *s;

static char folder[] = "/tmp/anden-store-XXXXXX";

void fixture_pg_command(const char *database, const char *sql)
{
#ifdef ANDEN_POSTGRESQL
    static const char *const names[] = {"dbname", "dbname", NULL};
    const char *const values[] = {fixture_pg, database, NULL}; /* the second one wins */
    PGconn *pg = PQconnectdbParams(names, values, 1);
    PGresult *result = PQexec(pg, sql);

    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        abort();
    PQclear(result);
    PQfinish(pg);
#else
    (void)database;
    (void)sql;
    abort();
#endif
}

int fixture_fresh(void **unused)
{
    static int number;
    char sql[100];

    (void)unused;
    number++;
    if (fixture_pg) {
        snprintf(sql, sizeof sql, "CREATE SCHEMA test%d", number);
        fixture_pg_command("postgres", sql);
        snprintf(fixture_where, sizeof fixture_where, "%s&options=-csearch_path%%3Dtest%d",
                 fixture_pg, number);
    } else {
        snprintf(fixture_where, sizeof fixture_where, "%s/%d.db", folder, number);
    }
    s = ask_open(fixture_where, 0);
    return 0;
}

int fixture_done(void **unused)
{
    (void)unused;
    if (s)
        ask_close(s);
    s = NULL;
    return 0;
}

void fixture_reopen(void)
{
    ask_close(s);
    s = ask_open(fixture_where, 0);
}

const char *fixture_person(const char *id, const char *name, const char *hash)
{
    struct store_person person = {.id = id, .name = name, .created = 5, .seen = 5};

    return ASK(store_person_add(s, &person, BYTES(hash), TOLD));
}

int fixture_begin(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "pg") == 0)
        fixture_pg = getenv("ANDEN_TEST_PG");
    if (argc != 2 || (strcmp(argv[1], "sqlite") != 0 && !fixture_pg)) {
        fprintf(stderr, "Usage: %s sqlite | pg.py %s pg\n", argv[0], argv[0]);
        return 2;
    }
    return mkdtemp(folder) && uv_loop_init(&ask_loop) == 0 ? 0 : 2;
}

int fixture_end(int failed)
{
    char command[100];

    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) != 0 || uv_loop_close(&ask_loop) != 0 ? 2 : failed;
}
