/*
 * Reading JSON from a bounded buffer: strict (RFC 8259), without allocation, value by value. The
 * whole text is checked by json_read_open(), so that all other functions can rely on well formed
 * JSON: one value, UTF-8, no key twice in an object, nothing nested deeper than JSON_READ_DEPTH,
 * no number beyond 2^53.
 *
 *     struct json_value v, member;
 *     if (!json_read_open(text, size, &v, &why)) ...          why.column tells where
 *     if (json_member(&v, "type", &member) && json_is(&member, "hello")) ...
 *     for (struct json_items i = json_items(&v); json_next(&i, &key, &member);) ...
 */
#ifndef ANDEN_JSON_READ_H
#define ANDEN_JSON_READ_H

#include "../engine/words.h"

enum json_kind {
    JSON_IS_NOTHING, /* no value: the answer if something is missing */
    JSON_IS_NULL,
    JSON_IS_BOOL,
    JSON_IS_NUMBER,
    JSON_IS_TEXT,
    JSON_IS_ARRAY,
    JSON_IS_OBJECT,
};

enum {
    JSON_READ_DEPTH = 16,
    JSON_READ_KEYS =
        64, /* members of one object at most, so that finding duplicates is quick */
};

/* A value in the text that was opened, which must outlive it. */
struct json_value {
    enum json_kind kind;
    const char *at; /* its first byte; of a text the opening quote */
    size_t size;    /* all its bytes */
};

/* The members of an object or the values of an array, one after the other. */
struct json_items {
    const char *at, *end;
    bool object;
};

/* Checks the whole text, which holds one value and blanks around it. False with a complaint whose
 * column is the byte, from 1, where it is wrong. */
bool json_read_open(const char *text, size_t size, struct json_value *v, struct complaint *why);

/* The member of an object. False, and `found` is JSON_IS_NOTHING, if v is not an object or has
 * no such member. */
bool json_member(const struct json_value *v, const char *key, struct json_value *found);

/* Goes through an object or array; any other value has no items. key may be null; it is
 * JSON_IS_NOTHING in arrays. */
struct json_items json_items(const struct json_value *v);
bool json_next(struct json_items *i, struct json_value *key, struct json_value *value);

/* A whole number, also one written 1e3 or 2.0, between -2^53 and 2^53. False if v is not one. */
bool json_read_number(const struct json_value *v, int64_t *number);
bool json_read_bool(const struct json_value *v, bool *value);

/* The characters of a text, escapes undone, and a final zero. False if v is not a text or has
 * more than size - 1 bytes. No text contains U+0000. */
bool json_read_text(const struct json_value *v, char *buffer, size_t size, size_t *length);

/* Is v this text? */
bool json_is(const struct json_value *v, const char *text);

#endif
