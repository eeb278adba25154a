/*
 * The schema: the statements that make a database, and those that bring an older one up to date.
 */
#include "private.h"

/*
 * The tables as they were at first; the steps below change them. Large data that changes rarely
 * (headers) is kept apart from rows that change with each move. There are no foreign keys: an
 * append, a seat or a line of chat is only ever inserted from a SELECT on the row it belongs
 * to. Nothing is deleted except tokens, names that are free again, and what is too old to be
 * kept.
 */
#define TABLES(INT, TEXT, BYTES, END)                                                          \
    "CREATE TABLE settings (name " TEXT " PRIMARY KEY, value " BYTES " NOT NULL)" END ";"      \
    "CREATE TABLE people (id " TEXT " PRIMARY KEY, name " TEXT " NOT NULL, name_key " TEXT     \
    " NOT NULL UNIQUE, passphrase " TEXT " NOT NULL, created " INT " NOT NULL, seen " INT      \
    " NOT NULL)" END ";"                                                                       \
    "CREATE TABLE tokens (hash " BYTES " PRIMARY KEY, person " TEXT " NOT NULL, created " INT  \
    " NOT NULL)" END ";"                                                                       \
    "CREATE INDEX tokens_of ON tokens (person);"                                               \
    "CREATE TABLE tables (id " TEXT " PRIMARY KEY, game " TEXT " NOT NULL, is_public " INT     \
    " NOT NULL, phase " INT " NOT NULL, last " INT " NOT NULL, chat " INT                      \
    " NOT NULL, created " INT " NOT NULL, changed " INT " NOT NULL, mark " INT                 \
    " NOT NULL, info " BYTES " NOT NULL)" END ";"                                              \
    "CREATE INDEX tables_lobby ON tables (created, id) WHERE is_public = 1 AND phase < 2;"     \
    "CREATE TABLE headers (table_id " TEXT " PRIMARY KEY, header " BYTES                       \
    " NOT NULL, seed " BYTES " NOT NULL)" END ";"                                              \
    "CREATE TABLE entries (table_id " TEXT ", number " INT ", time " INT                       \
    " NOT NULL, mark " INT " NOT NULL, bytes " BYTES                                           \
    " NOT NULL, PRIMARY KEY (table_id, number))" END ";"                                       \
    "CREATE TABLE seats (table_id " TEXT ", seat " INT ", person " TEXT                        \
    " NOT NULL, since " INT " NOT NULL, told " INT " NOT NULL, claim " INT                     \
    " NOT NULL, PRIMARY KEY (table_id, seat))" END ";"                                         \
    "CREATE INDEX seats_of ON seats (person) WHERE person <> '';"                              \
    "CREATE INDEX seats_due ON seats (since) WHERE since > 0;"                                 \
    "CREATE TABLE chat (table_id " TEXT ", number " INT ", time " INT " NOT NULL, mark " INT   \
    " NOT NULL, person " TEXT " NOT NULL, name " TEXT " NOT NULL, text " TEXT                  \
    " NOT NULL, PRIMARY KEY (table_id, number), UNIQUE (table_id, mark))" END ";"              \
    "CREATE TABLE results (table_id " TEXT ", seat " INT ", person " TEXT                      \
    " NOT NULL, name " TEXT " NOT NULL, rank " INT " NOT NULL, score " INT                     \
    " NOT NULL, rated " INT " NOT NULL, rating_before " INT " NOT NULL, rating_after " INT     \
    " NOT NULL, game " TEXT " NOT NULL, time " INT                                             \
    " NOT NULL, PRIMARY KEY (table_id, seat))" END ";"                                         \
    "CREATE INDEX results_of ON results (person, time) WHERE person <> '';"                    \
    "CREATE TABLE ratings (person " TEXT ", game " TEXT ", rating " INT                        \
    " NOT NULL, games " INT " NOT NULL, PRIMARY KEY (person, game))" END ";"                   \
    "CREATE INDEX ratings_in ON ratings (game, rating);"

/* PostgreSQL writes a changed row as a new one: with room for it on the same page, the indexes
 * stay as they are. */
#define ROOM                                                                                   \
    "ALTER TABLE tables SET (fillfactor = 60);"                                                \
    "ALTER TABLE seats SET (fillfactor = 60);"

/* A trigger in PostgreSQL tells every node when a table has new entries or chat. */
#define TELL                                                                                   \
    "CREATE FUNCTION anden_tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "               \
    "PERFORM pg_notify('anden', NEW.id || ' ' || NEW.last || ' ' || NEW.chat); "               \
    "RETURN NULL; END $$;"                                                                     \
    "CREATE TRIGGER anden_tell AFTER UPDATE OF last, chat ON tables FOR EACH ROW "             \
    "EXECUTE FUNCTION anden_tell();"

/*
 * All entries of an append go into one row. The table's row now says whose turn it is, since
 * when, and when the server has to act by itself; its line for lists moves to another table.
 * For tables in play it is not known when the server has to act, so it acts at once.
 */
#define APPENDS(INT, TEXT, BYTES, EMPTY, END)                                                  \
    "CREATE TABLE appends (table_id " TEXT ", first " INT ", count " INT                       \
    " NOT NULL, time " INT " NOT NULL, mark " INT " NOT NULL, bytes " BYTES                    \
    " NOT NULL, PRIMARY KEY (table_id, first))" END ";"                                        \
    "INSERT INTO appends (table_id, first, count, time, mark, bytes) SELECT table_id, "        \
    "number, 1, time, mark, bytes FROM entries;"                                               \
    "DROP TABLE entries;"                                                                      \
    "ALTER TABLE tables ADD COLUMN acts " INT " NOT NULL DEFAULT 0;"                           \
    "ALTER TABLE tables ADD COLUMN since " INT " NOT NULL DEFAULT 0;"                          \
    "ALTER TABLE tables ADD COLUMN due " INT " NOT NULL DEFAULT 0;"                            \
    "UPDATE tables SET due = 1, acts = (SELECT COALESCE(sum(1 << CAST(s.seat AS int)), 0) "    \
    "FROM seats s WHERE s.table_id = id AND s.since > 0), since = (SELECT "                    \
    "COALESCE(max(s.since), 0) FROM seats s WHERE s.table_id = id) WHERE phase = 1;"           \
    "DROP INDEX seats_due;"                                                                    \
    "ALTER TABLE seats DROP COLUMN since;"                                                     \
    "ALTER TABLE headers ADD COLUMN info " BYTES " NOT NULL DEFAULT " EMPTY ";"                \
    "UPDATE headers SET info = (SELECT t.info FROM tables t WHERE t.id = table_id);"           \
    "ALTER TABLE tables DROP COLUMN info;"                                                     \
    "CREATE INDEX tables_playing ON tables (id) WHERE phase = 1;"

/*
 * The host of a table. An index on the time when the server has to act by itself; a move
 * changes it only at tables with bots or clocks, so other moves stay as cheap as before.
 * People's own boards are stored once. Indexes to find what nobody has used for a long time.
 */
#define SHARED(INT, TEXT, BYTES, END)                                                          \
    "ALTER TABLE tables ADD COLUMN host " TEXT " NOT NULL DEFAULT '';"                         \
    "CREATE INDEX tables_host ON tables (host) WHERE phase < 2 AND host <> '';"                \
    "CREATE INDEX tables_due ON tables (due, id) WHERE phase = 1 AND due > 0;"                 \
    "CREATE INDEX tables_open ON tables (created, id) WHERE phase = 0;"                        \
    "CREATE TABLE boards (name " TEXT " PRIMARY KEY, used " INT " NOT NULL, bytes " BYTES      \
    " NOT NULL)" END ";"                                                                       \
    "ALTER TABLE headers ADD COLUMN board " TEXT " NOT NULL DEFAULT '';"                       \
    "CREATE INDEX headers_board ON headers (board) WHERE board <> '';"                         \
    "CREATE INDEX people_guests ON people (seen, id) WHERE passphrase = '';"

/* Where the host of a table came from, for the lobby; and which table a rematch follows. */
#define LISTED(TEXT)                                                                           \
    "ALTER TABLE tables ADD COLUMN origin " TEXT " NOT NULL DEFAULT '';"                       \
    "CREATE INDEX tables_origin ON tables (origin) WHERE phase < 2 AND is_public = 1 AND "     \
    "origin <> '';"                                                                            \
    "CREATE INDEX headers_next ON headers (next) WHERE next <> '';"

/* Instead of the trigger, nodes tell others what they have written, once for each commit. */
#define TELL_NO_MORE "DROP TRIGGER anden_tell ON tables; DROP FUNCTION anden_tell();"

/* Names that were given up are held back from others for a time. People's names are folded
 * again. */
#define HELD(INT, TEXT, END)                                                                   \
    "CREATE TABLE held (name_key " TEXT " PRIMARY KEY, person " TEXT " NOT NULL, until " INT   \
    " NOT NULL)" END ";"                                                                       \
    "CREATE INDEX held_of ON held (person);"                                                   \
    "CREATE INDEX held_until ON held (until);"                                                 \
    "ALTER TABLE people ADD COLUMN left_key " TEXT " NOT NULL DEFAULT '';"

/* What people see about their devices; a device that signed itself out is still known. The
 * recovery code for a lost passphrase. */
#define DEVICES(INT, TEXT)                                                                     \
    "ALTER TABLE tokens ADD COLUMN seen " INT " NOT NULL DEFAULT 0;"                           \
    "ALTER TABLE tokens ADD COLUMN client " TEXT " NOT NULL DEFAULT '';"                       \
    "ALTER TABLE tokens ADD COLUMN place " TEXT " NOT NULL DEFAULT '';"                        \
    "ALTER TABLE tokens ADD COLUMN signed_out " INT " NOT NULL DEFAULT 0;"                     \
    "ALTER TABLE people ADD COLUMN recovery " TEXT " NOT NULL DEFAULT '';"

/* Finds a person's lines of chat: for the file with their data, and to remove their name. */
#define CHAT_OF "CREATE INDEX chat_of ON chat (person, table_id, number) WHERE person <> '';"

/*
 * `changes` holds both what people do with anden admin and what nodes have to know about,
 * numbered in the order in which they became durable. `counts` has the last numbers.
 */
#define OFFICE(INT, TEXT, END)                                                                 \
    "CREATE TABLE counts (name " TEXT " PRIMARY KEY, last " INT " NOT NULL, mark " INT         \
    " NOT NULL)" END ";"                                                                       \
    "INSERT INTO counts VALUES ('changes', 0, 0), ('reports', 0, 0);"                          \
    "CREATE TABLE changes (number " INT " PRIMARY KEY, mark " INT                              \
    " NOT NULL UNIQUE, time " INT " NOT NULL, who " TEXT " NOT NULL, what " TEXT               \
    " NOT NULL, subject " TEXT " NOT NULL, name " TEXT " NOT NULL, detail " TEXT               \
    " NOT NULL, why " TEXT " NOT NULL)" END ";"                                                \
    "CREATE INDEX changes_on ON changes (subject, number) WHERE who <> '';"                    \
    "CREATE INDEX changes_passing ON changes (time) WHERE who = '';"                           \
    "CREATE TABLE sanctions (kind " TEXT ", subject " TEXT ", until " INT                      \
    " NOT NULL, since " INT " NOT NULL, who " TEXT " NOT NULL, why " TEXT                      \
    " NOT NULL, PRIMARY KEY (kind, subject))" END ";"                                          \
    "CREATE TABLE words (word " TEXT " PRIMARY KEY, since " INT " NOT NULL, who " TEXT         \
    " NOT NULL)" END ";"                                                                       \
    "CREATE TABLE reports (number " INT " PRIMARY KEY, mark " INT                              \
    " NOT NULL UNIQUE, time " INT " NOT NULL, reporter " TEXT " NOT NULL, person " TEXT        \
    " NOT NULL, name " TEXT " NOT NULL, table_id " TEXT " NOT NULL, entry " INT                \
    " NOT NULL, line " INT " NOT NULL, reason " TEXT " NOT NULL, text " TEXT                   \
    " NOT NULL, lines " TEXT " NOT NULL, origin " TEXT " NOT NULL, closed " INT                \
    " NOT NULL, closed_by " TEXT " NOT NULL, note " TEXT " NOT NULL)" END ";"                  \
    "CREATE INDEX reports_open ON reports (number) WHERE closed = 0;"                          \
    "CREATE INDEX reports_by ON reports (reporter, number) WHERE reporter <> '';"              \
    "CREATE INDEX reports_on ON reports (person, number) WHERE person <> '';"                  \
    "CREATE INDEX reports_from ON reports (origin) WHERE closed = 0 AND origin <> '';"         \
    "CREATE TABLE ignores (person " TEXT ", other " TEXT ", since " INT                        \
    " NOT NULL, PRIMARY KEY (person, other))" END ";"                                          \
    "CREATE INDEX ignores_of ON ignores (other);"                                              \
    "ALTER TABLE tokens ADD COLUMN origin " TEXT " NOT NULL DEFAULT '';"                       \
    "CREATE INDEX tokens_origin ON tokens (origin) WHERE origin <> '';"                        \
    "CREATE INDEX tokens_place ON tokens (place) WHERE place <> '';"                           \
    "CREATE INDEX seats_origin ON seats (origin) WHERE origin <> '';"

enum { FOLDS = 3 }; /* the number of the step HELD */

/* A table's row notes the table of the next game. */
#define NEXT(TEXT) "ALTER TABLE headers ADD COLUMN next " TEXT " NOT NULL DEFAULT '';"

/* Where the people of rated games came from. */
#define ORIGINS(TEXT)                                                                          \
    "ALTER TABLE seats ADD COLUMN origin " TEXT " NOT NULL DEFAULT '';"                        \
    "ALTER TABLE results ADD COLUMN origin " TEXT " NOT NULL DEFAULT '';"

/*
 * tables.waits: roughly when a turn began, until the player has been told about it. It has an
 * index, so it counts in minutes: the moves of people who play at once don't change it.
 */
#define WAITING(INT)                                                                           \
    "ALTER TABLE tables ADD COLUMN waits " INT " NOT NULL DEFAULT 0;"                          \
    "UPDATE tables SET waits = (since + 65535) / 65536 WHERE phase = 1;"                       \
    "CREATE INDEX tables_waits ON tables (waits, id) WHERE phase = 1 AND waits > 0;"

/* Private tables are also counted by where their hosts came from. */
#define FROM                                                                                   \
    "DROP INDEX tables_origin;"                                                                \
    "CREATE INDEX tables_origin ON tables (origin) WHERE phase < 2 AND origin <> '';"

/* Indexes to find old changes and closed reports by their age. */
#define PAST                                                                                   \
    "CREATE INDEX reports_closed ON reports (closed) WHERE closed > 0;"                        \
    "CREATE INDEX changes_done ON changes (time) WHERE who <> '';"

/* Results of a daily deal, by its date. */
#define DAYS(TEXT)                                                                             \
    "ALTER TABLE results ADD COLUMN day " TEXT " NOT NULL DEFAULT '';"                         \
    "CREATE INDEX results_day ON results (day, game, score) WHERE day <> '';"

static const char *const sqlite_steps[] = {
    TABLES("integer", "text", "blob", " STRICT, WITHOUT ROWID"),
    APPENDS("integer", "text", "blob", "x''", " STRICT, WITHOUT ROWID"),
    HELD("integer", "text", " STRICT, WITHOUT ROWID"),
    NEXT("text"),
    SHARED("integer", "text", "blob", " STRICT, WITHOUT ROWID"),
    DEVICES("integer", "text"),
    ORIGINS("text"),
    CHAT_OF,
    LISTED("text"),
    OFFICE("integer", "text", " STRICT, WITHOUT ROWID"),
    WAITING("integer"),
    FROM,
    PAST,
    DAYS("text"),
};

static const char *const pg_steps[] = {
    TABLES("bigint", "text COLLATE \"C\"", "bytea", "") ROOM TELL,
    TELL_NO_MORE APPENDS("bigint", "text COLLATE \"C\"", "bytea", "''", ""),
    HELD("bigint", "text COLLATE \"C\"", ""),
    NEXT("text COLLATE \"C\""),
    SHARED("bigint", "text COLLATE \"C\"", "bytea", ""),
    DEVICES("bigint", "text COLLATE \"C\""),
    ORIGINS("text COLLATE \"C\""),
    CHAT_OF,
    LISTED("text COLLATE \"C\""),
    OFFICE("bigint", "text COLLATE \"C\"", ""),
    WAITING("bigint"),
    FROM,
    PAST,
    DAYS("text COLLATE \"C\""),
};

_Static_assert(sizeof sqlite_steps == sizeof pg_steps, "both have the same versions");

const struct store_schema store_schema = {
    .version = sizeof sqlite_steps / sizeof *sqlite_steps,
    .folds = FOLDS,
    .sqlite = sqlite_steps,
    .pg = pg_steps,
};
