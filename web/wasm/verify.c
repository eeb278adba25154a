/*
 * Was a game dealt fairly? Checks the log of a table against the seed of its dealer.
 * web/core/verify.ts is the other side.
 */
#include "../../table/table_log.h"
#include "wasm.h"

enum { EVENTS_MAX = 1 << 16 };

EXPORT(verify_board) uint32_t verify_board(uint32_t n);
EXPORT(verify) uint32_t verify(uint32_t n);

static struct board own; /* not one of the program's */
static bool has_own;

/* Reads the board file of the log that is checked next. Answers {}, or the mistake in it. */
uint32_t verify_board(uint32_t n)
{
    struct complaint why;
    struct json j = wasm_json();

    has_own = board_parse(wasm_in, n, &own, NULL, &why);
    if (!has_own)
        return wasm_complain(&why);
    json_object(&j, NULL);
    json_end(&j);
    return wasm_answer(&j);
}

static uint32_t told(const struct log_header *h, const struct verdict *v)
{
    static const char digits[] = "0123456789abcdef";
    char hash[2 * SEED_SIZE + 1] = {0};
    struct json j = wasm_json();

    for (uint32_t i = 0; i < SEED_SIZE; i++) {
        hash[2 * i] = digits[h->seed_hash[i] >> 4];
        hash[2 * i + 1] = digits[h->seed_hash[i] & 15];
    }
    json_object(&j, NULL);
    json_number(&j, "events", v->events);
    json_number(&j, "chance", v->chance);
    json_number(&j, "undone", v->undone);
    json_bool(&j, "over", v->over);
    json_text(&j, "hash", hash);
    json_end(&j);
    return wasm_answer(&j);
}

/* {"events", "chance", "undone", "over", "hash"} of a correct log; or else the place of its
 * mistake. */
uint32_t verify(uint32_t n)
{
    static event_t line[EVENTS_MAX];
    struct complaint why = {0};
    const struct board *board;
    struct log_header h;
    struct log_reader r;
    struct match m;
    struct verdict v;

    log_open(&r, wasm_in, n);
    if (!log_read_header(&r, &h, &why))
        return wasm_complain(&why);
    board = has_own ? &own : wasm_board(h.board, text_length(h.board), h.hash);
    if (!board) {
        COMPLAIN(&why, GROUND("board_missing", ""),
                 "This log was played on the board {0}, which is not here.", say_text(h.board));
        return wasm_complain(&why);
    }
    if (!log_match(&h, board, &m, &why) ||
        !log_verify(wasm_in, n, &m, line, EVENTS_MAX, &v, &why))
        return wasm_complain(&why);
    return told(&h, &v);
}
