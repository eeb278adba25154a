/*
 * The part of a board file that is only drawn: positions of cities, labels and spaces, and
 * decoration. No rule depends on anything here. Coordinates are in the board's own frame,
 * origin top left, y down, in tenths of a unit.
 */
#ifndef ANDEN_BOARD_ART_H
#define ANDEN_BOARD_ART_H

#include "board.h"

enum {
    DECOR_MAX = 512,
    ABOUT_MAX = 4,     /* lines about the board */
    ABOUT_SIZE = 1000, /* bytes of one at most */
    DRAWN_SIZE = 100,  /* bytes of a name that is drawn */
};

/* Words of board files for these enums end with null. */
enum art_anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };
extern const char *const anchor_names[];

struct art_city {
    int16_t x, y;
    int16_t label_x, label_y;
    uint8_t anchor; /* enum art_anchor */
};

struct art_space {
    int16_t x, y;
    int16_t angle; /* degrees clockwise from the x axis, 0..179 */
    uint8_t icon;  /* 1: a wild-card icon is printed on it */
};

struct art_route {
    struct art_space space[SPACES_MAX];
    int16_t via_x, via_y; /* control point of the line's quadratic curve */
    int16_t offset;       /* how far this half of a double lies to the side of that curve */
    uint8_t has_via;
};

/* A drawn shape. The path or the words are a piece of the board's text, without a final zero. */
enum art_kind {
    ART_GROUND,
    ART_SEA,
    ART_LAND,
    ART_LAKE,
    ART_RIVER,
    ART_WATER,
    ART_PARK,
    ART_STREET,
    ART_PEAK, /* no path: x, y and size */
    ART_NAME, /* words at x, y */
};
extern const char *const shape_names[];

struct art_shape {
    uint8_t kind;   /* enum art_kind */
    int16_t x, y;   /* PEAK and NAME */
    int16_t size;   /* stroke width in tenths; PEAK: scale in hundredths; 0 = filled */
    const char *at; /* SVG path data, or the words of a NAME */
    uint32_t length;
};

/* A note of the board file about itself; a piece of its text, without a final zero. */
struct art_about {
    const char *at;
    uint32_t length;
};

struct board_art {
    int16_t width, height; /* of the frame, in whole units; 0 = the file has no positions */
    int16_t space_length, space_width; /* of one drawn space, in tenths */
    uint32_t abouts;
    struct art_about about[ABOUT_MAX];
    struct art_city city[CITIES_MAX];
    struct art_route route[ROUTES_MAX]; /* by route number */
    uint32_t shapes;
    struct art_shape shape[DECOR_MAX]; /* in painting order */
};

#endif
