/*
 * A separate database for every test of the store, of the kind that the program was started
 * for:
 *
 *     test_... sqlite | pg.py test_... pg    (with a cluster's address in ANDEN_TEST_PG)
 *
 * Included after cmocka.h.
 */
#ifndef ANDEN_TESTS_SERVER_FIXTURE_H
#define ANDEN_TESTS_SERVER_FIXTURE_H

#include "ask.h"

extern const char *fixture_pg;   /* null: SQLite */
extern char fixture_where[1000]; /* the database of this test */
extern struct store *s;          /* open on it */

#define SAYS(call, line) assert_string_equal((call), (line))
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_fresh, fixture_done)

int fixture_fresh(void **unused);
int fixture_done(void **unused);

/* Reads the arguments of main() and makes a folder; not 0: the exit code. */
int fixture_begin(int argc, char **argv);
/* Removes the folder; the exit code for so many failed tests. */
int fixture_end(int failed);

void fixture_reopen(void);
const char *fixture_person(const char *id, const char *name, const char *hash);
/* A command from outside to the PostgreSQL server. The tests' database is "postgres". */
void fixture_pg_command(const char *database, const char *sql);

#endif
