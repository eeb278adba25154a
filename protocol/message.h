/*
 * Messages from and to JSON. messages.txt describes the members of each message; the build
 * makes messages.h from it, with a struct for each and the tables that are read here. This file
 * doesn't know what a message means.
 *
 * Nothing is allocated: decoded texts and lists lie in storage lent by the caller, and encoding
 * writes with json.h.
 */
#ifndef ANDEN_MESSAGE_H
#define ANDEN_MESSAGE_H

#include "../engine/text.h"
#include "json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that need not end with a zero byte, though decoded ones do. at is null if the member is
 * missing. */
struct message_text {
    const char *at;
    size_t length;
};

/* Makes a text of a string that ends with a zero byte. */
struct message_text message_text(const char *s);

bool message_text_is(const struct message_text *t, const char *word);

enum message_kind { MESSAGE_INT, MESSAGE_BOOL, MESSAGE_TEXT, MESSAGE_JSON, MESSAGE_RECORD };

/* One member: where it lies in its struct, and what is accepted. */
struct message_field {
    const char *name;
    const struct message_shape *record; /* kind RECORD */
    uint32_t list;                      /* the largest length; 0: not a list */
    uint32_t size;                      /* of a text, at most, in bytes */
    uint16_t at, has, count; /* offsets: the value, whether it is there, the length of a list */
    uint8_t kind;
    bool optional;
};

/* Bytes of a member's value, or of each value in a list. */
size_t message_size(const struct message_field *f);

enum { MESSAGE_NOWHERE = UINT16_MAX };

struct message_shape {
    const char *name;
    const struct message_field *field;
    uint16_t fields;
    uint16_t size; /* of the struct */
    uint16_t id, has_id,
        table; /* offsets of the members "id" and "table"; or MESSAGE_NOWHERE */
    bool to_server;
};

/* By enum message_type; number 0 is null. */
extern const struct message_shape *const message_shapes[];
extern const uint32_t message_types;

/* Where the members of a message begin in struct message. */
enum { MESSAGE_BODY = 8 };

struct message;

/* The number that a client gives a command; the answer repeats it. */
struct command_id {
    bool given;
    int64_t id;
};

/* The id of a message, even of one that could not be read; and the table that it is about, or
 * null. */
struct command_id message_id(const struct message *m);
const struct message_text *message_table(const struct message *m);

/* Writes a message as one JSON object. False if the buffer is too small. */
bool message_encode(struct json *j, const struct message *m);

/* The same for a record of messages.h, which need not be part of a message. */
bool message_encode_record(struct json *j, const struct message_shape *shape,
                           const void *record);

/* Storage that messages point into, lent by the caller. */
struct message_arena {
    char *at;
    size_t size, used;
};

/* Takes n bytes of it, aligned for anything a message holds; null if there is not enough left. */
void *message_lend(struct message_arena *a, size_t n);

/* Lends a line to be written, of at most n bytes with its final zero; false if there is not enough
 * left. message_trim() takes back what was not needed, before anything else is lent. */
bool message_line(struct message_arena *a, size_t n, struct text *line);
struct message_text message_trim(struct message_arena *a, const struct text *line);

/* Which messages a decoder accepts. */
enum message_way { MESSAGE_TO_SERVER, MESSAGE_TO_CLIENT };

/*
 * Reads a message. Unknown members are skipped, so that a newer client can talk to an older
 * server. Everything else that differs from the description is refused with a complaint that
 * names the member; the message then has only its id, if that could be read. The message points
 * into the arena (four times the text is always enough for messages to a server) and is valid
 * as long as that is.
 */
bool message_decode(const char *text, size_t n, enum message_way way,
                    struct message_arena *arena, struct message *m, struct complaint *why);

/* The same for a record. */
bool message_decode_record(const char *text, size_t n, const struct message_shape *shape,
                           struct message_arena *arena, void *record, struct complaint *why);

#endif
