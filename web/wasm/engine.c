/*
 * What the page asks the engine when no game is open: which games there are, their boards and
 * options, and whether a board file is correct. web/core/engine.ts is the other side.
 */
#include "../../ai/player.h"
#include "../../boards/boards.h"
#include "../../protocol/board_json.h"
#include "../../table/crypto.h"
#include "wasm.h"

enum { ERRORS_MAX = 50 }; /* mistakes of a board file that are reported */

EXPORT(digest) uint32_t digest(uint32_t n);
EXPORT(games) uint32_t games(void);
EXPORT(board_text) uint32_t board_text(uint32_t n);
EXPORT(read_board) uint32_t read_board(uint32_t n);
EXPORT(options) uint32_t options(uint32_t n);

/* {"games": [{"id", "name", "family", "seatsMin", "seatsMax"}], "levels": ["easy", ...]} */
uint32_t games(void)
{
    struct json j = wasm_json();

    json_object(&j, NULL);
    json_array(&j, "games");
    for (uint32_t i = 0; embedded_boards[i].id; i++) {
        const struct embedded_board *e = &embedded_boards[i];
        const struct board *b = wasm_board(e->id, text_length(e->id), e->hash);

        if (!b)
            continue;
        json_object(&j, NULL);
        json_text(&j, "id", b->id);
        json_text(&j, "name", b->name);
        json_text(&j, "family", rules_of(b)->name);
        json_number(&j, "seatsMin", b->seats_min);
        json_number(&j, "seatsMax", b->seats_max);
        json_end(&j);
    }
    json_end(&j);
    json_array(&j, "levels");
    for (uint32_t i = 0; players[i]; i++)
        if (players[i]->level)
            json_text(&j, NULL, players[i]->name);
    json_end(&j);
    json_array(&j, "cast");
    for (uint32_t i = 0; cast[i]; i++) {
        json_object(&j, NULL);
        json_text(&j, "name", cast[i]->name);
        json_text(&j, "level", level_name(cast[i]->level));
        json_text(&j, "manner", manner_names[cast[i]->manner]);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    return wasm_answer(&j);
}

/* The board file of one of the program's boards, whose name is the n bytes of the input. */
uint32_t board_text(uint32_t n)
{
    const struct embedded_board *b = boards_find(wasm_in, n);

    if (!b)
        return 0;
    __builtin_memcpy(wasm_out, b->text, b->size);
    return (uint32_t)b->size;
}

/* [the board as far as it could be read, or null, [its mistakes]]. */
uint32_t read_board(uint32_t n)
{
    static struct board board;
    static struct board_art art;
    static struct complaint why[ERRORS_MAX];
    struct json j = wasm_json();
    uint32_t errors =
        board_draft(wasm_in, n < WASM_IN ? n : WASM_IN, &board, &art, why, ERRORS_MAX);

    json_array(&j, NULL);
    if (rules_of(&board))
        board_json(&j, &board, &art);
    else
        json_null(&j, NULL);
    json_array(&j, NULL);
    for (uint32_t i = 0; i < errors; i++)
        wasm_complaint(&j, NULL, &why[i]);
    json_end(&j);
    json_end(&j);
    return wasm_answer(&j);
}

/* The options of a match by the family of its board: [{"name", "help", "min", "max", "preset"}] */
uint32_t options(uint32_t n)
{
    const struct rules *rules = rules_named(wasm_in, n);
    struct json j = wasm_json();

    json_array(&j, NULL);
    for (uint32_t i = 0; rules && i < OPTIONS_MAX && rules->option[i].name; i++) {
        const struct option *o = &rules->option[i];

        json_object(&j, NULL);
        json_text(&j, "name", o->name);
        json_text(&j, "help", words_in(wasm_language, o->help));
        json_number(&j, "min", o->min);
        json_number(&j, "max", o->max);
        json_number(&j, "preset", o->preset);
        json_end(&j);
    }
    json_end(&j);
    return wasm_answer(&j);
}

/* SHA-256 of n bytes, in hexadecimal digits. */
uint32_t digest(uint32_t n)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t hash[SHA256_SIZE];

    sha256(wasm_in, n, hash);
    for (uint32_t i = 0; i < SHA256_SIZE; i++) {
        wasm_out[2 * i] = digits[hash[i] >> 4];
        wasm_out[2 * i + 1] = digits[hash[i] & 15];
    }
    return 2 * SHA256_SIZE;
}
