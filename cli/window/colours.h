/*
 * Colours for people: the two themes, dark and light, and what a terminal with fewer colours shows
 * instead. Colours are an addition, never the only sign of anything. Private to cli/.
 */
#ifndef ANDEN_WINDOW_COLOURS_H
#define ANDEN_WINDOW_COLOURS_H

#include "../../engine/board.h"
#include "canvas.h"

/* How many colours a terminal has. */
enum depth { DEPTH_NONE, DEPTH_16, DEPTH_256, DEPTH_TRUE };

/* What stdout can show, by the environment: NO_COLOR, COLORTERM and TERM. */
enum depth depth_of_environment(void);

/* Is the terminal's background light, as far as the environment says (COLORFGBG)? */
bool environment_is_light(void);

/* A card, or the colour of a route: by its name on the board. */
struct card_colour {
    const char *name;
    uint32_t sign;       /* shown with it, for screens without colours */
    uint32_t paper, ink; /* as a card */
    uint32_t line;       /* as a route on the map */
};

struct theme {
    uint32_t paper, panel;         /* of the screen; of bars and boxes */
    uint32_t ink, faint, strong;   /* of texts: ordinary, less important, headings */
    uint32_t land, sea, park;      /* of maps */
    uint32_t track, tile, square;  /* of tiles: tracks without a line, a tile, a free square */
    uint32_t key_ink, key_paper;   /* a key, a button */
    uint32_t edge_ink, edge_paper; /* the edge of the platform */
    uint32_t good, bad, chosen;    /* for what is done, refused, chosen */
    uint32_t seat[SEATS_MAX];      /* of players ... */
    uint32_t seat_ink;             /* ... and of the text on it */
    struct card_colour card[COLOURS_MAX], grey, wild;
};

extern const struct theme theme_dark, theme_light;

/* The look of a card or route by the name of its colour; an unknown name gets a look by its
 * number; GREY and WILD have their own. */
const struct card_colour *theme_card(const struct theme *t, const char *name, uint32_t number);

/* The escape sequence that sets attributes, ink and paper, at most SGR_SIZE bytes; if ink and
 * paper would be the same colour, the ink gets another one. */
enum { SGR_SIZE = 64 };
size_t sgr_of(const struct shown *s, enum depth depth, char out[SGR_SIZE]);

#endif
