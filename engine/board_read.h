/*
 * The statements of a board file: what board_read.c and the readers of the families offer to each
 * other. Private to the board parser. The functions answer and complain as in board_scan.h.
 */
#ifndef ANDEN_BOARD_READ_H
#define ANDEN_BOARD_READ_H

#include "board_art.h"
#include "board_scan.h"

/* Complains that there is no such statement. The caller has suggested the names of its own
 * statements; this adds the common ones. */
bool read_unknown(struct reader *r, struct suggestion *s);

/* Statements that every family has (id, name, about, family, seats), and where they were given. */
struct common {
    struct board *board;
    struct board_art *art; /* may be null */
    uint32_t line[5];      /* 0 = not yet */
};
extern const char *const common_names[];

/* Reads one of them; *known tells whether the word w is one. */
bool read_common(struct reader *r, struct common *c, const struct word *w, bool *known);

/* At the end of the file: is one of them missing? */
bool read_common_end(struct reader *r, const struct common *c);
bool read_missing(struct reader *r, const char *name);

/* Notes the line of a statement that may be given once. */
bool read_once(struct reader *r, const char *name, uint32_t *line);

#endif
