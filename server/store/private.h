/*
 * What the files of the store share; nobody else includes it.
 *
 * A request is a list of steps: prepared statements with their values, put together by the call
 * that makes it (people.c, tables.c, lists.c, office.c) from the list of statements
 * (sql.c). A back end (sqlite.c, pg.c) runs the steps of many requests in one
 * transaction and knows nothing of what they mean. store.c moves requests between the loop and
 * the two threads that run them (lane.c) and repeat them if necessary. So doing a write twice
 * must be the same as doing it once: a *mark*, unique to the request, is stored with the rows
 * it adds, and shows later whether this request has added them.
 */
#ifndef ANDEN_SERVER_STORE_PRIVATE_H
#define ANDEN_SERVER_STORE_PRIVATE_H

#include "office.h"

enum {
    STORE_COLUMNS_MAX = 16, /* values of a statement, columns of a row */
    STORE_MESSAGE_MAX = 400,
    STORE_BATCH_MAX = 2048, /* requests in one transaction */
    STORE_TOGETHER = 2,     /* steps of an append that are done at once */
};

enum store_value_type { STORE_NULL, STORE_INTEGER, STORE_TEXT, STORE_BYTES };

struct store_value {
    enum store_value_type type;
    int64_t number;
    const void *at; /* a text has a final zero which is not counted */
    size_t size;
};

struct store_request;

/*
 * One statement, for both back ends. Its values are $1, $2 ...; their types are the letters of
 * `in`: i integer, t text, b bytes. The columns of its rows are those of `out`, and `row` takes
 * them; a statement without rows has "" and null.
 *
 * `many` does the first STORE_TOGETHER steps of many requests at once, in PostgreSQL, and tells
 * other nodes. Each value of the first step becomes an array, one more value is the beginning
 * of notices, and the rows say for which of the requests (from 1) something has changed.
 */
struct store_statement {
    const char *sql, *in, *out;
    void (*row)(struct store_request *request, const struct store_value *column);
    const char *many;
};

enum store_sql {
    SQL_PERSON_ADD,
    SQL_PERSON_IS,
    SQL_PERSON_NAME,
    SQL_NAME_HOLD,
    SQL_NAME_LEFT,
    SQL_NAME_FREE,
    SQL_PERSON_PASSPHRASE,
    SQL_PERSON_SEEN,
    SQL_TOKEN_SEEN,
    SQL_PERSON_BY_ID,
    SQL_PERSON_BY_KEY,
    SQL_PERSON_BY_TOKEN,
    SQL_TOKEN_ADD,
    SQL_TOKEN_DROP,
    SQL_TOKEN_DROP_ALL,
    SQL_TOKEN_DROP_OTHERS,
    SQL_TOKEN_LEAVE,
    SQL_TOKEN_FEW,
    SQL_TOKEN_KNOWN,
    SQL_ERASE_NAME,
    SQL_ERASE_RATINGS,
    SQL_ERASE_RESULTS,
    SQL_ERASE_CHAT,
    SQL_ERASE_SEATS,
    SQL_ERASE_PERSON,
    SQL_RELABEL,
    SQL_CHAT_OF,
    SQL_DEVICES,
    SQL_TABLE_ADD,
    SQL_BOARD_ADD,
    SQL_TABLE_HEADER,
    SQL_TABLE_SEAT,
    SQL_TABLE_MARK,
    SQL_FOLLOW,
    SQL_NEXT,
    SQL_TABLE_MOVE,
    SQL_APPEND_ADD,
    SQL_TABLE_PHASE,
    SQL_TABLE_INFO,
    SQL_SEAT_MOVE,
    SQL_RATING_NEW,
    SQL_RATING_MOVE,
    SQL_RESULT_RATED,
    SQL_RESULT_PLAIN,
    SQL_TABLE_LAST,
    SQL_APPEND_MARK,
    SQL_LOAD_TABLE,
    SQL_LOAD_APPENDS,
    SQL_HEAD,
    SQL_LOBBY,
    SQL_TABLES_OF,
    SQL_TABLES_COUNT,
    SQL_RESULTS_OF,
    SQL_RESULTS_AT,
    SQL_RESULTS_ON,
    SQL_RATINGS_OF,
    SQL_RATINGS_IN,
    SQL_MET,
    SQL_CHAT_COUNT,
    SQL_CHAT_ADD,
    SQL_CHAT_MARK,
    SQL_CHAT_AFTER,
    SQL_DUE,
    SQL_REST,
    SQL_TABLES_STALE,
    SQL_GUESTS_STALE,
    SQL_DROP_TABLE,
    SQL_DROP_APPENDS,
    SQL_DROP_CHAT,
    SQL_DROP_SEATS,
    SQL_DROP_NEXT,
    SQL_DROP_HEADER,
    SQL_DROP_ROW,
    SQL_DROP_GUEST,
    SQL_DROP_TOKENS,
    SQL_BOARDS_TIDY,
    SQL_TURNS_DUE,
    SQL_NOTICE_CLAIM,
    SQL_NOTICE_SENT,
    SQL_NOTICE_ALL,
    SQL_KEEP,
    SQL_REPLACE,
    SQL_SETTING,
    SQL_CHANGE_COUNT,
    SQL_CHANGE_ADD,
    SQL_CHANGES_LAST,
    SQL_CHANGES_AFTER,
    SQL_AUDIT,
    SQL_CHANGES_TIDY,
    SQL_AUDIT_TIDY,
    SQL_SANCTION,
    SQL_SANCTION_LIFT,
    SQL_SANCTIONS_OVER,
    SQL_SANCTIONS,
    SQL_WORD_ADD,
    SQL_WORD_DROP,
    SQL_WORDS,
    SQL_REPORT_COUNT,
    SQL_REPORT_ADD,
    SQL_REPORT_MARK,
    SQL_REPORTS,
    SQL_REPORT,
    SQL_REPORT_CLOSE,
    SQL_REPORTS_TIDY,
    SQL_IGNORE,
    SQL_IGNORE_IS,
    SQL_IGNORE_NOT,
    SQL_IGNORED,
    SQL_PEOPLE,
    SQL_PEOPLE_FROM,
    SQL_PEOPLE_NEAR,
    SQL_TABLES_ALL,
    SQL_TABLES_FROM,
    SQL_ORIGINS_OF,
    SQL_NAME_BAR,
    SQL_NAME_RESULTS,
    SQL_NAME_CHAT,
    SQL_RELABEL_ANY,
    SQL_DROP_ANY,
    SQL_DROP_RESULTS,
    SQL_ERASE_REPORTED,
    SQL_ERASE_REPORTS,
    SQL_ERASE_IGNORES,
    STORE_STATEMENTS
};

extern const struct store_statement store_statements[STORE_STATEMENTS];

/*
 * PostgreSQL: tells other nodes of rows (id, game, last, chat, turns, n), a line for each table, in
 * the order of n; `node` begins each notice. If the lines don't fit into one notice (8,000
 * bytes), several are sent; a line has fewer than the 2,000 bytes in between. Gives rows of 0.
 */
#define STORE_TELL(node, rows)                                                                 \
    "SELECT 0 * length(pg_notify('anden', " node                                               \
    " || string_agg(line, E'\\n' ORDER BY n))::text) FROM (SELECT n, line, "                   \
    "sum(octet_length(line) + 1) OVER (ORDER BY n ROWS UNBOUNDED PRECEDING) / 6000 AS part "   \
    "FROM (SELECT n, id || E'\\t' || game || E'\\t' || last || E'\\t' || chat || E'\\t' || "   \
    "turns AS line FROM " rows ") l) p GROUP BY part"

/* The statements that lead from one version of the schema to the next, for each back end. A
 * database of version n has run the first n of them. */
struct store_schema {
    uint32_t version;
    uint32_t folds; /* the version since which names are compared as they are now */
    const char *const *sqlite, *const *pg;
};

extern const struct store_schema store_schema;

struct store_step {
    struct store_step *next;
    enum store_sql sql;
    struct store_value value[]; /* as many as the statement has */
};

struct store_chunk;

struct store_request {
    _Alignas(16) struct store_request *next;
    struct store *store;
    struct store_done done;
    bool write;
    bool bad;                              /* refused while it was put together */
    bool doubt;                            /* its commit was sent, and there was no answer */
    uint64_t handed;                       /* when, in nanoseconds */
    int64_t mark;                          /* unique to this request */
    const char *key;                       /* requests with the same key keep their order */
    const char *backup;                    /* a path; then there are no steps */
    struct store_step *steps, **steps_end; /* done in any case */
    struct store_step *more, **more_end; /* done afterwards if the first step changed no row */
    uint32_t last;    /* append: the last entry, if it succeeds; load: the last known one */
    bool tells;       /* other nodes are told about its table (the key) */
    bool together;    /* its first steps are done at once with those of others */
    bool rates;       /* changes ratings, of people who play at other tables too */
    uint32_t changed; /* rows that the first step has changed or returned */
    bool mine;        /* set by rows: the row was added by this request */
    bool found;       /* set by rows: it was found */
    /* Sets the status from all that. */
    void (*judge)(struct store_request *request);
    struct store_answer answer;
    char message[STORE_MESSAGE_MAX];
    struct store_chunk *chunks; /* memory that lives as long as the request */
};

/* ---- putting together (request.c) ---- */

#define STORE_VALUES(...) ((const struct store_value[]){__VA_ARGS__})

/* Never null: without memory the process ends, as it cannot tell anybody. */
struct store_request *store_request_new(struct store *store, bool write,
                                        struct store_done done);
int64_t store_mark(struct store *store); /* a new one */
/* Finished requests are kept for reuse: takes one (null if there is none), or keeps one (false
 * if there are enough). */
struct store_request *store_spare_take(struct store *store);
bool store_spare_keep(struct store_request *request);
void store_request_free(struct store_request *request);
void *store_request_memory(struct store_request *request, size_t size);

/* Values, copied. A bad one (too long, not UTF-8, not an id) refuses the request with a message
 * that names `what`. */
struct store_value store_id(struct store_request *request, const char *text, const char *what);
struct store_value store_id_or_none(struct store_request *request, const char *text,
                                    const char *what);
struct store_value store_text(struct store_request *request, const char *text, size_t max,
                              const char *what);
struct store_value store_blob(struct store_request *request, struct store_bytes bytes,
                              size_t max, const char *what);
struct store_value store_int(int64_t number);
struct store_value store_limit(uint32_t limit); /* at most STORE_LIST_MAX */
void store_refuse(struct store_request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void store_step(struct store_request *request, enum store_sql sql,
                const struct store_value *values);
void store_step_more(struct store_request *request, enum store_sql sql,
                     const struct store_value *values);
void store_submit(struct store_request *request); /* hands it over (store.c) */

/* Records a change together with the rest of the request; if `person` is not "", only if that
 * person's folded name is `key` by then (office.c). */
void store_step_change(struct store_request *request, const struct store_change *change,
                       struct store_value person, struct store_value key);

/* An array of the answer with room for one more than the count elements it has; perhaps moved. */
void *store_grow(struct store_request *request, const void *array, uint32_t count, size_t size);
const char *store_copy_text(struct store_request *request, const struct store_value *value);
struct store_bytes store_copy_bytes(struct store_request *request,
                                    const struct store_value *value);

/* Forgets the answer of an earlier try. */
void store_request_reset(struct store_request *request);

/* Length of the UTF-8 sequence at text, or 0 if it is not one; never looks beyond a zero. */
size_t store_utf8(const char *text, uint32_t *code);

/* ---- rows, by the file that knows the answer (rows.c) ---- */
void store_row_person(struct store_request *r, const struct store_value *c);
void store_row_known(struct store_request *r, const struct store_value *c);
void store_row_device(struct store_request *r, const struct store_value *c);
void store_row_table(struct store_request *r, const struct store_value *c);
void store_row_table_whole(struct store_request *r, const struct store_value *c);
void store_row_table_mine(struct store_request *r, const struct store_value *c);
void store_row_append(struct store_request *r, const struct store_value *c);
void store_row_line(struct store_request *r, const struct store_value *c);
void store_row_line_of(struct store_request *r, const struct store_value *c);
void store_row_result(struct store_request *r, const struct store_value *c);
void store_row_rating(struct store_request *r, const struct store_value *c);
void store_row_head(struct store_request *r, const struct store_value *c);
void store_row_counts(struct store_request *r, const struct store_value *c);
void store_row_last(struct store_request *r, const struct store_value *c);
void store_row_mark(struct store_request *r, const struct store_value *c);
void store_row_line_mark(struct store_request *r, const struct store_value *c);
void store_row_found(struct store_request *r, const struct store_value *c);
void store_row_value(struct store_request *r, const struct store_value *c);
void store_row_change(struct store_request *r, const struct store_value *c);
void store_row_sanction(struct store_request *r, const struct store_value *c);
void store_row_word(struct store_request *r, const struct store_value *c);
void store_row_word_only(struct store_request *r, const struct store_value *c);
void store_row_report(struct store_request *r, const struct store_value *c);
void store_row_people(struct store_request *r, const struct store_value *c);

/* ---- back ends ---- */

enum store_outcome {
    STORE_RUN_DONE,
    STORE_RUN_AGAIN, /* nothing was done; trying again may work (a deadlock of two nodes) */
    STORE_RUN_LOST,  /* nothing was done; the connection is gone */
    STORE_RUN_DOUBT, /* the connection is gone: it may be done or not */
    STORE_RUN_FAIL,  /* nothing was done, and trying again is of no use now (a full disk) */
    STORE_RUN_BAD,   /* nothing was done, because of one of the requests */
};

struct store_failure {
    bool taken; /* STORE_RUN_BAD: something that must be unique exists already */
    char message[STORE_MESSAGE_MAX];
};

void store_fail(struct store_failure *failure, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct store_link; /* a connection, used by one thread */
struct store_ear;  /* hears notices */

/* Where and how to connect. */
struct store_place {
    const char *where;
    uint32_t patience_ms;
    bool alone;    /* store_options.alone */
    uint64_t node; /* random: tells this store's own notices from others' */
};

struct store_backend {
    /* Makes or brings up to date the schema. */
    bool (*prepare)(const struct store_options *options, const struct store_schema *schema,
                    struct store_failure *failure);
    /* Null and the reason if it cannot be connected now. */
    struct store_link *(*connect)(const struct store_place *place, bool write,
                                  struct store_failure *failure);
    void (*disconnect)(struct store_link *link);
    /* Runs the steps of requests (or their `more` steps) in one transaction. */
    enum store_outcome (*run)(struct store_link *link, struct store_request **requests,
                              uint32_t count, bool more, struct store_failure *failure);
    enum store_outcome (*backup)(struct store_link *link, const char *path,
                                 struct store_failure *failure);
    /* Would data written now be found again? False with the reason. Null: it always would. */
    bool (*intact)(struct store_link *link, struct store_failure *failure);
    /* Begin and end listening to what other stores write; null if the back end has no notices. */
    struct store_ear *(*listen)(struct store *store, const struct store_place *place);
    void (*unlisten)(struct store_ear *ear);
};

extern const struct store_backend store_sqlite;
extern const struct store_backend store_pg;

/* For back ends, from any thread: a notice has come (it is copied); listening works again or
 * has stopped working. */
void store_heard(struct store *store, const struct store_notice *notice);
void store_hearing(struct store *store, bool healthy, const char *message);

/* store_open() with another schema: for tests of upgrades. */
struct store *store_open_schema(struct uv_loop_s *loop, const struct store_options *options,
                                const struct store_schema *schema, char *why, size_t size);

#endif
