/*
 * PostgreSQL does the same for many requests at once: the first steps of appends become one statement
 * whose values are arrays, and one notice tells other nodes of all tables that a commit has
 * changed. A batch of hundreds of moves is then three statements.
 */
#include "store_pg.h"

#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

/* In the order of the requests. What is told fits into a notice (8,000 bytes) or is told in several
 * parts; an item is smaller than the 2,000 bytes between. */
static const char tell_sql[] =
    "SELECT pg_notify('anden', $3 || string_agg(item, E'\\n')) FROM (SELECT item, "
    "sum(octet_length(item) + 1) OVER (ORDER BY n ROWS UNBOUNDED PRECEDING) / 6000 AS part "
    "FROM (SELECT a.n, t.id || E'\\t' || t.game || E'\\t' || t.last || E'\\t' || t.chat || "
    "E'\\t' "
    "|| CASE WHEN a.turns = 1 AND t.since = t.changed THEN COALESCE((SELECT "
    "string_agg(s.person || E'\\t', '' ORDER BY s.seat) FROM seats s WHERE s.table_id = t.id "
    "AND "
    "(t.acts >> CAST(s.seat AS int)) & 1 = 1 AND s.person <> ''), '') ELSE '' END AS item FROM "
    "unnest($1, $2) WITH ORDINALITY AS a (id, turns, n) JOIN tables t ON t.id = a.id) i) p "
    "GROUP BY part";

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
    static const Oid tell_types[] = {OID_TEXT_ARRAY, OID_INT8_ARRAY, OID_TEXT};

    for (int i = 0; i < STORE_STATEMENTS; i++) {
        const struct store_statement *s = &store_statements[i];
        Oid types[STORE_COLUMNS_MAX];
        int n = 0;
        char name[16];

        for (; s->in[n]; n++)
            types[n] = array_of(s->in[n]);
        store_pg_name(name, 'm', i);
        if (s->many && !prepare(link->pg, name, s->many, types, n, failure))
            return false;
    }
    return prepare(link->pg, "tell", tell_sql, tell_types, 3, failure);
}

uint32_t store_pg_gather(struct store_link *link, struct store_request **requests,
                         uint32_t count)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < count; i++) {
        struct store_request *r = requests[i];

        r->together = 0;
        /* Requests about the same table are neighbours: only the first of them may overtake. */
        if (store_statements[r->steps->sql].many &&
            (i == 0 || strcmp(r->key, requests[i - 1]->key) != 0) &&
            (n == 0 || r->steps->sql == link->together[0]->steps->sql))
            link->together[n++] = r;
    }
    if (n < 2)
        return link->together_count = 0;
    for (uint32_t i = 0; i < n; i++)
        for (const struct store_step *step = link->together[i]->steps;
             step && store_statements[step->sql].many; step = step->next)
            link->together[i]->together++;
    return link->together_count = n;
}

static const struct store_step *step_at(const struct store_request *r, uint32_t k)
{
    const struct store_step *step = r->steps;

    while (k-- > 0)
        step = step->next;
    return step;
}

static bool send_many(struct store_link *link, uint32_t k)
{
    enum store_sql sql = step_at(link->together[0], k)->sql;
    const char *in = store_statements[sql].in;
    size_t offset[STORE_COLUMNS_MAX + 1];
    const char *at[STORE_COLUMNS_MAX];
    int size[STORE_COLUMNS_MAX], format[STORE_COLUMNS_MAX], n = 0;
    char name[16];

    link->bytes.n = 0;
    for (; in[n]; n++) {
        offset[n] = link->bytes.n;
        if (!begin_array(&link->bytes, element_of(in[n]), link->together_count))
            return false;
        for (uint32_t i = 0; i < link->together_count; i++)
            if (!put_value(&link->bytes, &step_at(link->together[i], k)->value[n]))
                return false;
    }
    offset[n] = link->bytes.n;
    for (int i = 0; i < n; i++) {
        at[i] = (const char *)link->bytes.at + offset[i];
        size[i] = (int)(offset[i + 1] - offset[i]);
        format[i] = 1;
    }
    store_pg_name(name, 'm', (int)sql);
    return PQsendQueryPrepared(link->pg, name, n, at, size, format, 1) == 1;
}

bool store_pg_send_many(struct store_link *link)
{
    for (uint32_t k = 0; link->together_count && k < link->together[0]->together; k++)
        if (!send_many(link, k))
            return false;
    return true;
}

/* Rows say for which requests the first step has changed something. */
static void read_many(struct store_link *link, const PGresult *result)
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
    for (uint32_t k = 0; link->together_count && k < link->together[0]->together; k++) {
        PGresult *result = store_pg_next(link, outcome, failure);

        if (!result)
            return false;
        if (k == 0 && PQresultStatus(result) == PGRES_TUPLES_OK)
            read_many(link, result);
        if (!store_pg_done(link, result))
            return false;
    }
    return true;
}

/* ---- telling other nodes ---- */

bool store_pg_send_tell(struct store_link *link, struct store_request **requests,
                        uint32_t count)
{
    const char *at[3];
    int size[3], format[3] = {1, 1, 1};
    size_t turns;
    uint32_t n = 0;

    for (uint32_t i = 0; i < count; i++)
        n += requests[i]->tells;
    link->telling = n > 0;
    if (n == 0)
        return true;
    link->bytes.n = 0;
    if (!begin_array(&link->bytes, OID_TEXT, n))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct store_value id = {.type = STORE_TEXT, .at = requests[i]->key};

        id.size = strlen(requests[i]->key);
        if (requests[i]->tells && !put_value(&link->bytes, &id))
            return false;
    }
    turns = link->bytes.n;
    if (!begin_array(&link->bytes, OID_INT8, n))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct store_value began = store_int(requests[i]->turns);

        if (requests[i]->tells && !put_value(&link->bytes, &began))
            return false;
    }
    at[0] = (const char *)link->bytes.at;
    at[1] = (const char *)link->bytes.at + turns;
    at[2] = link->node;
    size[0] = (int)turns;
    size[1] = (int)(link->bytes.n - turns);
    size[2] = (int)strlen(link->node);
    return PQsendQueryPrepared(link->pg, "tell", 3, at, size, format, 1) == 1;
}

bool store_pg_read_tell(struct store_link *link, enum store_outcome *outcome,
                        struct store_failure *failure)
{
    PGresult *result = link->telling ? store_pg_next(link, outcome, failure) : NULL;

    return !link->telling || (result && store_pg_done(link, result));
}
