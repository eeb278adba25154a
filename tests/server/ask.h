/*
 * Asks a store and waits for its answer, which becomes a line of text, so that tests can
 * compare lines.
 *
 *     assert_string_equal(ASK(store_load(s, "t1", 0, TOLD)), "ok last=1 table(...) entry(1,a)");
 */
#ifndef ANDEN_TESTS_SERVER_ASK_H
#define ANDEN_TESTS_SERVER_ASK_H

#include "../../server/store/private.h"

extern struct uv_loop_s ask_loop;

/* A line for the answer; in the caller's memory. */
void ask_describe(const struct store_answer *a, char *at, size_t size);

/* For ASK(). */
void ask_begin(void);
const char *ask_wait(void);
void ask_told(void *context, const struct store_answer *answer);

#define TOLD ((struct store_done){ask_told, NULL})
#define ASK(call) (ask_begin(), (call), ask_wait())

/* The message of the last answer. */
const char *ask_message(void);

#define BYTES(text) ((struct store_bytes){(text), strlen(text)})

/* Opens, failing the test if that fails; closes and waits for it. */
struct store *ask_open(const char *where, uint32_t patience_ms);
void ask_close(struct store *store);

/* A public table of europe without seats, created at a time. */
const char *ask_new_table(struct store *store, const char *id, int64_t created);

/* Appends one entry. */
const char *ask_append(struct store *store, const char *table, uint32_t number,
                       const char *entry);

#endif
