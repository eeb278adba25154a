/*
 * What the two files of the PostgreSQL back end share.
 */
#ifndef ANDEN_SERVER_STORE_PG_H
#define ANDEN_SERVER_STORE_PG_H

#include "store_private.h"

struct pg_conn; /* libpq: PGconn */

/* Null and the reason if the database cannot be reached. */
struct pg_conn *store_pg_connect(const char *where, struct store_failure *failure);
bool store_pg_execute(struct pg_conn *pg, const char *sql, struct store_failure *failure);

struct store_ear *store_pg_listen(struct store *store, const char *where);
void store_pg_unlisten(struct store_ear *ear);

#endif
