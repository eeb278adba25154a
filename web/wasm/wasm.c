/*
 * The lent buffers, the language, and the boards of the program: see wasm.h.
 */
#include "wasm.h"

#include "../../boards/boards.h"

enum { BOARDS_MAX = 8 };

char wasm_in[WASM_IN], wasm_out[WASM_OUT];
enum language wasm_language;

static struct board boards[BOARDS_MAX];
static bool is_read[BOARDS_MAX];

EXPORT(input) char *input(void);
EXPORT(input_size) uint32_t input_size(void);
EXPORT(output) char *output(void);
EXPORT(speak) void speak(uint32_t n);

char *input(void)
{
    return wasm_in;
}

uint32_t input_size(void)
{
    return WASM_IN;
}

char *output(void)
{
    return wasm_out;
}

/* Sets the language, by its code of n bytes. */
void speak(uint32_t n)
{
    wasm_in[n < WASM_IN ? n : 0] = '\0';
    wasm_language = language_of(wasm_in);
}

struct json wasm_json(void)
{
    return json_in(wasm_out, sizeof wasm_out);
}

uint32_t wasm_answer(struct json *j)
{
    return json_done(j) ? (uint32_t)j->length : 0;
}

void wasm_complaint(struct json *j, const char *key, const struct complaint *why)
{
    char words[512];
    struct text t = text_in(words, sizeof words);

    complaint_put(&t, wasm_language, why);
    json_object(j, key);
    json_number(j, "line", why->line);
    json_number(j, "column", why->column);
    json_text(j, "code", why->code ? why->code : "");
    json_text(j, "message", words);
    json_text(j, "rule", why->rule ? why->rule : "");
    json_end(j);
}

uint32_t wasm_complain(const struct complaint *why)
{
    struct json j = wasm_json();

    json_object(&j, NULL);
    wasm_complaint(&j, "error", why);
    json_end(&j);
    return wasm_answer(&j);
}

const struct board *wasm_board(const char *id, size_t n, uint64_t hash)
{
    const struct embedded_board *b = boards_edition(id, n, hash);
    size_t i = b ? (size_t)(b - embedded_boards) : BOARDS_MAX;
    struct complaint why;

    if (i >= BOARDS_MAX)
        return 0;
    is_read[i] = is_read[i] || board_parse(b->text, b->size, &boards[i], 0, &why);
    return is_read[i] ? &boards[i] : 0;
}
