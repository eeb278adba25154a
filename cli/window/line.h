/*
 * The line in which people type moves and commands, with completion of legal moves. Private to
 * cli/.
 */
#ifndef ANDEN_WINDOW_LINE_H
#define ANDEN_WINDOW_LINE_H

#include "stage.h"

enum { LINE_SIZE = 256 };

/* Begins as zeros. */
struct line {
    bool is_open;
    bool secret; /* it is not shown, and the arrow up does not bring it back */
    char text[LINE_SIZE];
    char last[LINE_SIZE];      /* the last typed line: the arrow up brings it back */
    char choices[STAGE_WORDS]; /* the possible next words, if a completion was not unique */
};

enum line_answer { LINE_GOES_ON, LINE_DONE, LINE_LEFT };

void line_open(struct line *l);

/* A key: LINE_DONE when the text is complete, LINE_LEFT when the person cancels it. `words` are
 * commands that can be completed, ended by null. */
enum line_answer line_key(struct line *l, const struct stage *s, const char *const *words,
                          const struct key *k);

/* Completes the typed text as far as it is unique. */
void line_complete(struct line *l, const struct stage *s, const char *const *words);

/* Draws it in a row; the cursor is in the column that is returned. */
int line_draw(struct canvas *c, int y, const struct stage *s, const struct line *l);

#endif
