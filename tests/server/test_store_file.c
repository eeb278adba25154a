/*
 * The store in an SQLite file when things go wrong: files that are not ours, damaged files, a full
 * disk, a locked file; and backups.
 */
#include "../support/patience.h"
#include "ask.h"

#include <errno.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include <cmocka.h>
#include <sqlite3.h>

static char folder[] = "/tmp/anden-file-XXXXXX";

#define SAYS(call, line) assert_string_equal((call), (line))

static const char *path_of(const char *name)
{
    static char path[4][200];
    static int turn;

    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

/* Opening must fail for a reason that has these words. */
static void cannot_open(const char *path, const char *words)
{
    struct store_options options = {.where = path, .patience_ms = 100};
    char why[STORE_MESSAGE_MAX] = "";

    assert_null(store_open(&ask_loop, &options, why, sizeof why));
    if (!strstr(why, words))
        fail_msg("\"%s\" does not say \"%s\"", why, words);
}

static void one_server_at_a_time(void **unused)
{
    const char *path = path_of("alone.db");
    struct store_options options = {.where = path, .patience_ms = 100, .alone = true};
    char why[STORE_MESSAGE_MAX] = "";
    struct store *store = store_open(&ask_loop, &options, why, sizeof why), *other;

    (void)unused;
    assert_non_null(store);
    assert_null(store_open(&ask_loop, &options, why, sizeof why));
    assert_non_null(strstr(why, "alone.db is in use by another server"));
    other = ask_open(path, 0); /* programs that only look are allowed */
    ask_close(other);
    ask_close(store);
    store = store_open(&ask_loop, &options, why, sizeof why);
    assert_non_null(store);
    ask_close(store);
}

static void sql(const char *path, const char *text)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void write_file(const char *path, long at, const char *bytes, size_t size)
{
    FILE *file = fopen(path, at ? "r+" : "w");

    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void not_ours(void **unused)
{
    const char *path = path_of("other.db");
    static const char text[] = "This is a letter to my aunt, and it is longer than a header.";

    (void)unused;
    sql(path, "CREATE TABLE recipes (name text)");
    cannot_open(path, "is a database of another program");
    sql(path, "INSERT INTO recipes VALUES ('still there')");
    cannot_open(path_of("no/folder/x.db"), "cannot be opened: No such file or directory");
    path = path_of("letter");
    write_file(path, 0, text, sizeof text);
    cannot_open(path, "not a database");
    cannot_open("", "needs a file");
    cannot_open(":memory:", "needs a file");
}

static void newer(void **unused)
{
    const char *path = path_of("newer.db");

    (void)unused;
    ask_close(ask_open(path, 0));
    sql(path, "PRAGMA user_version = 99");
    cannot_open(path, "was written by a newer anden (its schema is 99, this program knows ");
}

/* An empty file is version 0, and so is one that sqlite3 has made without tables. */
static void version_0(void **unused)
{
    const char *path = path_of("zero.db");
    struct store *store;

    (void)unused;
    write_file(path, 0, "", 0);
    store = ask_open(path, 0);
    SAYS(ask_new_table(store, "t1", 1), "ok");
    ask_close(store);
    path = path_of("vacuum.db");
    sql(path, "PRAGMA user_version = 0; VACUUM");
    store = ask_open(path, 0);
    SAYS(ask_new_table(store, "t1", 1), "ok");
    ask_close(store);
}

/* How often the write-ahead log has begun again: a number of 4 bytes in its header. */
static uint32_t log_number(const char *path)
{
    char log[250];
    unsigned char b[16] = {0};
    FILE *file;

    snprintf(log, sizeof log, "%s-wal", path);
    file = fopen(log, "r");
    assert_non_null(file);
    assert_int_equal(fread(b, 1, sizeof b, file), sizeof b);
    fclose(file);
    return (uint32_t)b[12] << 24 | (uint32_t)b[13] << 16 | (uint32_t)b[14] << 8 | b[15];
}

/* The write-ahead log does not grow for ever, although nobody waits for it, and nothing is
 * lost. */
static void log_begins_anew(void **unused)
{
    const char *path = path_of("log.db");
    struct store *store = ask_open(path, 0);
    char *value = malloc(STORE_HEADER_MAX), name[16];
    struct store_bytes bytes = {value, STORE_HEADER_MAX};
    uint32_t number, last = 0;

    (void)unused;
    SAYS(ask_new_table(store, "t1", 1), "ok");
    number = log_number(path);
    do {
        snprintf(name, sizeof name, "s%u", (unsigned)(++last % 8));
        memset(value, 'a' + (int)(last % 23), STORE_HEADER_MAX);
        assert_memory_equal(ASK(store_keep(store, name, bytes, true, TOLD)), "ok", 2);
        assert_true(last < 2000); /* 2 GB */
    } while (log_number(path) == number);
    SAYS(ask_append(store, "t1", 1, "x"), "ok last=1");
    ask_close(store);
    store = ask_open(path, 0);
    for (uint32_t i = last - 7; i <= last; i++) {
        char begins[16];

        snprintf(name, sizeof name, "s%u", (unsigned)(i % 8));
        snprintf(begins, sizeof begins, "ok value(%c", 'a' + (int)(i % 23));
        assert_memory_equal(ASK(store_setting(store, name, TOLD)), begins, strlen(begins));
    }
    ask_close(store);
    free(value);
}

static long size_of_log(const char *path)
{
    char log[250];
    struct stat about;

    snprintf(log, sizeof log, "%s-wal", path);
    return stat(log, &about) == 0 ? (long)about.st_size : 0;
}

/* After closing, everything is in the file itself, even while another program has the file
 * open. */
static void nothing_in_the_log(void **unused)
{
    const char *path = path_of("closed.db");
    struct store *store = ask_open(path, 0);
    sqlite3 *db;

    (void)unused;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "SELECT count(*) FROM tables", NULL, NULL, NULL),
                     SQLITE_OK);
    SAYS(ask_new_table(store, "t1", 1), "ok");
    SAYS(ask_append(store, "t1", 1, "x"), "ok last=1");
    assert_true(size_of_log(path) > 0);
    ask_close(store);
    assert_int_equal(size_of_log(path), 0);
    sqlite3_close(db);
    store = ask_open(path, 0);
    SAYS(ask_append(store, "t1", 2, "y"), "ok last=2");
    ask_close(store);
    assert_int_equal(size_of_log(path), 0);
}

static void damaged(void **unused)
{
    const char *path = path_of("damaged.db");
    struct store *store = ask_open(path, 0);
    char noise[2048];
    char id[20];

    (void)unused;
    for (int i = 0; i < 200; i++) {
        snprintf(id, sizeof id, "t%d", i);
        ask_new_table(store, id, 1);
    }
    ask_close(store);
    memset(noise, 0xA5, sizeof noise);
    for (long page = 1; page < 10; page++)
        write_file(path, page * 4096, noise, sizeof noise);
    cannot_open(path, "damaged");
    write_file(path, 1, noise, 50); /* also its header */
    cannot_open(path, "damaged");
}

/* Another program holds the lock: the store fails in time with a clear message, and goes on
 * afterwards. */
static void locked(void **unused)
{
    const char *path = path_of("locked.db");
    struct store *store = ask_open(path, 100);
    char why[STORE_MESSAGE_MAX];
    sqlite3 *db;

    (void)unused;
    ask_new_table(store, "t1", 1);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    SAYS(ask_append(store, "t1", 1, "a"), "unavailable");
    assert_non_null(strstr(ask_message(), "Another program keeps the database locked"));
    assert_false(store_healthy(store, why, sizeof why));
    assert_non_null(strstr(why, "locked"));
    /* Reading goes on. */
    SAYS(ASK(store_heads(store, (const char *const[]){"t1"}, 1, TOLD)), "ok head(t1,0,0)");
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    SAYS(ask_append(store, "t1", 1, "a"), "ok last=1");
    assert_true(store_healthy(store, why, sizeof why));
    ask_close(store);
}

/* The file contains secrets. */
static void for_its_owner(const char *path)
{
    struct stat about;

    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
}

static void readable(const char *path, const char *line)
{
    struct store *store = ask_open(path, 0);

    SAYS(ASK(store_heads(store, (const char *const[]){"t1"}, 1, TOLD)), line);
    ask_close(store);
}

static void backup(void **unused)
{
    const char *path = path_of("kept.db"), *copy = path_of("copy.db");
    struct store *store = ask_open(path, 0);

    (void)unused;
    ask_new_table(store, "t1", 1);
    ask_append(store, "t1", 1, "a");
    for_its_owner(path);
    for_its_owner(path_of("kept.db-wal"));
    SAYS(ASK(store_backup(store, copy, TOLD)), "ok");
    ask_append(store, "t1", 2, "b");
    SAYS(ASK(store_backup(store, copy, TOLD)), "refused");
    assert_non_null(strstr(ask_message(), "File exists"));
    SAYS(ASK(store_backup(store, path_of("no/such/folder"), TOLD)), "refused");
    SAYS(ASK(store_backup(store, "", TOLD)), "refused");
    ask_close(store);
    for_its_owner(copy);
    readable(copy, "ok head(t1,1,0)");
    readable(path, "ok head(t1,2,0)");
}

/* The copy that doc/deploy.md describes: made by another program while moves are in the log. */
static void copied_by_others(void **unused)
{
    const char *path = path_of("live.db"), *copy = path_of("vacuumed.db");
    struct store *store = ask_open(path, 0);
    char command[300];

    (void)unused;
    ask_new_table(store, "t1", 1);
    ask_append(store, "t1", 1, "a");
    snprintf(command, sizeof command, "VACUUM INTO '%s'", copy);
    sql(path, command);
    ask_append(store, "t1", 2, "b");
    ask_close(store);
    readable(copy, "ok head(t1,1,0)");
}

/* Appends large entries until that fails; returns the number of the last one that worked. */
static uint32_t fill(struct store *store, const char **line)
{
    static char entry[STORE_BYTES_MAX + 1];
    uint32_t n = 0;

    memset(entry, 'x', STORE_BYTES_MAX);
    do
        *line = ask_append(store, "t1", ++n, entry);
    while (strncmp(*line, "ok", 2) == 0);
    return n - 1;
}

/* After a failure exactly the acknowledged entries are there, and the store goes on once it
 * can. */
static void went_on(struct store *store, uint32_t last)
{
    char line[60];

    snprintf(line, sizeof line, "ok head(t1,%u,0)", last);
    SAYS(ASK(store_heads(store, (const char *const[]){"t1"}, 1, TOLD)), line);
    snprintf(line, sizeof line, "ok last=%u", last + 1);
    SAYS(ask_append(store, "t1", last + 1, "more"), line);
}

/* Writes fail because the file may not grow: an error of the disk. */
static void failing_disk(void **unused)
{
    struct store *store = ask_open(path_of("limit.db"), 200);
    struct rlimit old, small = {1 << 20, 1 << 20};
    char why[STORE_MESSAGE_MAX];
    const char *line;
    uint32_t last;

    (void)unused;
    ask_new_table(store, "t1", 1);
    signal(SIGXFSZ, SIG_IGN); /* as the server does */
    getrlimit(RLIMIT_FSIZE, &old);
    small.rlim_max = old.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    last = fill(store, &line);
    assert_true(last > 0);
    if (strcmp(line, "unavailable") != 0 && strcmp(line, "in doubt") != 0)
        fail_msg("it says %s", line);
    assert_false(store_healthy(store, why, sizeof why));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    went_on(store, last);
    ask_close(store);
}

/* Asks again until the condition holds, or for too long. */
#define WAIT_FOR(condition)                                                                    \
    for (uint64_t since = uv_hrtime();                                                         \
         !(condition) && uv_hrtime() - since < patience_ms() * 1000000;)                       \
    uv_sleep(10)

/* The file is deleted or replaced under a running store: nothing more is acknowledged, and the
 * store notices it even if nobody writes. */
static void gone(const char *name, const char *lost, bool replaced)
{
    const char *path = path_of(name);
    struct store *store = ask_open(path, 100);
    char why[STORE_MESSAGE_MAX] = "", victim[200], aside[220];

    snprintf(victim, sizeof victim, "%s%s", path, lost);
    snprintf(aside, sizeof aside, "%s.aside", victim);
    ask_new_table(store, "t1", 1);
    SAYS(ask_append(store, "t1", 1, "a"), "ok last=1");
    assert_int_equal(rename(victim, aside), 0);
    if (replaced)
        write_file(victim, 0, "", 0);
    WAIT_FOR(!store_healthy(store, why, sizeof why));
    assert_non_null(strstr(why, "was removed or replaced"));
    SAYS(ask_append(store, "t1", 2, "b"), "unavailable");
    assert_non_null(strstr(ask_message(), "was removed or replaced"));
    assert_int_equal(rename(aside, victim), 0);
    SAYS(ask_append(store, "t1", 2, "b"), "ok last=2");
    assert_true(store_healthy(store, why, sizeof why));
    ask_close(store);
    readable(path, "ok head(t1,2,0)");
}

static void lost_file(void **unused)
{
    (void)unused;
    gone("lost.db", "", false);
    gone("other-file.db", "", true);
    gone("lost-log.db", "-wal", false);
}

/* Bytes that this thread ("thread-self") or all threads ("self") have read so far. */
static unsigned long long bytes_read(const char *who)
{
    char path[40];
    FILE *f;
    unsigned long long n = 0;

    snprintf(path, sizeof path, "/proc/%s/io", who);
    f = fopen(path, "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "rchar: %llu", &n), 1);
    fclose(f);
    return n;
}

/* A large file is opened without checking all of it. The check runs in parallel, and its result
 * comes soon. After that nothing more is acknowledged. */
static void large(void **unused)
{
    const char *path = path_of("large.db");
    struct store *store = ask_open(path, 100);
    char *value = calloc(1, STORE_HEADER_MAX), name[16], why[STORE_MESSAGE_MAX] = "";
    struct store_bytes bytes = {value, STORE_HEADER_MAX};
    unsigned long long before, all;
    char noise[8];

    (void)unused;
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "s%d", i);
        assert_memory_equal(ASK(store_keep(store, name, bytes, true, TOLD)), "ok", 2);
    }
    ask_close(store);
    before = bytes_read("thread-self");
    all = bytes_read("self");
    store = ask_open(path, 100);
    assert_true(bytes_read("thread-self") - before < 1 << 20);
    /* Pages that were read do not stay in memory. */
    WAIT_FOR(bytes_read("self") - all >= 20 * STORE_HEADER_MAX);
    assert_true(bytes_read("self") - all >= 20 * STORE_HEADER_MAX);
    assert_true(sqlite3_memory_used() < 8 << 20);
    SAYS(ask_new_table(store, "t1", 1), "ok");
    ask_close(store); /* whether the check has ended or not */
    memset(noise, 0xA5, sizeof noise);
    for (long page = 1000; page < 1100; page++)
        write_file(path, page * 4096, noise, sizeof noise);
    store = ask_open(path, 100);
    WAIT_FOR(!store_healthy(store, why, sizeof why));
    if (!strstr(why, "large.db is damaged: restore a backup"))
        fail_msg("it says %s", why);
    SAYS(ask_append(store, "t1", 1, "a"), "unavailable");
    SAYS(ASK(store_heads(store, (const char *const[]){"t1"}, 1, TOLD)), "ok head(t1,0,0)");
    ask_close(store);
    free(value);
}

/* A game in which the person of seat 0 has had a message about the turn, and copies of it. */
static void told_games(const char *path, sqlite3 *db, uint32_t copies)
{
    struct store *store = ask_open(path, 100);
    struct store_seat seat = {0, "p1", 0, ""};
    struct store_append append = {.table = "t1",
                                  .first = 1,
                                  .count = 1,
                                  .entries = BYTES("x"),
                                  .time = 1,
                                  .wait = {.acts = 1, .since = 1000000},
                                  .phase = STORE_PLAYING,
                                  .info = BYTES("info"),
                                  .seats = &seat,
                                  .seat_count = 1};
    char sql[1000];

    ask_new_table(store, "t1", 1);
    SAYS(ASK(store_append(store, &append, TOLD)), "ok last=1");
    SAYS(ASK(store_notice_sent(store, "t1", 0, 1000000, TOLD)), "ok");
    ask_close(store);
    snprintf(sql, sizeof sql,
             "BEGIN; CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
             "i + 1 FROM n WHERE i < %u) SELECT i FROM n; CREATE TEMP TABLE a AS SELECT t.* "
             "FROM tables t, n; UPDATE a SET id = 'c' || rowid; INSERT INTO tables SELECT * "
             "FROM a; CREATE TEMP TABLE b AS SELECT s.* FROM seats s, n; UPDATE b SET table_id "
             "= 'c' || rowid; INSERT INTO seats SELECT * FROM b; CREATE TEMP TABLE h AS SELECT "
             "h.* FROM headers h, n; UPDATE h SET table_id = 'c' || rowid; INSERT INTO headers "
             "SELECT * FROM h; COMMIT",
             (unsigned)copies);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* The cost of looking for turns about which somebody is to be told. */
static int steps_of_a_look(sqlite3 *db)
{
    sqlite3_stmt *statement;
    int steps;

    assert_int_equal(
        sqlite3_prepare_v2(db, store_statements[SQL_TURNS_DUE].sql, -1, &statement, NULL),
        SQLITE_OK);
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement); i++)
        sqlite3_bind_int64(statement, i, 2000000);
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0);
    sqlite3_finalize(statement);
    return steps;
}

/* Games that wait for somebody who has been told cost nothing, however many there are. */
static void games_that_wait(void **unused)
{
    static const uint32_t games[] = {10, 1000};
    int steps[2];

    (void)unused;
    for (int i = 0; i < 2; i++) {
        const char *path = path_of(i ? "many-wait.db" : "few-wait.db");
        sqlite3 *db;

        ask_close(ask_open(path, 100));
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        told_games(path, db, games[i]);
        steps[i] = steps_of_a_look(db);
        sqlite3_close(db);
    }
    assert_true(steps[1] < steps[0] + 100);
}

/* A disk that is really full: a small one of our own, if the system allows it. */
static int full_disk_apart(const char *disk)
{
    char file[300], ballast[300], why[STORE_MESSAGE_MAX];
    struct store *store;
    const char *line;
    uint32_t last;

    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("anden", disk, "tmpfs", 0, "size=2m") != 0)
        return 77;
    snprintf(file, sizeof file, "%s/full.db", disk);
    snprintf(ballast, sizeof ballast, "%s/ballast", disk);
    write_file(ballast, 0, "", 0);
    if (truncate(ballast, 0) != 0)
        return 1;
    store = ask_open(file, 200);
    ask_new_table(store, "t1", 1);
    {
        static char megabyte[1 << 20];

        write_file(ballast, 0, megabyte, sizeof megabyte);
    }
    last = fill(store, &line);
    SAYS(line, "unavailable");
    assert_non_null(strstr(ask_message(), "The disk is full"));
    assert_false(store_healthy(store, why, sizeof why));
    assert_int_equal(remove(ballast), 0);
    went_on(store, last);
    assert_true(store_healthy(store, why, sizeof why));
    ask_close(store);
    return 0;
}

static void full_disk(void **unused)
{
    const char *disk = path_of("disk");
    int status;
    pid_t child;

    (void)unused;
    assert_int_equal(mkdir(disk, 0700), 0);
    child = fork(); /* no thread runs now: every store is closed */
    if (child == 0) {
        int code;

        if (uv_loop_fork(&ask_loop) != 0)
            _exit(1);
        code = full_disk_apart(disk);
        _exit(code);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        skip();
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(not_ours),
        cmocka_unit_test(newer),
        cmocka_unit_test(version_0),
        cmocka_unit_test(damaged),
        cmocka_unit_test(large),
        cmocka_unit_test(games_that_wait),
        cmocka_unit_test(log_begins_anew),
        cmocka_unit_test(locked),
        cmocka_unit_test(backup),
        cmocka_unit_test(full_disk),
        cmocka_unit_test(failing_disk),
        cmocka_unit_test(one_server_at_a_time),
        cmocka_unit_test(lost_file),
        cmocka_unit_test(nothing_in_the_log),
        cmocka_unit_test(copied_by_others),
    };
    char command[100];
    int failed;

    if (!mkdtemp(folder) || uv_loop_init(&ask_loop) != 0)
        return 2;
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (system(command) != 0 || uv_loop_close(&ask_loop) != 0)
        return 2;
    return failed;
}
