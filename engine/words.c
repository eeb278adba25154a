/*
 * Sentences for people: see words.h.
 */
#include "words.h"

#include "catalogue.h"

const char *const language_code[LANGUAGES] = {"en", "es"};

enum language language_of(const char *code)
{
    for (uint32_t l = 0; l < LANGUAGES; l++)
        if (code[0] == language_code[l][0] && code[1] == language_code[l][1])
            return (enum language)l;
    return ENGLISH;
}

/* -1, 0 or 1, by bytes: the order of the catalogue. */
static int compare(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return ((unsigned char)*a > (unsigned char)*b) - ((unsigned char)*a < (unsigned char)*b);
}

const char *catalogue_find(const struct catalogue *c, const char *key)
{
    uint32_t low = 0, high = c->count;

    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = compare(key, c->entry[middle].key);

        if (order == 0)
            return c->entry[middle].words;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

enum { WORD_MAX = 128 }; /* a word with its contexts: names have at most 39 bytes */

/* Where the last part of a key begins, before the place `end`: after the last byte 4. */
static size_t last_part(const char *key, size_t end)
{
    while (end > 0 && key[end - 1] != 4)
        end--;
    return end;
}

const char *words_in(enum language l, const char *key)
{
    const struct catalogue *catalogue = catalogue_of(l);
    const char *found = catalogue_find(catalogue, key);
    const char *word = key + last_part(key, text_length(key));
    size_t end = (size_t)(word - key); /* of the contexts that are left */

    while (!found && end > 0 && end < WORD_MAX) {
        char shorter[WORD_MAX];
        struct text t = text_in(shorter, sizeof shorter);

        end = last_part(key, end - 1);
        text_some(&t, key, end);
        text_put(&t, word);
        found = t.cut ? 0 : catalogue_find(catalogue, shorter);
    }
    return found ? found : word;
}

/* Notes that the text from a byte on names something. */
static void note_mark(struct text *t, const struct said *v, size_t from)
{
    struct marks *m = t->marks;

    if (m && v->mark && m->count < m->room)
        m->at[m->count++] = (struct mark){(uint16_t)from, (uint16_t)t->length, v->mark, v->of};
}

/* Cards and other things that are counted: the word depends on the number. */
static void put_counted(struct text *t, enum language l, const struct said *v)
{
    char key[WORD_MAX];
    struct text k = text_in(key, sizeof key);
    size_t from;

    if (v->kind != SAID_COUNT) {
        text_put(&k, v->number == 1 ? "card\4" : "cards\4");
        text_put(&k, v->text);
    } else if (v->number == 1) {
        text_put(&k, v->text);
    } else {
        text_plural(&k, v->text);
    }
    if (v->kind != SAID_CARD) {
        text_number(t, v->number);
        text_put(t, t->marks && v->mark ? "\u00a0" : " ");
    }
    from = t->length;
    text_put(t, words_in(l, key));
    note_mark(t, v, from);
}

/* Somebody's words, cut after a whole character if they are too long. */
static void put_quote(struct text *t, const char *s, size_t n)
{
    enum { SHOWN = 40 };
    size_t shown = n;

    if (n > SHOWN)
        for (shown = SHOWN; shown > 0 && ((unsigned char)s[shown] & 0xC0) == 0x80;)
            shown--;
    text_some(t, s, shown);
    text_put(t, shown < n ? "..." : "");
}

static void put_value(struct text *t, enum language l, const struct said *v)
{
    size_t from = t->length;

    switch ((enum said_kind)v->kind) {
    case SAID_NUMBER:
        text_number(t, v->number);
        break;
    case SAID_TEXT:
        text_put(t, v->text);
        break;
    case SAID_WORD:
        text_put(t, words_in(l, v->text));
        break;
    case SAID_COUNT:
    case SAID_CARD:
    case SAID_CARDS:
        put_counted(t, l, v);
        return;
    case SAID_QUOTE:
        put_quote(t, v->text, (size_t)v->number);
        break;
    case SAID_PIECE:
        text_some(t, v->text, (size_t)v->number);
        break;
    case SAID_KEPT:
        break; /* complaint_put() has put the text in its place */
    case SAID_SAYING:
        words_put(t, l, v->saying->sentence, v->saying->value);
        break;
    }
    note_mark(t, v, from);
}

/* Writes the text between from and to. */
static void put_between(struct text *t, const char *from, const char *to)
{
    text_some(t, from, (size_t)(to - from));
}

/* Is the number that a value is or begins with 1? Large numbers are texts. */
static bool is_one(const struct said *v)
{
    return v->kind == SAID_TEXT ? v->text[0] == '1' && v->text[1] == '\0' : v->number == 1;
}

/* Fills the place at s, just after the brace; returns the text after the place. */
static const char *put_place(struct text *t, enum language l, const char *s,
                             const struct said *values)
{
    const struct said *v = &values[*s - '0'];
    const char *one = s + 1, *many, *end;

    if (*one != '|') {
        put_value(t, l, v);
        return one + 1;
    }
    one++;
    many = one;
    while (*many != '|')
        many++;
    end = ++many;
    while (*end != '}')
        end++;
    if (is_one(v))
        put_between(t, one, many - 1);
    else
        put_between(t, many, end);
    return end + 1;
}

void words_put(struct text *t, enum language l, const char *sentence, const struct said *values)
{
    const char *s = words_in(l, sentence);

    while (*s) {
        const char *from = s;

        while (*s && *s != '{')
            s++;
        put_between(t, from, s);
        if (*s)
            s = put_place(t, l, s + 1, values);
    }
}

void complaint_put(struct text *t, enum language l, const struct complaint *c)
{
    struct said value[SAID_MAX];

    if (!c->sentence) {
        text_put(t, c->message);
        return;
    }
    for (uint32_t i = 0; i < SAID_MAX; i++) {
        value[i] = c->value[i];
        if (value[i].kind == SAID_KEPT)
            value[i] = say_text(c->kept + value[i].number);
    }
    words_put(t, l, c->sentence, value);
}

void complain_say(struct complaint *c, struct ground ground, const char *sentence,
                  const struct said *values, uint32_t count)
{
    struct text t = complain(c, ground);
    size_t kept = 0;

    for (uint32_t i = 0; i < SAID_MAX; i++) {
        c->value[i] = i < count ? values[i] : say_number(0);
        if (c->value[i].kind == SAID_QUOTE || c->value[i].kind == SAID_PIECE) {
            struct text copy = text_in(c->kept + kept, sizeof c->kept - kept);

            put_value(&copy, ENGLISH, &c->value[i]);
            c->value[i] = (struct said){.kind = SAID_KEPT, .number = (int32_t)kept};
            kept += copy.length + (kept + copy.length + 1 < sizeof c->kept);
        }
    }
    c->sentence = sentence;
    complaint_put(&t, ENGLISH, c);
}
