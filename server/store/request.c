/*
 * Putting a request together: its memory, its values (copied and checked), its steps; and the
 * arrays of its answer.
 */
#include "private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 2048 };

struct store_chunk {
    struct store_chunk *next;
    size_t used, size;
    _Alignas(16) unsigned char bytes[];
};

/* Without memory nobody can be answered, and ending loses nothing that was acknowledged. */
static void *must(void *memory)
{
    if (!memory) {
        fputs("anden: out of memory in the store\n", stderr);
        abort();
    }
    return memory;
}

void *store_request_memory(struct store_request *request, size_t size)
{
    struct store_chunk *chunk = request->chunks;
    void *at;

    size = (size + 15) & ~(size_t)15;
    if (!chunk || chunk->size - chunk->used < size) {
        size_t room = size > CHUNK ? size : CHUNK;

        chunk = must(malloc(sizeof *chunk + room));
        *chunk = (struct store_chunk){.next = request->chunks, .size = room};
        request->chunks = chunk;
    }
    at = chunk->bytes + chunk->used;
    chunk->used += size;
    return at;
}

/* A request comes with its first chunk of memory; most need no other. */
struct store_request *store_request_new(struct store *store, bool write, struct store_done done)
{
    struct store_request *request = store_spare_take(store);

    if (!request)
        request = must(malloc(sizeof *request + sizeof *request->chunks + CHUNK));
    memset(request, 0, sizeof *request);
    request->chunks = (struct store_chunk *)(request + 1);
    *request->chunks = (struct store_chunk){.size = CHUNK};
    request->store = store;
    request->write = write;
    request->done = done;
    request->mark = store_mark(store);
    request->key = "";
    request->steps_end = &request->steps;
    request->more_end = &request->more;
    request->answer.message = request->message;
    return request;
}

void store_request_free(struct store_request *request)
{
    while (request->chunks->next) {
        struct store_chunk *next = request->chunks->next;

        free(request->chunks);
        request->chunks = next;
    }
    if (!store_spare_keep(request))
        free(request);
}

void store_request_reset(struct store_request *request)
{
    request->answer = (struct store_answer){.message = request->message};
    request->message[0] = 0;
    request->changed = 0;
    request->mine = request->found = false;
}

void store_refuse(struct store_request *request, const char *format, ...)
{
    va_list list;

    if (request->bad)
        return;
    request->bad = true;
    va_start(list, format);
    vsnprintf(request->message, sizeof request->message, format, list);
    va_end(list);
}

void store_fail(struct store_failure *failure, const char *format, ...)
{
    va_list list;
    size_t n;

    va_start(list, format);
    vsnprintf(failure->message, sizeof failure->message, format, list);
    va_end(list);
    n = strlen(failure->message);
    while (n > 0 && failure->message[n - 1] == '\n') /* libpq's messages end so */
        failure->message[--n] = 0;
}

struct store_value store_int(int64_t number)
{
    return (struct store_value){.type = STORE_INTEGER, .number = number};
}

struct store_value store_limit(uint32_t limit)
{
    return store_int(limit < STORE_LIST_MAX ? limit : STORE_LIST_MAX);
}

static struct store_value keep(struct store_request *request, enum store_value_type type,
                               const void *at, size_t size)
{
    char *copy = store_request_memory(request, size + 1);

    if (size > 0)
        memcpy(copy, at, size);
    copy[size] = 0;
    return (struct store_value){.type = type, .at = copy, .size = size};
}

struct store_value store_text(struct store_request *request, const char *text, size_t max,
                              bool may_be_empty, const char *what)
{
    size_t n = 0, step;
    uint32_t code;

    if (!text)
        text = "";
    while ((step = store_utf8(text + n, &code)) > 0 && n <= max)
        n += step;
    if (n > max)
        store_refuse(request, "The %s is longer than %zu bytes.", what, max);
    else if (text[n])
        store_refuse(request, "The %s is not UTF-8 at byte %zu.", what, n + 1);
    else if (n == 0 && !may_be_empty)
        store_refuse(request, "The %s is empty.", what);
    return keep(request, STORE_TEXT, text, n > max ? 0 : n);
}

struct store_value store_id(struct store_request *request, const char *text, bool may_be_empty,
                            const char *what)
{
    struct store_value value = store_text(request, text, STORE_ID_MAX, may_be_empty, what);
    const char *s = value.at;

    if (s[strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")])
        store_refuse(request, "The %s has other characters than letters, digits, - and _.",
                     what);
    return value;
}

struct store_value store_blob(struct store_request *request, struct store_bytes bytes,
                              size_t max, bool may_be_empty, const char *what)
{
    if (bytes.size > max) {
        store_refuse(request, "The %s has more than %zu bytes.", what, max);
        bytes.size = 0;
    } else if (bytes.size == 0 && !may_be_empty) {
        store_refuse(request, "The %s is empty.", what);
    }
    return keep(request, STORE_BYTES, bytes.at, bytes.size);
}

struct store_value store_seat_number(struct store_request *request, uint32_t seat)
{
    if (seat >= STORE_SEATS_MAX)
        store_refuse(request, "There is no seat %u.", (unsigned)seat);
    return store_int(seat);
}

bool store_has(struct store_request *request, uint32_t i, uint32_t count, uint32_t max)
{
    if (count > max)
        store_refuse(request, "A list has at most %u values, not %u.", (unsigned)max,
                     (unsigned)count);
    return i < count && !request->bad;
}

static void add(struct store_request *request, struct store_step ***end, enum store_sql sql,
                const struct store_value *values)
{
    size_t n = strlen(store_statements[sql].in);
    struct store_step *step = store_request_memory(request, sizeof *step + n * sizeof *values);

    step->next = NULL;
    step->sql = sql;
    if (n > 0)
        memcpy(step->value, values, n * sizeof *values);
    **end = step;
    *end = &step->next;
}

void store_step(struct store_request *request, enum store_sql sql,
                const struct store_value *values)
{
    add(request, &request->steps_end, sql, values);
}

void store_step_more(struct store_request *request, enum store_sql sql,
                     const struct store_value *values)
{
    add(request, &request->more_end, sql, values);
}

void *store_grow(struct store_request *request, const void *array, uint32_t count, size_t size)
{
    /* This request has made the array, so it may change it. */
    union {
        const void *from;
        void *to;
    } mine = {array};
    void *all;

    /* There is room up to the next power of two, at least for four. */
    if (count > 0 && (count < 4 || (count & (count - 1)) != 0))
        return mine.to;
    all = store_request_memory(request, (count ? 2 * (size_t)count : 4) * size);
    if (count > 0)
        memcpy(all, array, count * size);
    return all;
}

const char *store_copy_text(struct store_request *request, const struct store_value *value)
{
    return keep(request, STORE_TEXT, value->at, value->size).at;
}

struct store_bytes store_copy_bytes(struct store_request *request,
                                    const struct store_value *value)
{
    struct store_value copy = keep(request, STORE_BYTES, value->at, value->size);

    return (struct store_bytes){copy.at, copy.size};
}
