/*
 * Which names people may take, and which lines they may write: see name.h. Unicode's facts
 * (scripts, categories, forms) are libunistring's.
 */
#include "name.h"

#include "../../table/log.h"
#include "../store/store.h"

#include <stdio.h>
#include <string.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

enum {
    MARKS_MAX = 4, /* marks on one letter: more than any language needs, less than a tower */
    LINE_MARKS_MAX = 8,    /* in a line, where people may write unusual languages */
    BRAILLE_BLANK = 0x2800 /* counts as a symbol, but is invisible */
};

bool name_is_one(const struct message_text *name, struct refusal *why)
{
    if (name->length && log_is_name(name->at, name->length) && name->at[0] != ' ' &&
        name->at[name->length - 1] != ' ')
        return true;
    return REFUSE(why, "bad_name",
                  "A name has 1 to {0} bytes, no control characters and no blank at its ends.",
                  say_number(NAME_SIZE - 1));
}

/* ---- visible characters ---- */

static bool is_seen(ucs4_t c)
{
    return c == ' ' ||
           (!uc_is_property_default_ignorable_code_point(c) && c != BRAILLE_BLANK &&
            !uc_is_general_category_withtable(c, UC_CATEGORY_MASK_Z | UC_CATEGORY_MASK_C));
}

/* No hidden characters, none that change the direction of writing; single blanks only; only a
 * few marks, on letters. */
static bool is_visible(const struct message_text *name)
{
    const uint8_t *at = (const uint8_t *)name->at;
    uint32_t marks = MARKS_MAX; /* none at the beginning */
    bool ink = false;
    ucs4_t before = ' ', c;

    for (size_t i = 0; i < name->length; before = c) {
        int n = u8_mbtouc(&c, at + i, name->length - i);

        if (!is_seen(c) || (c == ' ' && before == ' '))
            return false;
        if (!uc_is_general_category(c, UC_CATEGORY_M))
            marks = c == ' ' ? MARKS_MAX : 0;
        else if (++marks > MARKS_MAX)
            return false;
        ink =
            ink || uc_is_general_category_withtable(c, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N);
        i += (size_t)n;
    }
    return ink;
}

/* ---- lines ---- */

/* Does it control a terminal, begin a line, or change the direction of writing? */
static bool is_command(ucs4_t c)
{
    return uc_is_general_category_withtable(c, UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Zl |
                                                   UC_CATEGORY_MASK_Zp) ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool line_is_plain(const struct message_text *line)
{
    const uint8_t *at = (const uint8_t *)line->at;
    uint32_t marks = 0;
    ucs4_t c;

    for (size_t i = 0; i < line->length;) {
        i += (size_t)u8_mbtouc(&c, at + i, line->length - i);
        marks = uc_is_general_category(c, UC_CATEGORY_M) ? marks + 1 : 0;
        if (is_command(c) || marks > LINE_MARKS_MAX)
            return false;
    }
    return true;
}

bool line_is_blank(const struct message_text *line)
{
    const uint8_t *at = (const uint8_t *)line->at;
    ucs4_t c;

    for (size_t i = 0; i < line->length;) {
        i += (size_t)u8_mbtouc(&c, at + i, line->length - i);
        if (!uc_is_property_default_ignorable_code_point(c) && c != BRAILLE_BLANK &&
            !uc_is_general_category(c, UC_CATEGORY_Z))
            return false;
    }
    return true;
}

/* ---- one alphabet ---- */

/* Scripts that may be mixed in one name. */
static const char *const together[][3] = {
    {"Han", "Hiragana", "Katakana"},
    {"Han", "Hangul", "Hangul"},
    {"Han", "Bopomofo", "Bopomofo"},
};

enum { WAYS = sizeof together / sizeof *together };

/* The set of these mixtures that contain this script. */
static uint32_t ways_of(const char *script)
{
    uint32_t ways = 0;

    for (uint32_t i = 0; i < WAYS; i++)
        for (uint32_t k = 0; k < 3; k++)
            if (strcmp(together[i][k], script) == 0)
                ways |= 1u << i;
    return ways;
}

static bool is_of_one_script(const struct message_text *name)
{
    const uint8_t *at = (const uint8_t *)name->at;
    const char *first = NULL;
    bool same = true;
    uint32_t ways = (1u << WAYS) - 1;
    ucs4_t c;

    for (size_t i = 0; i < name->length;) {
        const uc_script_t *script;

        i += (size_t)u8_mbtouc(&c, at + i, name->length - i);
        script = uc_script(c);
        if (!script)
            return false;
        if (strcmp(script->name, "Common") == 0 || strcmp(script->name, "Inherited") == 0)
            continue;
        if (!first)
            first = script->name;
        same = same && strcmp(first, script->name) == 0;
        ways &= ways_of(script->name);
    }
    return same || ways;
}

/* ---- names that would mislead others ---- */

/* Nobody's whole name may be one of these. */
static const char *const reserved[] = {
    "administration",
    "administracion",
    "administração",
    "root",
    "superuser",
    "mod",
    "mods",
    "help",
    "ayuda",
    "helpdesk",
    "security",
    "seguridad",
    "webmaster",
    "postmaster",
    "owner",
    "team",
    "equipo",
    "bot",
    "someone",
    "alguien",
    "nobody",
    "nadie",
    "anonymous",
    "anonimo",
    "anonima",
    "everyone",
    "everybody",
    "todos",
    "null",
    "undefined",
    NULL,
};

/* No word of a name may be one of these. */
static const char *const offices[] = {
    "admin",
    "admins",
    "administrator",
    "administrators",
    "administrador",
    "administradora",
    "administrateur",
    "administratrice",
    "administratore",
    "anden",
    "andenadmin",
    "system",
    "sistema",
    "systeme",
    "sysadmin",
    "sysop",
    "server",
    "servidor",
    "serveur",
    "moderator",
    "moderators",
    "moderador",
    "moderadora",
    "moderateur",
    "moderatore",
    "operator",
    "operador",
    "operadora",
    "staff",
    "support",
    "soporte",
    "suporte",
    "official",
    "oficial",
    "админ",
    "администратор",
    "модератор",
    "система",
    "сервер",
    "поддержка",
    "διαχειριστής",
    "管理员",
    "管理員",
    "管理者",
    "系统",
    "系統",
    "운영자",
    "관리자",
    NULL,
};

/* Letters of other alphabets, digits and signs that look like a Latin letter, the second of
 * each pair. Letters come here without case and without marks; i, l and everything that looks
 * like them count as one letter. */
static const uint32_t alike[][2] = {
    {'0', 'o'},
    {'1', 'l'},
    {'3', 'e'},
    {'4', 'a'},
    {'5', 's'},
    {'7', 't'},
    {'8', 'b'},
    {'9', 'g'},
    {'i', 'l'},
    {'|', 'l'},
    {'!', 'l'},
    {'@', 'a'},
    {'$', 's'},
    {'+', 't'},
    /* Latin */
    {0x131, 'l'},
    {0x142, 'l'},
    {0xF8, 'o'},
    {0x111, 'd'},
    {0xF0, 'd'},
    {0x127, 'h'},
    {0x167, 't'},
    {0x251, 'a'},
    {0x261, 'g'},
    {0x253, 'b'},
    {0x257, 'd'},
    {0x269, 'l'},
    {0x271, 'm'},
    {0x14B, 'n'},
    {0x272, 'n'},
    {0x273, 'n'},
    {0x280, 'r'},
    {0x1D00, 'a'},
    {0x1D05, 'd'},
    {0x26A, 'l'},
    {0x1D0D, 'm'},
    {0x274, 'n'},
    {0x1D0F, 'o'},
    {0x1D1B, 't'},
    {0xA731, 's'},
    {0x28F, 'y'},
    /* Greek */
    {0x3B1, 'a'},
    {0x3B2, 'b'},
    {0x3B5, 'e'},
    {0x3B7, 'n'},
    {0x3B9, 'l'},
    {0x3BA, 'k'},
    {0x3BC, 'm'},
    {0x3BD, 'v'},
    {0x3BF, 'o'},
    {0x3C1, 'p'},
    {0x3C3, 's'},
    {0x3C4, 't'},
    {0x3C5, 'u'},
    {0x3C7, 'x'},
    {0x3C9, 'w'},
    {0x3B4, 'd'},
    {0x3B3, 'y'},
    {0x3C0, 'n'},
    /* Cyrillic */
    {0x430, 'a'},
    {0x432, 'b'},
    {0x433, 'r'},
    {0x434, 'd'},
    {0x435, 'e'},
    {0x438, 'n'},
    {0x43A, 'k'},
    {0x43C, 'm'},
    {0x43D, 'h'},
    {0x43E, 'o'},
    {0x43F, 'n'},
    {0x440, 'p'},
    {0x441, 'c'},
    {0x442, 't'},
    {0x443, 'y'},
    {0x445, 'x'},
    {0x44C, 'b'},
    {0x455, 's'},
    {0x456, 'l'},
    {0x458, 'j'},
    {0x4CF, 'l'},
    {0x4BB, 'h'},
    {0x501, 'd'},
    {0x51B, 'q'},
    {0x51D, 'w'},
    {0x4AF, 'y'},
    /* Armenian */
    {0x585, 'o'},
    {0x578, 'n'},
    {0x57D, 'u'},
    {0x570, 'h'},
    {0x581, 'g'},
    {0x575, 'l'},
    /* Lisu */
    {0xA4D0, 'b'},
    {0xA4D1, 'p'},
    {0xA4D3, 'd'},
    {0xA4D4, 't'},
    {0xA4D6, 'g'},
    {0xA4D7, 'k'},
    {0xA4D9, 'j'},
    {0xA4DA, 'c'},
    {0xA4DC, 'z'},
    {0xA4DD, 'f'},
    {0xA4DF, 'm'},
    {0xA4E0, 'n'},
    {0xA4E1, 'l'},
    {0xA4E2, 's'},
    {0xA4E3, 'r'},
    {0xA4E6, 'v'},
    {0xA4E7, 'h'},
    {0xA4EA, 'w'},
    {0xA4EB, 'x'},
    {0xA4EC, 'y'},
    {0xA4EE, 'a'},
    {0xA4F0, 'e'},
    {0xA4F2, 'l'},
    {0xA4F3, 'o'},
    {0xA4F4, 'u'},
    /* Cherokee */
    {0x13A0, 'd'},
    {0x13A1, 'r'},
    {0x13A2, 't'},
    {0x13A9, 'y'},
    {0x13AA, 'a'},
    {0x13AB, 'j'},
    {0x13AC, 'e'},
    {0x13B3, 'w'},
    {0x13B7, 'm'},
    {0x13BB, 'h'},
    {0x13BD, 'y'},
    {0x13C0, 'g'},
    {0x13C3, 'z'},
    {0x13C6, 'l'},
    {0x13CF, 'b'},
    {0x13D2, 'r'},
    {0x13D4, 'w'},
    {0x13D5, 's'},
    {0x13D9, 'v'},
    {0x13DA, 's'},
    {0x13DE, 'l'},
    {0x13DF, 'c'},
    {0x13E2, 'p'},
    {0x13E6, 'k'},
    {0x13E7, 'd'},
};

uint32_t name_letter(uint32_t c)
{
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (alike[i][0] == c)
            return alike[i][1];
    return c;
}

enum { LOOKS = 4 * STORE_NAME_MAX }; /* bytes: a longer one is like no reserved name */

/* Puts what a piece of a folded name looks like into `out`: its letters, as a to z where they can
 * be taken for these. Blanks and signs don't count, and "rn" is taken for m. */
static void looks_like(const char *key, size_t size, char out[LOOKS])
{
    uint8_t plain[2 * STORE_KEY_MAX];
    size_t n = sizeof plain, used = 0;
    ucs4_t c;

    out[0] = '\0';
    if (u8_normalize(UNINORM_NFKD, (const uint8_t *)key, size, plain, &n) != plain)
        return;
    for (size_t i = 0; i < n;) {
        i += (size_t)u8_mbtouc(&c, plain + i, n - i);
        c = name_letter(c);
        if (!uc_is_general_category(c, UC_CATEGORY_L))
            continue;
        if (used + 8 > LOOKS) {
            used = 0;
            break;
        }
        used += (size_t)u8_uctomb((uint8_t *)out + used, c, (ptrdiff_t)(LOOKS - used));
        if (used >= 2 && out[used - 1] == 'n' && out[used - 2] == 'r')
            out[--used - 1] = 'm';
    }
    out[used] = '\0';
}

static bool is_one_of(const char *const *list, const char *key, size_t size)
{
    char mine[LOOKS], theirs[LOOKS], folded[STORE_KEY_MAX + 1];

    looks_like(key, size, mine);
    for (uint32_t i = 0; mine[0] && list[i]; i++) {
        if (!store_fold(list[i], folded))
            continue;
        looks_like(folded, strlen(folded), theirs);
        if (strcmp(mine, theirs) == 0)
            return true;
    }
    return false;
}

/* Its size without a number and signs at the end: "admin 2" misleads as well. */
static size_t bare_size(const char *key, size_t size)
{
    while (size &&
           ((key[size - 1] >= '0' && key[size - 1] <= '9') || strchr(" -_.#", key[size - 1])))
        size--;
    return size;
}

static bool is_believed_piece(const char *const *list, const char *key, size_t size)
{
    return is_one_of(list, key, size) || is_one_of(list, key, bare_size(key, size));
}

/* Would others believe that this person runs the server? */
static bool is_believed(const struct message_text *name)
{
    static const char between[] = " -_.,:;/#&()[]{}<>*~=\"'";
    char whole[NAME_SIZE], key[STORE_KEY_MAX + 1];

    snprintf(whole, sizeof whole, "%.*s", (int)name->length, name->at);
    if (!store_fold(whole, key))
        return false;
    if (is_believed_piece(reserved, key, strlen(key)) ||
        is_believed_piece(offices, key, strlen(key)))
        return true;
    for (const char *at = key; *at; at += strspn(at, between)) {
        size_t size = strcspn(at, between);

        if (is_believed_piece(offices, at, size))
            return true;
        at += size;
    }
    return false;
}

bool name_may_be_taken(const struct message_text *name, struct refusal *why)
{
    if (!name_is_one(name, why))
        return false;
    if (!is_visible(name))
        return refuse(why, "bad_name",
                      "A name has a letter or a digit, and only characters that can be seen.");
    if (!is_of_one_script(name))
        return refuse(why, "bad_name", "A name is written in one alphabet.");
    if (is_believed(name))
        return refuse(
            why, "name_reserved",
            "This looks like the name of somebody who runs the server. Choose another.");
    return true;
}
