/*
 * How much a client may do: token buckets and counts of open connections, by address and by
 * person. Knows nothing of sockets and messages. Memory is bounded: buckets that are full again
 * make room for others.
 */
#ifndef ANDEN_LIMITS_H
#define ANDEN_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum limit_kind {
    LIMIT_REQUEST, /* HTTP requests; http_request.c takes them by address */
    LIMIT_FILE,    /* those for files of the page */
    LIMIT_CONNECT, /* WebSocket connections made; ws.c takes them by address */
    LIMIT_SIGN_IN, /* passphrases tried, names taken; by address, and by name */
    /* By person; the one after each is for all people who share an address. */
    LIMIT_MESSAGE, /* messages */
    LIMIT_MESSAGE_FROM,
    LIMIT_TABLE, /* tables made */
    LIMIT_TABLE_FROM,
    LIMIT_BOARD, /* kilobytes of people's own boards */
    LIMIT_BOARD_FROM,
    LIMIT_RECORD, /* hundreds of entries of a table's record */
    LIMIT_RECORD_FROM,
    LIMIT_CHAT, /* lines of chat */
    LIMIT_CHAT_FROM,
    LIMIT_REPORT, /* reports about other people */
    LIMIT_REPORT_FROM,
    LIMIT_KINDS,
};

/* A bucket holds `burst` tokens and gets `per_minute` of them back each minute. A burst of 0: no
 * limit. */
struct limit_rule {
    uint32_t burst, per_minute;
};

extern const struct limit_rule limit_rules_default[LIMIT_KINDS];

struct limits;

/* The rules are copied. Null if there is no memory. */
struct limits *limits_new(const struct limit_rule rules[LIMIT_KINDS]);
void limits_free(struct limits *l);

/*
 * Who is limited: an address (IPv6 by its network of 64 bits, since one person gets a whole
 * network), or anything with a name or a number. Keys are hashed with a secret of the process,
 * so nobody can aim at somebody else's bucket.
 */
uint64_t limits_key_address(const struct limits *l, const char *address);
uint64_t limits_key_person(const struct limits *l, uint64_t number);
uint64_t limits_key_bytes(const struct limits *l, const void *bytes, size_t n);

/* Takes one token at the time now (milliseconds, never going back). False: none is left, so the
 * request should be refused. */
bool limits_take(struct limits *l, enum limit_kind kind, uint64_t key, uint64_t now);

/* Takes `tokens` of them, or as many as a full bucket holds if that is less; all or none. */
bool limits_take_many(struct limits *l, enum limit_kind kind, uint64_t key, uint64_t now,
                      uint32_t tokens);

/* Seconds until a token is there again, at least 1: for Retry-After and messages. */
uint32_t limits_wait(struct limits *l, enum limit_kind kind, uint64_t key, uint64_t now);

/* Counts things that are open at the same time. False: there are already `most` (0: no limit),
 * and nothing was counted. After true, call limits_leave() once. */
bool limits_enter(struct limits *l, uint64_t key, uint32_t most);
void limits_leave(struct limits *l, uint64_t key);
uint32_t limits_open(struct limits *l, uint64_t key); /* how many are counted */

#endif
