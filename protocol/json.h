/*
 * Writing JSON into a caller's buffer, without allocation. The output is always well formed:
 * the writer takes care of commas, quotes, escapes and nesting.
 *
 *     char buffer[4096];
 *     struct json j = json_in(buffer, sizeof buffer);
 *     json_object(&j, NULL);
 *     json_text(&j, "game", "europe");
 *     json_array(&j, "market");
 *     json_text(&j, NULL, "red");
 *     json_end(&j);
 *     json_end(&j);
 *     if (json_done(&j)) ... buffer holds j.length bytes and a final zero
 *
 * Every value takes its key, null inside an array and at the top.
 */
#ifndef ANDEN_JSON_H
#define ANDEN_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Objects and arrays inside each other; the deepest message has five. */
enum { JSON_DEPTH_MAX = 31 };

struct json {
    char *at;
    size_t size;                                            /* of the buffer, at least 1 */
    size_t length;                                          /* bytes in the buffer now */
    void (*flush)(void *context, const char *at, size_t n); /* null: the buffer must hold all */
    void *context;
    uint32_t arrays; /* bit d: an array is open at depth d */
    uint32_t filled; /* bit d: something has been written at depth d */
    uint32_t depth;  /* how many objects and arrays are open */
    bool cut; /* the buffer was too small, or the nesting wrong: the output is worthless */
};

/* A writer whose whole output must fit the buffer. */
struct json json_in(char *buffer, size_t size);

/* A writer that hands the buffer to flush whenever it is full, and at json_done(). */
struct json json_to(char *buffer, size_t size,
                    void (*flush)(void *context, const char *at, size_t n), void *context);

void json_object(struct json *j, const char *key);
void json_array(struct json *j, const char *key);
void json_end(struct json *j); /* of the innermost object or array */

void json_text(struct json *j, const char *key, const char *s); /* null if there is no text */
void json_some_text(struct json *j, const char *key, const char *s, size_t n);
void json_number(struct json *j, const char *key, int64_t n);
void json_known(struct json *j, const char *key, bool known, int64_t n); /* else null */
void json_bool(struct json *j, const char *key, bool b);
void json_null(struct json *j, const char *key);

/* A number with decimals: n thousandths, 1250 is written 1.25. */
void json_thousandths(struct json *j, const char *key, int64_t n);
void json_millionths(struct json *j, const char *key, int64_t n);

/* 64 bits as a text of 16 hexadecimal digits: JavaScript's numbers would lose some of them. */
void json_hash(struct json *j, const char *key, uint64_t n);

/* A value that is JSON already: n bytes. */
void json_raw(struct json *j, const char *key, const char *s, size_t n);

/* Ends the output. True if it is one complete value and nothing was cut off. */
bool json_done(struct json *j);

#endif
