/*
 * Where the names of places go on a map of characters: beside their places, over as little as
 * possible, cut short where there is no room. Private to cli/.
 */
#ifndef ANDEN_WINDOW_LABELS_H
#define ANDEN_WINDOW_LABELS_H

#include "canvas.h"

/* What is already in a cell; the later kinds are worse to hide. */
enum terrain_kind { TERRAIN_FREE, TERRAIN_DOTS, TERRAIN_OWNED, TERRAIN_SIGN, TERRAIN_TAKEN };

/* The cells of an area, one byte (enum terrain_kind) each. */
struct terrain {
    uint8_t *kind; /* the caller's: width * height */
    int width, height;
};

struct label {
    const char *name;
    int x, y;   /* of its place */
    int dx, dy; /* where the name is on the printed map: -1, 0, 1 */
    bool whole; /* it must not be cut */

    /* Found: where it begins, and how many cells of it are shown; 0 if there is no room. */
    int at_x, at_y, width;
};

/* Finds a place for a name and takes it. The cities must be marked (TERRAIN_TAKEN) before. */
void label_place(struct terrain *g, struct label *l);

/* What lies in a cell; TERRAIN_TAKEN outside. */
uint8_t terrain_at(const struct terrain *g, int x, int y);
void terrain_take(struct terrain *g, int x, int y, enum terrain_kind kind);

#endif
