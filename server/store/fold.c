/*
 * Folds names for comparison, so that "Ana", "ANA" and the same in wide letters are one name in
 * every database: Unicode's compatibility form without case, by libunistring.
 */
#include "private.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

enum { FOLD_ROUNDS = 3 }; /* a letter's compatibility form may have a case again */

size_t store_utf8(const char *text, uint32_t *code)
{
    int n = text[0] ? u8_strmbtouc(code, (const uint8_t *)text) : 0;

    return n > 0 ? (size_t)n : 0;
}

/* Removes invisible characters, and makes both Turkish i the same. */
static size_t plain(uint8_t *at, size_t n)
{
    size_t used = 0;
    ucs4_t before = 0, c;

    for (size_t i = 0; i < n;) {
        int step = u8_mbtouc(&c, at + i, n - i);

        i += (size_t)step;
        if (uc_is_property_default_ignorable_code_point(c) || (c == 0x307 && before == 'i'))
            continue;
        before = c == 0x131 ? 'i' : c;
        used += (size_t)u8_uctomb(at + used, before, (ptrdiff_t)(n - used));
    }
    return used;
}

/* One round: false if it does not fit. */
static bool fold(uint8_t key[STORE_KEY_MAX], size_t *n)
{
    uint8_t wide[STORE_KEY_MAX], *once, *twice = NULL;
    size_t room = sizeof wide, folded = STORE_KEY_MAX;

    once = u8_normalize(UNINORM_NFKC, key, *n, wide, &room);
    if (once == wide)
        twice = u8_casefold(once, room, NULL, UNINORM_NFKC, key, &folded);
    if (once != wide)
        free(once);
    if (twice != key) {
        free(twice);
        return false;
    }
    *n = plain(key, folded);
    return true;
}

bool store_fold(const char *name, char key[STORE_KEY_MAX + 1])
{
    size_t n = strlen(name);

    key[0] = '\0';
    if (n > STORE_KEY_MAX || u8_check((const uint8_t *)name, n))
        return false;
    memcpy(key, name, n);
    for (int round = 0; round < FOLD_ROUNDS && n; round++)
        if (!fold((uint8_t *)key, &n)) {
            key[0] = '\0';
            return false;
        }
    key[n] = '\0';
    return true;
}
