/*
 * Bytes as text: base64 (RFC 4648, with padding).
 */
#ifndef ANDEN_BASE64_H
#define ANDEN_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the text of n bytes, with its final zero. */
#define BASE64_SIZE(n) (((n) + 2) / 3 * 4 + 1)

/* Writes BASE64_SIZE(n) bytes. */
void base64_put(char *out, const void *bytes, size_t n);

/* Reads a text of n characters into at most cap bytes; false if it is not base64 or too long. */
bool base64_get(const char *text, size_t n, uint8_t *out, size_t cap, size_t *size);

#endif
