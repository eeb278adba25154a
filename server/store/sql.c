/*
 * Every statement of the store, once, for SQLite and PostgreSQL alike, and the schema. What is
 * written here must mean the same to both.
 *
 * OURS says that table $1 has mark $2: that it was this request that brought the table where it
 * stands. All that goes with an append asks for it, so an append that comes too late changes
 * nothing, without an error that would undo its neighbours in the transaction.
 *
 * A move writes two rows: one more in `appends`, and the table's own, in which it changes only what
 * no index has (PostgreSQL then leaves the indexes alone, and SQLite touches one tree).
 */
#include "private.h"

#define OURS "EXISTS (SELECT 1 FROM tables t WHERE t.id = $1 AND t.mark = $2)"

/* Is it the turn of seat s of table t? */
#define ACTS "(t.acts >> CAST(s.seat AS int)) & 1 = 1"

/* Nobody but person $1 has given up the name with key $3 a short time before. */
#define NOT_HELD(now)                                                                          \
    "NOT EXISTS (SELECT 1 FROM held WHERE name_key = $3 AND person <> $1 AND until > " now ")"

/* Does person p have anything to do with a game? */
#define PLAYS                                                                                  \
    "EXISTS (SELECT 1 FROM seats s WHERE s.person = p.id AND s.person <> '') OR EXISTS "       \
    "(SELECT 1 FROM results r WHERE r.person = p.id AND r.person <> '') OR EXISTS (SELECT 1 "  \
    "FROM tables t WHERE t.host = p.id AND t.host <> '' AND t.phase < 2)"

/* Is table $1 being removed? */
#define GOES "EXISTS (SELECT 1 FROM tables t WHERE t.id = $1 AND t.phase = 3)"

#define PERSON "p.id, p.name, p.passphrase, p.recovery, p.created, p.seen"
#define PERSON_OUT "ttttii"
#define TABLE                                                                                  \
    "t.id, t.game, t.is_public, t.phase, t.last, t.chat, t.created, t.changed, t.acts, "       \
    "t.since, t.due, h.info"
#define TABLE_OUT "ttiiiiiiiiib"
#define TABLE_FROM " FROM tables t JOIN headers h ON h.table_id = t.id "
#define MINE ", s.seat, s.person, CASE WHEN " ACTS " THEN t.since ELSE 0 END"
#define MINE_FROM TABLE_FROM "JOIN seats s ON s.table_id = t.id "
#define RESULT                                                                                 \
    "r.table_id, r.seat, r.person, r.name, r.rank, r.score, r.rated, r.rating_before, "        \
    "r.rating_after, r.game, r.time, h.info FROM results r JOIN headers h ON h.table_id = "    \
    "r.table_id "
#define RESULT_OUT "tittiiiiitib"
#define RATING                                                                                 \
    "g.person, COALESCE(p.name, ''), g.game, g.rating, g.games FROM ratings g LEFT JOIN "      \
    "people p ON p.id = g.person "
#define RATING_OUT "tttii"

const struct store_statement store_statements[STORE_STATEMENTS] = {
    /* People. */
    [SQL_PERSON_ADD] = {"INSERT INTO people (id, name, name_key, passphrase, created, seen) "
                        "SELECT $1, $2, $3, $4, $5, $6 WHERE " NOT_HELD(
                            "$5") " ON CONFLICT DO NOTHING",
                        "ttttii", "", NULL, NULL},
    [SQL_PERSON_IS] = {"SELECT id FROM people WHERE id = $1 AND ($2 = '' OR name_key = $2)",
                       "tt", "t", store_row_found, NULL},
    [SQL_PERSON_NAME] = {"UPDATE people SET left_key = CASE WHEN name_key <> $3 THEN name_key "
                         "ELSE '' END, name = $2, name_key = $3 WHERE id = $1 AND NOT EXISTS "
                         "(SELECT 1 FROM people WHERE name_key = $3 AND id <> $1) "
                         "AND " NOT_HELD("$4"),
                         "ttti", "", NULL, NULL},
    /* What follows the new name: the old one is kept from others until $3; of those that the
     * person holds back the newest $4 stay. */
    [SQL_NAME_HOLD] =
        {"INSERT INTO held (name_key, person, until) SELECT left_key, id, $3 FROM people WHERE "
         "id = $1 AND name_key = $2 AND left_key <> '' ON CONFLICT (name_key) DO UPDATE SET "
         "person = excluded.person, until = excluded.until",
         "tti", "", NULL, NULL},
    [SQL_NAME_LEFT] = {"UPDATE people SET left_key = '' WHERE id = $1 AND left_key <> ''", "t",
                       "", NULL, NULL},
    [SQL_NAME_FREE] =
        {"DELETE FROM held WHERE until <= $3 OR (person = $1 AND (name_key = $2 OR name_key "
         "NOT IN (SELECT name_key FROM held WHERE person = $1 ORDER BY until DESC, name_key "
         "LIMIT $4)))",
         "ttii", "", NULL, NULL},
    [SQL_PERSON_PASSPHRASE] = {"UPDATE people SET passphrase = $2, recovery = $3 WHERE id = $1 "
                               "AND ($4 = '' OR recovery = $4)",
                               "tttt", "", NULL, NULL},
    [SQL_PERSON_SEEN] = {"UPDATE people SET seen = $2 WHERE id = $1 AND seen < $2", "ti", "",
                         NULL, NULL},
    [SQL_PERSON_BY_ID] = {"SELECT " PERSON " FROM people p WHERE p.id = $1", "t", PERSON_OUT,
                          store_row_person, NULL},
    [SQL_PERSON_BY_KEY] = {"SELECT " PERSON " FROM people p WHERE p.name_key = $1", "t",
                           PERSON_OUT, store_row_person, NULL},
    [SQL_PERSON_BY_TOKEN] = {"SELECT " PERSON " FROM tokens k JOIN people p ON p.id = k.person "
                             "WHERE k.hash = $1 AND k.signed_out = 0",
                             "b", PERSON_OUT, store_row_person, NULL},
    [SQL_TOKEN_ADD] = {"INSERT INTO tokens (hash, person, created) SELECT $1, p.id, $3 FROM "
                       "people p WHERE p.id = $2 AND ($4 = '' OR p.name_key = $4) "
                       "ON CONFLICT DO NOTHING",
                       "btit", "", NULL, NULL},
    [SQL_TOKEN_DROP] = {"DELETE FROM tokens WHERE person = $1 AND hash = $2", "tb", "", NULL,
                        NULL},
    [SQL_TOKEN_DROP_ALL] = {"DELETE FROM tokens WHERE person = $1", "t", "", NULL, NULL},
    /* ... if the passphrase has become $3. */
    [SQL_TOKEN_DROP_OTHERS] =
        {"DELETE FROM tokens WHERE person = $1 AND hash <> $2 AND ($3 = '' OR EXISTS (SELECT 1 "
         "FROM people p WHERE p.id = $1 AND p.passphrase = $3))",
         "tbt", "", NULL, NULL},
    [SQL_TOKEN_FEW] =
        {"DELETE FROM tokens WHERE person = $1 AND hash NOT IN (SELECT hash FROM tokens WHERE "
         "person = $1 ORDER BY CASE WHEN seen > created THEN seen ELSE created END DESC, hash "
         "LIMIT $2)",
         "ti", "", NULL, NULL},
    [SQL_TOKEN_LEAVE] = {"UPDATE tokens SET signed_out = 1 WHERE person = $1 AND hash = $2",
                         "tb", "", NULL, NULL},
    [SQL_TOKEN_SEEN] =
        {"UPDATE tokens SET seen = $3, client = $4, place = $5 WHERE person = $1 "
         "AND hash = $2 AND seen < $3",
         "tbitt", "", NULL, NULL},
    [SQL_TOKEN_KNOWN] = {"SELECT 1 FROM tokens k JOIN people p ON p.id = k.person WHERE k.hash "
                         "= $1 AND p.name_key = $2",
                         "bt", "i", store_row_known, NULL},
    [SQL_DEVICES] = {"SELECT hash, client, place, created, seen FROM tokens WHERE person = $1 "
                     "AND signed_out = 0 ORDER BY seen DESC, created DESC LIMIT $2",
                     "ti", "bttii", store_row_device, NULL},

    /* Nobody any more. */
    [SQL_ERASE_NAME] =
        {"INSERT INTO held (name_key, person, until) SELECT name_key, id, $2 FROM "
         "people WHERE id = $1 ON CONFLICT (name_key) DO UPDATE SET person = "
         "excluded.person, until = excluded.until",
         "ti", "", NULL, NULL},
    [SQL_ERASE_RATINGS] = {"DELETE FROM ratings WHERE person = $1", "t", "", NULL, NULL},
    [SQL_ERASE_RESULTS] =
        {"UPDATE results SET person = '', origin = '', name = $2 WHERE person = $1 AND "
         "person <> ''",
         "tt", "", NULL, NULL},
    [SQL_ERASE_CHAT] =
        {"UPDATE chat SET person = '', name = $2 WHERE person = $1 AND person <> "
         "''",
         "tt", "", NULL, NULL},
    [SQL_ERASE_SEATS] =
        {"UPDATE seats SET person = '', origin = '' WHERE person = $1 AND person <> ''", "t",
         "", NULL, NULL},
    [SQL_ERASE_PERSON] = {"DELETE FROM people WHERE id = $1", "t", "", NULL, NULL},
    [SQL_RELABEL] =
        {"UPDATE headers SET info = $2 WHERE table_id = $1 AND EXISTS (SELECT 1 FROM "
         "tables t WHERE t.id = $1 AND t.phase = 2)",
         "tb", "", NULL, NULL},

    /* A new table. What follows the row of the table asks whether it is ours. */
    [SQL_TABLE_ADD] = {"INSERT INTO tables (id, game, is_public, phase, last, chat, created, "
                       "changed, mark, host, origin) VALUES ($1, $2, $3, $4, 0, 0, $5, $5, $6, "
                       "$7, $8) ON CONFLICT DO NOTHING",
                       "ttiiiitt", "", NULL, NULL},
    [SQL_BOARD_ADD] = {"INSERT INTO boards (name, used, bytes) VALUES ($1, $2, $3) ON CONFLICT "
                       "(name) DO UPDATE SET used = excluded.used WHERE boards.used < "
                       "excluded.used - 3600000",
                       "tib", "", NULL, NULL},
    [SQL_TABLE_HEADER] =
        {"INSERT INTO headers (table_id, header, seed, info, board) SELECT id, "
         "$3, $4, $5, $6 FROM tables WHERE id = $1 AND mark = $2 "
         "ON CONFLICT DO NOTHING",
         "tibbbt", "", NULL, NULL},
    [SQL_TABLE_SEAT] = {"INSERT INTO seats (table_id, seat, person, told, claim, origin) "
                        "SELECT id, $3, $4, 0, 0, $5 FROM tables WHERE id = $1 AND mark = $2 "
                        "AND last = 0 ON CONFLICT DO NOTHING",
                        "tiitt", "", NULL, NULL},
    [SQL_TABLE_MARK] = {"SELECT mark FROM tables WHERE id = $1", "t", "i", store_row_mark,
                        NULL},

    /* The table of the next game. */
    [SQL_FOLLOW] = {"UPDATE headers SET next = $2 WHERE table_id = $1 AND next = ''", "tt", "",
                    NULL, NULL},
    [SQL_NEXT] = {"SELECT next FROM headers WHERE table_id = $1", "t", "t", store_row_value,
                  NULL},

    /* An append. */
    /* $9 and $10 are for doing it at once. */
    [SQL_TABLE_MOVE] =
        {"UPDATE tables SET mark = $2, last = $4, changed = $5, acts = $6, since = $7, due = "
         "$8 "
         "WHERE id = $1 AND last = $3 - 1",
         "tiiiiiiibt", "", NULL,
         "WITH moved AS (UPDATE tables t SET mark = a.mark, last = a.last, changed = "
         "a.changed, "
         "acts = a.acts, since = a.since, due = a.due FROM unnest($1, $2, $3, $4, $5, $6, $7, "
         "$8, $9, $10) WITH ORDINALITY AS a (id, mark, first, last, changed, acts, since, due, "
         "bytes, turns, n) WHERE t.id = a.id AND t.last = a.first - 1 RETURNING t.id, t.game, "
         "t.last, t.chat, t.changed, t.mark, a.first, a.bytes, a.turns, a.n), "
         "added AS (INSERT INTO appends (table_id, mark, first, count, time, bytes) SELECT id, "
         "mark, first, last - first + 1, changed, bytes FROM moved) "
         "SELECT n FROM moved UNION ALL " STORE_TELL("$11", "moved")},
    [SQL_APPEND_ADD] =
        {"INSERT INTO appends (table_id, mark, first, count, time, bytes) SELECT id, $2, $3, "
         "$4, $5, $6 FROM tables WHERE id = $1 AND mark = $2 ON CONFLICT DO NOTHING",
         "tiiiib", "", NULL, NULL},
    [SQL_TABLE_PHASE] = {"UPDATE tables SET phase = $3 WHERE id = $1 AND mark = $2", "tii", "",
                         NULL, NULL},
    [SQL_TABLE_INFO] = {"UPDATE headers SET info = $3 WHERE table_id = $1 AND " OURS, "tib", "",
                        NULL, NULL},
    [SQL_SEAT_MOVE] = {"INSERT INTO seats (table_id, seat, person, told, claim, origin) "
                       "SELECT id, $3, $4, 0, 0, $5 FROM tables WHERE id = $1 AND mark = $2 "
                       "ON CONFLICT (table_id, seat) DO UPDATE SET person = excluded.person, "
                       "told = 0, claim = 0, origin = excluded.origin",
                       "tiitt", "", NULL, NULL},
    [SQL_RATING_NEW] =
        {"INSERT INTO ratings (person, game, rating, games) SELECT $3, game, $4, "
         "0 FROM tables WHERE id = $1 AND " OURS " ON CONFLICT DO NOTHING",
         "titi", "", NULL, NULL},
    [SQL_RATING_MOVE] = {"UPDATE ratings SET rating = rating + $5, games = games + 1 WHERE "
                         "person = $4 AND game = (SELECT game FROM tables WHERE id = $1) AND "
                         "NOT EXISTS (SELECT 1 FROM results WHERE table_id = $1 AND "
                         "seat = $3) AND " OURS,
                         "tiiti", "", NULL, NULL},
    [SQL_RESULT_RATED] =
        {"INSERT INTO results (table_id, seat, person, name, rank, score, rated, "
         "rating_before, rating_after, game, time, origin) SELECT b.id, $3, $4, $5, $6, "
         "$7, 1, g.rating - $9, g.rating, b.game, $8, COALESCE((SELECT s.origin FROM seats s "
         "WHERE s.table_id = $1 AND s.seat = $3), '') FROM tables b JOIN ratings "
         "g ON g.person = $4 AND g.game = b.game WHERE b.id = $1 AND " OURS
         " ON CONFLICT DO NOTHING",
         "tiittiiii", "", NULL, NULL},
    [SQL_RESULT_PLAIN] =
        {"INSERT INTO results (table_id, seat, person, name, rank, score, rated, "
         "rating_before, rating_after, game, time) SELECT b.id, $3, $4, $5, $6, "
         "$7, 0, 0, 0, b.game, $8 FROM tables b WHERE b.id = $1 AND " OURS
         " ON CONFLICT DO NOTHING",
         "tiittiii", "", NULL, NULL},
    [SQL_TABLE_LAST] = {"SELECT last FROM tables WHERE id = $1", "t", "i", store_row_last,
                        NULL},
    [SQL_APPEND_MARK] = {"SELECT mark FROM appends WHERE table_id = $1 AND first = $2", "ti",
                         "i", store_row_mark, NULL},

    /* Reading tables. */
    [SQL_LOAD_TABLE] = {"SELECT " TABLE ", h.header, h.seed, b.bytes" TABLE_FROM
                        "LEFT JOIN boards b ON b.name = h.board AND $2 = 0 WHERE t.id = $1",
                        "ti", TABLE_OUT "bbb", store_row_table_whole, NULL},
    /* From the append on that has the entry after $2. */
    [SQL_LOAD_APPENDS] = {"SELECT first, count, time, bytes FROM appends WHERE table_id = $1 "
                          "AND first >= (SELECT max(first) FROM appends WHERE table_id = $1 "
                          "AND first <= $2 + 1) ORDER BY first",
                          "ti", "iiib", store_row_append, NULL},
    [SQL_HEAD] = {"SELECT id, last, chat, due FROM tables WHERE id = $1", "t", "tiii",
                  store_row_head, NULL},
    [SQL_LOBBY] = {"SELECT " TABLE TABLE_FROM "WHERE t.is_public = 1 AND t.phase < 2 AND "
                   "(t.created < $1 OR (t.created = $1 AND t.id < $2)) "
                   "ORDER BY t.created DESC, t.id DESC LIMIT $3",
                   "iti", TABLE_OUT, store_row_table, NULL},
    [SQL_TABLES_OF] = {"SELECT " TABLE MINE MINE_FROM
                       "WHERE s.person = $1 AND s.person <> '' AND t.phase <= $2 AND "
                       "t.changed < $3 ORDER BY t.changed DESC, t.id DESC, s.seat LIMIT $4",
                       "tiii", TABLE_OUT "iti", store_row_table_mine, NULL},
    [SQL_DUE] =
        {"SELECT id, last, chat, due FROM tables WHERE phase = 1 AND due > 0 AND due <= $1 AND "
         "due >= $2 AND (due > $2 OR id > $3) ORDER BY due, id LIMIT $4",
         "iiti", "tiii", store_row_head, NULL},
    [SQL_TABLES_COUNT] =
        {"SELECT (SELECT count(*) FROM (SELECT t.id FROM tables t WHERE t.host = $1 AND t.host "
         "<> '' AND t.phase < 2 UNION SELECT t.id FROM seats s JOIN tables t ON t.id = "
         "s.table_id WHERE s.person = $1 AND s.person <> '' AND t.phase < 2) u), (SELECT "
         "count(*) FROM tables WHERE host = $1 AND host <> '' AND phase < 2 AND is_public = "
         "1), "
         "(SELECT count(*) FROM tables WHERE origin = $2 AND origin <> '' AND phase < 2 AND "
         "is_public = 1)",
         "tt", "iii", store_row_counts, NULL},
    [SQL_REST] = {"UPDATE tables SET due = 0 WHERE id = $1 AND last = $2", "ti", "", NULL,
                  NULL},

    /* What nobody has used for long. A table that goes has phase 3 meanwhile: whoever is about to
     * append to it waits for its row, and then finds none. */
    [SQL_TABLES_STALE] =
        {"SELECT id, CAST(0 AS bigint), CAST(0 AS bigint), created FROM tables WHERE phase = 0 "
         "AND created < $1 AND created >= $2 AND (created > $2 OR id > $3) ORDER BY created, "
         "id LIMIT $4",
         "iiti", "tiii", store_row_head, NULL},
    [SQL_GUESTS_STALE] =
        {"SELECT p.id, CAST(CASE WHEN " PLAYS
         " THEN 1 ELSE 0 END AS bigint), CAST(0 AS bigint), "
         "p.seen FROM people p WHERE p.passphrase = '' AND p.seen < $1 AND p.seen >= $2 AND "
         "(p.seen > $2 OR p.id > $3) ORDER BY p.seen, p.id LIMIT $4",
         "iiti", "tiii", store_row_head, NULL},
    [SQL_DROP_TABLE] = {"UPDATE tables SET phase = 3 WHERE id = $1 AND phase = 0", "t", "",
                        NULL, NULL},
    [SQL_DROP_APPENDS] = {"DELETE FROM appends WHERE table_id = $1 AND " GOES, "t", "", NULL,
                          NULL},
    [SQL_DROP_CHAT] = {"DELETE FROM chat WHERE table_id = $1 AND " GOES, "t", "", NULL, NULL},
    [SQL_DROP_SEATS] = {"DELETE FROM seats WHERE table_id = $1 AND " GOES, "t", "", NULL, NULL},
    [SQL_DROP_NEXT] = {"UPDATE headers SET next = '' WHERE next = $1 AND next <> '' AND " GOES,
                       "t", "", NULL, NULL},
    [SQL_DROP_HEADER] = {"DELETE FROM headers WHERE table_id = $1 AND " GOES, "t", "", NULL,
                         NULL},
    [SQL_DROP_ROW] = {"DELETE FROM tables WHERE id = $1 AND phase = 3", "t", "", NULL, NULL},
    [SQL_DROP_GUEST] =
        {"DELETE FROM people WHERE id = $1 AND passphrase = '' AND seen < $2 AND "
         "NOT EXISTS (SELECT 1 FROM people p WHERE p.id = $1 AND (" PLAYS "))",
         "ti", "", NULL, NULL},
    [SQL_DROP_TOKENS] = {"DELETE FROM tokens WHERE person = $1 AND NOT EXISTS (SELECT 1 FROM "
                         "people WHERE id = $1)",
                         "t", "", NULL, NULL},
    [SQL_BOARDS_TIDY] = {"DELETE FROM boards WHERE used < $1 AND NOT EXISTS (SELECT 1 FROM "
                         "headers h WHERE h.board = name AND h.board <> '')",
                         "i", "", NULL, NULL},

    [SQL_RESULTS_OF] = {"SELECT " RESULT
                        "WHERE r.person = $1 AND r.person <> '' AND r.time < $2 AND ("
                        "EXISTS (SELECT 1 FROM tables t WHERE t.id = r.table_id AND "
                        "t.is_public = 1) OR EXISTS (SELECT 1 FROM results v WHERE "
                        "v.table_id = r.table_id AND v.person = $4 AND v.person <> '')) "
                        "ORDER BY r.time DESC, r.table_id DESC LIMIT $3",
                        "tiit", RESULT_OUT, store_row_result, NULL},
    [SQL_RESULTS_AT] = {"SELECT " RESULT "WHERE r.table_id = $1 ORDER BY r.seat", "t",
                        RESULT_OUT, store_row_result, NULL},
    [SQL_RATINGS_OF] = {"SELECT " RATING "WHERE g.person = $1 ORDER BY g.game", "t", RATING_OUT,
                        store_row_rating, NULL},
    [SQL_RATINGS_IN] = {"SELECT " RATING
                        "WHERE g.game = $1 ORDER BY g.rating DESC, g.person LIMIT $2",
                        "ti", RATING_OUT, store_row_rating, NULL},
    [SQL_MET] =
        {"SELECT count(DISTINCT r.table_id) FROM results r JOIN results o ON o.table_id = "
         "r.table_id AND o.seat <> r.seat WHERE r.person = $1 AND r.person <> '' AND r.game = "
         "$2 AND r.time >= $3 AND r.rated = 1 AND o.rated = 1 AND (o.person = $4 OR "
         "(o.origin <> '' AND o.origin IN (SELECT s.origin FROM seats s WHERE s.table_id = $5 "
         "AND s.person = $4)))",
         "ttitt", "i", store_row_last, NULL},

    /* Chat. The counter in the table's row gives the numbers, and its lock makes nodes wait. */
    [SQL_CHAT_COUNT] =
        {"UPDATE tables SET chat = chat + 1 WHERE id = $1 AND NOT EXISTS (SELECT "
         "1 FROM chat WHERE table_id = $1 AND mark = $2)",
         "ti", "", NULL, NULL},
    [SQL_CHAT_ADD] =
        {"INSERT INTO chat (table_id, mark, number, time, person, name, text) SELECT "
         "id, $2, chat, $3, $4, $5, $6 FROM tables WHERE id = $1 "
         "ON CONFLICT DO NOTHING",
         "tiittt", "", NULL, NULL},
    [SQL_CHAT_MARK] = {"SELECT number FROM chat WHERE table_id = $1 AND mark = $2", "ti", "i",
                       store_row_line_mark, NULL},
    [SQL_CHAT_AFTER] = {"SELECT number, time, person, name, text FROM chat WHERE table_id = $1 "
                        "AND number > $2 ORDER BY number LIMIT $3",
                        "tii", "iittt", store_row_line, NULL},

    [SQL_CHAT_OF] =
        {"SELECT table_id, number, time, text FROM chat WHERE person = $1 AND person "
         "<> '' AND (table_id > $2 OR (table_id = $2 AND number > $3)) ORDER BY "
         "table_id, number LIMIT $4",
         "ttii", "tiit", store_row_line_of, NULL},

    /* Notices. */
    [SQL_TURNS_DUE] = {"SELECT " TABLE MINE MINE_FROM
                       "WHERE t.phase = 1 AND t.since > 0 AND t.since <= $1 AND " ACTS
                       " AND s.told < t.since AND s.claim < $2 AND s.person <> '' "
                       "ORDER BY t.since, t.id, s.seat LIMIT $3",
                       "iii", TABLE_OUT "iti", store_row_table_mine, NULL},
    [SQL_NOTICE_CLAIM] = {"UPDATE seats SET claim = $5 WHERE table_id = $1 AND seat = $2 AND "
                          "told < $3 AND claim < $4 AND EXISTS (SELECT 1 FROM tables t JOIN "
                          "seats s ON s.table_id = t.id WHERE t.id = $1 AND s.seat = $2 AND "
                          "t.since = $3 AND " ACTS ")",
                          "tiiii", "", NULL, NULL},
    [SQL_NOTICE_SENT] = {"UPDATE seats SET told = $3, claim = 0 WHERE table_id = $1 AND "
                         "seat = $2 AND told < $3",
                         "tii", "", NULL, NULL},

    /* Settings. */
    [SQL_KEEP] = {"INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                  "tb", "", NULL, NULL},
    [SQL_REPLACE] = {"INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO "
                     "UPDATE SET value = excluded.value",
                     "tb", "", NULL, NULL},
    [SQL_SETTING] = {"SELECT value FROM settings WHERE name = $1", "t", "b", store_row_value,
                     NULL},
};

/*
 * The tables, as they were at first and with what was changed since. What is large and changes
 * rarely (headers) is apart from rows that change with each move. There are no foreign keys: an
 * append, a seat, a line of chat is only ever inserted from a SELECT on the row it belongs to, and
 * nothing is deleted but tokens, names that are free again, and what nobody has used for long.
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

/* PostgreSQL tells every node by itself when a table has got entries or chat. */
#define TELL                                                                                   \
    "CREATE FUNCTION anden_tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "               \
    "PERFORM pg_notify('anden', NEW.id || ' ' || NEW.last || ' ' || NEW.chat); "               \
    "RETURN NULL; END $$;"                                                                     \
    "CREATE TRIGGER anden_tell AFTER UPDATE OF last, chat ON tables FOR EACH ROW "             \
    "EXECUTE FUNCTION anden_tell();"

/*
 * All entries of an append go into one row. The table's row gets whose turn it is, since when,
 * and when the server has to act by itself; its line for lists moves out. For a table that was
 * being played it is not known when the server has to act, so it acts at once.
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
 * Whoever made a table. When the server has to act by itself is found by an index; a move changes
 * it only at tables with bots or clocks, so that others stay as cheap as they were. Boards that are
 * not the program's are kept once. What nobody needs any more is found by its age.
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

/* Where whoever made a table came from, for the lobby; and what a table follows. */
#define LISTED(TEXT)                                                                           \
    "ALTER TABLE tables ADD COLUMN origin " TEXT " NOT NULL DEFAULT '';"                       \
    "CREATE INDEX tables_origin ON tables (origin) WHERE phase < 2 AND is_public = 1 AND "     \
    "origin <> '';"                                                                            \
    "CREATE INDEX headers_next ON headers (next) WHERE next <> '';"

/* Nodes say by themselves what they have written, once for a commit. */
#define TELL_NO_MORE "DROP TRIGGER anden_tell ON tables; DROP FUNCTION anden_tell();"

/* Names that were given up are kept from others for a time. People's names are folded anew. */
#define HELD(INT, TEXT, END)                                                                   \
    "CREATE TABLE held (name_key " TEXT " PRIMARY KEY, person " TEXT " NOT NULL, until " INT   \
    " NOT NULL)" END ";"                                                                       \
    "CREATE INDEX held_of ON held (person);"                                                   \
    "CREATE INDEX held_until ON held (until);"                                                 \
    "ALTER TABLE people ADD COLUMN left_key " TEXT " NOT NULL DEFAULT '';"

/* What people are told about their devices; a device that signed itself out is still known. The
 * code that replaces a lost passphrase. */
#define DEVICES(INT, TEXT)                                                                     \
    "ALTER TABLE tokens ADD COLUMN seen " INT " NOT NULL DEFAULT 0;"                           \
    "ALTER TABLE tokens ADD COLUMN client " TEXT " NOT NULL DEFAULT '';"                       \
    "ALTER TABLE tokens ADD COLUMN place " TEXT " NOT NULL DEFAULT '';"                        \
    "ALTER TABLE tokens ADD COLUMN signed_out " INT " NOT NULL DEFAULT 0;"                     \
    "ALTER TABLE people ADD COLUMN recovery " TEXT " NOT NULL DEFAULT '';"

/* What somebody has said is found by person: for their file, and to take the name out of it. */
#define CHAT_OF "CREATE INDEX chat_of ON chat (person, table_id, number) WHERE person <> '';"

enum { FOLDS = 3 }; /* the step that HELD is */

/* The table of the next game is noted with the one that it follows. */
#define NEXT(TEXT) "ALTER TABLE headers ADD COLUMN next " TEXT " NOT NULL DEFAULT '';"

/* Where the people of rated games came from. */
#define ORIGINS(TEXT)                                                                          \
    "ALTER TABLE seats ADD COLUMN origin " TEXT " NOT NULL DEFAULT '';"                        \
    "ALTER TABLE results ADD COLUMN origin " TEXT " NOT NULL DEFAULT '';"

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
};

_Static_assert(sizeof sqlite_steps == sizeof pg_steps, "both have the same versions");

const struct store_schema store_schema = {
    .version = sizeof sqlite_steps / sizeof *sqlite_steps,
    .folds = FOLDS,
    .sqlite = sqlite_steps,
    .pg = pg_steps,
};
