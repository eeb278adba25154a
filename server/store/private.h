/*
 * What the files of the store share; nobody else includes it.
 *
 * A request is a list of steps: prepared statements with their values, put together by the
 * function that is made for it from requests.txt. A back end (sqlite.c, pg.c) runs the steps of
 * many requests in one transaction and knows nothing of what they mean. store.c moves requests
 * between the loop and the two threads that run them (lane.c) and repeat them if necessary. So
 * doing a write twice must be the same as doing it once: a *mark*, unique to the request, is
 * stored with the rows it adds, and shows later whether this request has added them.
 */
#ifndef ANDEN_SERVER_STORE_PRIVATE_H
#define ANDEN_SERVER_STORE_PRIVATE_H

#include "statements.h"
#include "store.h"

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
 * them; a statement without rows has "" and null. `many`: see pg_many.c.
 */
struct store_statement {
    const char *sql, *in, *out;
    void (*row)(struct store_request *request, const struct store_value *column);
    const char *many;
};

extern const struct store_statement store_statements[STORE_STATEMENTS];

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
    /* append: its first and last entry; load: the last known one */
    uint32_t first, last;
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

/* Values, copied. A bad one (too long, not UTF-8, not an id, empty unless that is allowed) refuses
 * the request with a message that names `what`. */
struct store_value store_id(struct store_request *request, const char *text, bool may_be_empty,
                            const char *what);
struct store_value store_text(struct store_request *request, const char *text, size_t max,
                              bool may_be_empty, const char *what);
struct store_value store_blob(struct store_request *request, struct store_bytes bytes,
                              size_t max, bool may_be_empty, const char *what);
struct store_value store_seat_number(struct store_request *request, uint32_t seat);
struct store_value store_int(int64_t number);
struct store_value store_limit(uint32_t limit); /* at most STORE_LIST_MAX */

/* Is i below count, which is at most max? */
bool store_has(struct store_request *request, uint32_t i, uint32_t count, uint32_t max);

void store_refuse(struct store_request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void store_step(struct store_request *request, enum store_sql sql,
                const struct store_value *values);
void store_step_more(struct store_request *request, enum store_sql sql,
                     const struct store_value *values);
void store_submit(struct store_request *request); /* hands it over (store.c) */

/* An array of the answer with room for one more than the count elements it has; perhaps moved. */
void *store_grow(struct store_request *request, const void *array, uint32_t count, size_t size);
const char *store_copy_text(struct store_request *request, const struct store_value *value);
struct store_bytes store_copy_bytes(struct store_request *request,
                                    const struct store_value *value);

/* Forgets the answer of an earlier try. */
void store_request_reset(struct store_request *request);

/* Length of the UTF-8 sequence at text, or 0 if it is not one; never looks beyond a zero. */
size_t store_utf8(const char *text, uint32_t *code);

/* ---- what requests.txt names (special.c) ---- */

/* A name as it is compared; the LIKE pattern for names that contain a text; the name of a setting
 * that is not the store's own. */
struct store_value store_value_folded(struct store_request *r, struct store_value name);
struct store_value store_value_pattern(struct store_request *r, struct store_value part);
struct store_value store_value_free(struct store_request *r, struct store_value name);

void store_check_append(struct store_request *r, const struct store_append *append);
void store_check_load(struct store_request *r, const char *table, uint32_t after);
void store_row_append(struct store_request *r, const struct store_value *c);
void store_judge_append(struct store_request *r);
void store_judge_load(struct store_request *r);
void store_judge_count(struct store_request *r);

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
