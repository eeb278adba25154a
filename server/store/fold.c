/*
 * Names without upper case, so that "Ana" and "ANA" are one name in every database. Simple case
 * folding of the alphabets that have cases and are much used: Latin, Greek, Cyrillic, Armenian.
 */
#include "private.h"

size_t store_utf8(const char *text, uint32_t *code)
{
    const unsigned char *s = (const unsigned char *)text;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;

    if (s[0] == 0 || (s[0] >= 0x80 && s[0] < 0xC2) || s[0] > 0xF4)
        return 0;
    *code = n == 1 ? s[0] : s[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (s[i] & 0x3Fu);
    }
    if (*code < least[n] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000))
        return 0;
    return n;
}

static uint32_t fold(uint32_t c)
{
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7))
        return c + 32;
    if (c == 0x130 || c == 0x131) /* both Turkish i, for they look alike */
        return 'i';
    if (c == 0x178)
        return 0xFF;
    /* Pairs: upper case is even, or odd. */
    if ((c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177) ||
        (c >= 0x1DE && c <= 0x1EF) || (c >= 0x1F8 && c <= 0x21F) ||
        (c >= 0x222 && c <= 0x233) || (c >= 0x460 && c <= 0x481) ||
        (c >= 0x48A && c <= 0x4BF) || (c >= 0x4D0 && c <= 0x52F) ||
        (c >= 0x1E00 && c <= 0x1E95) || (c >= 0x1EA0 && c <= 0x1EFF))
        return c | 1;
    if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E) || (c >= 0x1CD && c <= 0x1DC))
        return c + (c & 1);
    if (c == 0x386)
        return 0x3AC;
    if (c >= 0x388 && c <= 0x38A)
        return c + 37;
    if (c == 0x38C)
        return 0x3CC;
    if (c == 0x38E || c == 0x38F)
        return c + 63;
    if (c >= 0x391 && c <= 0x3AB)
        return c + 32;
    if (c == 0x3C2) /* the other small sigma */
        return 0x3C3;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    if (c >= 0x410 && c <= 0x42F)
        return c + 32;
    if (c >= 0x531 && c <= 0x556)
        return c + 48;
    return c;
}

/* Folding never makes a sequence longer: all above keep the number of bytes, or lessen it. */
void store_fold(const char *name, char key[STORE_NAME_MAX + 1])
{
    size_t n, used = 0;
    uint32_t c;

    for (; (n = store_utf8(name, &c)) && used + n <= STORE_NAME_MAX; name += n) {
        uint32_t small = fold(c);

        if (small < 0x80) {
            key[used++] = (char)small;
        } else if (small < 0x800) {
            key[used++] = (char)(0xC0 | small >> 6);
            key[used++] = (char)(0x80 | (small & 0x3F));
        } else {
            for (size_t i = 0; i < n; i++)
                key[used + i] = name[i];
            if (small != c) { /* three bytes: Latin extended additional */
                key[used + 1] = (char)(0x80 | (small >> 6 & 0x3F));
                key[used + 2] = (char)(0x80 | (small & 0x3F));
            }
            used += n;
        }
    }
    key[used] = 0;
}
