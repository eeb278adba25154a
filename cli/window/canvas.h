/*
 * A picture made of characters: cells with a sign, colours and attributes, which drawing code fills
 * and a terminal or a file shows. A cell is painted in halves (two pixels, one above the other),
 * may hold dots (braille: 2 across, 4 down), and may hold a sign, which hides the dots. Knows no
 * game and does no output. Private to cli/.
 */
#ifndef ANDEN_WINDOW_CANVAS_H
#define ANDEN_WINDOW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A colour is 0xRRGGBB, or the terminal's own. */
enum { COLOUR_OWN = 1 << 24 };

/* A colour part/8 of the way from one colour to the other. If one of them is the terminal's
 * own, gives the other. */
uint32_t colour_mix(uint32_t from, uint32_t to, uint32_t part);

enum attribute {
    CANVAS_BOLD = 1,
    CANVAS_FAINT = 2,
    CANVAS_INVERSE = 4,
    CANVAS_UNDERLINE = 8,
};

struct cell {
    uint32_t sign;         /* a character; 0: none; CANVAS_REST: the right half of a wide one */
    uint32_t ink;          /* of the sign or the dots */
    uint32_t upper, lower; /* the paper, by halves */
    uint8_t dots;          /* bits as in the characters from U+2800 on */
    uint8_t attributes;    /* enum attribute */
    uint8_t unused[2];
};
enum { CANVAS_REST = 0xFFFFFFFF >> 1 };

struct canvas {
    struct cell *cell; /* the caller's: width * height */
    int width, height;
    bool colours; /* will colours be seen? Drawing code uses other signs if not */
};

/* A rectangle of cells. */
struct area {
    int x, y, width, height;
};

static inline bool area_has(struct area a, int x, int y)
{
    return x >= a.x && y >= a.y && x < a.x + a.width && y < a.y + a.height;
}

/* How a text or a sign looks. With COLOUR_OWN as paper the paper stays as it is. */
struct look {
    uint32_t ink, paper;
    uint8_t attributes;
};

/* Blank cells on a paper. */
void canvas_clear(struct canvas *c, uint32_t paper);

/* A cell; outside the canvas null. */
struct cell *canvas_at(const struct canvas *c, int x, int y);

/* Makes the cells blank, with this paper. */
void canvas_fill(struct canvas *c, struct area a, uint32_t paper);

/* One sign. */
void canvas_sign(struct canvas *c, int x, int y, uint32_t sign, struct look look);

/* A text (UTF-8) from a place on, at most `room` cells; returns the cells that it took. Text
 * that does not fit is left out, and so are characters that show nothing or would move the
 * cursor. */
int canvas_text(struct canvas *c, int x, int y, int room, const char *text, struct look look);

/* The same, ending just before the column `right`. */
void canvas_right(struct canvas *c, int right, int y, const char *text, struct look look);

/* Words broken into lines of a rectangle; returns how many lines they take (more than the rectangle
 * has if they did not fit). */
int canvas_words(struct canvas *c, struct area a, const char *text, struct look look);

/* One pixel: x in cells, y in halves of cells; and one dot: x in halves, y in quarters. Outside the
 * canvas nothing happens. A dot does not change a sign. */
void canvas_pixel(struct canvas *c, int x, int y, uint32_t colour);
void canvas_dot(struct canvas *c, int x, int y, uint32_t ink);

/* The cells that a character or a text takes. */
int sign_width(uint32_t sign);
int canvas_width(const char *text);

/* The bytes of the beginning of a text that fits into so many cells. */
size_t canvas_bytes(const char *text, int room);

/* What a cell finally shows: a sign, dots, or its two halves, drawn with the sign for an upper
 * half. */
enum { SIGN_UPPER = 0x2580 };
struct shown {
    uint32_t sign, ink, paper;
    uint8_t attributes;
};
struct shown cell_shown(const struct cell *c);

/* A character as UTF-8; returns its bytes, at most 4. */
size_t sign_bytes(uint32_t sign, char out[4]);

#endif
