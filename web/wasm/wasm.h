/*
 * What the files of the page's module share: how JavaScript calls it, and the boards. Texts come in
 * and go out through two lent buffers; every call that answers writes into `wasm_out` and returns
 * the number of bytes, 0 if they don't fit. An instance of the module holds one of each thing (one
 * table, one position, one replay): if you need two, make two instances.
 */
#ifndef ANDEN_WASM_H
#define ANDEN_WASM_H

#include "../../engine/board_art.h"
#include "../../engine/game.h"
#include "../../engine/words.h"
#include "../../protocol/json.h"

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(#name)))
#define IMPORT(name) __attribute__((import_module("anden"), import_name(#name)))
#else /* a test runs it natively, under the sanitizers */
#define EXPORT(name)
#define IMPORT(name)
#endif

enum {
    WASM_IN = 1 << 20,  /* the largest inputs are board files and logs */
    WASM_OUT = 4 << 20, /* the largest output is a snapshot of a long game */
};

extern char wasm_in[WASM_IN], wasm_out[WASM_OUT];

/* What JavaScript provides: a steady clock, and the time since 1970, in milliseconds. */
IMPORT(now) double outside_now(void);
IMPORT(time) double outside_time(void);

/* The language of all sentences. */
extern enum language wasm_language;

/* A writer into wasm_out; and the end of writing, which gives what the call returns. */
struct json wasm_json(void);
uint32_t wasm_answer(struct json *j);

/* A complaint as the whole answer: {"error": {"line", "column", "message", "rule"}}. */
uint32_t wasm_complain(const struct complaint *why);

/* The members of a complaint, in the chosen language. */
void wasm_complaint(struct json *j, const char *key, const struct complaint *why);

/* One of the program's boards by name, in the edition with this hash if there is one. Read only
 * once. Null if there is no such board. */
const struct board *wasm_board(const char *id, size_t n, uint64_t hash);

#endif
