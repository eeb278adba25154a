/*
 * Base64: see base64.h.
 */
#include "base64.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_put(char *out, const void *bytes, size_t n)
{
    const uint8_t *b = bytes;

    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)b[i] << 16 | (i + 1 < n ? (uint32_t)b[i + 1] << 8 : 0) |
                         (i + 2 < n ? b[i + 2] : 0);

        *out++ = digits[three >> 18];
        *out++ = digits[three >> 12 & 63];
        *out++ = i + 1 < n ? digits[three >> 6 & 63] : '=';
        *out++ = i + 2 < n ? digits[three & 63] : '=';
    }
    *out = '\0';
}

static uint32_t value_of(char c)
{
    return c >= 'A' && c <= 'Z'   ? (uint32_t)(c - 'A')
           : c >= 'a' && c <= 'z' ? (uint32_t)(c - 'a' + 26)
           : c >= '0' && c <= '9' ? (uint32_t)(c - '0' + 52)
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : 64;
}

bool base64_get(const char *text, size_t n, uint8_t *out, size_t cap, size_t *size)
{
    size_t used = 0;

    *size = 0;
    if (n % 4)
        return false;
    for (size_t i = 0; i < n; i += 4) {
        size_t count = i + 4 < n || text[n - 1] != '=' ? 4 : text[n - 2] != '=' ? 3 : 2;
        uint32_t three = 0;

        for (size_t k = 0; k < 4; k++) {
            uint32_t value = k < count ? value_of(text[i + k]) : 0;

            if (value > 63)
                return false;
            three = three << 6 | value;
        }
        if ((count < 4 && three & (count == 3 ? 0xFFu : 0xFFFFu)) || used + count - 1 > cap)
            return false;
        for (size_t k = 0; k + 1 < count; k++)
            out[used++] = (uint8_t)(three >> (16 - 8 * k));
    }
    *size = used;
    return true;
}
