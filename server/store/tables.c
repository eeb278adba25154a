/*
 * Requests that write to a table: a new one, appending entries with everything that belongs to
 * them, chat, notices.
 */
#include "private.h"

#include <stdio.h>
#include <string.h>

static void judge_table(struct store_request *r)
{
    if (r->changed == 0 && !r->mine)
        r->answer.status = STORE_TAKEN;
}

static void judge_changed(struct store_request *r)
{
    if (r->changed == 0)
        r->answer.status = STORE_MISSING;
}

static struct store_value seat_number(struct store_request *r, uint32_t seat)
{
    if (seat >= STORE_SEATS_MAX)
        store_refuse(r, "There is no seat %u.", (unsigned)seat);
    return store_int(seat);
}

static void seats(struct store_request *r, enum store_sql sql, struct store_value table,
                  const struct store_seat *seat, uint32_t count)
{
    if (count > STORE_SEATS_MAX) {
        store_refuse(r, "A table has at most %d seats.", STORE_SEATS_MAX);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        store_step(r, sql,
                   STORE_VALUES(table, store_int(r->mark), seat_number(r, seat[i].seat),
                                store_id_or_none(r, seat[i].person, "id of a seat's person"),
                                store_id_or_none(r, seat[i].origin, "origin of a person")));
}

void store_table_add(struct store *store, const struct store_table *table,
                     const struct store_seat *seat, uint32_t seat_count, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table->id, "table's id");
    struct store_value mark = store_int(r->mark);
    struct store_value board = store_id_or_none(r, table->board_name, "board's name");

    store_step(r, SQL_TABLE_ADD,
               STORE_VALUES(id, store_text(r, table->game, STORE_NAME_MAX, "game"),
                            store_int(table->is_public), store_int(table->phase),
                            store_int(table->created), mark,
                            store_id_or_none(r, table->host, "host's id"),
                            store_id_or_none(r, table->from, "origin")));
    if (table->board.size)
        store_step(r, SQL_BOARD_ADD,
                   STORE_VALUES(board, store_int(table->created),
                                store_blob(r, table->board, STORE_BOARD_MAX, "board")));
    store_step(
        r, SQL_TABLE_HEADER,
        STORE_VALUES(id, mark, store_blob(r, table->header, STORE_HEADER_MAX, "table's header"),
                     store_blob(r, table->seed, STORE_BYTES_MAX, "table's seed"),
                     store_blob(r, table->info, STORE_BYTES_MAX, "table's info"), board));
    seats(r, SQL_TABLE_SEAT, id, seat, seat_count);
    store_step_more(r, SQL_TABLE_MARK, STORE_VALUES(id));
    r->key = id.at;
    r->judge = judge_table;
    store_submit(r);
}

static void judge_found(struct store_request *r)
{
    if (!r->found)
        r->answer.status = STORE_MISSING;
}

void store_follow(struct store *store, const char *table, const char *next,
                  struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table, "table's id");

    store_step(r, SQL_FOLLOW, STORE_VALUES(id, store_id(r, next, "next table's id")));
    store_step(r, SQL_NEXT, STORE_VALUES(id));
    r->key = id.at;
    r->judge = judge_found;
    store_submit(r);
}

/* The answer's `last` is the table's last entry after this append, unless a row says otherwise. */
static void judge_append(struct store_request *r)
{
    uint32_t first = (uint32_t)r->steps->value[2].number;

    if (r->changed == 1 || r->mine) {
        if (r->changed == 1)
            r->answer.last = r->last;
    } else if (!r->found) {
        r->answer.status = STORE_MISSING;
    } else {
        r->answer.status = first <= r->answer.last ? STORE_CONFLICT : STORE_GAP;
    }
}

static void results(struct store_request *r, struct store_value table,
                    const struct store_append *append)
{
    struct store_value mark = store_int(r->mark), time = store_int(append->time);

    if (append->result_count > STORE_SEATS_MAX) {
        store_refuse(r, "A table has at most %d seats.", STORE_SEATS_MAX);
        return;
    }
    for (uint32_t i = 0; i < append->result_count; i++) {
        const struct store_result *result = &append->results[i];
        struct store_value seat = seat_number(r, result->seat);
        struct store_value person =
            store_id_or_none(r, result->person, "id of a result's person");
        struct store_value name = store_text(r, result->name, STORE_NAME_MAX, "result's name");
        struct store_value rank = store_int(result->rank), score = store_int(result->score);
        struct store_value change = store_int(result->rating_change);
        struct store_value day =
            store_text(r, result->day ? result->day : "", STORE_DAY_MAX, "result's day");

        if (!result->rated) {
            store_step(r, SQL_RESULT_PLAIN,
                       STORE_VALUES(table, mark, seat, person, name, rank, score, time, day));
            continue;
        }
        if (person.size == 0)
            store_refuse(r, "A result is rated for a person only, and seat %u has none.",
                         (unsigned)result->seat);
        r->rates = true;
        store_step(r, SQL_RATING_NEW,
                   STORE_VALUES(table, mark, person, store_int(result->rating_start)));
        store_step(r, SQL_RATING_MOVE, STORE_VALUES(table, mark, seat, person, change));
        store_step(r, SQL_RESULT_RATED,
                   STORE_VALUES(table, mark, seat, person, name, rank, score, time, change));
    }
}

static void check_append(struct store_request *r, const struct store_append *append)
{
    if (append->first == 0)
        store_refuse(r, "Entries are numbered from 1.");
    if (append->count == 0 || append->count > STORE_ENTRIES_MAX)
        store_refuse(r, "An append has 1 to %d entries, not %u.", STORE_ENTRIES_MAX,
                     (unsigned)append->count);
    else if (append->first > UINT32_MAX - append->count)
        store_refuse(r, "Entries beyond the number %u cannot be kept.", (unsigned)UINT32_MAX);
    else if (append->entries.size % append->count ||
             append->entries.size / append->count > STORE_BYTES_MAX)
        store_refuse(r, "Entries have the same size, at most %d bytes each.", STORE_BYTES_MAX);
}

void store_append(struct store *store, const struct store_append *append,
                  struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, append->table, "table's id");
    struct store_value mark = store_int(r->mark), time = store_int(append->time);
    struct store_value first = store_int(append->first);
    struct store_value bytes = store_blob(r, append->entries, STORE_APPEND_MAX, "append");

    check_append(r, append);
    r->last = append->first + append->count - 1;
    store_step(r, SQL_TABLE_MOVE,
               STORE_VALUES(id, mark, first, store_int(r->last), time,
                            store_int(append->wait.acts), store_int(append->wait.since),
                            store_int(append->wait.due), bytes,
                            store_text(r, append->turns, STORE_TURNS_MAX, "turns")));
    store_step(r, SQL_APPEND_ADD,
               STORE_VALUES(id, mark, first, store_int(append->count), time, bytes));
    if (append->info.at) {
        store_step(r, SQL_TABLE_PHASE, STORE_VALUES(id, mark, store_int(append->phase)));
        store_step(r, SQL_TABLE_INFO,
                   STORE_VALUES(id, mark,
                                store_blob(r, append->info, STORE_BYTES_MAX, "table's info")));
    }
    seats(r, SQL_SEAT_MOVE, id, append->seats, append->seat_count);
    results(r, id, append);
    store_step_more(r, SQL_TABLE_LAST, STORE_VALUES(id));
    store_step_more(r, SQL_APPEND_MARK, STORE_VALUES(id, first));
    r->tells = true;
    r->key = id.at;
    r->judge = judge_append;
    store_submit(r);
}

void store_rest(struct store *store, const char *table, uint32_t last, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table, "table's id");

    store_step(r, SQL_REST, STORE_VALUES(id, store_int(last)));
    r->key = id.at;
    store_submit(r);
}

void store_table_drop(struct store *store, const char *table, struct store_done done)
{
    static const enum store_sql steps[] = {SQL_DROP_TABLE, SQL_DROP_APPENDS, SQL_DROP_CHAT,
                                           SQL_DROP_SEATS, SQL_DROP_NEXT,    SQL_DROP_HEADER,
                                           SQL_DROP_ROW};
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table, "table's id");

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        store_step(r, steps[i], STORE_VALUES(id));
    r->key = id.at;
    r->judge = judge_changed;
    store_submit(r);
}

void store_boards_tidy(struct store *store, int64_t before, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);

    store_step(r, SQL_BOARDS_TIDY, STORE_VALUES(store_int(before)));
    store_submit(r);
}

static void judge_line(struct store_request *r)
{
    if (!r->mine)
        r->answer.status = STORE_MISSING;
}

void store_chat_add(struct store *store, const char *table, const struct store_line *line,
                    struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table, "table's id"), mark = store_int(r->mark);

    store_step(r, SQL_CHAT_COUNT, STORE_VALUES(id, mark));
    store_step(r, SQL_CHAT_ADD,
               STORE_VALUES(id, mark, store_int(line->time),
                            store_id_or_none(r, line->person, "person's id"),
                            store_text(r, line->name, STORE_NAME_MAX, "name"),
                            store_text(r, line->text, STORE_CHAT_MAX, "line of chat")));
    store_step(r, SQL_CHAT_MARK, STORE_VALUES(id, mark));
    r->tells = true;
    r->key = id.at;
    r->judge = judge_line;
    store_submit(r);
}

void store_table_info(struct store *store, const char *table, struct store_bytes info,
                      struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table, "table's id");

    store_step(r, SQL_RELABEL,
               STORE_VALUES(id, store_blob(r, info, STORE_BYTES_MAX, "table's info")));
    r->key = id.at;
    r->judge = judge_changed;
    store_submit(r);
}

void store_notice_claim(struct store *store, const char *table, uint32_t seat, int64_t since,
                        int64_t now, int64_t lease_until, struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table, "table's id");

    store_step(r, SQL_NOTICE_CLAIM,
               STORE_VALUES(id, seat_number(r, seat), store_int(since), store_int(now),
                            store_int(lease_until)));
    r->key = id.at;
    r->judge = judge_changed;
    store_submit(r);
}

void store_notice_sent(struct store *store, const char *table, uint32_t seat, int64_t since,
                       struct store_done done)
{
    struct store_request *r = store_request_new(store, true, done);
    struct store_value id = store_id(r, table, "table's id");

    store_step(r, SQL_NOTICE_SENT, STORE_VALUES(id, seat_number(r, seat), store_int(since)));
    store_step(r, SQL_NOTICE_ALL, STORE_VALUES(id, store_int(since)));
    r->key = id.at;
    r->judge = judge_changed;
    store_submit(r);
}
