/*
 * Requests that read tables, chat, results, ratings and turns.
 */
#include "private.h"

/* Between two statements another node may have appended entries (PostgreSQL). The entries are
 * read last, so they say how far the table goes. */
static void judge_load(struct store_request *r)
{
    const struct store_answer *answer = &r->answer;

    if (!r->found) {
        r->answer.status = STORE_MISSING;
        return;
    }
    if (answer->entry_count > 0 &&
        answer->entries[answer->entry_count - 1].number > answer->last) {
        struct store_table *table = store_request_memory(r, sizeof *table);

        *table = answer->tables[0];
        table->last = answer->entries[answer->entry_count - 1].number;
        r->answer.tables = table;
        r->answer.last = table->last;
    }
}

void store_load(struct store *store, const char *table, uint32_t after, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);
    struct store_value id = store_id(r, table, "table's id");

    store_step(r, SQL_LOAD_TABLE, STORE_VALUES(id, store_int(after)));
    store_step(r, SQL_LOAD_APPENDS, STORE_VALUES(id, store_int(after)));
    r->last = after;
    r->judge = judge_load;
    store_submit(r);
}

void store_heads(struct store *store, const char *const *ids, uint32_t count,
                 struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    for (uint32_t i = 0; i < count && !r->bad; i++)
        store_step(r, SQL_HEAD, STORE_VALUES(store_id(r, ids[i], "table's id")));
    store_submit(r);
}

void store_lobby(struct store *store, int64_t before, const char *before_id, uint32_t limit,
                 struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_LOBBY,
               STORE_VALUES(store_int(before), store_id_or_none(r, before_id, "table's id"),
                            store_limit(limit)));
    store_submit(r);
}

void store_due(struct store *store, int64_t until, int64_t after, const char *after_id,
               uint32_t limit, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_DUE,
               STORE_VALUES(store_int(until), store_int(after),
                            store_id_or_none(r, after_id, "table's id"), store_limit(limit)));
    store_submit(r);
}

static void stale(struct store_request *r, enum store_sql sql, int64_t before, int64_t after,
                  struct store_value id, uint32_t limit)
{
    store_step(r, sql,
               STORE_VALUES(store_int(before), store_int(after), id, store_limit(limit)));
    store_submit(r);
}

void store_tables_stale(struct store *store, int64_t before, int64_t after,
                        const char *after_id, uint32_t limit, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    stale(r, SQL_TABLES_STALE, before, after, store_id_or_none(r, after_id, "table's id"),
          limit);
}

void store_guests_stale(struct store *store, int64_t before, int64_t after,
                        const char *after_id, uint32_t limit, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    stale(r, SQL_GUESTS_STALE, before, after, store_id_or_none(r, after_id, "person's id"),
          limit);
}

void store_tables_count(struct store *store, const char *person, const char *from,
                        struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(
        r, SQL_TABLES_COUNT,
        STORE_VALUES(store_id(r, person, "person's id"), store_id_or_none(r, from, "origin")));
    store_submit(r);
}

void store_tables_of(struct store *store, const char *person, bool over, int64_t before,
                     uint32_t limit, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_TABLES_OF,
               STORE_VALUES(store_id(r, person, "person's id"),
                            store_int(over ? STORE_OVER : STORE_PLAYING), store_int(before),
                            store_limit(limit)));
    store_submit(r);
}

void store_results_of(struct store *store, const char *person, const char *viewer,
                      int64_t before, uint32_t limit, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_RESULTS_OF,
               STORE_VALUES(store_id(r, person, "person's id"), store_int(before),
                            store_limit(limit), store_id_or_none(r, viewer, "viewer's id")));
    store_submit(r);
}

void store_results_at(struct store *store, const char *table, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_RESULTS_AT, STORE_VALUES(store_id(r, table, "table's id")));
    store_submit(r);
}

void store_results_on(struct store *store, const char *day, const char *game, uint32_t limit,
                      struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_RESULTS_ON,
               STORE_VALUES(store_text(r, day, STORE_DAY_MAX, "day"),
                            store_text(r, game, STORE_NAME_MAX, "game"), store_limit(limit)));
    store_submit(r);
}

void store_ratings_of(struct store *store, const char *person, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_RATINGS_OF, STORE_VALUES(store_id(r, person, "person's id")));
    store_submit(r);
}

void store_ratings_in(struct store *store, const char *game, uint32_t limit,
                      struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_RATINGS_IN,
               STORE_VALUES(store_text(r, game, STORE_NAME_MAX, "game"), store_limit(limit)));
    store_submit(r);
}

void store_met(struct store *store, const struct store_meeting *meeting, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_MET,
               STORE_VALUES(store_id(r, meeting->person, "person's id"),
                            store_text(r, meeting->game, STORE_NAME_MAX, "game"),
                            store_int(meeting->since),
                            store_id(r, meeting->other, "other person's id"),
                            store_id(r, meeting->table, "table's id")));
    store_submit(r);
}

void store_chat_after(struct store *store, const char *table, uint32_t after, uint32_t limit,
                      struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(
        r, SQL_CHAT_AFTER,
        STORE_VALUES(store_id(r, table, "table's id"), store_int(after), store_limit(limit)));
    store_submit(r);
}

void store_chat_of(struct store *store, const char *person, const char *table, uint32_t after,
                   uint32_t limit, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_CHAT_OF,
               STORE_VALUES(store_id(r, person, "person's id"),
                            store_id_or_none(r, table, "table's id"), store_int(after),
                            store_limit(limit)));
    store_submit(r);
}

void store_turns_due(struct store *store, int64_t now, int64_t until, uint32_t limit,
                     struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);

    store_step(r, SQL_TURNS_DUE,
               STORE_VALUES(store_int(until), store_int(now), store_limit(limit)));
    store_submit(r);
}

void store_backup(struct store *store, const char *path, struct store_done done)
{
    struct store_request *r = store_request_new(store, false, done);
    struct store_value where = store_text(r, path, 4096, "backup's path");

    if (where.size == 0)
        store_refuse(r, "The backup's path is empty.");
    r->backup = where.at;
    store_submit(r);
}
