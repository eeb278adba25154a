/*
 * The store in an SQLite file: WAL, and a commit is on the disk when it returns (synchronous =
 * FULL). One connection writes, another reads; other programs that read or copy the file do not
 * disturb them.
 */
#include "check.h"
#include "checkpoint.h"
#include "file.h"
#include "names.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum {
    APPLICATION = 0x416E6465, /* "Ande", in the file's header */
    SMALL = 16 << 20,         /* bytes: larger files are checked while the server runs */
};

struct store_link {
    sqlite3 *db;
    bool write;
    struct checkpoint *checkpoint; /* only for the connection that writes, like the next two */
    struct store_file file;
    struct check *check; /* null: the file was checked when it was opened */
    int lock;            /* the lock file beside the database; -1 for none */
    sqlite3_stmt *statement[STORE_STATEMENTS];
    uint8_t place[STORE_STATEMENTS][STORE_COLUMNS_MAX]; /* where $1, $2 ... are bound */
};

/* Puts an error into words that say what to do, and says what it means for the transaction. */
static enum store_outcome explain(sqlite3 *db, struct store_failure *failure)
{
    int code = sqlite3_errcode(db) & 0xFF;
    const char *text = sqlite3_errmsg(db);

    switch (code) {
    case SQLITE_FULL:
        store_fail(failure, "The disk is full: the database cannot grow (%s).", text);
        return STORE_RUN_FAIL;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        store_fail(failure, "Another program keeps the database locked (%s).", text);
        return STORE_RUN_FAIL;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        store_fail(failure,
                   "The database cannot be written: look at the permissions of the file "
                   "and its folder (%s).",
                   text);
        return STORE_RUN_FAIL;
    case SQLITE_NOTADB:
        store_fail(
            failure,
            "This is no database: name another file, or restore a backup if it was one (%s).",
            text);
        return STORE_RUN_FAIL;
    case SQLITE_CORRUPT:
        store_fail(failure, "The database is damaged: restore a backup (%s).", text);
        return STORE_RUN_FAIL;
    case SQLITE_CONSTRAINT:
        failure->taken = sqlite3_extended_errcode(db) == SQLITE_CONSTRAINT_UNIQUE ||
                         sqlite3_extended_errcode(db) == SQLITE_CONSTRAINT_PRIMARYKEY;
        store_fail(failure, "The database refuses it: %s.", text);
        return STORE_RUN_BAD;
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
        store_fail(failure, "The database refuses it: %s.", text);
        return STORE_RUN_BAD;
    default:
        if (sqlite3_system_errno(db) == EFBIG)
            text = "the file has reached the largest size that the process may write";
        store_fail(failure, "The database failed: %s.", text);
        return STORE_RUN_FAIL;
    }
}

static bool execute(sqlite3 *db, const char *sql, struct store_failure *failure)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    explain(db, failure);
    return false;
}

/* The first column of the first row. */
static bool ask(sqlite3 *db, const char *sql, int64_t *number, char *text, size_t size,
                struct store_failure *failure)
{
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;

    if (good && number)
        *number = sqlite3_column_int64(statement, 0);
    if (good && text)
        snprintf(text, size, "%s", (const char *)sqlite3_column_text(statement, 0));
    if (!good)
        explain(db, failure);
    sqlite3_finalize(statement);
    return good;
}

/* A new file that only its owner can read: there are secrets in it. False if it cannot be made, or
 * exists. SQLite's other files beside it get the same permissions. */
static bool make_file(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    return file >= 0 && close(file) == 0;
}

/* `make`: creates a missing file. Once a server runs, a missing file has been lost. */
static sqlite3 *open_file(const char *where, bool make, uint32_t patience_ms,
                          struct store_failure *failure)
{
    sqlite3 *db = NULL;
    char mode[16] = "";

    if (where[0] == 0 || where[0] == ':') {
        store_fail(failure, "The database needs a file to be in, not \"%s\".", where);
        return NULL;
    }
    if (make)
        (void)make_file(where);
    if (sqlite3_open_v2(where, &db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX |
                            (make ? SQLITE_OPEN_CREATE : 0),
                        NULL) != SQLITE_OK) {
        int error = db ? sqlite3_system_errno(db) : ENOMEM;

        store_fail(failure, "%s cannot be opened: %s.", where,
                   error ? strerror(error)
                   : db  ? sqlite3_errmsg(db)
                         : "no memory");
        sqlite3_close(db);
        return NULL;
    }
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, (int)patience_ms);
    if (!ask(db, "PRAGMA journal_mode = WAL", NULL, mode, sizeof mode, failure) ||
        !execute(db, "PRAGMA synchronous = FULL", failure) ||
        /* The last pages of many games are written again and again: keep them in memory, 64 MB
         * at most. */
        !execute(db, "PRAGMA cache_size = -65536", failure)) {
        char text[STORE_MESSAGE_MAX];

        memcpy(text, failure->message, sizeof text);
        store_fail(failure, "%s cannot be used. %.*s", where, 250, text);
    } else if (strcmp(mode, "wal") != 0) {
        store_fail(failure, "%s cannot be used: where it lies, SQLite has no write-ahead log.",
                   where);
    } else {
        return db;
    }
    sqlite3_close(db);
    return NULL;
}

/* Is it small enough to be checked now? */
static bool is_small(sqlite3 *db, bool *small, struct store_failure *failure)
{
    int64_t pages, size;

    if (!ask(db, "PRAGMA page_count", &pages, NULL, 0, failure) ||
        !ask(db, "PRAGMA page_size", &size, NULL, 0, failure))
        return false;
    *small = pages * size <= SMALL;
    return true;
}

/* Is it our database, undamaged (if that is checked now), and not of a newer version? */
static bool inspect(sqlite3 *db, const char *where, const struct store_schema *schema,
                    int64_t *version, struct store_failure *failure)
{
    int64_t application, tables;
    char check[200] = "ok";
    bool small;

    if (!ask(db, "PRAGMA application_id", &application, NULL, 0, failure) ||
        !ask(db, "PRAGMA user_version", version, NULL, 0, failure) ||
        !is_small(db, &small, failure) ||
        !ask(db, "SELECT count(*) FROM sqlite_schema", &tables, NULL, 0, failure))
        return false;
    if (tables > 0 && application != APPLICATION) {
        store_fail(failure, "%s is a database of another program: name another file.", where);
        return false;
    }
    if (*version > schema->version) {
        store_fail(
            failure,
            "%s was written by a newer anden (its schema is %lld, this program knows %u): "
            "use that one, or another file.",
            where, (long long)*version, (unsigned)schema->version);
        return false;
    }
    if (small && !ask(db, "PRAGMA quick_check(1)", NULL, check, sizeof check, failure))
        return false;
    if (strcmp(check, "ok") != 0) {
        store_fail(failure, "%s is damaged: restore a backup (%s).", where, check);
        return false;
    }
    return true;
}

static char *column_text(sqlite3_stmt *statement, int column)
{
    /* SQLite only reads it. */
    union {
        const unsigned char *from;
        char *to;
    } text = {sqlite3_column_text(statement, column)};

    return text.to;
}

static bool read_names(sqlite3 *db, struct store_names *names)
{
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(db, STORE_NAMES_READ, -1, &statement, NULL) == SQLITE_OK;

    while (good && sqlite3_step(statement) == SQLITE_ROW)
        good = store_names_add(
            names, &(struct store_named){.id = column_text(statement, 0),
                                         .name = column_text(statement, 1),
                                         .key = column_text(statement, 2),
                                         .secured = sqlite3_column_int(statement, 3),
                                         .created = sqlite3_column_int64(statement, 4)});
    return sqlite3_finalize(statement) == SQLITE_OK && good;
}

static bool write_names(sqlite3 *db, const struct store_names *names)
{
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(db, STORE_NAME_WRITE, -1, &statement, NULL) == SQLITE_OK;

    for (size_t i = 0; good && i < names->count; i++) {
        const struct store_named *one = &names->name[i];

        sqlite3_bind_text(statement, 1, one->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, one->key, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, one->id, -1, SQLITE_STATIC);
        good = sqlite3_step(statement) == SQLITE_DONE;
        sqlite3_reset(statement);
    }
    return sqlite3_finalize(statement) == SQLITE_OK && good;
}

/* Folds names that were stored when they were compared in another way. */
static bool fold_names(sqlite3 *db, const struct store_options *options,
                       struct store_failure *failure)
{
    struct store_names names = {0};
    bool good = read_names(db, &names) && store_names_settle(&names) &&
                execute(db, STORE_NAMES_CLEAR, failure) && write_names(db, &names);

    if (good)
        store_names_tell(&names, options);
    else
        store_fail(failure, "The names cannot be folded: %s.", sqlite3_errmsg(db));
    store_names_free(&names);
    return good;
}

static bool migrate(sqlite3 *db, const struct store_options *options,
                    const struct store_schema *schema, struct store_failure *failure)
{
    int64_t version, first;
    char sql[100];

    if (!inspect(db, options->where, schema, &version, failure))
        return false;
    first = version;
    for (; version < schema->version; version++) {
        snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %lld;",
                 APPLICATION, (long long)version + 1);
        if (!execute(db, schema->sqlite[version], failure) || !execute(db, sql, failure) ||
            (version + 1 == schema->folds && !fold_names(db, options, failure)))
            return false;
    }
    store_upgraded(options, (uint32_t)first, schema->version);
    return true;
}

static bool sqlite_prepare(const struct store_options *options,
                           const struct store_schema *schema, struct store_failure *failure)
{
    sqlite3 *db = open_file(options->where, true, options->patience_ms, failure);
    bool good;

    if (!db)
        return false;
    /* If two programs start at the same time, the second finds the work done. */
    good = execute(db, "BEGIN IMMEDIATE", failure) && migrate(db, options, schema, failure) &&
           execute(db, "COMMIT", failure);
    if (!good && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(db);
    return good;
}

static bool sqlite_intact(struct store_link *link, struct store_failure *failure)
{
    return !link->write || (store_file_is_there(&link->file, failure) &&
                            (!link->check || check_is_good(link->check, failure)));
}

static void sqlite_disconnect(struct store_link *link)
{
    struct store_failure failure;
    bool intact = link->checkpoint && sqlite_intact(link, &failure);

    for (int i = 0; i < STORE_STATEMENTS; i++)
        sqlite3_finalize(link->statement[i]);
    if (link->check)
        check_stop(link->check);
    if (link->checkpoint)
        checkpoint_stop(link->checkpoint, intact);
    sqlite3_close(link->db);
    store_file_forget(&link->file);
    if (link->lock >= 0)
        close(link->lock);
    free(link);
}

static bool prepare_statements(struct store_link *link, struct store_failure *failure)
{
    for (int i = 0; i < STORE_STATEMENTS; i++) {
        size_t values = strlen(store_statements[i].in);

        if (sqlite3_prepare_v3(link->db, store_statements[i].sql, -1, SQLITE_PREPARE_PERSISTENT,
                               &link->statement[i], NULL) != SQLITE_OK) {
            explain(link->db, failure);
            return false;
        }
        for (size_t v = 0; v < values; v++) {
            char name[8];

            snprintf(name, sizeof name, "$%zu", v + 1);
            link->place[i][v] = (uint8_t)sqlite3_bind_parameter_index(link->statement[i], name);
        }
    }
    return true;
}

/*
 * Takes the database for this store alone, until the file is closed or the process dies. The
 * lock is on a file beside it, which stays: locking the database itself would end SQLite's own
 * locks when the descriptor is closed. If the folder cannot be written, SQLite's own error will
 * say so.
 */
static bool take_alone(struct store_link *link, const char *where,
                       struct store_failure *failure)
{
    size_t size = strlen(where) + sizeof "-lock";
    char *path = malloc(size);

    if (!path)
        return true;
    snprintf(path, size, "%s-lock", where);
    link->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(path);
    if (link->lock < 0 || flock(link->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return true;
    store_fail(failure,
               "%s is in use by another server: stop that one, or name another file with --db. "
               "Several servers on one database need PostgreSQL.",
               where);
    return false;
}

/* A connection of its own for the thread that empties the write-ahead log. */
static bool start_checkpoint(struct store_link *link, const struct store_place *place,
                             struct store_failure *failure)
{
    sqlite3 *db = open_file(place->where, false, place->patience_ms, failure);

    if (!db)
        return false;
    if (store_file_watch(&link->file, place->where))
        link->checkpoint = checkpoint_start(link->db, db);
    if (link->checkpoint)
        return true;
    store_fail(failure, "There is not enough memory to open the database.");
    sqlite3_close(db);
    return false;
}

/* A connection of its own for the thread that reads a large file through. */
static bool start_check(struct store_link *link, const struct store_place *place,
                        struct store_failure *failure)
{
    bool small;
    sqlite3 *db;

    if (!is_small(link->db, &small, failure))
        return false;
    if (small)
        return true;
    db = open_file(place->where, false, place->patience_ms, failure);
    if (!db)
        return false;
    /* It reads each page only once, and a large cache would stay in memory as long as the
     * server runs. */
    if (execute(db, "PRAGMA cache_size = -1024", failure)) {
        link->check = check_start(db, place->where);
        if (link->check)
            return true;
        store_fail(failure, "There is not enough memory to open the database.");
    }
    sqlite3_close(db);
    return false;
}

static struct store_link *sqlite_connect(const struct store_place *place, bool write,
                                         struct store_failure *failure)
{
    struct store_link *link = calloc(1, sizeof *link);

    if (!link) {
        store_fail(failure, "There is not enough memory to open the database.");
        return NULL;
    }
    link->write = write;
    link->lock = -1;
    if (write && place->alone && !take_alone(link, place->where, failure)) {
        sqlite_disconnect(link);
        return NULL;
    }
    link->db = open_file(place->where, false, place->patience_ms, failure);
    if (link->db && prepare_statements(link, failure) &&
        (!write ||
         (start_checkpoint(link, place, failure) && start_check(link, place, failure))))
        return link;
    sqlite_disconnect(link);
    return NULL;
}

static void bind(const struct store_link *link, const struct store_step *step)
{
    sqlite3_stmt *statement = link->statement[step->sql];

    for (size_t i = 0; store_statements[step->sql].in[i]; i++) {
        const struct store_value *value = &step->value[i];
        int place = link->place[step->sql][i];

        if (place == 0)
            continue; /* it is for PostgreSQL */
        switch (value->type) {
        case STORE_NULL:
            sqlite3_bind_null(statement, place);
            break;
        case STORE_INTEGER:
            sqlite3_bind_int64(statement, place, value->number);
            break;
        case STORE_TEXT:
            sqlite3_bind_text(statement, place, value->at, (int)value->size, SQLITE_STATIC);
            break;
        case STORE_BYTES:
            sqlite3_bind_blob(statement, place, value->at, (int)value->size, SQLITE_STATIC);
            break;
        }
    }
}

static void give_row(struct store_request *request, const struct store_step *step,
                     sqlite3_stmt *statement)
{
    const struct store_statement *shape = &store_statements[step->sql];
    struct store_value column[STORE_COLUMNS_MAX] = {{0}};

    for (int i = 0; shape->out[i]; i++) {
        if (shape->out[i] == 'i') {
            column[i] = store_int(sqlite3_column_int64(statement, i));
            continue;
        }
        column[i].type = shape->out[i] == 't' ? STORE_TEXT : STORE_BYTES;
        column[i].at = shape->out[i] == 't' ? (const void *)sqlite3_column_text(statement, i)
                                            : sqlite3_column_blob(statement, i);
        column[i].size = (size_t)sqlite3_column_bytes(statement, i);
    }
    shape->row(request, column);
}

static bool run_step(struct store_link *link, struct store_request *request,
                     const struct store_step *step, uint32_t *rows)
{
    sqlite3_stmt *statement = link->statement[step->sql];
    int code;

    bind(link, step);
    *rows = 0;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        give_row(request, step, statement);
        ++*rows;
    }
    if (code == SQLITE_DONE && !sqlite3_stmt_readonly(statement))
        *rows = (uint32_t)sqlite3_changes(link->db);
    return code == SQLITE_DONE;
}

static void reset_all(struct store_link *link)
{
    for (int i = 0; i < STORE_STATEMENTS; i++) {
        sqlite3_reset(link->statement[i]);
        sqlite3_clear_bindings(link->statement[i]);
    }
}

static bool run_steps(struct store_link *link, struct store_request *request, bool more)
{
    const struct store_step *first = more ? request->more : request->steps;

    for (const struct store_step *step = first; step; step = step->next) {
        uint32_t rows;

        if (!run_step(link, request, step, &rows))
            return false;
        sqlite3_reset(link->statement[step->sql]);
        if (step == request->steps)
            request->changed = rows;
    }
    return true;
}

static enum store_outcome sqlite_run(struct store_link *link, struct store_request **requests,
                                     uint32_t count, bool more, struct store_failure *failure)
{
    enum store_outcome outcome;
    bool committing = false;
    int code;

    if (!sqlite_intact(link, failure))
        return STORE_RUN_FAIL;
    code = sqlite3_exec(link->db, link->write && !more ? "BEGIN IMMEDIATE" : "BEGIN", NULL,
                        NULL, NULL);
    if (code == SQLITE_OK) {
        uint32_t i = 0;

        while (i < count && run_steps(link, requests[i], more))
            i++;
        if (i == count) {
            committing = true;
            code = sqlite3_exec(link->db, "COMMIT", NULL, NULL, NULL);
            if (code == SQLITE_OK) /* on the disk; but is it still the file of that name? */
                return sqlite_intact(link, failure) ? STORE_RUN_DONE : STORE_RUN_FAIL;
        }
    }
    outcome = explain(link->db, failure);
    /* If the disk fails during the commit, the commit may still have worked. */
    if (committing && (sqlite3_errcode(link->db) & 0xFF) == SQLITE_IOERR)
        outcome = STORE_RUN_DOUBT;
    reset_all(link);
    if (!sqlite3_get_autocommit(link->db))
        sqlite3_exec(link->db, "ROLLBACK", NULL, NULL, NULL);
    return outcome;
}

static enum store_outcome sqlite_backup(struct store_link *link, const char *path,
                                        struct store_failure *failure)
{
    sqlite3 *copy = NULL;
    sqlite3_backup *backup = NULL;
    int code = SQLITE_ERROR;

    if (!make_file(path)) { /* never overwrites a file */
        store_fail(failure, "The backup %s cannot be made: %s.", path, strerror(errno));
        return STORE_RUN_BAD;
    }
    if (sqlite3_open(path, &copy) == SQLITE_OK)
        backup = sqlite3_backup_init(copy, "main", link->db, "main");
    if (backup) {
        sqlite3_backup_step(backup, -1);
        code = sqlite3_backup_finish(backup);
    }
    if (code != SQLITE_OK) {
        store_fail(failure, "The backup %s cannot be made: %s.", path, sqlite3_errmsg(copy));
        remove(path);
    }
    sqlite3_close(copy);
    return code == SQLITE_OK ? STORE_RUN_DONE : STORE_RUN_BAD;
}

const struct store_backend store_sqlite = {
    .prepare = sqlite_prepare,
    .connect = sqlite_connect,
    .disconnect = sqlite_disconnect,
    .run = sqlite_run,
    .intact = sqlite_intact,
    .backup = sqlite_backup,
};
