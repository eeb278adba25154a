/*
 * A page of text over the screen: see page.h.
 */
#include "page.h"

#include "../cli.h"

#include <stdlib.h>
#include <string.h>

struct screen *page_begin(struct page *p)
{
    page_close(p);
    p->screen = (struct screen){.out = cli_need(open_memstream(&p->text, &p->size))};
    return &p->screen;
}

void page_end(struct page *p)
{
    fclose(p->screen.out);
    p->screen.out = NULL;
}

void page_close(struct page *p)
{
    free(p->text);
    *p = (struct page){0};
}

/* Writes a paragraph. Lines that were broken only because 80 columns were full are joined: they are
 * broken again where the page is as wide as the screen. */
static void put_paragraph(FILE *out, const char *words)
{
    for (; *words; words++) {
        bool joins = *words == '\n' && words[1] && words[1] != ' ' && words[-1] != '.';

        putc(joins ? ' ' : *words, out);
    }
    putc('\n', out);
}

void page_put(struct page *p, const char *page)
{
    while (*page) {
        const char *end = strstr(page, "\n\n");
        size_t n = end ? (size_t)(end - page) : strlen(page);
        char key[4096];

        while (n && page[n - 1] == '\n' && !end)
            n--;
        snprintf(key, sizeof key, "%.*s", (int)n, page);
        put_paragraph(p->screen.out, cli_words(key));
        page = end ? end + 2 : page + strlen(page);
        if (*page)
            putc('\n', p->screen.out);
    }
}

/* Where the last column of a table begins in a line, in bytes: after two blanks or more. */
static size_t last_column(const char *line)
{
    size_t found = strspn(line, " ");

    for (size_t i = found; line[i]; i++)
        if (i >= 2 && line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ')
            found = i;
    return found;
}

/* Draws a line in an area, broken between words if it is too long; a line that begins with a
 * blank is a row of a table, and only its last column is broken. Returns its rows; those beyond
 * the height of the area are only counted. */
static int draw_line(struct canvas *c, struct area a, const struct stage *s, const char *line)
{
    char head[1024];
    int indent;

    if (*line != ' ' || canvas_width(line) <= a.width) {
        if (a.height > 0 && canvas_width(line) <= a.width)
            canvas_text(c, a.x, a.y, a.width, line, look_ink(s));
        return canvas_width(line) <= a.width ? 1 : canvas_words(c, a, line, look_ink(s));
    }
    snprintf(head, sizeof head, "%.*s", (int)last_column(line), line);
    indent = canvas_width(head);
    if (indent > a.width / 2)
        indent = 0;
    if (a.height > 0)
        canvas_text(c, a.x, a.y, a.width, head, look_ink(s));
    return canvas_words(c, (struct area){a.x + indent, a.y, a.width - indent, a.height},
                        line + (indent ? strlen(head) : 0), look_ink(s));
}

void page_draw(struct canvas *c, struct area a, const struct stage *s, struct page *p)
{
    struct area text = {a.x + 2, a.y + 1, a.width - 4, a.height - 2};
    const char *at = p->text;
    int row = 0;

    canvas_fill(c, a, s->theme->paper);
    while (*at) {
        size_t n = strcspn(at, "\n");
        char line[1024];
        struct area here = {text.x, text.y + row - p->top, text.width, 0};

        snprintf(line, sizeof line, "%.*s", n < sizeof line ? (int)n : (int)sizeof line - 1,
                 at);
        if (here.y >= text.y && here.y < text.y + text.height)
            here.height = text.y + text.height - here.y;
        row += *line ? draw_line(c, here, s, line) : 1;
        at += n + (at[n] == '\n');
    }
    p->rows = row;
    p->space = text.height;
}

void page_key(struct page *p, const struct key *k)
{
    int last = p->rows > p->space ? p->rows - p->space : 0;

    switch (k->kind) {
    case KEY_ARROW_UP:
    case KEY_WHEEL_UP:
        p->top--;
        break;
    case KEY_ARROW_DOWN:
    case KEY_WHEEL_DOWN:
        p->top++;
        break;
    case KEY_PAGE_UP:
        p->top -= p->space;
        break;
    case KEY_PAGE_DOWN:
        p->top += p->space;
        break;
    case KEY_FIRST:
        p->top = 0;
        break;
    case KEY_LAST:
        p->top = last;
        break;
    case KEY_NOTHING:
    case KEY_CHANGED:
        return;
    default:
        page_close(p);
        return;
    }
    p->top = p->top > last ? last : p->top;
    p->top = p->top < 0 ? 0 : p->top;
}
