/*
 * What the parts of the routes family's board reader share: statements in board_read.c, drawing
 * in board_art.c, the checks of the whole in board_check.c. Private to them.
 */
#ifndef ANDEN_ROUTES_BOARD_READ_H
#define ANDEN_ROUTES_BOARD_READ_H

#include "../board_read.h"

enum {
    STATEMENTS_MAX = 32,
    COORDINATE_MAX =
        30000, /* tenths; a frame is at most 3000 units wide, and int16_t holds it */
};

struct routes_reader;

/* A statement gives its options (board_options), and read() reads what follows; it may be null. */
struct statement {
    const char *name;
    bool (*read)(struct routes_reader *q);
    bool repeats;     /* may be given more than once */
    bool needed;      /* must be given, if its feature is on */
    uint32_t feature; /* that must be on, or 0 */
};
extern const struct statement statements[]; /* ends with null */

/* A board being read. Routes are kept in the order of the file until the end. */
struct routes_reader {
    struct reader *r;
    struct common *common;
    struct routes_board *b;
    struct board_art
        *art; /* may be null; art->route is in the order of the file until the end */

    uint32_t routes;
    struct route list[ROUTES_MAX];
    uint32_t route_line[ROUTES_MAX];
    bool doubled[ROUTES_MAX]; /* marked `double` */

    uint32_t ticket_line[TICKETS_MAX];
    uint32_t statement_line[STATEMENTS_MAX]; /* where each was first given, 0 = not yet */
    uint8_t points[SPACES_MAX + 1];          /* by length */
    uint8_t metro_points[PRICE_MAX + 1];     /* by price */
    bool has_points[SPACES_MAX + 1], has_metro_points[PRICE_MAX + 1];

    int32_t width, height; /* of the frame in tenths, 0 = not given */
    bool placed;           /* the cities have positions */
    uint32_t spaces;       /* of the last route, so far ... */
    uint32_t icons;        /* ... with an icon */
    uint32_t shapes;       /* decoration so far */
    bool has_via;          /* of the last route */
    bool left_out;         /* the last route had a mistake: its positions are skipped */
};

/* The next word is a city. */
bool read_city(struct routes_reader *q, const char *what, uint8_t *city);

/* board_art.c: the statements that are only drawn. */
bool read_frame(struct routes_reader *q);
bool read_space(struct routes_reader *q);
bool read_place(struct routes_reader *q, uint32_t city); /* the end of a `city` line */
bool read_via(struct routes_reader *q);
bool read_at(struct routes_reader *q);
bool read_decor(struct routes_reader *q);
bool spaces_complete(struct routes_reader *q); /* of the last route */
void sort_art(struct routes_reader *q);        /* from file order to route numbers */

/* board_check.c: is the whole a board that can be played? Fills in points. */
bool check_board(struct routes_reader *q);
uint64_t routes_hash(const struct routes_reader *q);

#endif
