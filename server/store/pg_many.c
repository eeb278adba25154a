/*
 * PostgreSQL does the first STORE_TOGETHER steps of all appends of a batch in one statement
 * (`many`), whose values are those of the first step as arrays. Its rows `moved` (id, game,
 * last, chat, turns, n) say which tables it has changed, and for which of the requests (n, from
 * 1); it also tells other nodes of them. So a batch of hundreds of moves is one statement.
 */
#include "pg.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Tells other nodes of rows (id, game, last, chat, turns, n), a line for each table, in the order
 * of n; `node` begins each notice. If the lines don't fit into one notice (8,000 bytes), several
 * are sent; a line has fewer than the 2,000 bytes in between. Gives rows of 0.
 */
#define TELL(node, rows)                                                                       \
    "SELECT 0 * length(pg_notify('anden', " node                                               \
    " || string_agg(line, E'\\n' ORDER BY n))::text) FROM (SELECT n, line, "                   \
    "sum(octet_length(line) + 1) OVER (ORDER BY n ROWS UNBOUNDED PRECEDING) / 6000 AS part "   \
    "FROM (SELECT n, id || E'\\t' || game || E'\\t' || last || E'\\t' || chat || E'\\t' || "   \
    "turns AS line FROM " rows ") l) p GROUP BY part"

enum { MANY_MAX = 4096 }; /* bytes of such a statement, cut off if it were longer */

/* For lines of chat, which are not part of that statement. */
static const char tell_sql[] =
    TELL("$2", "(SELECT t.id, t.game, t.last, t.chat, '' AS turns, a.n FROM unnest($1) WITH "
               "ORDINALITY AS a (id, n) JOIN tables t ON t.id = a.id) m");

/* The rows of tables, in the order of the list. */
static const char lock_sql[] =
    "SELECT count(*) FROM (SELECT 1 FROM unnest($1) WITH ORDINALITY AS a (id, n) JOIN tables t "
    "ON t.id = a.id ORDER BY a.n FOR NO KEY UPDATE OF t) l";

/* One batch at a time changes ratings; the number is the program's own. */
static const char rate_sql[] = "SELECT pg_advisory_xact_lock(1097753701)";

/*
 * Writes something in any case. A request in doubt may already be stored, on this machine only;
 * then it changes nothing, and a commit that writes nothing would not wait until the standby
 * has it too.
 */
static const char replicate_sql[] = "SELECT pg_logical_emit_message(true, 'anden', '')";

/* ---- arrays ---- */

static bool room_for(struct pg_bytes *b, size_t n)
{
    size_t room = b->room ? b->room : 4096;
    unsigned char *more;

    while (room < b->n + n)
        room *= 2;
    if (room == b->room)
        return true;
    more = realloc(b->at, room);
    if (!more)
        return false;
    b->at = more;
    b->room = room;
    return true;
}

static void put(struct pg_bytes *b, uint64_t number, int bytes)
{
    for (int i = bytes - 1; i >= 0; i--)
        b->at[b->n++] = (unsigned char)(number >> 8 * i);
}

/* The head of an array of one dimension without nulls. */
static bool begin_array(struct pg_bytes *b, uint32_t type, uint32_t count)
{
    if (!room_for(b, 20))
        return false;
    put(b, 1, 4);
    put(b, 0, 4);
    put(b, type, 4);
    put(b, count, 4);
    put(b, 1, 4);
    return true;
}

static bool put_value(struct pg_bytes *b, const struct store_value *value)
{
    size_t size = value->type == STORE_INTEGER ? 8 : value->size;

    if (!room_for(b, 4 + size))
        return false;
    put(b, size, 4);
    if (value->type == STORE_INTEGER) {
        put(b, (uint64_t)value->number, 8);
    } else if (size > 0) {
        memcpy(b->at + b->n, value->at, size);
        b->n += size;
    }
    return true;
}

/* ---- statements ---- */

static uint32_t array_of(char letter)
{
    return letter == 'i' ? OID_INT8_ARRAY : letter == 't' ? OID_TEXT_ARRAY : OID_BYTEA_ARRAY;
}

static uint32_t element_of(char letter)
{
    return letter == 'i' ? OID_INT8 : letter == 't' ? OID_TEXT : OID_BYTEA;
}

static bool prepare(PGconn *pg, const char *name, const char *sql, const Oid *types, int n,
                    struct store_failure *failure)
{
    PGresult *result = PQprepare(pg, name, sql, n, types);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;

    if (!good)
        store_fail(failure, "PostgreSQL refuses it: %s.", PQresultErrorMessage(result));
    PQclear(result);
    return good;
}

bool store_pg_prepare_many(struct store_link *link, struct store_failure *failure)
{
    static const Oid tell_types[] = {OID_TEXT_ARRAY, OID_TEXT};

    for (int i = 0; i < STORE_STATEMENTS; i++) {
        const struct store_statement *s = &store_statements[i];
        Oid types[STORE_COLUMNS_MAX];
        int n = 0;
        char name[16], sql[MANY_MAX];

        if (!s->many)
            continue;
        for (; s->in[n]; n++)
            types[n] = array_of(s->in[n]);
        types[n++] = OID_TEXT;
        store_pg_name(name, 'm', i);
        snprintf(sql, sizeof sql, "%s SELECT n FROM moved UNION ALL " TELL("$%d", "moved"),
                 s->many, n);
        if (!prepare(link->pg, name, sql, types, n, failure))
            return false;
    }
    return prepare(link->pg, "tell", tell_sql, tell_types, 2, failure) &&
           prepare(link->pg, "lock", lock_sql, tell_types, 1, failure) &&
           prepare(link->pg, "rate", rate_sql, NULL, 0, failure) &&
           prepare(link->pg, "replicate", replicate_sql, NULL, 0, failure);
}

uint32_t store_pg_gather(struct store_link *link, struct store_request **requests,
                         uint32_t count)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < count; i++) {
        struct store_request *r = requests[i];

        /* Requests about the same table are neighbours: only the first of them may be done
         * early. */
        r->together = store_statements[r->steps->sql].many &&
                      (i == 0 || strcmp(r->key, requests[i - 1]->key) != 0) &&
                      (n == 0 || r->steps->sql == link->together[0]->steps->sql);
        if (r->together)
            link->together[n++] = r;
    }
    return link->together_count = n;
}

/* Puts arrays of values one after the other into link->bytes; `offset` says where each begins. */
static bool put_arrays(struct store_link *link, const char *in, size_t *offset)
{
    link->bytes.n = 0;
    for (int n = 0; in[n]; n++) {
        offset[n] = link->bytes.n;
        if (!begin_array(&link->bytes, element_of(in[n]), link->together_count))
            return false;
        for (uint32_t i = 0; i < link->together_count; i++)
            if (!put_value(&link->bytes, &link->together[i]->steps->value[n]))
                return false;
        offset[n + 1] = link->bytes.n;
    }
    return true;
}

bool store_pg_send_many(struct store_link *link)
{
    size_t offset[STORE_COLUMNS_MAX + 1];
    const char *at[STORE_COLUMNS_MAX], *in;
    int size[STORE_COLUMNS_MAX], format[STORE_COLUMNS_MAX], n = 0;
    char name[16];

    if (link->together_count == 0)
        return true;
    in = store_statements[link->together[0]->steps->sql].in;
    if (!put_arrays(link, in, offset))
        return false;
    for (; in[n]; n++) {
        at[n] = (const char *)link->bytes.at + offset[n];
        size[n] = (int)(offset[n + 1] - offset[n]);
        format[n] = 1;
    }
    at[n] = link->node;
    size[n] = (int)strlen(link->node);
    format[n++] = 1;
    store_pg_name(name, 'm', (int)link->together[0]->steps->sql);
    return PQsendQueryPrepared(link->pg, name, n, at, size, format, 1) == 1;
}

/* Reads rows that say for which requests something has changed. */
static void read_rows(struct store_link *link, const PGresult *result)
{
    for (int row = 0; row < PQntuples(result); row++) {
        const unsigned char *at = (const unsigned char *)PQgetvalue(result, row, 0);
        uint64_t n = 0;

        for (int b = 0; b < 8; b++)
            n = n << 8 | at[b];
        if (n >= 1 && n <= link->together_count)
            link->together[n - 1]->changed = 1;
    }
}

bool store_pg_read_many(struct store_link *link, enum store_outcome *outcome,
                        struct store_failure *failure)
{
    PGresult *result;

    if (link->together_count == 0)
        return true;
    result = store_pg_next(link, outcome, failure);
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        read_rows(link, result);
    return result && store_pg_done(link, result);
}

/* ---- tables that are written to, but not in the common statement ---- */

static bool is_alone(const struct store_request *r)
{
    return r->tells && !r->together;
}

/* How many there are. */
static uint32_t count_alone(struct store_request **requests, uint32_t count)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < count; i++)
        n += is_alone(requests[i]);
    return n;
}

/* Puts an array of the ids of so many tables that are written to: all, or only those outside
 * the common statement. */
static bool put_ids(struct store_link *link, struct store_request **requests, uint32_t count,
                    bool all, uint32_t n)
{
    link->bytes.n = 0;
    if (!begin_array(&link->bytes, OID_TEXT, n))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct store_value id = {.type = STORE_TEXT, .at = requests[i]->key};

        id.size = strlen(requests[i]->key);
        if ((is_alone(requests[i]) || (all && requests[i]->together)) &&
            !put_value(&link->bytes, &id))
            return false;
    }
    return true;
}

/* Sends a statement without values. */
static bool send_plain(struct store_link *link, const char *name)
{
    link->locking++;
    return PQsendQueryPrepared(link->pg, name, 0, NULL, NULL, NULL, 1) == 1;
}

bool store_pg_send_locks(struct store_link *link, struct store_request **requests,
                         uint32_t count)
{
    uint32_t alone = count_alone(requests, count);
    bool rates = false, doubt = false;
    const char *at;
    int size, format = 1;

    for (uint32_t i = 0; i < count; i++) {
        rates = rates || requests[i]->rates;
        doubt = doubt || requests[i]->doubt;
    }
    if ((doubt && !send_plain(link, "replicate")) || (rates && !send_plain(link, "rate")))
        return false;
    if (alone == 0 || link->together_count == 0)
        return true;
    link->locking++;
    if (!put_ids(link, requests, count, true, alone + link->together_count))
        return false;
    at = (const char *)link->bytes.at;
    size = (int)link->bytes.n;
    return PQsendQueryPrepared(link->pg, "lock", 1, &at, &size, &format, 1) == 1;
}

bool store_pg_read_locks(struct store_link *link, enum store_outcome *outcome,
                         struct store_failure *failure)
{
    for (uint32_t i = 0; i < link->locking; i++) {
        PGresult *result = store_pg_next(link, outcome, failure);

        if (!result || !store_pg_done(link, result))
            return false;
    }
    return true;
}

bool store_pg_send_tell(struct store_link *link, struct store_request **requests,
                        uint32_t count)
{
    const char *at[2];
    int size[2], format[2] = {1, 1};
    uint32_t n = count_alone(requests, count);

    link->telling = n > 0;
    if (n == 0)
        return true;
    if (!put_ids(link, requests, count, false, n))
        return false;
    at[0] = (const char *)link->bytes.at;
    size[0] = (int)link->bytes.n;
    at[1] = link->node;
    size[1] = (int)strlen(link->node);
    return PQsendQueryPrepared(link->pg, "tell", 2, at, size, format, 1) == 1;
}

bool store_pg_read_tell(struct store_link *link, enum store_outcome *outcome,
                        struct store_failure *failure)
{
    PGresult *result = link->telling ? store_pg_next(link, outcome, failure) : NULL;

    return !link->telling || (result && store_pg_done(link, result));
}
