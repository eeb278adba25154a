/*
 * Messages from JSON: see message.h.
 */
#include "json_read.h"
#include "messages.h"

struct reading {
    struct message_arena *arena;
    struct complaint *why;
};

/* Room for n bytes; null with a complaint. */
static void *take(struct reading *r, size_t n)
{
    void *at = message_lend(r->arena, n);

    if (!at)
        complain_say(r->why, GROUND("message_too_large", ""), "The message is too large.", NULL,
                     0);
    return at;
}

/* A sentence about a member. */
static bool refuse(struct reading *r, const struct message_field *f, const char *sentence)
{
    complain_say(r->why, GROUND("bad_member", ""), sentence, SAID(say_text(f->name)), 1);
    return false;
}

static bool read_text(struct reading *r, const struct message_field *f,
                      const struct json_value *v, struct message_text *out)
{
    size_t room = v->size < (size_t)f->size + 1 ? v->size : (size_t)f->size + 1;
    char *at;

    if (v->kind != JSON_IS_TEXT)
        return refuse(r, f, SAYS("The member \"{0}\" is a text."));
    at = take(r, room);
    if (!at)
        return false;
    if (!json_read_text(v, at, room, &out->length))
        return refuse(r, f, SAYS("The member \"{0}\" is too long, or contains U+0000."));
    out->at = at;
    return true;
}

static bool read_record(struct reading *r, const struct message_shape *shape,
                        const struct json_value *v, char *base);

/* Reads one value into its place. */
static bool read_value(struct reading *r, const struct message_field *f,
                       const struct json_value *v, char *at)
{
    struct message_text *t = (void *)at;

    switch (f->kind) {
    case MESSAGE_INT:
        return json_read_number(v, (int64_t *)(void *)at) ||
               refuse(r, f, SAYS("The member \"{0}\" is a whole number."));
    case MESSAGE_BOOL:
        return json_read_bool(v, (bool *)at) ||
               refuse(r, f, SAYS("The member \"{0}\" is true or false."));
    case MESSAGE_TEXT:
        return read_text(r, f, v, t);
    case MESSAGE_JSON:
        t->at = v->at;
        t->length = v->size;
        return true;
    default:
        return v->kind == JSON_IS_OBJECT
                   ? read_record(r, f->record, v, at)
                   : refuse(r, f, SAYS("The member \"{0}\" is an object."));
    }
}

static bool read_list(struct reading *r, const struct message_field *f,
                      const struct json_value *v, char *base)
{
    struct json_items items = json_items(v);
    struct json_value item;
    uint32_t count = 0;
    char *at;

    if (v->kind != JSON_IS_ARRAY)
        return refuse(r, f, SAYS("The member \"{0}\" is a list."));
    while (json_next(&items, NULL, &item))
        if (++count > f->list)
            return refuse(r, f, SAYS("The member \"{0}\" has too many values."));
    at = take(r, count * message_size(f));
    if (!at)
        return false;
    __builtin_memset(at, 0, count * message_size(f));
    __builtin_memcpy(base + f->at, &at, sizeof at);
    __builtin_memcpy(base + f->count, &count, sizeof count);
    items = json_items(v);
    for (uint32_t i = 0; json_next(&items, NULL, &item); i++)
        if (!read_value(r, f, &item, at + i * message_size(f)))
            return false;
    return true;
}

static bool read_member(struct reading *r, const struct message_field *f,
                        const struct json_value *v, char *base)
{
    char *at;

    if (f->list)
        return read_list(r, f, v, base);
    if (f->kind == MESSAGE_RECORD) {
        at = take(r, f->record->size);
        if (!at)
            return false;
        __builtin_memcpy(base + f->at, &at, sizeof at);
        return read_value(r, f, v, at);
    }
    if (f->optional && (f->kind == MESSAGE_INT || f->kind == MESSAGE_BOOL))
        *(bool *)(base + f->has) = true;
    return read_value(r, f, v, base + f->at);
}

enum { FIELDS_MAX = 32 }; /* of a record; the largest has 21 */

/* Finds the members of an object by field, in one pass; most come in the order of the fields. */
static void find_members(const struct message_shape *shape, const struct json_value *v,
                         struct json_value member[FIELDS_MAX])
{
    struct json_items items = json_items(v);
    struct json_value key, value;
    uint32_t next = 0;

    __builtin_memset(member, 0, shape->fields * sizeof *member);
    while (json_next(&items, &key, &value)) {
        for (uint32_t tried = 0; tried < shape->fields; tried++) {
            uint32_t i = (next + tried) % shape->fields;

            if (json_is(&key, shape->field[i].name)) {
                member[i] = value;
                next = i + 1;
                break;
            }
        }
    }
}

/* Members that are null count as missing. */
static bool read_record(struct reading *r, const struct message_shape *shape,
                        const struct json_value *v, char *base)
{
    struct json_value member[FIELDS_MAX];

    find_members(shape, v, member);
    __builtin_memset(base, 0, shape->size);
    for (uint32_t i = 0; i < shape->fields; i++) {
        const struct message_field *f = &shape->field[i];

        if (member[i].kind == JSON_IS_NOTHING || member[i].kind == JSON_IS_NULL) {
            if (!f->optional)
                return refuse(r, f, SAYS("The member \"{0}\" is missing."));
        } else if (!read_member(r, f, &member[i], base)) {
            return false;
        }
    }
    return true;
}

/* Which message the object is: its "type". */
static bool read_type(struct reading *r, const struct json_value *v, bool to_server,
                      uint32_t *type)
{
    struct json_value name;

    json_member(v, "type", &name);
    for (*type = 1; name.kind == JSON_IS_TEXT && *type < message_types; ++*type)
        if (message_shapes[*type]->to_server == to_server &&
            json_is(&name, message_shapes[*type]->name))
            return true;
    complain_say(r->why, GROUND("no_such_message", ""),
                 name.kind == JSON_IS_TEXT
                     ? SAYS("The member \"type\" names no message of this protocol.")
                     : SAYS("A message is an object with a member \"type\" that is a text."),
                 NULL, 0);
    return false;
}

bool message_decode(const char *text, size_t n, enum message_way way,
                    struct message_arena *arena, struct message *m, struct complaint *why)
{
    struct reading r = {arena, why};
    struct json_value v, id;
    uint32_t type;

    m->type = MESSAGE_NONE;
    m->unread.given = false;
    if (!json_read_open(n ? text : "", n, &v, why))
        return false;
    if (!read_type(&r, &v, way == MESSAGE_TO_SERVER, &type) ||
        !read_record(&r, message_shapes[type], &v, (char *)m + MESSAGE_BODY)) {
        json_member(&v, "id", &id);
        m->unread.given = json_read_number(&id, &m->unread.id);
        return false;
    }
    m->type = (enum message_type)type;
    return true;
}

bool message_decode_record(const char *text, size_t n, const struct message_shape *shape,
                           struct message_arena *arena, void *record, struct complaint *why)
{
    struct reading r = {arena, why};
    struct json_value v;

    if (!json_read_open(n ? text : "", n, &v, why))
        return false;
    if (v.kind != JSON_IS_OBJECT) {
        complain_say(why, GROUND("json_syntax", ""), "An object is needed.", NULL, 0);
        return false;
    }
    return read_record(&r, shape, &v, record);
}
