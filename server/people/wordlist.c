/*
 * Words that nobody may say: see wordlist.h. Unicode's facts are libunistring's.
 */
#include "wordlist.h"

#include "../store/store.h"
#include "name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

/* A word as it is compared: as it is written, and as it looks. */
struct form {
    char plain[STORE_KEY_MAX + 1], looks[STORE_KEY_MAX + 1];
};

struct word {
    char *text, *plain, *looks;
    bool open_before, open_behind; /* a star is there */
};

struct wordlist {
    struct word *word;
    uint32_t count, room;
};

/* ---- words of a text ---- */

/* The rest of a piece of text, folded and without marks. */
struct reading {
    uint8_t at[2 * STORE_KEY_MAX];
    size_t n, next;
};

static bool begin_piece(struct reading *r, const char *text, size_t n)
{
    char piece[STORE_KEY_MAX + 1], key[STORE_KEY_MAX + 1];

    r->n = sizeof r->at;
    r->next = 0;
    if (n > STORE_KEY_MAX)
        return false;
    memcpy(piece, text, n);
    piece[n] = '\0';
    return store_fold(piece, key) &&
           u8_normalize(UNINORM_NFKD, (const uint8_t *)key, strlen(key), r->at, &r->n) == r->at;
}

static void put(char *out, size_t *n, ucs4_t c)
{
    int step = u8_uctomb((uint8_t *)out + *n, c, (ptrdiff_t)(STORE_KEY_MAX - *n));

    *n += step > 0 ? (size_t)step : 0;
}

/* The next word of the piece; false after the last. */
static bool next_word(struct reading *r, struct form *f)
{
    size_t plain = 0, looks = 0;
    bool letters = false;
    ucs4_t c;

    while (r->next < r->n) {
        int step = u8_mbtouc(&c, r->at + r->next, r->n - r->next);

        r->next += (size_t)step;
        if (uc_is_general_category(c, UC_CATEGORY_M))
            continue;
        if (!uc_is_general_category_withtable(c, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N)) {
            if (plain)
                break;
            continue;
        }
        letters = letters || uc_is_general_category(c, UC_CATEGORY_L);
        put(f->plain, &plain, c);
        put(f->looks, &looks, name_letter(c));
    }
    f->plain[plain] = f->looks[looks] = '\0';
    if (!letters) /* a number on its own does not look like letters */
        memcpy(f->looks, f->plain, plain + 1);
    return plain > 0;
}

/* ---- the list ---- */

static bool fits(const struct word *w, const char *mine, const char *text)
{
    size_t n = strlen(mine), all = strlen(text);

    if (n > all)
        return false;
    if (w->open_before && w->open_behind)
        return strstr(text, mine) != NULL;
    if (w->open_behind)
        return memcmp(text, mine, n) == 0;
    if (w->open_before)
        return memcmp(text + all - n, mine, n) == 0;
    return n == all && memcmp(text, mine, n) == 0;
}

/* The size of the text up to an ASCII separator; other separators are found after folding. */
static size_t piece_of(const char *text)
{
    size_t n = 0;

    while (text[n] &&
           ((text[n] & 0x80) || (text[n] >= '0' && text[n] <= '9') ||
            (text[n] >= 'a' && text[n] <= 'z') || (text[n] >= 'A' && text[n] <= 'Z')))
        n++;
    return n;
}

const char *wordlist_find(const struct wordlist *l, const char *text)
{
    struct reading r;
    struct form f;

    for (size_t n; l->count && *text; text += n ? n : 1) {
        n = piece_of(text);
        if (!n || !begin_piece(&r, text, n))
            continue;
        while (next_word(&r, &f))
            for (uint32_t i = 0; i < l->count; i++)
                if (fits(&l->word[i], l->word[i].plain, f.plain) ||
                    fits(&l->word[i], l->word[i].looks, f.looks))
                    return l->word[i].text;
    }
    return NULL;
}

/* Reads a word of the list: false if it is not a word. */
static bool read_word(const char *text, struct form *f, struct word *w)
{
    size_t n = strlen(text);
    struct reading r;
    struct form more;

    w->open_before = n && text[0] == '*';
    w->open_behind = n > 1 && text[n - 1] == '*';
    text += w->open_before;
    n -= (size_t)w->open_before + (size_t)w->open_behind;
    return n && n <= STORE_WORD_MAX && piece_of(text) == n && begin_piece(&r, text, n) &&
           next_word(&r, f) && !next_word(&r, &more);
}

bool wordlist_is_word(const char *word)
{
    struct form f;
    struct word w;

    return strlen(word) <= STORE_WORD_MAX && read_word(word, &f, &w);
}

bool wordlist_add(struct wordlist *l, const char *word)
{
    struct form f;
    struct word w = {0};

    if (l->count == WORDLIST_MAX || !read_word(word, &f, &w))
        return false;
    if (l->count == l->room) {
        uint32_t room = l->room ? 2 * l->room : 64;
        struct word *more = realloc(l->word, room * sizeof *more);

        if (!more)
            return false;
        l->word = more;
        l->room = room;
    }
    w.text = strdup(word);
    w.plain = strdup(f.plain);
    w.looks = strdup(f.looks);
    l->word[l->count++] = w;
    if (w.text && w.plain && w.looks)
        return true;
    l->count--;
    free(w.text);
    free(w.plain);
    free(w.looks);
    return false;
}

uint32_t wordlist_count(const struct wordlist *l)
{
    return l->count;
}

struct wordlist *wordlist_new(void)
{
    return calloc(1, sizeof(struct wordlist));
}

void wordlist_free(struct wordlist *l)
{
    for (uint32_t i = 0; l && i < l->count; i++) {
        free(l->word[i].text);
        free(l->word[i].plain);
        free(l->word[i].looks);
    }
    free(l ? l->word : NULL);
    free(l);
}
