/*
 * Token buckets and counts; see limits.h. They live in one table of fixed size: sets of eight
 * slots, chosen by the hashed key. A new key takes a slot without information (full bucket,
 * nothing open), or else the slot with the fullest bucket of its set.
 */
#include "limits.h"
#include "address.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETS = 4096, /* 32768 slots: three times what 10000 connections need */
    WAYS = 8,
    TOKEN = 60000, /* parts of a token: at one token per minute, a millisecond gives one part */
    COUNT_KIND = LIMIT_KINDS,
};

struct slot {
    uint64_t key; /* 0: free */
    uint64_t at;  /* the time for which parts is right */
    uint64_t parts;
    uint32_t open;
    uint32_t kind;
};

struct limits {
    struct limit_rule rules[LIMIT_KINDS];
    unsigned char secret[crypto_shorthash_KEYBYTES];
    struct slot slots[SETS][WAYS];
};

const struct limit_rule limit_rules_default[LIMIT_KINDS] = {
    [LIMIT_REQUEST] = {.burst = 240, .per_minute = 1200},
    [LIMIT_FILE] = {.burst = 4000, .per_minute = 6000}, /* a hundred first visits at once */
    [LIMIT_CONNECT] = {.burst = 40, .per_minute = 120},
    [LIMIT_SIGN_IN] = {.burst = 10, .per_minute = 10},
    [LIMIT_MESSAGE] = {.burst = 100, .per_minute = 1200},
    [LIMIT_MESSAGE_FROM] = {.burst = 800, .per_minute = 9600},
    [LIMIT_TABLE] = {.burst = 20, .per_minute = 20},
    [LIMIT_TABLE_FROM] = {.burst = 60, .per_minute = 20},
    [LIMIT_BOARD] = {.burst = 1024, .per_minute = 128},
    [LIMIT_BOARD_FROM] = {.burst = 2048, .per_minute = 128},
    [LIMIT_RECORD] = {.burst = 200, .per_minute = 100},
    [LIMIT_RECORD_FROM] = {.burst = 600, .per_minute = 300},
    [LIMIT_CHAT] = {.burst = 8, .per_minute = 30},
    [LIMIT_CHAT_FROM] = {.burst = 32, .per_minute = 120},
    [LIMIT_REPORT] = {.burst = 5, .per_minute = 1},
    [LIMIT_REPORT_FROM] = {.burst = 10, .per_minute = 2},
};

struct limits *limits_new(const struct limit_rule rules[LIMIT_KINDS])
{
    struct limits *l;

    if (sodium_init() < 0)
        return NULL;
    l = calloc(1, sizeof *l);
    if (l) {
        memcpy(l->rules, rules, sizeof l->rules);
        randombytes_buf(l->secret, sizeof l->secret);
    }
    return l;
}

void limits_free(struct limits *l)
{
    free(l);
}

uint64_t limits_key_bytes(const struct limits *l, const void *bytes, size_t n)
{
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t key;

    crypto_shorthash(hash, bytes, n, l->secret);
    memcpy(&key, hash, sizeof key);
    return key;
}

uint64_t limits_key_address(const struct limits *l, const char *address)
{
    struct address a;

    if (!address_parse(address, &a))
        return limits_key_bytes(l, address, strlen(address));
    return limits_key_bytes(l, a.bytes, address_is_v4(&a) ? sizeof a.bytes : 8);
}

uint64_t limits_key_person(const struct limits *l, uint64_t number)
{
    return limits_key_bytes(l, &number, sizeof number);
}

static uint64_t full(const struct limits *l, uint32_t kind)
{
    return kind < LIMIT_KINDS ? (uint64_t)l->rules[kind].burst * TOKEN : 0;
}

/* Brings a bucket up to the time. */
static void refill(const struct limits *l, struct slot *s, uint64_t now)
{
    uint64_t most = full(l, s->kind);

    if (s->kind >= LIMIT_KINDS || now <= s->at)
        return;
    /* A day fills every bucket that is refilled at all, and cannot overflow. */
    uint64_t passed = now - s->at < 86400000 ? now - s->at : 86400000;
    uint64_t gain = passed * l->rules[s->kind].per_minute;

    s->parts = gain < most - s->parts ? s->parts + gain : most;
    s->at = now;
}

/* The slot of a key; made if it is missing and make is set. Null if there is none, or no room. */
static struct slot *find(struct limits *l, uint32_t kind, uint64_t key, uint64_t now, bool make)
{
    uint64_t sum = key + kind * UINT64_C(0x9e3779b97f4a7c15), mixed = sum ? sum : 1;
    struct slot *set = l->slots[(mixed >> 32) % SETS], *best = NULL;

    for (size_t i = 0; i < WAYS; i++)
        if (set[i].key == mixed && set[i].kind == kind)
            return &set[i];
    for (size_t i = 0; make && i < WAYS; i++) {
        struct slot *s = &set[i];

        if (!s->key) {
            best = s;
            break;
        }
        refill(l, s, now);
        if (s->open == 0 &&
            (!best || full(l, s->kind) - s->parts < full(l, best->kind) - best->parts))
            best = s;
    }
    if (best)
        *best = (struct slot){.key = mixed, .at = now, .parts = full(l, kind), .kind = kind};
    return best;
}

bool limits_take(struct limits *l, enum limit_kind kind, uint64_t key, uint64_t now)
{
    return limits_take_many(l, kind, key, now, 1);
}

bool limits_take_many(struct limits *l, enum limit_kind kind, uint64_t key, uint64_t now,
                      uint32_t tokens)
{
    uint64_t parts = (uint64_t)tokens * TOKEN;
    struct slot *s;

    if (l->rules[kind].burst == 0)
        return true;
    s = find(l, kind, key, now, true);
    if (!s)
        return false; /* its whole set is in use by open connections */
    refill(l, s, now);
    if (parts > full(l, kind))
        parts = full(l, kind);
    if (s->parts < parts)
        return false;
    s->parts -= parts;
    return true;
}

uint32_t limits_wait(struct limits *l, enum limit_kind kind, uint64_t key, uint64_t now)
{
    struct slot *s = find(l, kind, key, now, false);
    uint64_t rate = l->rules[kind].per_minute;

    if (!s || rate == 0)
        return s ? 3600 : 1;
    refill(l, s, now);
    if (s->parts >= TOKEN)
        return 1;
    return (uint32_t)((TOKEN - s->parts + rate * 1000 - 1) / (rate * 1000));
}

bool limits_enter(struct limits *l, uint64_t key, uint32_t most)
{
    struct slot *s = find(l, COUNT_KIND, key, 0, true);

    if (!s || (most && s->open >= most))
        return false;
    s->open++;
    return true;
}

void limits_leave(struct limits *l, uint64_t key)
{
    struct slot *s = find(l, COUNT_KIND, key, 0, false);

    if (s && s->open && --s->open == 0)
        *s = (struct slot){0};
}

uint32_t limits_open(struct limits *l, uint64_t key)
{
    const struct slot *s = find(l, COUNT_KIND, key, 0, false);

    return s ? s->open : 0;
}
