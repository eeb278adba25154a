/*
 * Every statement of the store, once, for SQLite and PostgreSQL alike. Each must mean the same
 * to both. The schema is in schema.c.
 *
 * OURS says that table $1 has mark $2: this request has stored the table's last entry. All
 * statements of an append ask for it, so an append that comes too late changes nothing, without
 * an error that would undo its neighbours in the transaction.
 *
 * A move writes two rows: one more in `appends`, and the table's own, where it usually changes
 * only columns without an index (PostgreSQL then leaves the indexes alone).
 */
#include "private.h"

#define OURS "EXISTS (SELECT 1 FROM tables t WHERE t.id = $1 AND t.mark = $2)"

/* Is it the turn of seat s of table t? */
#define ACTS "(t.acts >> CAST(s.seat AS int)) & 1 = 1"

/* Nobody except person $1 has recently given up the name with key $3. */
#define NOT_HELD(now)                                                                          \
    "NOT EXISTS (SELECT 1 FROM held WHERE name_key = $3 AND person <> $1 AND until > " now ")"

/* Does person p have a seat, a result or a table? */
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
#define RESULT_AS(name)                                                                        \
    "r.table_id, r.seat, r.person, " name ", r.rank, r.score, r.rated, r.rating_before, "      \
    "r.rating_after, r.game, r.time, h.info FROM results r JOIN headers h ON h.table_id = "    \
    "r.table_id "
#define RESULT RESULT_AS("r.name")
#define RESULT_OUT "tittiiiiitib"
#define RATING                                                                                 \
    "g.person, COALESCE(p.name, ''), g.game, g.rating, g.games FROM ratings g LEFT JOIN "      \
    "people p ON p.id = g.person "
#define RATING_OUT "tttii"
#define CHANGE "number, time, who, what, subject, name, detail, why "
#define CHANGE_OUT "iitttttt"
#define REPORT                                                                                 \
    "r.number, r.time, r.reporter, COALESCE(p.name, ''), r.person, r.name, r.table_id, "       \
    "r.entry, r.line, r.reason, r.text, r.lines, r.closed, r.closed_by, r.note FROM reports "  \
    "r LEFT JOIN people p ON p.id = r.reporter AND r.reporter <> '' "
#define REPORT_OUT "iitttttiitttitt"

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
    /* After a new name: the old one is held back from others until $3; a person holds back at
     * most the newest $4. */
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
    /* The same, if the passphrase is now $3. */
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
        {"UPDATE tokens SET seen = $3, client = $4, place = $5, origin = $6 WHERE person = $1 "
         "AND hash = $2 AND seen < $3",
         "tbittt", "", NULL, NULL},
    [SQL_TOKEN_KNOWN] = {"SELECT 1 FROM tokens k JOIN people p ON p.id = k.person WHERE k.hash "
                         "= $1 AND p.name_key = $2",
                         "bt", "i", store_row_known, NULL},
    [SQL_DEVICES] = {"SELECT hash, client, place, created, seen FROM tokens WHERE person = $1 "
                     "AND signed_out = 0 ORDER BY seen DESC, created DESC LIMIT $2",
                     "ti", "bttii", store_row_device, NULL},

    /* Deleting a person. */
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

    /* A new table. The statements after the first ask whether the table's row is ours. */
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
    /* $9 and $10 are for doing many at once. */
    [SQL_TABLE_MOVE] =
        {"UPDATE tables SET mark = $2, last = $4, changed = $5, acts = $6, since = $7, waits = "
         "($7 + 65535) / 65536, due = $8 WHERE id = $1 AND last = $3 - 1",
         "tiiiiiiibt", "", NULL,
         "WITH moved AS (UPDATE tables t SET mark = a.mark, last = a.last, changed = "
         "a.changed, acts = a.acts, since = a.since, waits = (a.since + 65535) / 65536, due = "
         "a.due FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) WITH ORDINALITY AS a (id, "
         "mark, first, last, changed, acts, since, due, bytes, turns, n) WHERE t.id = a.id AND "
         "t.last = a.first - 1 RETURNING t.id, t.game, t.last, t.chat, t.changed, t.mark, "
         "a.first, a.bytes, a.turns, a.n), "
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
         "rating_before, rating_after, game, time, day) SELECT b.id, $3, $4, $5, $6, "
         "$7, 0, 0, 0, b.game, $8, $9 FROM tables b WHERE b.id = $1 AND " OURS
         " ON CONFLICT DO NOTHING",
         "tiittiiit", "", NULL, NULL},
    [SQL_TABLE_LAST] = {"SELECT last FROM tables WHERE id = $1", "t", "i", store_row_last,
                        NULL},
    [SQL_APPEND_MARK] = {"SELECT mark FROM appends WHERE table_id = $1 AND first = $2", "ti",
                         "i", store_row_mark, NULL},

    /* Reading tables. */
    [SQL_LOAD_TABLE] = {"SELECT " TABLE ", h.header, h.seed, b.bytes" TABLE_FROM
                        "LEFT JOIN boards b ON b.name = h.board AND $2 = 0 WHERE t.id = $1",
                        "ti", TABLE_OUT "bbb", store_row_table_whole, NULL},
    /* Beginning with the append that has the entry after $2. */
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
         "1), (SELECT count(*) FROM tables WHERE origin = $2 AND origin <> '' AND phase < 2 "
         "AND "
         "is_public = 1), (SELECT count(*) FROM tables WHERE origin = $2 AND origin <> '' AND "
         "phase < 2)",
         "tt", "iiii", store_row_counts, NULL},
    [SQL_REST] = {"UPDATE tables SET due = 0 WHERE id = $1 AND last = $2", "ti", "", NULL,
                  NULL},

    /* What nobody has used for a long time. A table that is being removed has phase 3: an
     * append waits for its row, and then finds none. */
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
    /* With people's current names. */
    [SQL_RESULTS_ON] =
        {"SELECT " RESULT_AS(
             "p.name") "JOIN people p ON p.id = r.person WHERE "
                       "r.day = $1 AND r.day <> '' AND r.game = $2 AND r.person <> '' ORDER "
                       "BY r.score DESC, r.rank, r.time, r.table_id LIMIT $3",
         "tti", RESULT_OUT, store_row_result, NULL},
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

    /* Chat. The counter in the table's row gives the numbers; the lock on that row makes nodes
     * wait for each other. */
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
    [SQL_TURNS_DUE] =
        {"SELECT " TABLE MINE MINE_FROM
         "WHERE t.phase = 1 AND t.waits > 0 AND t.waits <= ($1 + 65535) / 65536 AND "
         "t.since <= $1 AND " ACTS " AND s.told < t.since AND s.claim < $2 AND s.person <> '' "
         "ORDER BY t.waits, t.id, s.seat LIMIT $3",
         "iii", TABLE_OUT "iti", store_row_table_mine, NULL},
    [SQL_NOTICE_CLAIM] = {"UPDATE seats SET claim = $5 WHERE table_id = $1 AND seat = $2 AND "
                          "told < $3 AND claim < $4 AND EXISTS (SELECT 1 FROM tables t JOIN "
                          "seats s ON s.table_id = t.id WHERE t.id = $1 AND s.seat = $2 AND "
                          "t.since = $3 AND " ACTS ")",
                          "tiiii", "", NULL, NULL},
    [SQL_NOTICE_SENT] = {"UPDATE seats SET told = $3, claim = 0 WHERE table_id = $1 AND "
                         "seat = $2 AND told < $3",
                         "tii", "", NULL, NULL},
    [SQL_NOTICE_ALL] = {"UPDATE tables SET waits = 0 WHERE id = $1 AND since = $2 AND NOT "
                        "EXISTS (SELECT 1 FROM tables t JOIN seats s ON s.table_id = t.id "
                        "WHERE t.id = $1 AND " ACTS " AND s.told < t.since AND s.person <> '')",
                        "ti", "", NULL, NULL},

    /* Settings. */
    [SQL_KEEP] = {"INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                  "tb", "", NULL, NULL},
    [SQL_REPLACE] = {"INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO "
                     "UPDATE SET value = excluded.value",
                     "tb", "", NULL, NULL},
    [SQL_SETTING] = {"SELECT value FROM settings WHERE name = $1", "t", "b", store_row_value,
                     NULL},

    /* Changes that nodes have to know about. The counter is locked until the commit, so numbers
     * become durable in their order. With $2, only if that person's folded name is now $3. */
    [SQL_CHANGE_COUNT] =
        {"UPDATE counts SET last = last + 1, mark = $1 WHERE name = 'changes' AND NOT EXISTS "
         "(SELECT 1 FROM changes WHERE mark = $1) AND ($2 = '' OR EXISTS (SELECT 1 FROM people "
         "p WHERE p.id = $2 AND p.name_key = $3))",
         "itt", "", NULL, NULL},
    [SQL_CHANGE_ADD] =
        {"INSERT INTO changes (number, mark, time, who, what, subject, name, detail, why) "
         "SELECT last, $1, $2, $3, $4, $5, $6, $7, $8 FROM counts WHERE name = 'changes' AND "
         "mark = $1 ON CONFLICT DO NOTHING",
         "iitttttt", "", NULL, NULL},
    [SQL_CHANGES_LAST] = {"SELECT last FROM counts WHERE name = 'changes'", "", "i",
                          store_row_last, NULL},
    [SQL_CHANGES_AFTER] = {"SELECT " CHANGE "FROM changes WHERE number > $1 ORDER BY number "
                           "LIMIT $2",
                           "ii", CHANGE_OUT, store_row_change, NULL},
    [SQL_AUDIT] = {"SELECT " CHANGE "FROM changes WHERE who <> '' AND number < $1 AND ($2 = '' "
                   "OR subject = $2) ORDER BY number DESC LIMIT $3",
                   "iti", CHANGE_OUT, store_row_change, NULL},
    [SQL_CHANGES_TIDY] = {"DELETE FROM changes WHERE who = '' AND time < $1", "i", "", NULL,
                          NULL},
    [SQL_AUDIT_TIDY] = {"DELETE FROM changes WHERE who <> '' AND time < $1", "i", "", NULL,
                        NULL},

    /* Bans, mutes, closed tables. */
    [SQL_SANCTION] =
        {"INSERT INTO sanctions (kind, subject, until, since, who, why) VALUES ($1, $2, $3, "
         "$4, $5, $6) ON CONFLICT (kind, subject) DO UPDATE SET until = excluded.until, since "
         "= excluded.since, who = excluded.who, why = excluded.why",
         "ttiitt", "", NULL, NULL},
    [SQL_SANCTION_LIFT] = {"DELETE FROM sanctions WHERE kind = $1 AND subject = $2", "tt", "",
                           NULL, NULL},
    [SQL_SANCTIONS_OVER] = {"DELETE FROM sanctions WHERE until <= $1", "i", "", NULL, NULL},
    [SQL_SANCTIONS] =
        {"SELECT kind, subject, until, since, who, why FROM sanctions WHERE until > $1 AND "
         "(kind > $2 OR (kind = $2 AND subject > $3)) AND ($4 = '' OR subject = $4) ORDER BY "
         "kind, subject LIMIT $5",
         "ittti", "ttiitt", store_row_sanction, NULL},

    /* Forbidden words. */
    [SQL_WORD_ADD] = {"INSERT INTO words (word, since, who) VALUES ($1, $2, $3) ON CONFLICT DO "
                      "NOTHING",
                      "tit", "", NULL, NULL},
    [SQL_WORD_DROP] = {"DELETE FROM words WHERE word = $1", "t", "", NULL, NULL},
    [SQL_WORDS] = {"SELECT word, since, who FROM words WHERE word > $1 ORDER BY word LIMIT $2",
                   "ti", "tit", store_row_word, NULL},

    /* Reports. The number of open ones is limited for one person $2, for one address $3, and in
     * all. */
    [SQL_REPORT_COUNT] =
        {"UPDATE counts SET last = last + 1, mark = $1 WHERE name = 'reports' AND NOT EXISTS "
         "(SELECT 1 FROM reports WHERE mark = $1) AND (SELECT count(*) FROM reports WHERE "
         "reporter = $2 AND reporter <> '' AND closed = 0) < $4 AND (SELECT count(*) FROM "
         "reports WHERE origin = $3 AND origin <> '' AND closed = 0) < $5 AND (SELECT count(*) "
         "FROM reports WHERE closed = 0) < $6",
         "ittiii", "", NULL, NULL},
    [SQL_REPORT_ADD] =
        {"INSERT INTO reports (number, mark, time, reporter, person, name, table_id, entry, "
         "line, reason, text, lines, origin, closed, closed_by, note) SELECT last, $1, $2, $3, "
         "$4, $5, $6, $7, $8, $9, $10, $11, $12, 0, '', '' FROM counts WHERE name = 'reports' "
         "AND mark = $1 ON CONFLICT DO NOTHING",
         "iittttiitttt", "", NULL, NULL},
    [SQL_REPORT_MARK] = {"SELECT number FROM reports WHERE mark = $1", "i", "i",
                         store_row_line_mark, NULL},
    [SQL_REPORTS] = {"SELECT " REPORT "WHERE r.number < $1 AND ($2 = 1 OR r.closed = 0) AND "
                     "($3 = '' OR r.person = $3) AND ($4 = '' OR r.reporter = $4) ORDER BY "
                     "r.number DESC LIMIT $5",
                     "iitti", REPORT_OUT, store_row_report, NULL},
    [SQL_REPORT] = {"SELECT " REPORT "WHERE r.number = $1", "i", REPORT_OUT, store_row_report,
                    NULL},
    [SQL_REPORT_CLOSE] = {"UPDATE reports SET closed = $2, closed_by = $3, note = $4 WHERE "
                          "number = $1",
                          "iitt", "", NULL, NULL},

    [SQL_REPORTS_TIDY] = {"DELETE FROM reports WHERE closed > 0 AND closed < $1", "i", "", NULL,
                          NULL},

    /* Ignored people. */
    [SQL_IGNORE] =
        {"INSERT INTO ignores (person, other, since) SELECT $1, p.id, $3 FROM people p WHERE "
         "p.id = $2 AND (SELECT count(*) FROM ignores WHERE person = $1) < $4 ON CONFLICT DO "
         "NOTHING",
         "ttii", "", NULL, NULL},
    [SQL_IGNORE_IS] = {"SELECT other FROM ignores WHERE person = $1 AND other = $2", "tt", "t",
                       store_row_found, NULL},
    [SQL_IGNORE_NOT] = {"DELETE FROM ignores WHERE person = $1 AND other = $2", "tt", "", NULL,
                        NULL},
    [SQL_IGNORED] = {"SELECT " PERSON " FROM ignores i JOIN people p ON p.id = i.other WHERE "
                     "i.person = $1 ORDER BY p.name_key LIMIT $2",
                     "ti", PERSON_OUT, store_row_people, NULL},

    /* Looking things up. */
    [SQL_PEOPLE] = {"SELECT " PERSON " FROM people p WHERE p.name_key LIKE $1 ESCAPE '!' ORDER "
                    "BY p.seen DESC, p.id LIMIT $2",
                    "ti", PERSON_OUT, store_row_people, NULL},
    [SQL_PEOPLE_FROM] =
        {"SELECT " PERSON " FROM people p WHERE p.id IN (SELECT person FROM tokens WHERE "
         "origin = $1 AND origin <> '' UNION SELECT person FROM seats WHERE origin = $1 AND "
         "origin <> '') ORDER BY p.seen DESC, p.id LIMIT $2",
         "ti", PERSON_OUT, store_row_people, NULL},
    [SQL_PEOPLE_NEAR] = {"SELECT " PERSON " FROM people p WHERE p.id IN (SELECT person FROM "
                         "tokens WHERE place = $1 AND place <> '') ORDER BY p.seen DESC, p.id "
                         "LIMIT $2",
                         "ti", PERSON_OUT, store_row_people, NULL},
    [SQL_TABLES_ALL] = {"SELECT " TABLE TABLE_FROM "WHERE t.phase <= $1 AND t.created < $2 "
                        "ORDER BY t.created DESC, t.id DESC LIMIT $3",
                        "iii", TABLE_OUT, store_row_table, NULL},
    [SQL_TABLES_FROM] =
        {"SELECT " TABLE TABLE_FROM "WHERE t.id IN (SELECT id FROM tables WHERE origin = $1 "
         "AND origin <> '' UNION SELECT table_id FROM seats WHERE origin = $1 AND origin <> "
         "'') AND t.phase <= 2 ORDER BY t.created DESC, t.id DESC LIMIT $2",
         "ti", TABLE_OUT, store_row_table, NULL},
    [SQL_ORIGINS_OF] = {"SELECT DISTINCT origin FROM tokens WHERE person = $1 AND origin <> '' "
                        "LIMIT $2",
                        "ti", "t", store_row_word_only, NULL},

    /* A name that nobody may take again; results and chat get the new name. */
    [SQL_NAME_BAR] =
        {"INSERT INTO held (name_key, person, until) SELECT left_key, '', $3 FROM people WHERE "
         "id = $1 AND name_key = $2 AND left_key <> '' ON CONFLICT (name_key) DO UPDATE SET "
         "person = excluded.person, until = excluded.until",
         "tti", "", NULL, NULL},
    [SQL_NAME_RESULTS] =
        {"UPDATE results SET name = $3 WHERE person = $1 AND person <> '' AND EXISTS (SELECT 1 "
         "FROM people p WHERE p.id = $1 AND p.name_key = $2)",
         "ttt", "", NULL, NULL},
    [SQL_NAME_CHAT] =
        {"UPDATE chat SET name = $3 WHERE person = $1 AND person <> '' AND EXISTS (SELECT 1 "
         "FROM people p WHERE p.id = $1 AND p.name_key = $2)",
         "ttt", "", NULL, NULL},
    [SQL_RELABEL_ANY] = {"UPDATE headers SET info = $2 WHERE table_id = $1", "tb", "", NULL,
                         NULL},
    [SQL_DROP_ANY] = {"UPDATE tables SET phase = 3 WHERE id = $1", "t", "", NULL, NULL},
    [SQL_DROP_RESULTS] = {"DELETE FROM results WHERE table_id = $1 AND " GOES, "t", "", NULL,
                          NULL},
    [SQL_ERASE_REPORTED] =
        {"UPDATE reports SET person = '', name = $2, lines = '' WHERE person = $1 AND person "
         "<> ''",
         "tt", "", NULL, NULL},
    [SQL_ERASE_REPORTS] =
        {"UPDATE reports SET reporter = '', origin = '' WHERE reporter = $1 AND reporter <> ''",
         "t", "", NULL, NULL},
    [SQL_ERASE_IGNORES] = {"DELETE FROM ignores WHERE person = $1 OR other = $1", "t", "", NULL,
                           NULL},
};
