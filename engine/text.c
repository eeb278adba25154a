/*
 * Writing text into a caller's buffer, comparing names as people spell them, complaints. Knows
 * UTF-8 and the Latin letters, but nothing about boards or games.
 */
#include "text.h"

struct text text_in(char *buffer, size_t size)
{
    buffer[0] = 0;
    return (struct text){.at = buffer, .size = size};
}

void text_char(struct text *t, char c)
{
    text_some(t, &c, 1);
}

void text_put(struct text *t, const char *s)
{
    text_some(t, s, text_length(s));
}

/* Where a text of at least n bytes can end without half a character: n or a little before. */
static size_t whole(const char *s, size_t n)
{
    while (n > 0 && ((unsigned char)s[n] & 0xC0) == 0x80)
        n--;
    return n;
}

void text_some(struct text *t, const char *s, size_t n)
{
    static const char end[] = "…";
    size_t room = t->size - 1 - t->length;

    if (t->cut)
        return;
    t->cut = n > room;
    if (t->cut)
        n = whole(s, room);
    if (n)
        __builtin_memcpy(t->at + t->length, s, n);
    t->length += n;
    t->at[t->length] = 0;
    if (t->cut && t->size >= sizeof end) {
        if (t->length > t->size - sizeof end)
            t->length = whole(t->at, t->size - sizeof end);
        __builtin_memcpy(t->at + t->length, end, sizeof end);
        t->length += sizeof end - 1;
    }
}

void text_unsigned(struct text *t, uint64_t n)
{
    char digits[20];
    size_t k = sizeof digits;

    do {
        digits[--k] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    text_some(t, digits + k, sizeof digits - k);
}

void text_number(struct text *t, int64_t n)
{
    if (n < 0)
        text_char(t, '-');
    text_unsigned(t, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void text_plural(struct text *t, const char *word)
{
    size_t n = text_length(word);
    char last = n ? word[n - 1] : 0;

    if (last == 'y') { /* as in "city": no word of the games ends in a vowel and y */
        text_some(t, word, n - 1);
        text_put(t, "ies");
        return;
    }
    text_put(t, word);
    text_put(t, last == 's' || last == 'x' ? "es" : "s");
}

void text_count(struct text *t, uint32_t n, const char *word)
{
    text_number(t, n);
    text_char(t, ' ');
    if (n == 1)
        text_put(t, word);
    else
        text_plural(t, word);
}

struct text complain(struct complaint *c, struct ground ground)
{
    c->line = 0;
    c->column = 0;
    c->code = ground.code;
    c->rule = ground.rule;
    c->sentence = 0;
    return text_in(c->message, sizeof c->message);
}

size_t text_length(const char *s)
{
    size_t n = 0;

    while (s[n])
        n++;
    return n;
}

bool text_equal(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

bool text_is(const char *s, size_t n, const char *word)
{
    size_t i = 0;

    while (i < n && word[i] && s[i] == word[i])
        i++;
    return i == n && !word[i];
}

size_t text_blanks(const char *s, size_t n)
{
    size_t i = 0;

    while (i < n && text_is_blank(s[i]))
        i++;
    return i;
}

size_t text_word(const char *s, size_t n)
{
    size_t i = 0;

    while (i < n && !text_is_blank(s[i]))
        i++;
    return i;
}

size_t text_digits(const char *s, size_t n, uint32_t *value)
{
    uint32_t v = 0;
    size_t i = 0;

    while (i < n && s[i] >= '0' && s[i] <= '9') {
        if (i == 9)
            return 0;
        v = v * 10 + (uint32_t)(s[i] - '0');
        i++;
    }
    if (i)
        *value = v;
    return i;
}

bool text_digits64(const char *s, size_t n, uint64_t *value)
{
    uint64_t v = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t digit = (uint64_t)(s[i] - '0');

        if (s[i] < '0' || s[i] > '9' || v > (UINT64_MAX - digit) / 10)
            return false;
        v = v * 10 + digit;
    }
    *value = v;
    return n > 0;
}

size_t text_decode(const char *s, size_t n, uint32_t *code)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *u = (const unsigned char *)s;
    size_t want = u[0] < 0x80                   ? 1
                  : u[0] >= 0xC2 && u[0] < 0xE0 ? 2
                  : u[0] >= 0xE0 && u[0] < 0xF0 ? 3
                  : u[0] >= 0xF0 && u[0] < 0xF5 ? 4
                                                : 0;

    if (want == 0 || want > n)
        return 0;
    uint32_t c = want == 1 ? u[0] : u[0] & (0x7Fu >> want);
    for (size_t i = 1; i < want; i++) {
        if ((u[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (u[i] & 0x3F);
    }
    if (c < least[want] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
        return 0;
    *code = c;
    return want;
}

uint32_t text_characters(const char *s, size_t n)
{
    uint32_t count = 0, code;

    for (size_t i = 0; i < n; count++) {
        size_t length = text_decode(s + i, n - i, &code);

        i += length ? length : 1;
    }
    return count;
}

/* The plain form of the letters U+00C0..U+017F, a character each: '*' = two letters, see
 * two_letters(); ' ' = not a letter. */
static const char plain_latin[] =
    "AAAAAA*CEEEEIIIIDNOOOOO OUUUUY**aaaaaa*ceeeeiiiidnooooo ouuuuy*y"  /* U+00C0 */
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi**JjKkkLlLlLlL"  /* U+0100 */
    "lLlNnNnNnnNnOoOoOo**RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"; /* U+0140 */

static const char *two_letters(uint32_t c)
{
    switch (c) {
    case 0xC6:
        return "Ae";
    case 0xE6:
        return "ae";
    case 0xDE:
        return "Th";
    case 0xFE:
        return "th";
    case 0x132:
        return "Ij";
    case 0x133:
        return "ij";
    case 0x152:
        return "Oe";
    case 0x153:
        return "oe";
    default:
        return "ss"; /* U+00DF, U+1E9E */
    }
}

/*
 * Reads one character of s and gives its plain form: 0, 1 or 2 ASCII characters, or one code that
 * has no plain form. Returns the bytes read; bytes that are not UTF-8 are read one by one and
 * stand for themselves.
 */
static size_t plain_of(const char *s, size_t n, uint32_t plain[2], uint32_t *count)
{
    uint32_t c = 0;
    size_t used = text_decode(s, n, &c);

    *count = 1;
    plain[0] = c;
    if (!used) {
        plain[0] = 0x110000 + (unsigned char)s[0];
        return 1;
    }
    if (c == 0x1E9E || (c >= 0xC0 && c <= 0x17F)) {
        char l = c == 0x1E9E ? '*' : plain_latin[c - 0xC0];

        if (l == '*') {
            *count = 2;
            plain[0] = (uint32_t)two_letters(c)[0];
            plain[1] = (uint32_t)two_letters(c)[1];
        } else if (l != ' ') {
            plain[0] = (uint32_t)l;
        }
    } else if (c >= 0x218 && c <= 0x21B) {
        plain[0] = (uint32_t) "SsTt"[c - 0x218];
    } else if (c >= 0x300 && c <= 0x36F) {
        *count = 0; /* an accent of its own: decomposed text */
    } else if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212) {
        plain[0] = '-';
    } else if (c == '\t' || c == 0xA0 || c == 0x202F) {
        plain[0] = ' ';
    } else if (c == 0x2019) {
        plain[0] = '\'';
    }
    return used;
}

/* Goes through a text in plain lower-case characters; several blanks count as one. */
struct folding {
    const char *s;
    size_t n, at;
    uint32_t plain[2], count, next;
    bool blank; /* the last character given was a blank */
};

/* The next character, or 0 at the end. */
static uint32_t fold_next(struct folding *f)
{
    for (;;) {
        while (f->next == f->count) {
            if (f->at == f->n)
                return 0;
            f->at += plain_of(f->s + f->at, f->n - f->at, f->plain, &f->count);
            f->next = 0;
        }
        uint32_t c = f->plain[f->next++];
        if (c >= 'A' && c <= 'Z')
            c += 'a' - 'A';
        bool again = c == ' ' && f->blank;
        f->blank = c == ' ';
        if (!again)
            return c ? c : 0x110000;
    }
}

/* The number of an ASCII letter, either case, from 0; 26 and more for other bytes. */
static uint32_t letter(char c)
{
    return ((uint32_t)(uint8_t)c | 0x20u) - 'a';
}

size_t text_spells(const char *s, size_t n, const char *name)
{
    /* A quick check: most names begin with another letter, and many cities have no second name. */
    if (!n || !*name || (letter(*s) < 26 && letter(*name) < 26 && letter(*s) != letter(*name)))
        return 0;
    struct folding a = {.s = s, .n = n};
    struct folding b = {.s = name, .n = text_length(name)};
    bool any = false;
    for (;;) {
        uint32_t want = fold_next(&b);

        if (!want)
            break;
        if (fold_next(&a) != want)
            return 0;
        any = true;
    }
    if (!any || a.next != a.count) /* the name ends within one letter of s: "stras", "straß" */
        return 0;
    /* Accents that follow the last letter belong to it. */
    while (a.at < n) {
        uint32_t plain[2], count;
        size_t used = plain_of(s + a.at, n - a.at, plain, &count);

        if (count)
            break;
        a.at += used;
    }
    return a.at;
}

void text_plain(struct text *t, const char *name)
{
    size_t n = text_length(name);

    for (size_t at = 0; at < n;) {
        uint32_t plain[2], count;
        size_t used = plain_of(name + at, n - at, plain, &count);
        bool ascii = count == 0 || plain[0] < 0x80;

        if (!ascii)
            text_some(t, name + at, used);
        for (uint32_t i = 0; ascii && i < count; i++)
            text_char(t, (char)plain[i]);
        at += used;
    }
}

enum { DISTANCE_MAX = 40 };

static uint32_t fold_all(const char *s, size_t n, uint32_t out[DISTANCE_MAX])
{
    struct folding f = {.s = s, .n = n};
    uint32_t count = 0, c;

    while (count < DISTANCE_MAX && (c = fold_next(&f)) != 0)
        out[count++] = c;
    return count;
}

uint32_t text_distance(const char *s, size_t n, const char *name)
{
    uint32_t a[DISTANCE_MAX], b[DISTANCE_MAX];
    uint32_t na = fold_all(s, n, a), nb = fold_all(name, text_length(name), b);
    /* rows of the table of distances between the first i letters of a and the first j of b */
    uint8_t row[3][DISTANCE_MAX + 1];

    for (uint32_t j = 0; j <= nb; j++)
        row[0][j] = (uint8_t)j;
    for (uint32_t i = 1; i <= na; i++) {
        uint8_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];

        now[0] = (uint8_t)i;
        for (uint32_t j = 1; j <= nb; j++) {
            uint32_t best = last[j - 1] + (uint32_t)(a[i - 1] != b[j - 1]);

            if (last[j] + 1u < best)
                best = last[j] + 1u;
            if (now[j - 1] + 1u < best)
                best = now[j - 1] + 1u;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1u < best)
                best = before[j - 2] + 1u;
            now[j] = (uint8_t)best;
        }
    }
    return row[na % 3][nb];
}
