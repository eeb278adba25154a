/*
 * FNV-1a with 64 bits: the hash of boards, states, views and specs of bots. A hash starts as
 * FNV_START, and each function adds something to it. It is the same on every little-endian
 * machine, including wasm. Logs and stored games contain such hashes, so it can never change.
 */
#ifndef ANDEN_FNV_H
#define ANDEN_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_START 0xCBF29CE484222325u

static inline uint64_t fnv_byte(uint64_t hash, uint32_t byte)
{
    return (hash ^ (byte & 0xFF)) * 0x100000001B3u;
}

static inline uint64_t fnv_bytes(uint64_t hash, const void *at, size_t n)
{
    const unsigned char *bytes = at;

    for (size_t i = 0; i < n; i++)
        hash = fnv_byte(hash, bytes[i]);
    return hash;
}

/* A number as four bytes, the lowest first. */
static inline uint64_t fnv_number(uint64_t hash, uint32_t n)
{
    for (uint32_t i = 0; i < 32; i += 8)
        hash = fnv_byte(hash, n >> i);
    return hash;
}

/* A string with its final zero. */
static inline uint64_t fnv_string(uint64_t hash, const char *s)
{
    do
        hash = fnv_byte(hash, (unsigned char)*s);
    while (*s++);
    return hash;
}

#endif
