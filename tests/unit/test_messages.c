/*
 * Messages: every message, filled at random as its description allows, is the same after
 * encoding and decoding; anything that differs from the description is refused with a reason.
 */
#include "../../table/dealer.h"
#include "messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { STORE = 1 << 18, TEXT = 1 << 20 };

static struct rng rng;
static char store[STORE];
static size_t used;

static void *lend(size_t n)
{
    void *at = store + used;

    used += (n + 7) & ~(size_t)7;
    assert_true(used <= STORE);
    memset(at, 0, n);
    return at;
}

static struct message_text random_text(uint32_t most)
{
    static const char *const pieces[] = {"a", "\"", "\\", "\n",   "<b>",
                                         "é", "🚋",  " ",  "\x01", "7"};
    uint32_t wanted = rng_below(&rng, (most < 40 ? most : 40) + 1), n = 0;
    char *at = lend(48);

    while (true) {
        const char *piece = pieces[rng_below(&rng, 10)];

        if (n + strlen(piece) > wanted)
            break;
        strcpy(at + n, piece);
        n += (uint32_t)strlen(piece);
    }
    return (struct message_text){at, n};
}

static void fill(const struct message_shape *shape, char *base);

static void fill_value(const struct message_field *f, char *at)
{
    switch (f->kind) {
    case MESSAGE_INT:
        *(int64_t *)(void *)at = (int64_t)(rng_next(&rng) >> 11) - ((int64_t)1 << 52);
        break;
    case MESSAGE_BOOL:
        *(bool *)at = rng_below(&rng, 2) != 0;
        break;
    case MESSAGE_TEXT:
        *(struct message_text *)(void *)at = random_text(f->size);
        break;
    case MESSAGE_JSON:
        *(struct message_text *)(void *)at = message_text("{\"any\":[1,null,\"x\"]}");
        break;
    default:
        fill(f->record, at);
    }
}

static void fill_list(const struct message_field *f, char *base)
{
    uint32_t count = rng_below(&rng, (f->list < 4 ? f->list : 4) + 1);
    char *at = lend(count * message_size(f) + 1);

    for (uint32_t i = 0; i < count; i++)
        fill_value(f, at + i * message_size(f));
    memcpy(base + f->at, &at, sizeof at);
    memcpy(base + f->count, &count, sizeof count);
}

static void fill(const struct message_shape *shape, char *base)
{
    for (uint32_t i = 0; i < shape->fields; i++) {
        const struct message_field *f = &shape->field[i];
        bool flag = f->kind == MESSAGE_INT || f->kind == MESSAGE_BOOL;

        if (f->optional && rng_below(&rng, 3) == 0)
            continue;
        if (f->list) {
            fill_list(f, base);
            continue;
        }
        if (f->optional && flag)
            *(bool *)(base + f->has) = true;
        if (f->kind == MESSAGE_RECORD) {
            char *at = lend(f->record->size);

            fill(f->record, at);
            memcpy(base + f->at, &at, sizeof at);
        } else {
            fill_value(f, base + f->at);
        }
    }
}

/* Compares message_id() and message_table() with the members of these names. */
static void names_id_and_table(const struct message *m)
{
    const struct message_shape *shape = message_shapes[m->type];
    const char *base = (const char *)m + MESSAGE_BODY;
    struct command_id id = {0};
    const void *table = NULL;

    for (uint32_t i = 0; i < shape->fields; i++) {
        const struct message_field *f = &shape->field[i];

        if (strcmp(f->name, "id") == 0 && *(const bool *)(base + f->has)) {
            id.given = true;
            memcpy(&id.id, base + f->at, sizeof id.id);
        }
        if (strcmp(f->name, "table") == 0)
            table = base + f->at;
    }
    assert_int_equal(message_id(m).given, id.given);
    assert_true(message_id(m).id == id.id);
    assert_ptr_equal(message_table(m), table);
}

static void every_message_survives_the_wire(void **state)
{
    static char first[TEXT], second[TEXT], arena_store[TEXT];

    (void)state;
    rng_seed(&rng, 1, 0);
    for (uint32_t round = 0; round < 300; round++) {
        for (uint32_t type = 1; type < message_types; type++) {
            struct message_arena arena = {arena_store, sizeof arena_store, 0};
            struct message m = {.type = (enum message_type)type}, back;
            struct json j = json_in(first, sizeof first);
            struct complaint why;

            used = 0;
            fill(message_shapes[type], (char *)&m + MESSAGE_BODY);
            assert_true(message_encode(&j, &m));
            if (!message_decode(first, j.length,
                                message_shapes[type]->to_server ? MESSAGE_TO_SERVER
                                                                : MESSAGE_TO_CLIENT,
                                &arena, &back, &why))
                fail_msg("%s: %s\n%s", message_shapes[type]->name, why.message, first);
            assert_int_equal(back.type, type);
            j = json_in(second, sizeof second);
            assert_true(message_encode(&j, &back));
            assert_string_equal(first, second);
            names_id_and_table(&back);
        }
    }
}

static void refused(const char *text, const char *reason)
{
    char arena_store[4096];
    struct message_arena arena = {arena_store, sizeof arena_store, 0};
    struct complaint why = {0};
    struct message m;

    if (message_decode(text, strlen(text), MESSAGE_TO_SERVER, &arena, &m, &why))
        fail_msg("accepted: %s", text);
    if (!strstr(why.message, reason))
        fail_msg("%s: \"%s\" instead of \"%s\"", text, why.message, reason);
    /* The id is given whenever it can be read, for the answer. */
    if (message_id(&m).given != (strstr(text, "\"id\":5") != NULL) ||
        (message_id(&m).given && message_id(&m).id != 5))
        fail_msg("%s: the id is wrong", text);
}

static void what_is_not_as_described_is_refused(void **state)
{
    (void)state;
    refused("", "");
    refused("7", "\"type\" that is a text");
    refused("{}", "\"type\" that is a text");
    refused("{\"type\":\"fly\"}", "names no message");
    refused("{\"type\":\"welcome\"}", "names no message"); /* not to a server */
    refused("{\"type\":\"join\"}", "\"table\" is missing");
    refused("{\"type\":\"join\",\"table\":null}", "\"table\" is missing");
    refused("{\"type\":\"join\",\"table\":7}", "\"table\" is a text");
    refused("{\"type\":\"join\",\"table\":\"01234567890123456789012345678901\"}", "too long");
    refused("{\"type\":\"join\",\"table\":\"x\",\"id\":\"1\"}", "\"id\" is a whole number");
    refused("{\"type\":\"join\",\"table\":\"x\",\"id\":1.5}", "\"id\" is a whole number");
    refused("{\"type\":\"lobby\",\"on\":1}", "\"on\" is true or false");
    refused("{\"type\":\"create\",\"seats\":{}}", "\"seats\" is a list");
    refused("{\"type\":\"create\",\"seats\":[7]}", "\"seats\" is an object");
    refused("{\"type\":\"create\",\"seats\":[{}]}", "\"kind\" is missing");
    refused("{\"type\":\"create\",\"seats\":[{},{},{},{},{},{},{}]}", "too many values");
    refused("{\"type\":\"create\",\"seats\":[],\"timing\":3}", "\"timing\" is an object");
    refused("{\"type\":\"join\",\"table\":\"a\\u0000b\"}", "");
    refused("{\"type\":\"join\",\"id\":5}", "\"table\" is missing");
    refused("{\"type\":\"fly\",\"id\":5}", "names no message");
    refused("{\"type\":\"hello\",\"name\":7,\"version\":1,\"id\":5}", "\"name\" is a text");
}

static void an_arena_that_is_too_small_is_noticed(void **state)
{
    const char *text = "{\"type\":\"say\",\"table\":\"x\",\"text\":\"hello hello hello\"}";
    char arena_store[16];
    struct message_arena arena = {arena_store, sizeof arena_store, 0};
    struct complaint why;
    struct message m;

    (void)state;
    assert_false(message_decode(text, strlen(text), MESSAGE_TO_SERVER, &arena, &m, &why));
    assert_non_null(strstr(why.message, "too large"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_survives_the_wire),
        cmocka_unit_test(what_is_not_as_described_is_refused),
        cmocka_unit_test(an_arena_that_is_too_small_is_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
