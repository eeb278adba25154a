/*
 * The bytes of a view in messages: see patch.h.
 */
#include "patch.h"

#include "base64.h"

enum { PATCH_GAP = 4 /* equal bytes between two differences that are not worth a new run */ };

/* How many bytes of both are the same from the beginning on. */
static uint32_t equal_bytes(const uint8_t *a, const uint8_t *b, uint32_t n)
{
    uint32_t i = 0;

    for (; i + 8 <= n; i += 8) {
        uint64_t x, y;

        __builtin_memcpy(&x, a + i, 8);
        __builtin_memcpy(&y, b + i, 8);
        if (x != y)
            break;
    }
    while (i < n && a[i] == b[i])
        i++;
    return i;
}

uint32_t patch_make(const struct view *before, const struct view *after, uint8_t *out)
{
    const uint8_t *a = (const void *)before, *b = (const void *)after;
    uint32_t n = 0;

    for (uint32_t i = 0; i < sizeof *before;) {
        uint32_t end, same = 0;

        i += equal_bytes(a + i, b + i, (uint32_t)sizeof *before - i);
        if (i == sizeof *before)
            break;
        for (end = i; end + same < sizeof *before && same < PATCH_GAP;) {
            if (a[end + same] == b[end + same]) {
                same++;
            } else {
                end += same + 1;
                same = 0;
            }
        }
        out[n++] = (uint8_t)(i & 0xFF);
        out[n++] = (uint8_t)(i >> 8);
        out[n++] = (uint8_t)((end - i) & 0xFF);
        out[n++] = (uint8_t)((end - i) >> 8);
        __builtin_memcpy(out + n, b + i, end - i);
        n += end - i;
        i = end;
    }
    return n;
}

/* Keeps a view that can be one. */
static bool keep(const struct match *m, const struct view *made, struct view *v)
{
    if (!m->rules->check_view(m, made))
        return false;
    *v = *made;
    return true;
}

bool patch_whole(const struct match *m, const char *text, size_t n, struct view *v)
{
    struct view made;
    size_t size;

    return base64_get(text, n, (uint8_t *)&made, sizeof made, &size) && size == sizeof made &&
           keep(m, &made, v);
}

bool patch_apply(const struct match *m, const char *text, size_t n, struct view *v)
{
    struct view made = *v;
    uint8_t bytes[PATCH_BYTES], *to = (uint8_t *)&made;
    size_t size, at = 0;

    if (!base64_get(text, n, bytes, sizeof bytes, &size))
        return false;
    while (at + 4 <= size) {
        size_t offset = bytes[at] | (size_t)bytes[at + 1] << 8;
        size_t length = bytes[at + 2] | (size_t)bytes[at + 3] << 8;

        at += 4;
        if (length > size - at || offset + length > sizeof made)
            return false;
        __builtin_memcpy(to + offset, bytes + at, length);
        at += length;
    }
    return at == size && keep(m, &made, v);
}
