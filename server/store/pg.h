/*
 * What the files of the PostgreSQL back end share.
 */
#ifndef ANDEN_SERVER_STORE_PG_H
#define ANDEN_SERVER_STORE_PG_H

#include "private.h"

enum {
    OID_BYTEA = 17,
    OID_INT8 = 20,
    OID_TEXT = 25,
    OID_BYTEA_ARRAY = 1001,
    OID_TEXT_ARRAY = 1009,
    OID_INT8_ARRAY = 1016,
    PG_NODE_TEXT = 18, /* bytes of the line that begins a notice, with its final zero */
};

struct pg_conn;   /* libpq: PGconn */
struct pg_result; /* libpq: PGresult */

/* Bytes that grow. */
struct pg_bytes {
    unsigned char *at;
    size_t n, room;
};

struct store_link {
    struct pg_conn *pg;
    uint32_t patience_ms;
    bool write, telling;
    bool unsure;      /* the batch under way is perhaps on one machine only */
    uint32_t locking; /* of the batch under way: statements that only lock */
    char node[PG_NODE_TEXT];
    struct pg_bytes bytes;
    uint32_t together_count; /* of the batch under way: requests that begin together */
    struct store_request *together[STORE_BATCH_MAX];
};

/* The line with which the notices of a node begin. */
void store_pg_node(char text[PG_NODE_TEXT], uint64_t node);

/* The name of a prepared statement: for one step (s) or for many requests at once (m). */
void store_pg_name(char name[16], char kind, int number);

/* Null and the reason if the database cannot be reached. */
struct pg_conn *store_pg_connect(const char *where, struct store_failure *failure);
bool store_pg_execute(struct pg_conn *pg, const char *sql, struct store_failure *failure);

/* The next result; notes its error if it is the first of a batch. Null if the connection is
 * broken. store_pg_done() reads the null after it: false if the connection is broken. */
struct pg_result *store_pg_next(struct store_link *link, enum store_outcome *outcome,
                                struct store_failure *failure);
bool store_pg_done(struct store_link *link, struct pg_result *result);

/* ---- many at once (pg_many.c) ---- */

bool store_pg_prepare_many(struct store_link *link, struct store_failure *failure);

/*
 * All nodes take locks in the same order, so that none waits for another that waits for it: first
 * the one for ratings, then the rows of tables by their ids, then everything that belongs to
 * one table. This takes the locks that a batch would not take in this order by itself. A batch
 * with requests in doubt always writes something, so that its commit waits for the standby.
 */
bool store_pg_send_locks(struct store_link *link, struct store_request **requests,
                         uint32_t count);
bool store_pg_read_locks(struct store_link *link, enum store_outcome *outcome,
                         struct store_failure *failure);

/* Finds the requests of a batch whose first steps can be done in one statement. The requests
 * are in the order of their keys. */
uint32_t store_pg_gather(struct store_link *link, struct store_request **requests,
                         uint32_t count);
bool store_pg_send_many(struct store_link *link);
bool store_pg_read_many(struct store_link *link, enum store_outcome *outcome,
                        struct store_failure *failure);

/* Tells other nodes how far the tables go now. */
bool store_pg_send_tell(struct store_link *link, struct store_request **requests,
                        uint32_t count);
bool store_pg_read_tell(struct store_link *link, enum store_outcome *outcome,
                        struct store_failure *failure);

/* ---- hearing (pg_listen.c) ---- */

struct store_ear *store_pg_listen(struct store *store, const struct store_place *place);
void store_pg_unlisten(struct store_ear *ear);

#endif
