/*
 * A page of text over the screen: help, the log, the score sheet. Private to cli/.
 */
#ifndef ANDEN_WINDOW_PAGE_H
#define ANDEN_WINDOW_PAGE_H

#include "../screen.h"
#include "stage.h"

/* Begins as zeros. */
struct page {
    char *text; /* null: there is no page */
    size_t size;
    int top;   /* the first row that is seen */
    int rows;  /* of the whole, when it was last drawn */
    int space; /* rows on the screen then */
    struct screen screen;
};

/* Begins a new page instead of the old one; everything printed to the screen until page_end()
 * is on it. */
struct screen *page_begin(struct page *p);
void page_end(struct page *p);

/* Paragraphs of a help page (keys of the catalogue), while the page is written. */
void page_put(struct page *p, const char *page);

void page_close(struct page *p);

static inline bool page_is_open(const struct page *p)
{
    return p->text != NULL;
}

void page_draw(struct canvas *c, struct area a, const struct stage *s, struct page *p);

/* Scrolls, or closes the page. */
void page_key(struct page *p, const struct key *k);

#endif
