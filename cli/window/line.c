/*
 * The line in which people type: see line.h. It completes commands and the legal events in the
 * notation, however people spell them.
 */
#include "line.h"

#include "../../table/log.h"
#include "../cli.h"

#include <string.h>

void line_open(struct line *l)
{
    l->is_open = true;
    l->text[0] = l->choices[0] = '\0';
}

/* ---- completion ---- */

struct completion {
    struct line *line;
    char whole[LOG_LINE_MAX +
               1]; /* the first that fits, of which the beginning is common to all */
    size_t common; /* bytes that all of them share */
    size_t from;   /* bytes of these that were typed */
    uint32_t count;
    struct text choices; /* the next words, each once */
};

/* Adds the next word of something that fits, if it is new. */
static void add_choice(struct completion *k, const char *rest)
{
    size_t n = strcspn(rest, " -");
    char word[80], *found;

    if (n < strlen(rest) && rest[n] == '-')
        n++;
    if (n == 0 || n >= sizeof word - 2)
        return;
    snprintf(word, sizeof word, " %.*s ", (int)n, rest);
    found = strstr(k->line->choices, word);
    if (found)
        return;
    if (k->choices.length + n + 2 < k->choices.size) {
        text_put(&k->choices, k->choices.length ? "" : " ");
        text_put(&k->choices, word + 1);
    }
}

static void consider(struct completion *k, const char *candidate)
{
    size_t typed = strlen(k->line->text), n = strlen(candidate);
    size_t fits = typed ? text_spells(candidate, n, k->line->text) : 0;
    size_t i = 0;

    if (typed && !fits)
        return;
    add_choice(k, candidate + fits);
    if (k->count++ == 0) {
        snprintf(k->whole, sizeof k->whole, "%s", candidate);
        k->from = fits;
        k->common = strlen(k->whole);
        return;
    }
    while (k->from + i < k->common && candidate[fits + i] == k->whole[k->from + i])
        i++;
    k->common = k->from + i;
}

void line_complete(struct line *l, const struct stage *s, const char *const *words)
{
    const struct match *m = s->position->match;
    struct completion k = {.line = l, .choices = text_in(l->choices, sizeof l->choices)};

    for (; *words; words++)
        consider(&k, *words);
    for (uint32_t i = 0; i < s->legal_count; i++) {
        char move[LOG_LINE_MAX + 1];
        struct text t = text_in(move, sizeof move);

        m->rules->format(m, &s->position->view->seen, s->legal[i], &t);
        consider(&k, move);
    }
    while (k.common > k.from && ((unsigned char)k.whole[k.common] & 0xC0) == 0x80)
        k.common--; /* not in the middle of a character */
    if (k.count && k.common < sizeof l->text) {
        memcpy(l->text, k.whole, k.common);
        l->text[k.common] = '\0';
    }
    if (k.count == 1 || k.common > k.from)
        l->choices[0] = '\0';
}

/* ---- keys ---- */

static void erase(struct line *l)
{
    size_t n = strlen(l->text);

    while (n > 0 && ((unsigned char)l->text[n - 1] & 0xC0) == 0x80)
        n--;
    l->text[n ? n - 1 : 0] = '\0';
}

static void add_sign(struct line *l, uint32_t sign)
{
    char bytes[4];
    size_t n = sign_bytes(sign, bytes), length = strlen(l->text);

    if (sign_width(sign) == 0 || length + n >= sizeof l->text)
        return;
    memcpy(l->text + length, bytes, n);
    l->text[length + n] = '\0';
}

enum line_answer line_key(struct line *l, const struct stage *s, const char *const *words,
                          const struct key *k)
{
    if (k->kind == KEY_NOTHING || k->kind == KEY_CHANGED)
        return LINE_GOES_ON;
    if (k->kind == KEY_TABULATOR) {
        line_complete(l, s, words);
        return LINE_GOES_ON;
    }
    l->choices[0] = '\0';
    if (k->kind == KEY_SIGN)
        add_sign(l, k->sign);
    else if (k->kind == KEY_ERASE && l->text[0])
        erase(l);
    else if (k->kind == KEY_ARROW_UP && !l->secret)
        memcpy(l->text, l->last, sizeof l->text);
    else if (k->kind == KEY_ESCAPE || k->kind == KEY_INTERRUPT || k->kind == KEY_ERASE) {
        l->is_open = false;
        return LINE_LEFT;
    } else if (k->kind == KEY_RETURN) {
        l->is_open = false;
        if (!l->secret)
            memcpy(l->last, l->text, sizeof l->last);
        return LINE_DONE;
    }
    return LINE_GOES_ON;
}

/* A star for each character. */
static void put_stars(const char *text, char *out, size_t size)
{
    size_t n = 0;

    for (; *text && n + 1 < size; text++)
        if (((unsigned char)*text & 0xC0) != 0x80)
            out[n++] = '*';
    out[n] = '\0';
}

int line_draw(struct canvas *c, int y, const struct stage *s, const struct line *l)
{
    char stars[LINE_SIZE];
    const char *text = l->secret ? stars : l->text;
    int width, x = 3;

    put_stars(l->text, stars, sizeof stars);
    width = canvas_width(text);
    canvas_text(c, 1, y, 2, "> ", look_strong(s));
    while (width > c->width - x - 2) { /* show the end of a long line */
        text++;
        while (((unsigned char)*text & 0xC0) == 0x80)
            text++;
        width = canvas_width(text);
    }
    x += canvas_text(c, x, y, c->width - x - 1, text, look_ink(s));
    if (l->choices[0])
        canvas_text(c, x + 2, y, c->width - x - 3, l->choices, look_faint(s));
    return x;
}
