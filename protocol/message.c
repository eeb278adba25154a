/*
 * Messages to JSON: see message.h. The other way is message_read.c.
 */
#include "messages.h"

struct message_text message_text(const char *s)
{
    return (struct message_text){s, text_length(s)};
}

bool message_text_is(const struct message_text *t, const char *word)
{
    return t->at && text_is(t->at, t->length, word);
}

void *message_lend(struct message_arena *a, size_t n)
{
    size_t from = (a->used + 7) & ~(size_t)7;

    if (!a->at || from > a->size || n > a->size - from)
        return 0;
    a->used = from + n;
    return a->at + from;
}

bool message_line(struct message_arena *a, size_t n, struct text *line)
{
    char *at = message_lend(a, n);

    if (at)
        *line = text_in(at, n);
    return at;
}

struct message_text message_trim(struct message_arena *a, const struct text *line)
{
    a->used -= line->size - line->length - 1;
    return (struct message_text){line->at, line->length};
}

struct command_id message_id(const struct message *m)
{
    const struct message_shape *shape = message_shapes[m->type];
    const char *base = (const char *)m + MESSAGE_BODY;
    struct command_id id = {0};

    if (!shape)
        return m->unread;
    if (shape->id != MESSAGE_NOWHERE && *(const bool *)(base + shape->has_id)) {
        id.given = true;
        __builtin_memcpy(&id.id, base + shape->id, sizeof id.id);
    }
    return id;
}

const struct message_text *message_table(const struct message *m)
{
    const struct message_shape *shape = message_shapes[m->type];

    return shape && shape->table != MESSAGE_NOWHERE
               ? (const void *)((const char *)m + MESSAGE_BODY + shape->table)
               : 0;
}

/* Records contain records, but never themselves: there are at most four levels. */
static void put_record(struct json *j, const struct message_shape *shape, const char *base);

size_t message_size(const struct message_field *f)
{
    switch (f->kind) {
    case MESSAGE_INT:
        return sizeof(int64_t);
    case MESSAGE_BOOL:
        return sizeof(bool);
    case MESSAGE_RECORD:
        return f->record->size;
    default:
        return sizeof(struct message_text);
    }
}

static void put_value(struct json *j, const char *key, const struct message_field *f,
                      const char *at)
{
    const struct message_text *t = (const void *)at;

    switch (f->kind) {
    case MESSAGE_INT:
        json_number(j, key, *(const int64_t *)(const void *)at);
        break;
    case MESSAGE_BOOL:
        json_bool(j, key, *(const bool *)at);
        break;
    case MESSAGE_TEXT:
        json_some_text(j, key, t->at ? t->at : "", t->length);
        break;
    case MESSAGE_JSON:
        json_raw(j, key, t->at, t->length);
        break;
    default:
        json_object(j, key);
        put_record(j, f->record, at);
        json_end(j);
    }
}

/* The target of a pointer member of a record. */
static const char *target(const char *at)
{
    const char *p;

    __builtin_memcpy(&p, at, sizeof p);
    return p;
}

static void put_list(struct json *j, const struct message_field *f, const char *base)
{
    const char *item = target(base + f->at);
    uint32_t count = *(const uint32_t *)(const void *)(base + f->count);

    if (!item && f->optional)
        return;
    json_array(j, f->name);
    for (uint32_t i = 0; i < count; i++)
        put_value(j, NULL, f, item + i * message_size(f));
    json_end(j);
}

static bool is_missing(const struct message_field *f, const char *base)
{
    if (!f->optional)
        return false;
    if (f->kind == MESSAGE_INT || f->kind == MESSAGE_BOOL)
        return !*(const bool *)(base + f->has);
    return !target(base + f->at); /* the text's first member, or the record */
}

static void put_record(struct json *j, const struct message_shape *shape, const char *base)
{
    for (uint32_t i = 0; i < shape->fields; i++) {
        const struct message_field *f = &shape->field[i];

        if (f->list)
            put_list(j, f, base);
        else if (!is_missing(f, base))
            put_value(j, f->name, f,
                      f->kind == MESSAGE_RECORD ? target(base + f->at) : base + f->at);
    }
}

bool message_encode(struct json *j, const struct message *m)
{
    const struct message_shape *shape = message_shapes[m->type];

    json_object(j, NULL);
    json_text(j, "type", shape->name);
    put_record(j, shape, (const char *)m + MESSAGE_BODY);
    json_end(j);
    return json_done(j);
}

bool message_encode_record(struct json *j, const struct message_shape *shape,
                           const void *record)
{
    json_object(j, NULL);
    put_record(j, shape, record);
    json_end(j);
    return json_done(j);
}
