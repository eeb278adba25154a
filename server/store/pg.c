/*
 * The store in PostgreSQL. A batch is sent as one pipeline, which the server runs as one
 * transaction; it is durable when its sync comes back, and not before. A broken connection is
 * replaced by the lane that finds it broken (lane.c).
 */
#include "pg.h"
#include "names.h"

#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of pg_advisory_xact_lock: one node at a time changes the schema. */
enum { SCHEMA_LOCK = 0x416E6465 };

void store_pg_name(char name[16], char kind, int number)
{
    snprintf(name, 16, "%c%d", kind, number);
}

void store_pg_node(char text[PG_NODE_TEXT], uint64_t node)
{
    snprintf(text, PG_NODE_TEXT, "%016llx\n", (unsigned long long)node);
}

/* What an error means for the transaction. It was undone in any case. */
static enum store_outcome explain(const PGresult *result, struct store_failure *failure)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

    if (!state || !text) {
        store_fail(failure, "PostgreSQL failed: %s", PQresultErrorMessage(result));
        return STORE_RUN_LOST;
    }
    if (strcmp(state, "53100") == 0)
        store_fail(failure, "The disk of PostgreSQL is full: %s.", text);
    else
        store_fail(failure, "PostgreSQL refuses it: %s.", text);
    if (strncmp(state, "40", 2) == 0) /* deadlock, serialization */
        return STORE_RUN_AGAIN;
    if (strncmp(state, "57P", 3) == 0 || strncmp(state, "08", 2) == 0 ||
        strcmp(state, "25006") == 0)
        return STORE_RUN_LOST; /* being shut down, starting up; no longer the primary */
    if (strncmp(state, "22", 2) == 0 || strncmp(state, "23", 2) == 0 ||
        strncmp(state, "54", 2) == 0) {
        failure->taken = strcmp(state, "23505") == 0;
        return STORE_RUN_BAD; /* data, constraints, limits: one of the requests is bad */
    }
    return STORE_RUN_FAIL;
}

/* Keeps PostgreSQL's notices off the terminal. */
static void ignore_notice(void *context, const PGresult *notice)
{
    (void)context;
    (void)notice;
}

/* A commit whose wait for the standby was cancelled is reported as done, with a warning: it may
 * be on one machine only. The warning has no code of its own, but names the function that it
 * comes from. */
static void heed_notice(void *context, const PGresult *notice)
{
    struct store_link *link = context;
    const char *from = PQresultErrorField(notice, PG_DIAG_SOURCE_FUNCTION);

    if (from && strcmp(from, "SyncRepWaitForLSN") == 0)
        link->unsure = true;
}

PGconn *store_pg_connect(const char *where, struct store_failure *failure)
{
    /* Settings in the address override those before it in this list. Of several hosts, the one
     * that accepts writes is used. */
    static const char *const names[] = {"application_name",    "target_session_attrs",
                                        "connect_timeout",     "keepalives_idle",
                                        "keepalives_interval", "keepalives_count",
                                        "tcp_user_timeout",    "dbname",
                                        "client_encoding",     NULL};
    const char *const values[] = {"anden", "read-write", "5",   "10",   "5",
                                  "3",     "15000",      where, "UTF8", NULL};
    PGconn *pg = PQconnectdbParams(names, values, 1);

    PQsetNoticeReceiver(pg, ignore_notice, NULL);
    if (PQstatus(pg) == CONNECTION_OK)
        return pg;
    store_fail(failure, "PostgreSQL cannot be reached: %s", PQerrorMessage(pg));
    PQfinish(pg);
    return NULL;
}

bool store_pg_execute(PGconn *pg, const char *sql, struct store_failure *failure)
{
    PGresult *result = PQexec(pg, sql);
    ExecStatusType status = PQresultStatus(result);

    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        explain(result, failure);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* ---- the schema ---- */

/* The first column of the first row as text, "" if there is none. */
static bool ask(PGconn *pg, const char *sql, char *text, size_t size,
                struct store_failure *failure)
{
    PGresult *result = PQexec(pg, sql);
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK;

    if (good)
        snprintf(text, size, "%s", PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "");
    else
        explain(result, failure);
    PQclear(result);
    return good;
}

static bool read_names(PGconn *pg, struct store_names *names, struct store_failure *failure)
{
    PGresult *result = PQexec(pg, STORE_NAMES_READ);
    bool good = PQresultStatus(result) == PGRES_TUPLES_OK;

    if (!good)
        explain(result, failure);
    for (int i = 0; good && i < PQntuples(result); i++)
        good = store_names_add(
            names, &(struct store_named){.id = PQgetvalue(result, i, 0),
                                         .name = PQgetvalue(result, i, 1),
                                         .key = PQgetvalue(result, i, 2),
                                         .secured = PQgetvalue(result, i, 3)[0] == '1',
                                         .created = atoll(PQgetvalue(result, i, 4))});
    PQclear(result);
    return good;
}

static bool write_names(PGconn *pg, const struct store_names *names,
                        struct store_failure *failure)
{
    bool good = store_pg_execute(pg, STORE_NAMES_CLEAR, failure);

    for (size_t i = 0; good && i < names->count; i++) {
        const struct store_named *one = &names->name[i];
        PGresult *result =
            PQexecParams(pg, STORE_NAME_WRITE, 3, NULL,
                         (const char *const[]){one->name, one->key, one->id}, NULL, NULL, 0);

        good = PQresultStatus(result) == PGRES_COMMAND_OK;
        if (!good)
            explain(result, failure);
        PQclear(result);
    }
    return good;
}

/* Folds names that were stored when they were compared in another way. */
static bool fold_names(PGconn *pg, const struct store_options *options,
                       struct store_failure *failure)
{
    struct store_names names = {0};
    bool good;

    store_fail(failure, "There is not enough memory to fold the names.");
    good = read_names(pg, &names, failure) && store_names_settle(&names) &&
           write_names(pg, &names, failure);
    if (good)
        store_names_tell(&names, options);
    store_names_free(&names);
    return good;
}

static bool migrate(PGconn *pg, const struct store_options *options,
                    const struct store_schema *schema, struct store_failure *failure)
{
    char text[64] = "", sql[160];
    unsigned long version = 0, first;

    snprintf(sql, sizeof sql, "BEGIN; SELECT pg_advisory_xact_lock(%d)", SCHEMA_LOCK);
    if (!store_pg_execute(pg, sql, failure) ||
        !ask(pg,
             "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND "
             "tablename IN ('settings', 'people', 'tables', 'headers')",
             text, sizeof text, failure))
        return false;
    if (strcmp(text, "0") != 0) {
        if (strcmp(text, "4") != 0 ||
            !ask(pg, "SELECT convert_from(value, 'UTF8') FROM settings WHERE name = 'schema'",
                 text, sizeof text, failure) ||
            (version = strtoul(text, NULL, 10)) == 0) {
            store_fail(failure, "The PostgreSQL database holds tables of another program: name "
                                "another database.");
            return false;
        }
    }
    if (version > schema->version) {
        store_fail(
            failure,
            "The PostgreSQL database was written by a newer anden (its schema is %lu, this "
            "program knows %u): use that one, or another database.",
            version, (unsigned)schema->version);
        return false;
    }
    first = version;
    for (; version < schema->version; version++) {
        snprintf(
            sql, sizeof sql,
            "INSERT INTO settings VALUES ('schema', '%lu') ON CONFLICT (name) DO UPDATE SET "
            "value = excluded.value",
            version + 1);
        if (!store_pg_execute(pg, schema->pg[version], failure) ||
            !store_pg_execute(pg, sql, failure) ||
            (version + 1 == schema->folds && !fold_names(pg, options, failure)))
            return false;
    }
    store_upgraded(options, (uint32_t)first, schema->version);
    return store_pg_execute(pg, "COMMIT", failure);
}

static bool pg_prepare(const struct store_options *options, const struct store_schema *schema,
                       struct store_failure *failure)
{
    PGconn *pg = store_pg_connect(options->where, failure);
    bool good;

    if (!pg)
        return false;
    good = migrate(pg, options, schema, failure);
    PQfinish(pg); /* which undoes everything that was not committed */
    return good;
}

/* ---- a connection ---- */

static void pg_disconnect(struct store_link *link)
{
    PQfinish(link->pg);
    free(link->bytes.at);
    free(link);
}

static bool prepare_statements(PGconn *pg, struct store_failure *failure)
{
    for (int i = 0; i < STORE_STATEMENTS; i++) {
        const char *in = store_statements[i].in;
        Oid types[STORE_COLUMNS_MAX];
        int n = 0;
        char name[16];
        PGresult *result;
        bool good;

        for (; in[n]; n++)
            types[n] = in[n] == 'i' ? OID_INT8 : in[n] == 't' ? OID_TEXT : OID_BYTEA;
        store_pg_name(name, 's', i);
        result = PQprepare(pg, name, store_statements[i].sql, n, types);
        good = PQresultStatus(result) == PGRES_COMMAND_OK;
        if (!good)
            explain(result, failure);
        PQclear(result);
        if (!good)
            return false;
    }
    return true;
}

/*
 * Settings of a connection. Acknowledged means on the disk, whatever the database's own default
 * is. Statements are planned once and never compiled, since all are short. The writer looks
 * rows up one by one in the order of its lists, however large the tables are, so that all nodes
 * lock in the same order.
 */
static bool settle(const struct store_link *link, struct store_failure *failure)
{
    return store_pg_execute(link->pg,
                            "SELECT set_config('synchronous_commit', 'on', false) WHERE "
                            "current_setting('synchronous_commit') IN ('off', 'local')",
                            failure) &&
           store_pg_execute(link->pg, "SET jit = off; SET plan_cache_mode = force_generic_plan",
                            failure) &&
           /* If its node is gone, a statement that waits for a lock ends soon (since version
            * 14). */
           store_pg_execute(link->pg,
                            "SELECT set_config(name, '2s', false) FROM pg_settings WHERE name "
                            "= 'client_connection_check_interval'",
                            failure) &&
           (!link->write ||
            store_pg_execute(link->pg,
                             "SET enable_hashjoin = off; SET enable_mergejoin = off; "
                             "SET enable_seqscan = off; SET enable_bitmapscan = off",
                             failure));
}

static struct store_link *pg_connect(const struct store_place *place, bool write,
                                     struct store_failure *failure)
{
    struct store_link *link = calloc(1, sizeof *link);

    if (!link) {
        store_fail(failure, "There is not enough memory to connect to PostgreSQL.");
        return NULL;
    }
    link->write = write;
    link->patience_ms = place->patience_ms;
    store_pg_node(link->node, place->node);
    link->pg = store_pg_connect(place->where, failure);
    if (!link->pg) {
        free(link);
        return NULL;
    }
    PQsetNoticeReceiver(link->pg, heed_notice, link);
    if (settle(link, failure) && prepare_statements(link->pg, failure) &&
        (!write || store_pg_prepare_many(link, failure)) &&
        PQenterPipelineMode(link->pg) == 1 && PQsetnonblocking(link->pg, 1) == 0)
        return link;
    pg_disconnect(link);
    return NULL;
}

/* ---- a batch ---- */

/* Waits until the socket can be read, or written if there is something to send; false if it is
 * broken or nothing happened for too long. */
static bool wait_socket(struct store_link *link, bool sending)
{
    struct pollfd ready = {.fd = PQsocket(link->pg),
                           .events = (short)(POLLIN | (sending ? POLLOUT : 0))};
    int n;

    do
        n = poll(&ready, 1, (int)link->patience_ms);
    while (n < 0 && errno == EINTR);
    return n > 0 && PQconsumeInput(link->pg) == 1;
}

/* Sends the whole queue, and reads meanwhile: the server may accept no more before its answers
 * are read. */
static bool flush(struct store_link *link)
{
    int left;

    while ((left = PQflush(link->pg)) == 1)
        if (!wait_socket(link, true))
            return false;
    return left == 0;
}

static bool send_step(struct store_link *link, const struct store_step *step)
{
    const char *at[STORE_COLUMNS_MAX];
    int size[STORE_COLUMNS_MAX], format[STORE_COLUMNS_MAX], n = 0;
    unsigned char number[STORE_COLUMNS_MAX][8];
    char name[16];

    for (; store_statements[step->sql].in[n]; n++) {
        const struct store_value *value = &step->value[n];

        format[n] = 1;
        if (value->type == STORE_INTEGER) {
            for (int i = 0; i < 8; i++)
                number[n][i] = (unsigned char)((uint64_t)value->number >> (56 - 8 * i));
            at[n] = (const char *)number[n];
            size[n] = 8;
        } else {
            at[n] = value->type == STORE_NULL ? NULL : value->at;
            size[n] = (int)value->size;
        }
    }
    store_pg_name(name, 's', (int)step->sql);
    return PQsendQueryPrepared(link->pg, name, n, at, size, format, 1) == 1;
}

/* The steps of a request that are not done together with those of others. */
static const struct store_step *steps_of(const struct store_request *request, bool more)
{
    const struct store_step *step = more ? request->more : request->steps;

    for (int i = 0; !more && request->together && i < STORE_TOGETHER; i++)
        step = step->next;
    return step;
}

static bool send_batch(struct store_link *link, struct store_request **requests, uint32_t count,
                       bool more)
{
    link->together_count = link->locking = 0;
    if (link->write && !more) {
        store_pg_gather(link, requests, count);
        if (!store_pg_send_locks(link, requests, count) || !store_pg_send_many(link))
            return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        for (const struct store_step *step = steps_of(requests[i], more); step;
             step = step->next)
            if (!send_step(link, step))
                return false;
        if (i % 64 == 63 && !flush(link))
            return false;
    }
    link->telling = false;
    return !link->write || more || store_pg_send_tell(link, requests, count);
}

/* The next result; null also if the connection is broken. */
static PGresult *next_result(struct store_link *link)
{
    while (PQisBusy(link->pg))
        if (!wait_socket(link, false))
            return NULL;
    return PQgetResult(link->pg);
}

static void give_rows(struct store_request *request, const struct store_step *step,
                      const PGresult *result)
{
    const struct store_statement *shape = &store_statements[step->sql];

    for (int row = 0; row < PQntuples(result); row++) {
        struct store_value column[STORE_COLUMNS_MAX] = {{0}};

        for (int i = 0; shape->out[i]; i++) {
            const char *at = PQgetvalue(result, row, i);
            uint64_t number = 0;

            if (shape->out[i] == 'i') {
                for (int b = 0; b < 8; b++)
                    number = number << 8 | (unsigned char)at[b];
                column[i] = store_int((int64_t)number);
            } else {
                column[i].type = shape->out[i] == 't' ? STORE_TEXT : STORE_BYTES;
                column[i].at = at;
                column[i].size = (size_t)PQgetlength(result, row, i);
            }
        }
        shape->row(request, column);
    }
}

PGresult *store_pg_next(struct store_link *link, enum store_outcome *outcome,
                        struct store_failure *failure)
{
    PGresult *result = next_result(link);
    ExecStatusType status = PQresultStatus(result);

    if (result && status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK &&
        status != PGRES_PIPELINE_ABORTED && *outcome == STORE_RUN_DONE)
        *outcome = explain(result, failure);
    return result;
}

bool store_pg_done(struct store_link *link, PGresult *result)
{
    PQclear(result);
    PQclear(next_result(link));
    return PQstatus(link->pg) == CONNECTION_OK;
}

/* Reads the result of a step; false if the connection is broken. */
static bool read_step(struct store_link *link, struct store_request *request,
                      const struct store_step *step, enum store_outcome *outcome,
                      struct store_failure *failure)
{
    PGresult *result = store_pg_next(link, outcome, failure);
    ExecStatusType status = PQresultStatus(result);

    if (!result)
        return false;
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
        give_rows(request, step, result);
        if (step == request->steps)
            request->changed = (uint32_t)strtoul(PQcmdTuples(result), NULL, 10);
    }
    return store_pg_done(link, result);
}

static bool read_batch(struct store_link *link, struct store_request **requests, uint32_t count,
                       bool more, enum store_outcome *outcome, struct store_failure *failure)
{
    PGresult *result;
    ExecStatusType status;

    if (!store_pg_read_locks(link, outcome, failure) ||
        !store_pg_read_many(link, outcome, failure))
        return false;
    for (uint32_t i = 0; i < count; i++)
        for (const struct store_step *step = steps_of(requests[i], more); step;
             step = step->next)
            if (!read_step(link, requests[i], step, outcome, failure))
                return false;
    if (!store_pg_read_tell(link, outcome, failure))
        return false;
    /* An error of the commit itself comes here, before the sync. */
    while ((result = next_result(link))) {
        status = PQresultStatus(result);
        if (status != PGRES_PIPELINE_SYNC && *outcome == STORE_RUN_DONE)
            *outcome = explain(result, failure);
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC)
            return true;
    }
    return false;
}

static enum store_outcome pg_run(struct store_link *link, struct store_request **requests,
                                 uint32_t count, bool more, struct store_failure *failure)
{
    enum store_outcome outcome = STORE_RUN_DONE;

    link->unsure = false;
    if (!send_batch(link, requests, count, more)) {
        store_fail(failure, "The connection to PostgreSQL is lost: %s",
                   PQerrorMessage(link->pg));
        return STORE_RUN_LOST;
    }
    if (PQpipelineSync(link->pg) == 1 && flush(link) &&
        read_batch(link, requests, count, more, &outcome, failure)) {
        if (outcome != STORE_RUN_DONE || !link->unsure)
            return outcome;
        store_fail(failure, "PostgreSQL has not waited for its standby.");
        return more ? STORE_RUN_LOST : STORE_RUN_DOUBT;
    }
    /* If an error was read before the connection broke, nothing was done. */
    if (outcome == STORE_RUN_DONE)
        store_fail(failure, "The connection to PostgreSQL is lost: %s",
                   PQerrorMessage(link->pg));
    return outcome == STORE_RUN_DONE && !more ? STORE_RUN_DOUBT : STORE_RUN_LOST;
}

static enum store_outcome pg_backup(struct store_link *link, const char *path,
                                    struct store_failure *failure)
{
    (void)link;
    (void)path;
    store_fail(failure, "A PostgreSQL database is copied with pg_dump, not by anden.");
    return STORE_RUN_BAD;
}

const struct store_backend store_pg = {
    .prepare = pg_prepare,
    .connect = pg_connect,
    .disconnect = pg_disconnect,
    .run = pg_run,
    .backup = pg_backup,
    .listen = store_pg_listen,
    .unlisten = store_pg_unlisten,
};
